"""Templates that depend on the input: every text of a small alphabet, in both builds."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from slowpath.model.charset import CharSet
from slowpath.shape.library import text
from tests.unit.values.expressions import Expressions

CASES = {
    "s.format('x')": "a{}0",
    "s.format(s, a=1)": "a{}0",
    "('<' + s + '>').format([4, 5])": "{}0!",
    "s.format_map({'a': 'y'})": "a{}:",
    "s % 1": "a%d5",
    "s % ('x', s)": "a%s-",
    "s % {'a': 2}": "%(a)",
    "('%' + s + 's') % {'a': 2}": "%(a)",
    "s.encode() % 7": "a%d0",
    "re.sub('(a)', s, 'bab')": "a\\1g",
}


@pytest.mark.parametrize("case", CASES)
def test_every_path_is_told_from_others(case: str, tmp_path: Path) -> None:
    alphabet = CASES[case]
    values = ["".join(each) for each in itertools.product(alphabet, repeat=3)]
    domains = {"s": (text(3, CharSet.of(alphabet)), values)}
    explored = Expressions(tmp_path / "templates.py", domains, [case], head="import re").check(case)
    assert not explored.lost
    assert explored.paths > 6
