"""Printed conditions are Python: each is true of its own case's input and false of every other's."""

from __future__ import annotations

import inspect
import math
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from slowpath.explore.cases import CaseList, Metered, metered, written
from slowpath.shape.base import Shape
from slowpath.shape.infer import infer
from tests.unit.explore import conditions

SIZE = 2
GIVEN = {
    "lengths": {"xs": "ints(upto(2))"},
    "entry": {"d": "entries(low=integer(), high=integer())"},
    "quoted_option": {"d": "entries(**{'a|1': one_of(integer(), text(N))})"},
    "perhaps": {"d": "entries(name=integer(0, 3), age=maybe(integer(0, 150)))"},
}
NAMES = [
    name
    for name, each in vars(conditions).items()
    if inspect.isfunction(each) and each.__module__ == conditions.__name__
]


@cache
def target(name: str) -> Metered:
    return metered(f"{Path(conditions.__file__)}:{name}")


def shapes_of(name: str) -> dict[str, Shape]:
    loaded = target(name).loaded
    with loaded.copies.installed():
        return infer(loaded.function, given=GIVEN.get(name, {}))


@pytest.mark.parametrize("name", NAMES)
def test_a_condition_holds_on_its_own_input_only(name: str) -> None:
    shapes = shapes_of(name)
    listed = CaseList(target(name), shapes, SIZE, ["ops"])
    cases = list(listed.cases())
    assert listed.exploration.tally.complete
    texts = [case.condition() for case in cases]
    inputs: list[dict[str, Any]] = [
        {parameter: eval(source) for parameter, source in written(case, shapes, SIZE).items()}
        for case in cases
    ]
    for place, text in enumerate(texts):
        held = [bool(eval(text, {"math": math}, each)) for each in inputs]
        assert held == [other == place for other in range(len(cases))], text


def test_there_are_many_kinds() -> None:
    assert len(NAMES) >= 30
