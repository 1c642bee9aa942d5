"""Two implementations on one input."""

from __future__ import annotations

from array import array
from types import SimpleNamespace
from typing import Any

import pytest

from slowpath.search.diff import NEW_SITES, JointPath, Pair, results
from slowpath.values.path import Cut, Path


def path(cost: int = 0, taken: bytes = b"", **more: Any) -> Path:
    if "raises" in more:
        more["exception"] = more["raises"].partition(":")[0].rpartition(".")[2]
    return Path({0: 1}, (), [], bytearray(taken), array("q", range(len(taken))), array("q"), cost, **more)


def pair(old: Path, new: Path, by: str = "ratio", most: int = 2) -> Pair:
    def implementation(ran: Path) -> Any:
        return SimpleNamespace(run=lambda values, known: ran, judge=lambda each: each.cost)

    return Pair(implementation(old), implementation(new), by, most)


def joint(old: Path, new: Path) -> Path:
    return pair(old, new).run({})


def test_a_joint_path_is_the_two_in_a_row() -> None:
    both = pair(path(5, b"\x01\x00"), path(7, b"\x01"))
    made = both.run({0: 1})
    assert bytes(made.taken) == b"\x01\x00\x01"
    assert list(made.sites) == [0, 1, NEW_SITES]  # the sites of the two do not meet
    assert made.cost == 7
    assert both.runs == 1


@pytest.mark.parametrize(
    ("old", "new", "cut"),
    [
        (None, None, None),
        (Cut.BUDGET, None, Cut.BUDGET),
        (None, Cut.LOOP, Cut.LOOP),
        (Cut.BUDGET, Cut.REJECTED, Cut.REJECTED),  # no input at all
    ],
)
def test_what_cuts_one_short_cuts_both(old: Cut | None, new: Cut | None, cut: Cut | None) -> None:
    assert joint(path(cut=old), path(cut=new)).cut is cut


@pytest.mark.parametrize(("by", "apart"), [("ratio", 2500), ("difference", 15)])
def test_how_far_apart_the_costs_are(by: str, apart: int) -> None:
    both = pair(path(10), path(25), by)
    assert both.judge(both.run({})) == apart


def test_a_ratio_to_nothing_is_to_one() -> None:
    both = pair(path(0), path(3))
    assert both.judge(both.run({})) == 3000


class Plain:
    """Does not say what equal means."""


class Odd:
    """Cannot be compared."""

    def __eq__(self, other: object) -> bool:
        raise TypeError

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return "odd"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (path(result=1), path(result=1), None),
        (path(result=1), path(result=2), ("1", "2")),
        (path(result=1), path(result=1.0), None),
        (path(result=float("nan")), path(result=float("nan")), None),
        (path(result=Plain()), path(result=Plain()), None),
        (path(result=Odd()), path(result=Odd()), None),
        (path(raises="ValueError: a"), path(raises="m.ValueError: b"), None),
        (path(raises="ValueError: a"), path(raises="KeyError: a"), ("ValueError: a", "KeyError: a")),
        (path(result=1), path(raises="KeyError: a"), ("1", "KeyError: a")),
        (path(result=1, cut=Cut.BUDGET), path(result=2), None),  # who knows
    ],
)
def test_which_results_differ(old: Path, new: Path, told: tuple[str, str] | None) -> None:
    assert results(joint(old, new)) == told


def test_a_few_inputs_with_other_results_are_kept() -> None:
    both = pair(path(result=1), path(result=2), most=2)
    made = [both.run({}) for _ in range(3)]
    assert both.differing == made[:2]
    assert all(isinstance(each, JointPath) for each in made)
    alike = pair(path(result=1), path(result=1))
    alike.run({})
    assert alike.differing == []
