"""Groups of neighbouring states."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from slowpath.search.beam.clusters import clusters


def test_splits_at_the_largest_gaps() -> None:
    found = clusters([9, 1, 5, 2, 7, 1], 3)
    assert found.groups == (range(2), range(2, 4), range(4, 6))
    assert found.least == 5


def test_the_first_of_equal_gaps() -> None:
    assert clusters([0, 3, 3, 3], 2).groups == (range(1), range(1, 4))


def test_equal_states_are_not_parted() -> None:
    found = clusters([4, 0, 0, 2], 4)
    assert found.groups == (range(3), range(3, 4))
    assert not found.are_diverse(4, 1)


def test_nothing_to_split() -> None:
    assert clusters([], 3).groups == ()
    assert clusters([7], 3).groups == (range(1),)


def test_diverse_where_every_gap_is_look_ahead_over_groups() -> None:
    assert clusters([0, 3], 2).are_diverse(2, 6)
    assert not clusters([0, 2], 2).are_diverse(2, 6)
    assert clusters([0, 1, 1], 1).are_diverse(1, 50)


@given(st.lists(st.integers(0, 9)), st.integers(1, 8))
def test_groups_are_a_partition_and_no_gap_inside_is_larger(gaps: list[int], wanted: int) -> None:
    found = clusters(gaps, wanted)
    assert [place for group in found.groups for place in group] == list(range(len(gaps)))
    assert len(found.groups) <= wanted
    inside = [gaps[b] for group in found.groups for _, b in pairwise(group)]
    if len(found.groups) == wanted > 1:
        assert max(inside, default=0) <= found.least
