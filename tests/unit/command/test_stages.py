"""Stages in child processes: what is asked and told, and what the children make of their orders."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from slowpath.command import stages
from slowpath.command.stages import (
    ComposedInput,
    ComposeOrder,
    ExamineOrder,
    StagesExamined,
    Summarised,
    SummaryOrder,
    answer,
    compose,
    examine,
    summarise,
)
from slowpath.command.watch import Progress
from slowpath.errors import UsageError, WorkerError
from slowpath.pipeline.stage import parse_stages
from slowpath.pipeline.summary import PathNote
from tests.unit.command.fakes import INTERRUPT, FakeLink, in_this_process, written
from tests.unit.pipeline.glued import glued

SOURCE = """
def upper(text: str, times: int = 1) -> str:
    return text.upper() * times

def untold(data):
    return data

def ordered(text: str) -> int:
    steps = 0
    for char in text:
        if char > "m":
            steps += 1
    return steps

async def later(text: str): ...

class Box:
    def put(self, text: str): ...
"""
GIVEN: dict[str, Any] = {"seconds": 10.0, "max_ops": 100_000}
NOTE = PathNote(5, 0, None, (), "int", None, False, False, b"")


@dataclass
class FakeRemote:
    """A child that says what it is given, then nothing more."""

    messages: list[Any]
    ended: bool = True
    output: str = ""
    asked: list[Any] = field(default_factory=list)
    deadlines: list[float] = field(default_factory=list)
    interrupted: bool = False

    def ask(self, request: Any) -> None:
        self.asked.append(request)

    def hear_until(self, deadline: float) -> Iterator[Any]:
        self.deadlines.append(deadline)
        for each in self.messages:
            if each is INTERRUPT:
                raise KeyboardInterrupt
            yield each

    def interrupt(self) -> None:
        self.interrupted = True


def answered(child: FakeRemote, listener: Callable[[str], None] = lambda doing: None) -> Any:
    order = ExamineOrder(spec="m", stages=(), shape=None, **GIVEN)
    return answer(child, order, listener, "stage 1")  # type: ignore[arg-type]


def test_an_answer_is_waited_for_while_progress_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("slowpath.command.stages.time.monotonic", lambda: 1_000.0)
    said: list[str] = []
    last = ComposedInput("'a'", (0,))
    child = FakeRemote([Progress(1_000, 20), Progress(3_000, 70), last])
    assert answered(child, said.append) is last
    assert said == ["stage 1: 1,000 runs, the best 20", "stage 1: 3,000 runs, the best 70"]
    assert [each.seconds for each in child.asked] == [10.0]
    assert child.deadlines == [1_000.0 + 2 * 10.0 + 10.0]  # what began may take as long again


@pytest.mark.parametrize(
    ("ended", "output", "told"),
    [(True, "Killed", "the process for stage 1 ended\nKilled"), (False, "", "did not answer in time")],
)
def test_a_child_without_an_answer_is_an_error(ended: bool, output: str, told: str) -> None:
    with pytest.raises(WorkerError, match=told) as raised:
        answered(FakeRemote([Progress(1, 2)], ended, output))
    assert raised.value.hint == "Give it a smaller --size."


def test_ctrl_c_reaches_the_child() -> None:
    child = FakeRemote([Progress(1, 2), INTERRUPT])
    with pytest.raises(KeyboardInterrupt):
        answered(child)
    assert child.interrupted


# -- in the children ---------------------------------------------------------------------------------------


def examined(folder: Path, *calls: str, shape: str | None = None, name: str = "examined.py") -> Any:
    """What a child says of stages, each a function with its arguments."""
    file = written(folder, SOURCE, name)
    parsed = parse_stages([f"{file}:{call}" for call in calls])
    told = [(call, each.spec, each.arguments, each.until) for call, each in zip(calls, parsed, strict=True)]
    link = FakeLink(ExamineOrder(spec=str(file), stages=tuple(told), shape=shape, **GIVEN))
    examine(link)  # type: ignore[arg-type]
    (sent,) = link.sent
    assert isinstance(sent, StagesExamined)
    return sent


def test_the_shape_of_the_input_is_that_of_the_first_stage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_this_process(monkeypatch)
    told = examined(tmp_path, "upper(_, times=2)", "untold")
    assert told.shape.startswith("text(")
    assert told.codes[0] == told.codes[1]  # they are of one module
    assert examined(tmp_path, "upper(_)", shape="blob(N)").shape == "blob(N)"


def test_other_code_has_another_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    in_this_process(monkeypatch)
    first = examined(tmp_path, "upper", name="changing.py").codes
    monkeypatch.setattr(f"{__name__}.SOURCE", SOURCE + "\nchanged = 1\n")
    assert examined(tmp_path, "upper", name="changing.py").codes != first


@pytest.mark.parametrize(
    ("call", "told"),
    [
        ("upper(_, size=2)", "its arguments do not fit: got an unexpected keyword argument 'size'"),
        ("Box.put", "a method needs an object"),
        ("later", "it is asynchronous"),
    ],
)
def test_what_cannot_be_a_stage_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, told: str
) -> None:
    in_this_process(monkeypatch)
    with pytest.raises(UsageError) as raised:
        examined(tmp_path, "upper", call)
    assert raised.value.message == f"stage 2, {call}: {told}"


def test_a_stage_is_summarised_and_its_costliest_path_composed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_this_process(monkeypatch)
    glue = glued(tmp_path, "summarised_stages", SOURCE, "ordered")
    given: dict[str, Any] = {
        **GIVEN,
        "spec": glue,
        "scope": ("summarised_stages",),
        "shape": "text(N, letters)",
    }
    order = SummaryOrder(
        **given,
        stage="ordered",
        place=0,
        given=None,
        size=3,
        tests=2,
        feeds=False,
        starts=("'abc'", "f()", "'x'"),
    )
    link = FakeLink(order)
    summarise(link)  # type: ignore[arg-type]
    assert isinstance(link.sent[0], Progress)
    last = link.sent[-1]
    assert isinstance(last, Summarised)
    assert (last.summary.stage, last.summary.size) == ("ordered", 3)
    worst = last.summary.paths[0]
    composing = FakeOrders([ComposeOrder(**given, paths=(worst,), sources=(None,), weights=(1.0,), size=3)])
    compose(composing)  # type: ignore[arg-type]
    (made,) = composing.sent
    assert made.relaxed == (0,)
    assert all(char > "m" for char in eval(made.source))


class FakeOrders(FakeLink):
    """A line on which several orders come; then the parent is gone."""

    def receive(self, kind: type) -> Any:
        return self.order.pop(0) if self.order else None


def test_tests_are_composed_until_there_are_no_more_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    in_this_process(monkeypatch)
    unpacked: list[PathNote] = []
    monkeypatch.setattr(PathNote, "unpack", unpacked.append)
    monkeypatch.setattr(stages, "_composed", lambda order, paths, clock: (order.size, len(paths)))
    orders = [
        ComposeOrder(spec="m", paths=(NOTE,), sources=(None,), weights=(1.0,), shape="", size=size, **GIVEN)
        for size in (3, 4)
    ]
    link = FakeOrders(orders)
    compose(link)  # type: ignore[arg-type]
    assert link.sent == [(3, 1), (4, 1)]
    assert unpacked == [NOTE]  # once: tests share their paths
    assert link.heeds
