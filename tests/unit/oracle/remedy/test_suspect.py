"""A suspect says which rules are tried for it, and what its inputs need."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from slowpath.model.cost import LineCost, Ops
from slowpath.model.growth import Growth
from slowpath.model.redundancy import RedundancyKind
from slowpath.model.scenario import Scenario
from slowpath.oracle.remedy.remedies import remedy_for
from slowpath.oracle.remedy.suspect import Suspect

SOURCE = """
def f(items, others):
    found = []
    for item in items:
        if item in others:
            found.append(item)
    return found
"""
GROWTH = Growth(((1, 1),), "O(n^2)", 2.0, 1.0)


class Tried(Exception):
    """A change would be tried."""


def is_tried(file: Path, **more: Any) -> bool:
    """Whether any rule has a change to try for a function that looks things up in a list."""
    file.write_text(SOURCE)
    line = LineCost(str(file), 5, "f", Ops(9), Ops(0), 1, "")
    worker: Any = None

    def listener(doing: str) -> None:
        raise Tried(doing)

    try:
        remedy_for(Suspect("m:f", {}, GROWTH, (line,), {}, **more), worker, 60.0, listener)
    except Tried:
        return True
    return False


@pytest.mark.parametrize(
    ("kinds", "expected"),
    [
        ((), True),  # every rule
        ((RedundancyKind.MEMBERSHIP,), True),
        ((RedundancyKind.RECURSION, RedundancyKind.MEMBERSHIP), True),
        ((RedundancyKind.RECURSION,), False),
    ],
)
def test_rules_against_other_kinds_are_not_tried(
    tmp_path: Path, kinds: tuple[RedundancyKind, ...], expected: bool
) -> None:
    pytest.importorskip("libcst")
    assert is_tried(tmp_path / "m.py", kinds=frozenset(kinds)) is expected


def test_its_setup_is_that_of_its_scenario() -> None:
    assert Suspect("m:f", {}, GROWTH, (), {}).setup == ""
    scenario = Scenario("rows = [0] * N", each=("rows",))
    assert Suspect("m:f", {}, GROWTH, (), {}, scenario=scenario).setup == "rows = [0] * N"
