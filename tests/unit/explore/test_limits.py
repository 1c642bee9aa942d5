"""A tally says whether all was seen, and adds up what several explorations did."""

from __future__ import annotations

from collections import Counter

import pytest

from slowpath.explore.limits import Tally
from slowpath.model.stop import StopReason
from slowpath.values.path import Cut


@pytest.mark.parametrize(
    ("tally", "undecided"),
    [
        (Tally(unknown=1), True),
        (Tally(divergences=1), True),
        (Tally(deep=1), True),
        (Tally(died=1), True),
        (Tally(cut=Counter({Cut.BUDGET: 1})), True),
        (Tally(lost=Counter({(3, "float"): 1})), False),
        (Tally(stopped=StopReason.UNDECIDED), False),
    ],
)
def test_one_thing_that_was_not_seen_makes_an_exploration_incomplete(tally: Tally, undecided: bool) -> None:
    assert not tally.complete
    assert tally.undecided is undecided


def test_bounds_and_preconditions_leave_an_exploration_complete() -> None:
    tally = Tally(
        9, 8, cut=Counter({Cut.REJECTED: 1, Cut.LOOP: 2, Cut.BLOCK: 4, Cut.RECURSION: 8, Cut.TRACE: 16})
    )
    assert tally.complete
    assert (tally.rejected, tally.pruned) == (1, 2 + 4 + 8)


def test_tallies_add_up() -> None:
    total = Tally(1, 2, 3, 4, 5, Counter({Cut.LOOP: 1}), 6, Counter({(1, "float"): 1}))
    other = Tally(10, 20, 30, 40, 50, Counter({Cut.LOOP: 2, Cut.BUDGET: 3}), 60, Counter({(1, "float"): 2}))
    total.add(other)
    assert total == Tally(
        11, 22, 33, 44, 55, Counter({Cut.LOOP: 3, Cut.BUDGET: 3}), 66, Counter({(1, "float"): 3})
    )
    assert other.runs == 10


def test_sites_of_another_process_get_their_number_here() -> None:
    total = Tally(lost=Counter({(1, "float"): 1}))
    total.add(Tally(lost=Counter({(7, "float"): 2, (8, "float"): 4})), {7: 1})
    assert total.lost == {(1, "float"): 3, (8, "float"): 4}


def test_the_first_reason_to_stop_stays() -> None:
    total = Tally()
    total.add(Tally(stopped=StopReason.UNDECIDED))
    total.add(Tally(stopped=StopReason.PROMISE_KEPT))
    assert total.stopped is StopReason.UNDECIDED
