"""Trees of loop executions: what a run did, written down whole."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import strategies as st

from slowpath.counting.nesting import Nesting


@dataclass(frozen=True)
class Ran:
    """An execution of a loop: what ran in each completed iteration, and in the rest if it was broken off.

    `exhausted`: the loop ended since there was no other item.
    """

    site: int
    iterations: list[list[Ran]] = field(default_factory=list)
    rest: list[Ran] = field(default_factory=list)
    exhausted: bool = True


def trees(sites: int = 3, depth: int = 3, width: int = 3) -> st.SearchStrategy[Ran]:
    """Strategy for trees with a few loops."""
    leaf = st.builds(
        lambda site, count, exhausted: Ran(site, [[] for _ in range(count)], exhausted=exhausted),
        st.integers(0, sites - 1),
        st.integers(0, width + 1),
        st.booleans(),
    )
    if depth == 1:
        return leaf
    inner = st.lists(trees(sites, depth - 1, width), max_size=2)
    whole = st.builds(Ran, st.integers(0, sites - 1), st.lists(inner, max_size=width))
    broken = st.builds(lambda ran, rest: Ran(ran.site, ran.iterations, rest, exhausted=False), whole, inner)
    return st.one_of(leaf, whole, broken)


def play(nesting: Nesting, ran: Ran) -> None:
    """Let a recorder hear of an execution."""
    loop = nesting.enter(ran.site)
    iterations = ran.iterations if ran.exhausted else [*ran.iterations, ran.rest]
    for iteration in iterations:
        nesting.iterate(loop)
        for each in iteration:
            play(nesting, each)
    if ran.exhausted:
        nesting.exhaust(loop)
    nesting.leave(loop)
