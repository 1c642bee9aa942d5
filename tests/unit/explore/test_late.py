"""A solver that runs out of time makes a result incomplete; it never changes it in silence."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

import slowpath
from slowpath.abstract.driven import Driven
from slowpath.command import cases as command
from slowpath.explore import cases as explore
from slowpath.explore.cases import CaseList
from slowpath.explore.exploration import ExploreSettings
from slowpath.expr.comparison import compare
from slowpath.expr.condition import Condition
from slowpath.expr.linear import Linear
from slowpath.expr.term import Expression, apply
from slowpath.expr.variable import Values, Variable, Variables
from slowpath.model.stop import StopReason
from slowpath.solve.chain import First, Options
from slowpath.solve.noting import NotingSolver
from slowpath.solve.slicing import Slicing
from slowpath.solve.smt import Smt
from slowpath.solve.verdict import Solver, Unknown, Verdict
from tests.unit.explore import resources
from tests.unit.explore.gathered import shapes_of, target

ONLY_Z3 = ExploreSettings(options=Options(order=False, elimination=False, local=False, linear=False))


class Giving:
    """Always gives the same answer."""

    def __init__(self, verdict: Verdict) -> None:
        self._verdict = verdict

    def solve(
        self, conditions: Sequence[Condition], variables: Variables, hint: Values | None = None
    ) -> Verdict:
        return self._verdict


LATE = Unknown("out of time", late=True)


@pytest.fixture
def slow_z3(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Smt, "solve", Giving(LATE).solve)


def test_z3_tells_whether_a_limit_ended_it() -> None:
    variables = [Variable(index, name) for index, name in enumerate("xyz")]
    x, y, z = (Linear.variable(index) for index in range(3))
    cubes = apply("+", apply("+", _cube(x), _cube(y)), _cube(z))
    verdict = Smt(5).solve([compare(cubes, "==", 33)], variables)
    assert isinstance(verdict, Unknown)
    assert verdict.late


def _cube(form: Linear) -> Expression:
    return apply("*", apply("*", form, form), form)


@pytest.mark.parametrize("stages", [[Giving(LATE), Giving(Unknown("cannot"))], [Giving(LATE)]])
def test_stages_behind_and_around_pass_it_on(stages: list[Solver]) -> None:
    x = Linear.variable(0)
    verdict = Slicing(First(stages)).solve([compare(x, ">", 3)], [Variable(0, "x")], {0: 0})
    assert verdict == LATE


@pytest.mark.usefixtures("slow_z3")
def test_an_exploration_is_not_complete() -> None:
    listed = CaseList(target("nonlinear"), shapes_of("nonlinear"), 3, ["ops"], ONLY_Z3)
    assert len(list(listed.cases())) == 1
    assert listed.exploration.tally.unknown
    assert not listed.exploration.tally.complete


def test_a_cost_that_was_not_reduced_in_time_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explore, "chain", lambda options: Giving(LATE))
    listed = CaseList(target("pair"), shapes_of("pair"), 3, ["memory"])
    assert list(listed.cases())
    assert not listed.exploration.tally.complete


@pytest.mark.usefixtures("slow_z3")
def test_a_driven_search_is_not_complete() -> None:
    search = Driven(target("nonlinear"), shapes_of("nonlinear"), 3, "instructions", ONLY_Z3)
    assert len(search.cases("instructions >= 0")) == 1
    assert not search.follower.explorer.tally.complete


def test_the_report_says_that_a_policy_could_not_be_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = f"{Path(resources.__file__)}:reserve"
    assert slowpath.cases(spec, measures=["ops"], policy="ops > 100").complete
    monkeypatch.setattr(command, "NotingSolver", lambda: NotingSolver(Giving(LATE)))
    late = slowpath.cases(spec, measures=["ops"], policy="ops > 100")
    assert not late.complete
    assert late.stopped_because is StopReason.UNDECIDED
