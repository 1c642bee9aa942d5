"""The fitness of a run against a transcription of Algorithms 4 to 8 of WhiteSyn."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowpath.counting.nesting import Nesting
from slowpath.model.loops import Execution, Goal, Loop, SiteKey
from slowpath.search.loops.fitness import (
    best_iterations,
    fitness,
    guaranteed,
    is_reached,
    iteration_fitness,
    path_fitness,
)
from tests.unit.counting.loop_trees import Ran, play, trees

BLOCKS = [("m.py", number) for number in range(100, 108)]


def key(site: int) -> SiteKey:
    return "m.py", site


def goal(nest: tuple[int, ...], wanted: int, path: tuple[SiteKey, ...] = ()) -> Goal:
    loop = Loop(key(nest[-1]), "m.py", nest[-1], "f")
    return Goal(loop, len(nest), wanted, (tuple(map(key, nest)),), path)


def execution(ran: list[Ran], depth: int, limit: int, blocks: frozenset[SiteKey] = frozenset()) -> Execution:
    nesting = Nesting()
    nesting.start(depth, limit)
    for each in ran:
        play(nesting, each)
    nesting.stop()
    nests: dict[SiteKey, dict[tuple[SiteKey, ...], tuple[int, ...]]] = defaultdict(dict)
    for nest, rounds in nesting.best.items():
        nests[key(nest[-1])][tuple(map(key, nest))] = rounds
    return Execution(blocks, nests, limit)


# -- the paper -----------------------------------------------------------------------------------


def executions(ran: list[Ran], site: int) -> Iterator[Ran]:
    """λ.executions(α)."""
    for each in ran:
        if each.site == site:
            yield each
        for iteration in (*each.iterations, each.rest):
            yield from executions(iteration, site)


def get_path_fitness(actual: frozenset[SiteKey], optimal: tuple[SiteKey, ...]) -> float:
    """Algorithm 4."""
    m = len(optimal)
    for b in optimal:
        if b in actual:
            m -= 1
    return m / len(optimal)


def get_iterations_single_loop(actual: list[Ran], loop: int) -> int:
    """Algorithm 5."""
    n = 0
    for ex in executions(actual, loop):
        n = max(n, len(ex.iterations))
    return n


def get_iterations_two_loops(actual: list[Ran], outer: int, inner: int) -> tuple[int, int]:
    """Algorithm 6."""
    t = (0, 0)
    for ex_outer in executions(actual, outer):
        n_inner = math.inf
        for it_outer in ex_outer.iterations:
            max_inner = 0
            for ex_inner in executions(it_outer, inner):
                max_inner = max(max_inner, len(ex_inner.iterations))
            n_inner = min(n_inner, max_inner)
        if n_inner == math.inf:
            n_inner = 0
        new = (len(ex_outer.iterations), int(n_inner))
        if (new[1], new[0]) > (t[1], t[0]):
            t = new
    return t


def get_iteration_fitness(actual: list[Ran], loops: tuple[int, ...], wanted: int) -> float:
    """Algorithm 7. For one loop the paper prints the share that is there; its text says what is missing."""
    if len(loops) == 1:
        missing = wanted - min(get_iterations_single_loop(actual, loops[0]), wanted)
        return missing / wanted
    n_outer, n_inner = get_iterations_two_loops(actual, *loops)
    n_outer, n_inner = min(n_outer, wanted), min(n_inner, wanted)
    missing = (wanted + wanted**2) - (n_outer + wanted * n_inner)
    return missing / (wanted + wanted**2)


def get_fitness(
    actual: list[Ran],
    blocks: frozenset[SiteKey],
    path: tuple[SiteKey, ...],
    loops: tuple[int, ...],
    wanted: int,
) -> float:
    """Algorithm 8, from its description."""
    rho = get_path_fitness(blocks, path)
    if wanted == 1 and len(loops) == 1:
        return rho
    return 0.25 * rho + 0.75 * get_iteration_fitness(actual, loops, wanted)


# -- ours ------------------------------------------------------------------------------------------

RUNS = st.lists(trees(), max_size=3)
NESTS = st.one_of(st.tuples(st.integers(0, 2)), st.tuples(st.integers(0, 2), st.integers(0, 2)))
MORE_THAN_ANY = 5  # iterations than a loop of `trees` has


@given(RUNS, NESTS, st.integers(MORE_THAN_ANY, 9))
def test_iterations_are_those_of_the_paper(ran: list[Ran], nest: tuple[int, ...], wanted: int) -> None:
    ours = best_iterations(goal(nest, wanted), execution(ran, 2, wanted))
    theirs: tuple[int, ...] = (
        (get_iterations_single_loop(ran, *nest),) if len(nest) == 1 else get_iterations_two_loops(ran, *nest)
    )
    # Any nest that ends in the goal's loop will do, so a nest that the goal does not name may be better.
    others = [get_iterations_two_loops(ran, outer, nest[-1]) for outer in range(3)] if len(nest) == 2 else []
    assert ours == max(
        [theirs, *others], key=lambda each: each[::-1] if each[-1] else (0, theirs == each, each)
    )


@given(RUNS, st.integers(0, 2), st.integers(1, 9), st.frozensets(st.sampled_from(BLOCKS)))
def test_fitness_is_that_of_the_paper_for_one_loop(
    ran: list[Ran], site: int, wanted: int, blocks: frozenset[SiteKey]
) -> None:
    path = tuple(BLOCKS[:4])
    aim, run = goal((site,), wanted, path), execution(ran, 2, wanted, blocks)
    assert path_fitness(path, blocks) == get_path_fitness(blocks, path)
    assert iteration_fitness(best_iterations(aim, run), wanted) == get_iteration_fitness(ran, (site,), wanted)
    if not is_reached(aim, run) and wanted > 1:
        assert fitness(aim, run) == get_fitness(ran, blocks, path, (site,), wanted)
    if is_reached(aim, run):
        assert fitness(aim, run) == 0
        assert get_iteration_fitness(ran, (site,), wanted) == 0


@given(RUNS, st.integers(0, 2), st.integers(0, 2), st.integers(1, 9), st.frozensets(st.sampled_from(BLOCKS)))
def test_fitness_is_at_most_that_of_the_paper_for_two_loops(
    ran: list[Ran], outer: int, inner: int, wanted: int, blocks: frozenset[SiteKey]
) -> None:
    path = tuple(BLOCKS[:4])
    aim, run = goal((outer, inner), wanted, path), execution(ran, 2, wanted, blocks)
    nests = [(each, inner) for each in range(3)]
    theirs = min(get_fitness(ran, blocks, path, nest, wanted) for nest in nests)
    assert fitness(aim, run) <= get_fitness(ran, blocks, path, (outer, inner), wanted)
    if wanted >= MORE_THAN_ANY and min(best_iterations(aim, run)):
        assert fitness(aim, run) == theirs


def test_one_execution_that_goes_too_far_does_not_hide_another_one() -> None:
    few = Ran(0, [[Ran(1, [[]] * 9)]])
    many = Ran(0, [[Ran(1, [[]] * 4)]] * 4)
    assert get_iterations_two_loops([few, many], 0, 1) == (1, 9)
    assert is_reached(goal((0, 1), 4), execution([few, many], 2, 4))


def test_any_depth_weighs_inner_iterations_more() -> None:
    assert iteration_fitness((2, 2, 2), 2) == 0
    assert iteration_fitness((0, 0, 0), 2) == 1
    assert iteration_fitness((2, 2, 0), 2) == 8 / 14
    assert iteration_fitness((1, 2, 2), 2) == 1 / 14
    assert iteration_fitness((2, 2, 1), 2) == 4 / 14


def test_a_nest_of_three_loops_is_judged_by_what_all_its_iterations_have() -> None:
    innermost = Ran(2, [[]] * 3)
    ran = [Ran(0, [[Ran(1, [[innermost]] * 2)], [Ran(1, [[innermost]] * 3)]])]
    aim, run = goal((0, 1, 2), 3), execution(ran, 3, 3)
    assert best_iterations(aim, run) == (2, 2, 3)
    assert guaranteed(aim, run) == 2
    begun = execution([Ran(0, [[Ran(1, [[], [innermost]])]] * 2)], 3, 3)
    assert best_iterations(aim, begun) == (2, 2, 0)


@pytest.mark.parametrize("wanted", [1, 7])
def test_an_empty_run_is_as_far_away_as_can_be(wanted: int) -> None:
    assert fitness(goal((0, 1), wanted, tuple(BLOCKS)), Execution(frozenset())) == 1
