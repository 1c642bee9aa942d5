from __future__ import annotations

import pickle
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from slowpath.model.loops import Goal, Loop
from slowpath.model.site import SiteKind
from slowpath.model.target import Build
from slowpath.recipe.use import Use
from slowpath.run.looped import LoopMeter, site_keys
from slowpath.search.loops import algorithm_names
from slowpath.search.loops.rating import RunOutcome
from slowpath.search.loops.search import LoopSearch, SearchState, parents_of
from slowpath.target.load import Loaded, load

FILE = Path(__file__).with_name("stacks.py")
WANTED = 200


@cache
def _loaded(name: str) -> Loaded:
    return load(f"{FILE}:{name}", build=Build.LOOPS)


def _goals(name: str, depth: int, function: str) -> list[Goal]:
    """The Python loops of a function as goals."""
    sites = _loaded(name).ledger.sites
    return [
        Goal(Loop(key, site.file, site.line, site.function), depth, WANTED, (), ())
        for key, site in zip(site_keys(sites), sites, strict=True)
        if site.kind is SiteKind.LOOP and site.function == function
    ]


def _search(name: str, depth: int, goals: list[Goal], **more: Any) -> LoopSearch:
    meter = LoopMeter(_loaded(name), depth, WANTED, max_ops=100_000)

    def observe(use: Use, size: int, *, large: bool) -> RunOutcome:
        sample, execution = meter.observe(use.values(size), 10_000_000 if large else 100_000)
        return RunOutcome(execution, sample.end, sample.raises)

    return LoopSearch(meter, observe, goals, **more)


def _found(state: SearchState) -> list[str]:
    return [each.use.program.source for each in state.attempts if each is not None and not each.fitness]


def test_two_loops_in_two_methods_are_reached_by_a_program() -> None:
    goals = _goals("Stack.has_all", 2, "Stack.has")
    search = _search("Stack.has_all", 2, goals)
    state = search.begin("dynamosa", 0)
    search.advance(state, 2_000, lambda: 0.0)
    (source,) = _found(state)
    (attempt,) = state.attempts
    assert attempt is not None
    assert attempt.iterations == WANTED
    assert "x.has_all(" in source


def test_programs_stay_within_the_shapes_that_are_given() -> None:
    search = _search("total", 1, _goals("total", 1, "total"), given={"numbers": "ints(N, 7, 9)"})
    state = search.begin("dynamosa", 0)
    search.advance(state, 300, lambda: 0.0)
    (source,) = _found(state)
    (attempt,) = state.attempts
    assert attempt is not None
    assert set(eval(attempt.use.sources["numbers"], {"N": 50})) <= {7, 8, 9}, source


@pytest.mark.parametrize("algorithm", algorithm_names())
def test_every_algorithm_reaches_a_loop_over_what_it_is_given(algorithm: str) -> None:
    state = _search("total", 1, _goals("total", 1, "total")).begin(algorithm, 1)
    assert _found(state)


def test_a_search_goes_on_in_another_process_as_if_it_had_never_stopped() -> None:
    never = _goals("Stack.has_all", 3, "Stack.has")  # there are no three loops inside each other
    one, other = (_search("Stack.has_all", 3, never) for _ in range(2))
    state = one.begin("dynamosa", 3)
    copied = pickle.loads(pickle.dumps(state))
    one.advance(state, 90, lambda: 0.5)
    other.advance(copied, 90, lambda: 0.5)
    assert copied.runs == state.runs
    assert copied.algorithm.archive.fitness == state.algorithm.archive.fitness
    assert [each and each.use for each in copied.attempts] == [each and each.use for each in state.attempts]


def test_a_search_without_repetition_has_no_loops_in_its_programs() -> None:
    search = _search("Stack.has", 1, _goals("Stack.has", 1, "Stack.has"), without=("repetition", "usages"))
    state = search.begin("random", 0)
    variation: Any = state.algorithm.variation
    assert variation.material.usages == ()
    assert not any("for i in range(N):\n" in each.source for each in variation.material.starts)


def test_a_goal_is_behind_those_whose_path_is_part_of_its_own() -> None:
    loop = Loop(("m", 1), "m", 1, "f")
    paths = [(("m", 1),), (("m", 1), ("m", 2)), (("m", 3),), (("m", 1),)]
    goals = [Goal(loop, 1, 5, (), path) for path in paths]
    assert parents_of(goals) == {0: frozenset(), 1: {0, 3}, 2: frozenset(), 3: frozenset()}
