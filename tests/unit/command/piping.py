"""Pipelines for tests: an order, and a task whose clock is turned by hand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from slowpath.command.pipe_task import PipeOrder, PipeTask
from slowpath.pipeline.stage import parse_stages
from slowpath.pipeline.structure import ValueStructure
from slowpath.pipeline.summary import PathNote, Summary

LINES = ValueStructure("list", 3, (ValueStructure("text", 2),))


def pipe_order(*stages: str, **more: Any) -> PipeOrder:
    given: dict[str, Any] = {"seconds": 100.0, "max_ops": 9_000, "size": 3, "tests": 2, **more}
    return PipeOrder(spec="", stages=stages, **given)


@dataclass
class FakeClock:
    """Shows what it is set to."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Piped:
    """A pipeline whose time passes as tests say."""

    order: PipeOrder
    clock: FakeClock = field(default_factory=FakeClock)
    said: list[str] = field(default_factory=list)

    @property
    def task(self) -> PipeTask:
        stages = parse_stages(self.order.stages)
        return PipeTask(self.order, stages, "", self.said.append, self.clock, 0.0)


def note(weight: int = 9, structure: ValueStructure | None = None, **more: Any) -> PathNote:
    """A path of a stage, as it is kept."""
    given: dict[str, Any] = {
        "conditions": 0,
        "alphabet": (),
        "output": "int" if structure is None else structure.describe(),
        "raises": None,
        "opaque": False,
        "bare": False,
        "packed": b"",
        **more,
    }
    return PathNote(weight=weight, structure=structure, **given)


def summary(*paths: PathNote, stage: str = "a:f", strategy: str = "beam") -> Summary:
    return Summary(stage, "text(N)", 3, paths, strategy, False, 1)
