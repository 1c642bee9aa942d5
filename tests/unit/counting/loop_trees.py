"""Trees of loop executions: what a run did, written down whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from hypothesis import strategies as st

from slowpath.counting.nesting import Nesting, Rounds, Sites


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


def executions(ran: list[Ran], site: int) -> Iterator[Ran]:
    """All executions of a loop within some executions, at any depth."""
    for each in ran:
        if each.site == site:
            yield each
        for iteration in (*each.iterations, each.rest):
            yield from executions(iteration, site)


def best(ran: list[Ran], nest: Sites, limit: int) -> Rounds | None:
    """The best iterations of a nest, by the definition: see `Execution`."""
    found: list[Rounds] = []
    for each in executions(ran, nest[0]):
        rounds = (min(len(each.iterations), limit),)
        if not rounds[0]:
            continue
        if len(nest) > 1:
            inner = [best(iteration, nest[1:], limit) for iteration in each.iterations]
            if None in inner:
                continue
            rounds += tuple(map(min, zip(*(one for one in inner if one is not None), strict=True)))
        found.append(rounds)
    return max(found, key=lambda each: each[::-1], default=None)
