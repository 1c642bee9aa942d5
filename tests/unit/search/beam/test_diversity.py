"""How far paths differ, against strings of what they decide where."""

from __future__ import annotations

from array import array

from hypothesis import given
from hypothesis import strategies as st

from slowpath.search.beam.diversity import common, difference, differs
from slowpath.values.path import Path

DECISIONS = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), max_size=6)


def path(decisions: list[tuple[int, int]]) -> Path:
    """A path of answers, each with its site."""
    taken = bytearray(answer for answer, _ in decisions)
    sites = array("q", [site for _, site in decisions])
    return Path({}, [], [], taken, sites, array("q"), 0)


@given(DECISIONS, DECISIONS)
def test_paths_have_the_decisions_of_their_common_prefix_alike(
    one: list[tuple[int, int]], other: list[tuple[int, int]]
) -> None:
    shared = next(n for n in range(7) if n == min(len(one), len(other)) or one[n] != other[n])
    assert common(path(one), path(other)) == shared
    assert difference(path(one), path(other)) == min(len(one), len(other)) - shared


def test_a_path_differs_from_others_if_each_has_enough_left() -> None:
    here, near, far = path([(1, 0), (1, 0), (1, 0)]), path([(1, 0), (1, 0), (0, 0)]), path([(0, 0)] * 3)
    assert differs(here, [far], 3)
    assert differs(here, [near, far], 1)
    assert not differs(here, [near, far], 2)
    assert differs(here, [], 99)


def test_the_same_path_never_differs() -> None:
    here = path([(1, 0), (1, 0)])
    assert not differs(here, [here], 0)
    assert not differs(here, [path([(1, 0)])], 0)  # one goes on where the other ends
