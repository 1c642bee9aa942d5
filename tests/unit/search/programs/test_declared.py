"""Values that a hint declares, as a program writes them."""

from __future__ import annotations

import datetime
import decimal
import inspect
from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any, Literal

import pytest

from slowpath.search.programs.declared import declared_values


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


NAMES = {"Decimal": decimal.Decimal, "datetime": datetime, "Colour": Colour}


@pytest.mark.parametrize(
    ("hint", "expected"),
    [
        (str, ["'a'", "f'a{i}'"]),
        (float, ["1.0", "float(i)"]),
        (bytes | None, ["b'a'", "b'a%d' % i"]),
        (bool, ["True"]),
        (list[str], ["['a']", "[f'a{i}']"]),
        (Iterable[int], ["[1]", "[i]"]),
        (set[int], ["{1}", "{i}"]),
        (tuple[int, ...], ["(1,)", "(i,)"]),
        (tuple[int], ["(1,)", "(i,)"]),
        (tuple[str, float], ["('a', 1.0)", "(f'a{i}', float(i))"]),
        (dict[str, list[int]], ["{'a': [1]}", "{f'a{i}': [i]}"]),
        (Literal["x", "y"], ["'x'"]),
        (Callable[[int], int], ["lambda a: a"]),
        (decimal.Decimal, ["Decimal(1)", "Decimal(i)"]),
        (datetime.date, ["datetime.date(1, 1, 1)"]),
        (Colour, ["Colour.RED"]),
        (dict[str, Colour], ["{'a': Colour.RED}", "{f'a{i}': Colour.RED}"]),
        (decimal.Context, []),  # the module has no name for it
        (list, []),  # of what, it does not tell
        (Any, []),
        ("Missing", []),
        (inspect.Parameter.empty, []),
    ],
)
def test_values_of_a_hint(hint: Any, expected: list[str]) -> None:
    assert declared_values(hint, NAMES) == expected
    for each in expected:
        eval(each, {**NAMES, "i": 3})
