"""On generated programs the loop build behaves as the source does, and sees the loops that a tracer sees."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, note, settings
from hypothesis import strategies as st

from slowpath.model.site import SiteKind
from slowpath.model.target import Build
from slowpath.target.copies import Copies
from slowpath.target.scope import Scope
from tests.property.loop_programs import write_loops
from tests.property.loop_tracing import LoopTracer
from tests.property.programs import write_inputs, write_program
from tests.property.test_programs import behaviour, plain_function
from tests.unit.counting.loop_trees import Ran, best

pytestmark = pytest.mark.filterwarnings("ignore::SyntaxWarning")
SEEDS = st.integers(0, 10**9)
# Seeds do not shrink to smaller programs.
SOME = settings(
    max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate]
)
FEW = 300  # loop executions of a program, at most: the definition takes long to evaluate


def ticker() -> Callable[[], int]:
    ticks = count(1)
    return lambda: next(ticks)


def traced(source: str) -> list[Ran]:
    names: dict[str, Any] = {"TICK": ticker()}
    exec(compile(source, "traced.py", "exec"), names)
    return LoopTracer(source, "traced.py").run(names["f"])


def sites(ran: list[Ran]) -> list[int]:
    inner = [each for one in ran for part in (*one.iterations, one.rest) for each in sites(part)]
    return [*(each.site for each in ran), *inner]


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="comprehensions have no frames of their own")
@given(SEEDS)
@SOME
def test_nests_are_those_that_a_tracer_sees(seed: int) -> None:
    source = write_loops(seed)
    note(source)
    ran = traced(source)
    if len(sites(ran)) > FEW:
        return
    copies = Copies(Scope(frozenset()), Build.LOOPS)
    names = copies.define(source, {"TICK": ticker()})
    nesting = copies.nesting
    nesting.start(depth=3, limit=100)
    with suppress(ValueError):
        names["f"]()
    nesting.stop()
    lines = {site.index: site.line for site in copies.ledger.sites if site.kind is SiteKind.LOOP}
    seen = {
        tuple(lines[site] for site in nest): rounds
        for nest, rounds in nesting.best.items()
        if all(site in lines for site in nest)
    }
    loops = sorted(set(sites(ran)))
    nests: list[tuple[int, ...]] = [()]
    for _ in range(3):
        nests = [(*nest, site) for nest in nests for site in loops]
        known = {nest: rounds for nest in nests if (rounds := best(ran, nest, 100)) is not None}
        length = len(nests[0]) if nests else 0
        assert {nest: rounds for nest, rounds in seen.items() if len(nest) == length} == known
        nests = list(known)


@given(SEEDS, st.integers(1, 24))
@SOME
def test_copies_behave_as_the_source(seed: int, room: int) -> None:
    source, arguments = write_program(seed, room), write_inputs(seed)
    note(source)
    expected = behaviour(plain_function(source), arguments)
    executions = []
    for build in (Build.LOOPS, Build.COUNT):
        copies = Copies(Scope(frozenset()), build)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            names = copies.define(source, {"__name__": "program"})
        copies.ledger.start()
        assert behaviour(names["f"], arguments) == expected
        executions.append(copies.ledger.executions())
    assert executions[0] == executions[1]
