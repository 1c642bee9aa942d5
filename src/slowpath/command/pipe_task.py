"""A pipeline that is being tested: its order, its stages, the module that runs them, and the time."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from slowpath.command.order import Listener
from slowpath.errors import UsageError
from slowpath.pipeline.glue import tops, write_glue
from slowpath.pipeline.library import Reuse
from slowpath.pipeline.shell.parsing import parse_shell
from slowpath.pipeline.shell.stage import StreamKind
from slowpath.pipeline.stage import PipeStage, parse_stages
from slowpath.run import inputs
from slowpath.run.order import Order
from slowpath.shape.syntax import parse_shape

# What commands read, if nothing else is said: lines of ten characters, as in the study, of one byte each.
_SHELL_SHAPES = {
    StreamKind.LINES: "lists(text(10, printable), N)",
    StreamKind.TEXT: "text(N, printable)",
    StreamKind.BYTES: "blob(N)",
}


class PipeOrder(Order, frozen=True, kw_only=True):
    """Compose `tests` inputs of a size for the pipeline of some stages, written as `pipeline.stage` says.

    `shape` says what the input may be; hints of the first stage do if it is None. `shell` is a
    command line that gives the stages, and is replayed on the real commands. `reuse` says which
    summaries may come from the library.
    """

    stages: tuple[str, ...]
    size: int
    tests: int
    shape: str | None = None
    reuse: str = Reuse.INCREMENTAL
    shell: str | None = None


def checked(order: PipeOrder) -> PipeOrder:
    """The order with the stages of its command line if it has one. Raises UsageError if it makes no sense."""
    inputs.check_size(order.size, {})
    if order.shell is not None:
        order = _of_shell(order, order.shell)
    if order.tests < 1:
        raise UsageError(f"tests must be at least 1, not {order.tests}")
    if order.reuse not in set(Reuse):
        raise UsageError(f"unknown reuse '{order.reuse}'", f"Choose {', '.join(Reuse)}.")
    if order.shape is not None:
        parse_shape(order.shape).check(order.size, "the input")
    return order


def _of_shell(order: PipeOrder, line: str) -> PipeOrder:
    """The order with the stages of a command line, and the shape that its first command takes."""
    if order.stages:
        raise UsageError("stages and --shell were both given", "Give one of them.")
    stages = parse_shell(line)
    shape = order.shape or _SHELL_SHAPES.get(stages[0].form.takes)
    if shape is None:
        raise UsageError(
            f"the first command takes {stages[0].form.takes.value}: say what its input may be",
            "Give its shape with --arg, or begin with a command that reads lines, text or bytes.",
        )
    texts = tuple(stage.describe() for stage in stages)
    return msgspec.structs.replace(order, stages=texts, shape=shape)


@dataclass(frozen=True, slots=True)
class PipeTask:
    """What every step of the work needs. The order's target is the module that runs the stages, `glue`."""

    order: PipeOrder
    stages: tuple[PipeStage, ...]
    glue: str
    tell: Listener
    clock: Callable[[], float] = time.monotonic
    began: float = field(default_factory=time.monotonic)

    @property
    def sources(self) -> tuple[int | None, ...]:
        """For each stage, whose output it takes; None for the input of the pipeline."""
        return tuple(stage.source for stage in self.stages)

    def feeds(self, place: int) -> bool:
        """Whether other stages take the output of one."""
        return place in self.sources

    def spent(self) -> float:
        """The seconds since it began."""
        return self.clock() - self.began

    def left(self) -> float:
        """The seconds that the budget has left."""
        return self.order.seconds - self.spent()

    def run_seconds(self) -> float:
        """The seconds that a run of the pipeline may take now."""
        return max(self.left() + self.order.grace, self.order.least_run)


def task_of(order: PipeOrder, tell: Listener, folder: Path) -> PipeTask:
    """The task of a checked order, with the module of its stages in a folder."""
    stages = parse_stages(order.stages)
    scope = tuple(dict.fromkeys((*tops(stages), *order.scope)))
    glue = write_glue(stages)
    # The name is part of what a run costs if code looks at it, so it is always the same.
    file = folder / "slowpath_pipeline.py"
    file.write_text(glue, encoding="utf-8")
    return PipeTask(msgspec.structs.replace(order, spec=str(file), scope=scope), stages, glue, tell)
