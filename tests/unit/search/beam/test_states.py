"""States of a beam: what they are worth, which are kept, and in which order places are tried."""

from __future__ import annotations

from dataclasses import replace

import pytest

from slowpath.search.beam.states import BeamState, CostedInput, is_whole, kept, ops, spread, worth
from slowpath.values.path import Cut
from tests.unit.search.beam.support import prepared, ran


def test_spread_yields_every_number_once() -> None:
    assert sorted(spread(3, 12)) == list(range(3, 13))
    assert next(spread(0, 8)) == 4
    assert list(spread(2, 1)) == []


def test_the_cost_of_a_run_that_was_cut_says_nothing() -> None:
    path = ran(prepared("insertion", 3), 3, 2, 1)
    assert worth(path, ops) == path.cost > 0
    assert worth(replace(path, cut=Cut.BUDGET), ops) == path.cost
    for cut in set(Cut) - {Cut.BUDGET}:
        assert not is_whole(replace(path, cut=cut))
        assert worth(replace(path, cut=cut), ops) == -1


@pytest.mark.parametrize(("best", "costliest"), [(None, 5), (4, 5), (6, 6)])
def test_the_costliest_input_is_that_of_the_state_or_one_near_it(best: int | None, costliest: int) -> None:
    near = None if best is None else CostedInput({}, best)
    assert BeamState(CostedInput({}, 5), best=near).costliest.cost == costliest


def test_a_state_that_is_kept_shares_with_the_one_kept_before_it() -> None:
    """What two states share is the least that neighbours between them share."""
    prefixes = ["aaaa", "aabb", "aabc", "abcc", "bbbb"]
    states = [
        BeamState(CostedInput({}, 0), 4, shared) for shared in [0, *map(_shared, prefixes, prefixes[1:])]
    ]
    best = CostedInput({0: 1}, 9)
    found = kept(states, [1, 3, 4], [best] * 3)
    assert [each.shared for each in found] == [0, _shared("aabb", "abcc"), _shared("abcc", "bbbb")]
    assert [each.best for each in found] == [best] * 3


def _shared(one: str, other: str) -> int:
    return next(place for place in range(5) if one[: place + 1] != other[: place + 1])
