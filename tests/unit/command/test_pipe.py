"""`pipe` composes the weightiest paths, runs every test, and learns from what the runs cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from slowpath.command import pipe, pipe_summaries
from slowpath.command.pipe import run
from slowpath.command.pipe_task import PipeOrder, PipeTask, task_of
from slowpath.command.stages import ComposedInput, ComposeOrder, StagesExamined, Summarised, SummaryOrder
from slowpath.errors import InputError, UsageError
from slowpath.model.find import Baseline
from slowpath.model.pipe import PipeReport, ReplayNote
from slowpath.model.run import End, Run
from slowpath.model.stop import StopReason
from slowpath.pipeline.structure import ValueStructure
from slowpath.pipeline.summary import PathNote
from tests.unit.command.fakes import FakeWorker, ran
from tests.unit.command.piping import LINES, FakeClock, note, pipe_order, summary

Compose = Callable[[ComposeOrder], ComposedInput]


def kept(order: ComposeOrder) -> ComposedInput:
    """An input that takes the path of every stage: its text is what each of them costs."""
    weights = [each.weight if order.only in (None, place) else 0 for place, each in enumerate(order.paths)]
    return ComposedInput(repr(" ".join(map(str, weights))), (0,) * len(weights))


def cheap_alone(order: ComposeOrder) -> ComposedInput:
    """As `kept`, but an input for the path of one stage alone costs nothing."""
    return kept(order) if order.only is None else ComposedInput("'0 0'", (0, 0))


def spent(source: str, stages: int) -> Run:
    """What an input costs up to a stage, by its text; a random one costs nothing."""
    return ran(sum(int(each) for each in eval(source).split()[:stages] if each.isdecimal()))


@dataclass
class Piping:
    """A pipeline of two stages with given paths, whose children, runs and clock are not real."""

    monkeypatch: pytest.MonkeyPatch
    first: tuple[PathNote, ...] = (note(9, LINES), note(5, LINES))
    second: tuple[PathNote, ...] = (note(30), note(20))
    compose: Compose = kept
    count: Callable[[str, int], Run] = spent
    random: float = 1
    clock: FakeClock = field(default_factory=FakeClock)
    composed: list[ComposeOrder] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    starts: list[str] = field(default_factory=list)
    summarising: Callable[[SummaryOrder], None] = lambda order: None

    def __post_init__(self) -> None:
        self.monkeypatch.setattr(pipe, "examine", self._examined)
        self.monkeypatch.setattr(pipe, "task_of", self._task)
        self.monkeypatch.setattr(pipe, "worker_for", lambda order, **more: FakeWorker(self._run))
        self.monkeypatch.setattr("slowpath.command.stages.composer", nullcontext)
        self.monkeypatch.setattr("slowpath.command.stages.answer", self._answer)
        self.monkeypatch.setattr(pipe_summaries, "ask", self._ask)

    def _task(self, order: PipeOrder, tell: Callable[[str], None], folder: Path) -> PipeTask:
        return replace(task_of(order, tell, folder), clock=self.clock, began=0.0)

    def _examined(self, task: PipeTask) -> StagesExamined:
        return StagesExamined(("", ""), task.order.shape or "text(N)")

    def _run(self, inputs: Mapping[str, str]) -> Run:
        return self.count(inputs["data"], int(inputs["stages"])) if "stages" in inputs else ran(self.random)

    def _answer(self, child: Any, order: ComposeOrder, listener: Any, what: str) -> ComposedInput:
        self.composed.append(order)
        return self.compose(order)

    def _ask(self, serve: Any, order: SummaryOrder, *more: Any) -> Summarised:
        self.summarising(order)
        self.starts += map(eval, order.starts)
        return Summarised(summary(*(self.first, self.second)[order.place]))

    def report(self, *stages: str, **more: Any) -> PipeReport:
        given = stages if stages or "shell" in more else ("a:f", "b:g")
        return run(pipe_order(*given, **more), self.said.append)


def chains(composed: list[ComposeOrder]) -> list[tuple[int, ...]]:
    """The weights of the paths of each composed test."""
    return [tuple(path.weight for path in order.paths) for order in composed if order.only is None]


def test_the_weightiest_paths_are_composed_and_run(monkeypatch: pytest.MonkeyPatch) -> None:
    piping = Piping(monkeypatch, random=4)
    report = piping.report(tests=2)
    assert chains(piping.composed) == [(9, 30), (5, 30)]
    assert {len(each) for each in piping.starts} == {3}  # random texts of the size
    assert {order.seconds for order in piping.composed} == {10.0}  # a tenth of the budget for each
    assert [each for each in piping.said if "test" in each] == ["composing test 1", "composing test 2"]
    assert [(test.input, test.cost, test.stages) for test in report.tests] == [
        ("'9 30'", 39, (9, 30)),
        ("'5 30'", 35, (5, 30)),
    ]
    assert report.stopped_because is StopReason.NO_QUESTION_LEFT
    assert report.baseline == Baseline(4, 2)
    assert (report.stages, report.shape, report.scope) == (("a:f", "b:g"), "text(N)", ("a", "b"))
    assert [each.stage for each in report.summaries] == ["a:f", "b:g"]


def test_the_worst_path_of_each_stage_alone_is_run_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def better_alone(order: ComposeOrder) -> ComposedInput:
        return ComposedInput("'9 40'", (0, 0)) if order.only == 0 else kept(order)

    piping = Piping(monkeypatch, compose=better_alone)
    report = piping.report(tests=2)
    assert [order.only for order in piping.composed] == [None, None, 0, 1]
    assert [each for each in piping.said if "alone" in each] == [
        "the worst input of stage 1 alone",
        "the worst input of stage 2 alone",
    ]
    assert report.single == (49, 30)
    assert [test.input for test in report.tests] == ["'9 40'", "'9 30'"]  # it is a test that costs more


def test_inputs_that_are_known_or_do_not_end_are_no_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    def same(order: ComposeOrder) -> ComposedInput:
        made = cheap_alone(order)
        return ComposedInput("'9 30'", made.relaxed) if made.source == "'5 30'" else made

    def dying(source: str, stages: int) -> Run:
        return Run(End.DIED, {}, (), (), detail="killed") if source == "'9 20'" else spent(source, stages)

    report = Piping(monkeypatch, compose=same, count=dying).report(tests=4)
    assert [test.input for test in report.tests] == ["'9 30'", "'5 20'"]
    assert report.stopped_because is StopReason.NOTHING_LEFT
    assert [each.reason for each in report.lost] == ["a fresh run did not end: killed"]


def test_a_test_that_costs_less_than_promised_is_composed_by_what_runs_cost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def relaxing(order: ComposeOrder) -> ComposedInput:
        if order.only is not None:
            return cheap_alone(order)
        return ComposedInput("'2 10'" if order.weights == (9.0, 30.0) else "'1 28'", (0, 3))

    piping = Piping(monkeypatch, (note(9, LINES),), (note(30),), relaxing)
    report = piping.report(tests=1)
    assert [order.weights for order in piping.composed if order.only is None] == [(9.0, 30.0), (2.0, 10.0)]
    assert [test.input for test in report.tests] == ["'1 28'"]


@pytest.mark.parametrize(("relaxed", "again"), [((0, 0), 0), ((1, 0), 1)])
def test_nothing_is_composed_again_if_no_condition_was_given_up(
    monkeypatch: pytest.MonkeyPatch, relaxed: tuple[int, int], again: int
) -> None:
    piping = Piping(
        monkeypatch, (note(9, LINES),), (note(30),), lambda order: ComposedInput("'3 4'", relaxed)
    )
    assert [test.cost for test in piping.report(tests=1).tests] == [7]
    assert len(chains(piping.composed)) == 1 + again


def test_what_a_path_costs_corrects_its_weight(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second stage costs nothing behind the first path, so the others are tried next."""

    def short(order: ComposeOrder) -> ComposedInput:
        return ComposedInput("'9 0'", (0, 0)) if order.paths[-1].weight == 30 else kept(order)

    piping = Piping(monkeypatch, compose=short)
    piping.report(tests=2)
    assert chains(piping.composed) == [(9, 30), (9, 20)]


