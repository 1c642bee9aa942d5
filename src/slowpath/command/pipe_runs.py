"""Runs of a whole pipeline: composed inputs, random ones, and the real commands of a shell line."""

from __future__ import annotations

import ast
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

from slowpath.command.pipe_task import PipeTask
from slowpath.errors import InputError
from slowpath.model.cost import Number
from slowpath.model.pipe import PipeTest, ReplayNote
from slowpath.model.run import End, Lost, Run
from slowpath.pipeline.glue import COUNT, PARAMETER
from slowpath.pipeline.shell.parsing import parse_shell
from slowpath.pipeline.shell.replay import replay
from slowpath.pipeline.shell.stage import ShellStage
from slowpath.run.client import Worker
from slowpath.shape.base import Shape
from slowpath.shape.inputs import write_inputs
from slowpath.shape.replayer import LeafRecorder, Replayer
from slowpath.shape.sampler import Sampler
from slowpath.shape.syntax import parse_shape

_STARTS = 3  # random inputs from which searches start: more are much like these
_MOST_STARTS = 200  # of which they are the costliest


@dataclass(slots=True)
class PipelineRuns:
    """Runs inputs through the pipeline, counted in fresh processes. `lost` is what could not be counted."""

    task: PipeTask
    worker: Worker
    lost: dict[tuple[str, str], Lost] = field(default_factory=dict)
    random: list[tuple[Number, str]] = field(default_factory=list)  # costs and inputs

    def test(self, source: str, relaxed: tuple[int, ...], promised: Number) -> PipeTest | None:
        """Run an input through the pipeline, and through its first stages for what each of them adds; None if
        a run does not end."""
        order, count = self.task.order, len(self.task.stages)
        jobs = [{PARAMETER: source, COUNT: str(number)} for number in range(1, count + 1)]
        runs = self.worker.runs(jobs, order.size, order.max_ops, self.task.run_seconds())
        costs = [_cost(each) for each in runs]
        if any(cost is None for cost in costs):
            ended = next(each for each in runs if _cost(each) is None)
            self._note_lost(Lost("a composed test", f"a fresh run did not end: {ended.detail}", 1))
            return None
        for lost in runs[-1].lost:
            self._note_lost(lost)
        known = [cost for cost in costs if cost is not None]
        added = [known[0], *(after - before for before, after in pairwise(known))]
        return PipeTest(source, known[-1], tuple(added), relaxed, promised, runs[-1].raises)

    def check_repeats(self, test: PipeTest) -> None:
        """Raise if a second run of a test costs something else: then no figure means anything."""
        again = self.test(test.input, test.relaxed, test.promised)
        if again is None or again.stages == test.stages:
            return
        pairs = zip(test.stages, again.stages, strict=True)
        place = next(at for at, (first, second) in enumerate(pairs) if first != second)
        raise InputError(
            f"stage {place + 1}, {self.task.stages[place].text}, is not deterministic: one input cost "
            f"{test.stages[place]:,} and {again.stages[place]:,}",
            "Fix what it takes from clock, random numbers or the system, for example by an argument.",
        )

    def draw(self, text: str, seconds: float) -> None:
        """Run random inputs of a shape for some seconds: at least one, and as many as there are tests if the
        budget has the time."""
        order, rng = self.task.order, Random(self.task.order.seed)
        end = self.task.clock() + min(seconds, max(self.task.left(), 0.0))
        while len(self.random) < order.tests or self.task.clock() < end:
            if self.random and self.task.left() <= 0:
                break
            drawn = self._drawn(parse_shape(text), rng)
            if drawn is None:
                break
            self.random.append(drawn)
            self.task.tell(f"{len(self.random):,} random inputs")

    def starts(self, text: str, seconds: float) -> tuple[str, ...]:
        """The costliest of random inputs that run in some seconds, other ones than `draw` runs."""
        rng = Random(f"starts {self.task.order.seed}")
        end: float | None = None  # the first run takes longer: it imports the stages
        found: list[tuple[Number, str]] = []
        while end is None or (self.task.clock() < end and len(found) < _MOST_STARTS):
            drawn = self._drawn(parse_shape(text), rng)
            if drawn is None:
                break
            found.append(drawn)
            end = end or self.task.clock() + seconds
        return tuple(source for _, source in sorted(found, reverse=True)[:_STARTS])

    def _drawn(self, shape: Shape, rng: Random) -> tuple[Number, str] | None:
        """A random input with what it costs; None if its run does not end."""
        order = self.task.order
        recorder = LeafRecorder(Sampler(rng))
        shape.build(order.size, recorder, PARAMETER)
        written = write_inputs({PARAMETER: shape}, order.size, Replayer(recorder.leaves))
        cost = _cost(self.worker.run(written, order.size, order.max_ops, self.task.run_seconds()))
        return None if cost is None else (cost, written[PARAMETER])

    def _note_lost(self, lost: Lost) -> None:
        self.lost.setdefault((lost.site, lost.reason), lost)


def replay_notes(line: str, test: str, drawn: str | None) -> tuple[ReplayNote, ...] | None:
    """What the real commands take on a test, and on a random input if there is one; None if they do not
    finish."""
    stages = parse_shell(line)
    seconds = _replayed(stages, test)
    if seconds is None:
        return None
    others: Sequence[float | None] | None = None if drawn is None else _replayed(stages, drawn)
    commands = [shlex.join(stage.argv) for stage in stages if stage.argv]
    return tuple(map(ReplayNote, commands, seconds, others or [None] * len(commands)))


def _replayed(stages: Sequence[ShellStage], source: str) -> list[float] | None:
    """CPU seconds of each real command on an input; None if they do not finish."""
    done = replay(stages, ast.literal_eval(source))
    return None if done.output is None else [command.seconds for command in done.commands]


def _cost(run: Run) -> Number | None:
    """What a fresh run cost; None if it did not come to its end."""
    return run.costs.get("ops") if run.end in (End.RETURNED, End.RAISED, End.BUDGET) else None
