"""Inputs of a pipeline run counted, stage by stage, and random ones are drawn to compare them with."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import pytest

from slowpath.command import pipe_runs
from slowpath.command.pipe_runs import PipelineRuns, replay_notes
from slowpath.errors import InputError
from slowpath.model.pipe import PipeTest, ReplayNote
from slowpath.model.run import End, Lost, Run
from tests.unit.command.fakes import FakeWorker, ran
from tests.unit.command.piping import Piped, pipe_order

STAGES = ("a:f", "b:g", "c:h")
DIED = Run(End.DIED, {}, (), (), detail="os._exit(3)")


def runs_of(worker: FakeWorker, piped: Piped | None = None) -> PipelineRuns:
    return PipelineRuns((piped or Piped(pipe_order(*STAGES))).task, worker)  # type: ignore[arg-type]


def so_far(*costs: int, **more: Any) -> FakeWorker:
    """A worker whose runs cost this up to the first, second and further stages."""
    return FakeWorker(lambda inputs: ran(costs[int(inputs["stages"]) - 1], **more))


def test_a_stage_costs_what_it_adds_to_those_before_it() -> None:
    worker = so_far(10, 14, 50, end=End.RAISED, raises="ValueError: no")
    found = runs_of(worker).test("['a']", (2, 0, 1), 60)
    assert found == PipeTest("['a']", 50, (10, 4, 36), (2, 0, 1), 60, "ValueError: no")
    assert [each["stages"] for each in worker.asked] == ["1", "2", "3"]
    assert {each["data"] for each in worker.asked} == {"['a']"}
    assert worker.limited == [9_000] * 3


def test_a_run_that_is_stopped_by_its_budget_has_a_cost() -> None:
    found = runs_of(so_far(10, 9_000, 9_000, end=End.BUDGET)).test("''", (0, 0, 0), 1)
    assert found is not None
    assert found.stages == (10, 8_990, 0)


def test_a_test_whose_run_does_not_end_is_lost() -> None:
    runs = runs_of(FakeWorker(lambda inputs: DIED if inputs["stages"] == "2" else ran(5)))
    assert runs.test("''", (0, 0, 0), 1) is None
    assert runs.test("'a'", (0, 0, 0), 1) is None
    (lost,) = runs.lost.values()  # told once
    assert lost == Lost("a composed test", "a fresh run did not end: os._exit(3)", 1)


def test_what_could_not_be_counted_is_kept_once() -> None:
    places = (Lost("a.py:3", "C code", 1), Lost("a.py:4", "C code", 1))
    runs = runs_of(so_far(1, 2, 3, lost=places))
    runs.test("'a'", (0, 0, 0), 1)
    runs.test("'b'", (0, 0, 0), 1)
    assert tuple(runs.lost.values()) == places


def test_a_stage_whose_cost_is_not_repeated_is_named() -> None:
    first = PipeTest("''", 30, (10, 10, 10), (0, 0, 0), 1)
    runs_of(so_far(10, 20, 30)).check_repeats(first)
    runs_of(FakeWorker(lambda inputs: DIED)).check_repeats(first)  # it does not tell
    with pytest.raises(InputError, match="stage 2, b:g, is not deterministic: one input cost 10 and 13"):
        runs_of(so_far(10, 23, 30)).check_repeats(first)


def drawn(seconds: float, *, spent: float = 0.0, each: float = 1.0, tests: int = 2) -> int:
    """How many random inputs run if each takes so many seconds and the budget is 100."""
    piped = Piped(pipe_order(*STAGES, tests=tests))
    piped.clock.now = spent

    def run(inputs: Mapping[str, str]) -> Run:
        piped.clock.now += each
        return ran(5)

    runs = runs_of(FakeWorker(run), piped)
    runs.draw("lists(text(2, 'ab'), N)", seconds)
    assert all(set("".join(eval(source))) <= {"a", "b"} for _, source in runs.random)
    return len(runs.random)


@pytest.mark.parametrize(
    ("given", "count"),
    [
        ({"seconds": 7.0}, 7),
        ({"seconds": 0.0}, 2),  # as many as there are tests
        ({"seconds": 7.0, "spent": 95.0}, 5),  # no more time than the budget has
        ({"seconds": 7.0, "spent": 99.5, "tests": 9}, 1),
        ({"seconds": 7.0, "spent": 200.0, "tests": 9}, 1),  # one in any case
    ],
)
def test_random_inputs_have_their_seconds_within_the_budget(given: dict[str, Any], count: int) -> None:
    assert drawn(**given) == count


def test_random_inputs_are_those_of_the_seed_and_end_at_a_run_without_a_cost() -> None:
    sources = []
    for seed in (1, 1, 2):
        waiting = [ran(5), ran(8), DIED, ran(9)]
        worker = FakeWorker(lambda inputs, waiting=waiting: waiting.pop(0))  # type: ignore[misc]
        runs = runs_of(worker, Piped(pipe_order(*STAGES, seed=seed, tests=4)))
        runs.draw("text(N)", 0.0)
        assert [cost for cost, _ in runs.random] == [5, 8]
        assert [source for _, source in runs.random] == [each["data"] for each in worker.asked[:2]]
        sources.append(worker.asked)
    assert sources[0] == sources[1] != sources[2]


def test_the_real_commands_are_timed_on_the_test_and_on_the_random_input(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    took: dict[str, list[float] | None] = {"worst": [3.0, 4.0], "drawn": [1.0, 2.0], "endless": None}

    def replay(stages: Any, value: Any) -> Any:
        seconds = took[value[0]]
        commands = [SimpleNamespace(seconds=each) for each in seconds or ()]
        return SimpleNamespace(output=None if seconds is None else b"", commands=commands)

    monkeypatch.setattr(pipe_runs, "replay", replay)
    line = "grep 'a b' | tr a b"  # with a conversion between them, which is no command
    both = (ReplayNote("grep 'a b'", 3.0, 1.0), ReplayNote("tr a b", 4.0, 2.0))
    alone = (ReplayNote("grep 'a b'", 3.0, None), ReplayNote("tr a b", 4.0, None))
    assert replay_notes(line, "['worst']", "['drawn']") == both
    assert replay_notes(line, "['worst']", None) == alone
    assert replay_notes(line, "['worst']", "['endless']") == alone
    assert replay_notes(line, "['endless']", "['drawn']") is None