def test_tests_are_composed_for_a_while_if_summaries_took_the_whole_budget(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    piping = Piping(monkeypatch)

    def slow(order: SummaryOrder) -> None:
        piping.clock.now += 100.0

    def composing(order: ComposeOrder) -> ComposedInput:
        piping.clock.now += 10.0
        return kept(order)

    piping.summarising, piping.compose = slow, composing
    report = piping.report(tests=9, seconds=100.0)
    assert len(report.tests) == 3  # the third one begins after 20 of 25 s
    assert report.stopped_because is StopReason.TIME


def test_an_output_without_a_summary_is_gone_on_from_if_chains_run_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    structures = [ValueStructure("text", length) for length in (80, 40, 20, 10)]
    first = tuple(note(90 - number, each) for number, each in enumerate(structures))
    piping = Piping(monkeypatch, first, (note(30),))
    report = piping.report(tests=4)
    assert [test.cost for test in report.tests] == [120, 119, 118, 117]
    assert [each.stage for each in report.summaries] == ["a:f", *["b:g"] * 4]
    assert report.stopped_because is StopReason.NO_QUESTION_LEFT


def test_no_test_is_composed_beyond_the_budget_but_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    piping = Piping(monkeypatch)

    def slow(order: ComposeOrder) -> ComposedInput:
        piping.clock.now += 200.0
        return kept(order)

    piping.compose = slow
    report = piping.report(tests=2)
    assert len(piping.composed) == 1  # and no worst path of a single stage
    assert (report.stopped_because, report.single) == (StopReason.TIME, (None, None))
    assert (report.elapsed, report.composing) == (200.0, 200.0)
    assert report.baseline == Baseline(1, 1)


def test_the_budget_ends_the_search_for_a_first_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs of composed inputs may all die: then one chain after the other is tried, while there is time."""
    piping = Piping(monkeypatch, count=lambda source, stages: Run(End.DIED, {}, (), ()))

    def slow(order: ComposeOrder) -> ComposedInput:
        piping.clock.now += 50.0
        return kept(order)

    piping.compose = slow
    with pytest.raises(UsageError, match="no input could be composed for the whole pipeline"):
        piping.report(seconds=75.0)
    assert len(piping.composed) == 2  # of four chains


def test_a_pipeline_without_a_test_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    piping = Piping(monkeypatch, count=lambda source, stages: Run(End.DIED, {}, (), ()))
    with pytest.raises(UsageError, match="no input could be composed for the whole pipeline"):
        piping.report()


def test_a_pipeline_that_is_not_deterministic_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    costs = iter(range(1, 99))
    piping = Piping(monkeypatch, count=lambda source, stages: ran(stages * next(costs)))
    with pytest.raises(InputError, match="is not deterministic"):
        piping.report()


def test_ctrl_c_keeps_the_tests_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    piping = Piping(monkeypatch)

    def interrupted(order: ComposeOrder) -> ComposedInput:
        if len(piping.composed) > 1:
            raise KeyboardInterrupt
        return kept(order)

    piping.compose = interrupted
    report = piping.report(tests=2)
    assert report.stopped_because is StopReason.INTERRUPTED
    assert [test.input for test in report.tests] == ["'9 30'"]
    assert (report.baseline, report.single) == (None, (None, None))


@pytest.mark.parametrize("finishes", [True, False])
def test_the_real_commands_run_on_the_costliest_test(monkeypatch: pytest.MonkeyPatch, finishes: bool) -> None:
    replayed: list[tuple[str, str, str | None]] = []
    notes = (ReplayNote("sort", 1.0, None),)

    def replay_notes(line: str, test: str, drawn: str | None) -> tuple[ReplayNote, ...] | None:
        replayed.append((line, test, drawn))
        return notes if finishes else None

    monkeypatch.setattr(pipe, "replay_notes", replay_notes)
    report = Piping(monkeypatch).report(shell="sort | uniq", shape="text(N, 'x')", tests=1)
    assert replayed == [("sort | uniq", "'9 30'", repr("xxx"))]
    assert report.replay == (notes if finishes else None)
    assert report.notices == (() if finishes else ("the real commands did not finish in time",))
