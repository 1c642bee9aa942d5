"""`redundant` as an order: which programs are looked at, for how long, and what is told of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import pytest

from slowpath.command import redundant
from slowpath.command.loops import LoopsOrder
from slowpath.command.redundant import RedundantOrder, run
from slowpath.errors import InputError, UsageError
from slowpath.model.loops import GoalResult, LoopInput, LoopsReport
from slowpath.model.redundancy import Redundancy, RedundancyKind, RedundantReport, Remedy
from slowpath.model.scenario import Scenario
from slowpath.model.stop import StopReason
from slowpath.oracle.examination import Examined
from tests.unit.command.fakes import FakeWorker, ran

REMEDY = Remedy("a diff", "12 inputs", "O(n^2)", "O(n)")


def reached(source: str, site: str = "m.py:3", *, iterations: int = 9, target: str = "m:f") -> GoalResult:
    """A goal that a program reaches."""
    given = LoopInput(target, {"xs": source}, "", 9)
    return GoalResult(site, "f", 2, 9, iterations, f"N = 9\nf({source})", None, given)


def finding(share: float = 0.9, inner: str = "m.py:3") -> Redundancy:
    return Redundancy(RedundancyKind.MEMBERSHIP, "m.py:2", inner, "f", 9, share, "because")


Look = Callable[[str], Examined]


@dataclass
class Examining:
    """An examination whose searches for programs, fresh runs and clock are not real."""

    monkeypatch: pytest.MonkeyPatch
    goals: dict[int, list[GoalResult]] = field(default_factory=dict)  # that searches find, by depth
    look: Look = lambda source: Examined((), 32)
    stopped: StopReason = StopReason.TIME
    inconclusive: str | None = None
    now: float = 0.0
    searched: list[LoopsOrder] = field(default_factory=list)
    looked_at: list[str] = field(default_factory=list)
    made: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        clock = SimpleNamespace(monotonic=lambda: self.now)
        for module in ("command.search", "run.order"):
            self.monkeypatch.setattr(f"slowpath.{module}.time", clock)
        self.monkeypatch.setattr("slowpath.command.loops.run", self._search)
        self.monkeypatch.setattr(redundant, "Worker", self._worker)
        self.monkeypatch.setattr(redundant, "examined", self._examined)

    def _search(self, order: LoopsOrder, listener: Callable[[str], None]) -> LoopsReport:
        self.searched.append(order)
        goals = tuple(self.goals.get(order.depth, ()))
        return LoopsReport(
            target=order.spec,
            goals=goals,
            reached=len(goals),
            feasible=len(goals),
            unreachable=0,
            algorithm=order.algorithm,
            seed=order.seed,
            elapsed=1.0,
            stopped_because=self.stopped,
            inconclusive=self.inconclusive,
        )

    def _worker(self, spec: str, **options: Any) -> FakeWorker:
        assert options["reads"]
        self.made.append(spec)
        return FakeWorker(lambda inputs: ran(0))

    def _examined(
        self, worker: FakeWorker, inputs: Mapping[str, str], scenario: Scenario, **limits: Any
    ) -> Examined:
        source = inputs.get("xs", scenario.setup)
        self.looked_at.append(source)
        return self.look(source)

    def report(self, **fields: Any) -> RedundantReport:
        given: dict[str, Any] = {"seconds": 100.0, "max_ops": 9_000, "iterations": 7, "inputs": {}, **fields}
        return run(RedundantOrder(spec="m:f", **given), self.said.append)


def test_programs_that_nested_loops_are_driven_by_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    examining = Examining(monkeypatch, {2: [reached("range(N)")]})
    examining.look = lambda source: Examined((finding(),), 32, sampled=True)
    report = examining.report(seed=5, jobs=2)
    assert [(each.depth, each.iterations, each.seed) for each in examining.searched] == [(2, 7, 5)]
    assert (examining.searched[0].seconds, examining.searched[0].jobs) == (60.0, 2)
    program = "N = 9\nf(range(N))"
    assert report.findings == (replace(finding(), program=program, size=32),)
    assert (report.program, report.size, report.sampled) == (program, 32, True)
    assert (report.stopped_because, report.inconclusive) == (StopReason.TIME, None)
    assert examining.said == ["looking for what is read again"]


def test_single_loops_are_driven_if_nested_ones_show_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    examining = Examining(monkeypatch, {2: [reached("range(N)")], 1: [reached("'a' * N")]})
    examining.look = lambda source: Examined((finding(),) if "'a'" in source else (), 32)
    report = examining.report()
    assert [(each.depth, each.seconds) for each in examining.searched] == [(2, 60.0), (1, 25.0)]
    assert examining.looked_at == ["range(N)", "'a' * N"]
    assert report.program == "N = 9\nf('a' * N)"


def test_the_same_program_with_other_elements_is_looked_at_until_it_shows_something(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    examining = Examining(monkeypatch, {2: [reached("[1] * N")]})
    examining.look = lambda source: Examined((finding(),) if source != "[1] * N" else (), 32)
    report = examining.report()
    assert len(examining.looked_at) == 2
    assert report.program == f"xs = {examining.looked_at[1]}"


def test_the_share_of_the_cost_decides_which_program_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    shares = {"first": 0.5, "second": 0.8, "third": 0.6}
    goals = [reached(source, target="m:g" if source == "second" else "m:f") for source in shares]
    goals.append(reached("first", "m.py:9", iterations=5))
    examining = Examining(monkeypatch, {2: goals})
    examining.look = lambda source: Examined((finding(shares[source]), finding(0.6, "m.py:8")), 32)
    report = examining.report()
    assert examining.looked_at == ["first", "third", "second"]  # each once, those of one target together
    assert examining.made == ["m:f", "m:g"]
    assert [(each.inner, each.share) for each in report.findings] == [("m.py:3", 0.8), ("m.py:8", 0.6)]
    assert report.program == "N = 9\nf(second)"


def test_an_input_of_the_user_is_looked_at_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    examining = Examining(monkeypatch)
    examining.look = lambda source: Examined((finding(),), 32)
    report = examining.report(inputs={}, setup="ys = [0] * N")
    assert (examining.searched, examining.looked_at) == ([], ["ys = [0] * N"])
    assert (report.program, report.stopped_because) == ("ys = [0] * N", StopReason.NOTHING_LEFT)
    assert examining.said == ["running the input"]


def test_an_input_that_cannot_run_is_an_error_of_the_user_only(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(source: str) -> Examined:
        raise InputError("no such name")

    examining = Examining(monkeypatch, {2: [reached("range(N)")]}, refused)
    assert examining.report().inconclusive == "no such name"
    with pytest.raises(InputError, match="no such name"):
        examining.report(setup="ys = [0] * N")


def test_why_nothing_was_looked_at_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Examining(monkeypatch).report().inconclusive == "no program ran to its end"
    unloaded = Examining(monkeypatch, inconclusive="m:f: importing it fails")
    assert unloaded.report().inconclusive == "m:f: importing it fails"
    broken = Examining(monkeypatch, {2: [reached("1")]}, lambda source: Examined((), 32, problem="too long"))
    assert broken.report().inconclusive == "too long"


def test_ctrl_c_while_programs_are_searched_ends_with_a_look_at_one(monkeypatch: pytest.MonkeyPatch) -> None:
    goals = [reached("1", iterations=9), reached("[1] * N", iterations=8)]
    examining = Examining(monkeypatch, {2: goals}, stopped=StopReason.INTERRUPTED)
    report = examining.report()
    assert report.stopped_because is StopReason.INTERRUPTED
    assert len(examining.searched) == 1
    assert examining.looked_at == ["1"]
    more = Examining(monkeypatch, {2: goals[1:]}, stopped=StopReason.INTERRUPTED)
    more.look = lambda source: Examined((), 32)
    more.report()
    assert more.looked_at == ["[1] * N"]  # and not at the same with other elements


def test_ctrl_c_while_they_are_looked_at_keeps_what_was_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(source: str) -> Examined:
        if source == "2":
            raise KeyboardInterrupt
        return Examined((finding(),), 32)

    report = Examining(monkeypatch, {2: [reached("1"), reached("2")]}, interrupted).report()
    assert (report.stopped_because, len(report.findings)) == (StopReason.INTERRUPTED, 1)


def test_no_program_is_looked_at_beyond_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    examining = Examining(monkeypatch, {2: [reached("1"), reached("2")]})

    def slow(source: str) -> Examined:
        examining.now += 1_000.0
        return Examined((), 32)

    examining.look = slow
    assert examining.report().elapsed == 1_000.0
    assert examining.looked_at == ["1"]
    assert examining.searched[1].seconds == 1.0  # as little as a search can do with


@pytest.mark.parametrize("is_whole", [True, False])
def test_remedies_have_a_share_of_the_time(monkeypatch: pytest.MonkeyPatch, is_whole: bool) -> None:
    examining = Examining(monkeypatch, {2: [reached("1")]})
    examining.look = lambda source: Examined((finding(0.2, "m.py:8"), finding(0.9)), 32)
    monkeypatch.setattr(redundant, "require", lambda: None)
    ends: list[float] = []

    def remedies(suspects: list[Any], end: float, listener: Any) -> tuple[list[Remedy | None], bool]:
        ends.append(end)
        return [REMEDY], is_whole

    monkeypatch.setattr(redundant, "remedies", remedies)
    report = examining.report(remedy=True)
    assert examining.searched[0].seconds == pytest.approx(0.6 * 65.0)
    assert ends == [100.0]
    assert [each.remedy for each in report.findings] == [REMEDY, None]  # the costliest first
    assert report.stopped_because is (StopReason.TIME if is_whole else StopReason.INTERRUPTED)


def test_an_order_without_sense_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    examining = Examining(monkeypatch)
    with pytest.raises(UsageError, match="iterations must be at least 2, not 1"):
        examining.report(iterations=1)
    with pytest.raises(UsageError, match="with an input nothing is searched"):
        examining.report(inputs={"xs": "[]"}, shapes={"xs": "ints(N)"})
    assert examining.looked_at == []
