"""`pipe`: load tests of a pipeline, composed of summaries of its stages (CompSLG).

Children look at the stages, summarise each for the outputs that the one before can give, and compose a path
of each to an input. Every input runs through the whole pipeline, counted in fresh processes. What the stages
cost there corrects the weights by which the next paths are chosen and relaxed.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from slowpath.command import stages as children
from slowpath.command.order import Listener, silent, worker_for
from slowpath.command.pipe_runs import PipelineRuns, replay_notes
from slowpath.command.pipe_summaries import SummarySource, examine
from slowpath.command.pipe_task import PipeOrder, PipeTask, checked, task_of
from slowpath.command.stages import ComposedInput, ComposeOrder
from slowpath.errors import UsageError
from slowpath.model.cost import Number
from slowpath.model.find import Baseline
from slowpath.model.pipe import PipeReport, PipeTest, ReplayNote
from slowpath.model.stop import StopReason
from slowpath.pipeline.glue import PIPELINE
from slowpath.pipeline.library import Documents, NoDocuments
from slowpath.pipeline.selection import Chain, PathSelection
from slowpath.run.remote import Remote

_ONE_COMPOSITION = 0.1  # of the time, for one question: what is not decided by then is given up
_KEPT = 0.98  # of what the weights promise: a test that costs less is composed again with corrected weights
_COMPOSING = 0.85  # of the time, at most: random inputs and those of single stages take the rest
_STARTING = 0.03  # of the time: the costliest of a few random inputs are what the searches start from
_LEAST_COMPOSING = 0.25  # of the time, if searches took the rest: tests are what was asked for

__all__ = ["PipeOrder", "run"]


def run(order: PipeOrder, listener: Listener = silent, documents: Documents | None = None) -> PipeReport:
    """Return the tests. Ctrl-C ends the search; the report is then of the best so far."""
    order = checked(order)
    with tempfile.TemporaryDirectory(prefix="slowpath-pipe-") as folder:
        return _Piping(task_of(order, listener, Path(folder)), documents or NoDocuments()).run()


class _Piping:
    """One search for tests of a pipeline, and what is known of it at any moment."""

    def __init__(self, task: PipeTask, documents: Documents) -> None:
        self._task = task
        self._documents = documents
        self._shape = task.order.shape or ""
        self._source: SummarySource | None = None
        self._runs: PipelineRuns | None = None
        self._tests: dict[str, PipeTest] = {}  # by input
        self._single: list[Number | None] = [None] * len(task.stages)
        self._replay: tuple[ReplayNote, ...] | None = None
        self._notices: list[str] = []
        self._composing = 0.0

    def run(self) -> PipeReport:
        """Return what is found, by the best so far if Ctrl-C ends it."""
        try:
            with ExitStack() as stack:
                stopped = self._search(stack)
        except KeyboardInterrupt:
            stopped = StopReason.INTERRUPTED
        ranked = sorted(self._tests.values(), key=lambda test: -test.cost)
        task, source, runs = self._task, self._source, self._runs
        drawn = [] if runs is None else runs.random
        return PipeReport(
            stages=tuple(stage.text for stage in task.stages),
            size=task.order.size,
            shape=self._shape,
            tests=tuple(ranked[: task.order.tests]),
            baseline=Baseline(max(drawn)[0], len(drawn)) if drawn else None,
            single=tuple(self._single),
            summaries=() if source is None else tuple(source.notes),
            stopped_because=stopped,
            elapsed=task.spent(),
            composing=self._composing,
            glue=task.glue,
            scope=task.order.scope,
            lost=() if runs is None else tuple(runs.lost.values()),
            notices=(
                *(() if source is None else source.notices),
                *self._notices,
                *self._documents.notices,
            ),
            replay=self._replay,
        )

    def _search(self, stack: ExitStack) -> StopReason:
        task, order = self._task, self._task.order
        examined = examine(task)
        self._shape = examined.shape
        worker = worker_for(order, spec=f"{order.spec}:{PIPELINE}", scope=order.scope)
        runs = self._runs = PipelineRuns(task, stack.enter_context(worker))
        task.tell("random inputs")
        starts = runs.starts(self._shape, _STARTING * order.seconds)
        source = self._source = SummarySource(task, self._documents, examined, starts)
        summaries = source.summaries()
        selection = PathSelection(task.sources, summaries)
        composing = _Composing(task, self._shape, stack.enter_context(children.composer()))
        stopped = self._compose_all(selection, composing, runs, lambda: source.add(summaries))
        self._composing = task.spent()
        if not self._tests:
            raise UsageError(
                "no input could be composed for the whole pipeline",
                "Give it more time with --budget, or a smaller --size.",
            )
        self._run_single(selection, composing, runs)
        for start in starts:
            self._run_beside(start, (0,) * len(task.stages), 0, runs)
        runs.draw(self._shape, self._composing)  # the same time, if the budget has it
        if order.shell is not None:
            self._run_real(order.shell, runs)
        return stopped

    def _compose_all(
        self,
        selection: PathSelection,
        composing: _Composing,
        runs: PipelineRuns,
        add: Callable[[], bool],
    ) -> StopReason:
        """Compose chains, the weightiest first, and run each test. The first one is composed in any case. If
        no chain is left, `add` adds a summary from which other paths go on, if there is one."""
        task = self._task
        end = max(_COMPOSING * task.order.seconds, task.spent() + _LEAST_COMPOSING * task.order.seconds)
        began = checked = False
        while len(self._tests) < task.order.tests:
            if began and task.spent() >= end:
                return StopReason.TIME
            began = True
            chain = selection.next()
            if chain is None:
                if add():
                    continue
                return StopReason.NOTHING_LEFT
            task.tell(f"composing test {len(self._tests) + 1}")
            test = self._composed(chain, _weights(chain), composing, runs)
            if test is None:
                continue
            if not checked:
                runs.check_repeats(test)
                checked = True
            selection.correct(chain, [float(cost) for cost in test.stages])
            if test.cost < _KEPT * test.promised and any(test.relaxed) and task.left() > 0:
                # Weights that were wrong protect the wrong stage: relax once more by what runs cost.
                costs = tuple(max(float(cost), 1.0) for cost in test.stages)
                again = self._composed(chain, costs, composing, runs)
                test = again if again is not None and again.cost > test.cost else test
            self._tests.setdefault(test.input, test)
        return StopReason.NO_QUESTION_LEFT

    def _composed(
        self, chain: Chain, weights: tuple[float, ...], composing: _Composing, runs: PipelineRuns
    ) -> PipeTest | None:
        """A test of one chain, run through the pipeline; None if it is known, or its run did not end."""
        made = composing.compose(chain, weights)
        if made.source in self._tests:
            return None
        return runs.test(made.source, made.relaxed, sum(path.weight for path in chain))

    def _run_single(self, selection: PathSelection, composing: _Composing, runs: PipelineRuns) -> None:
        """Run, for each stage, an input that takes its costliest path, whatever the others do then."""
        task = self._task
        for place in range(len(task.stages)):
            chain = selection.worst_of(place)
            if task.left() <= 0 or chain is None:
                return
            task.tell(f"the worst input of stage {place + 1} alone")
            made = composing.compose(chain, _weights(chain), only=place)
            relaxed = (*made.relaxed, *[0] * (len(task.stages) - len(chain)))
            promised = sum(path.weight for path in chain)
            self._single[place] = self._run_beside(made.source, relaxed, promised, runs)

    def _run_beside(
        self, source: str, relaxed: tuple[int, ...], promised: Number, runs: PipelineRuns
    ) -> Number | None:
        """What an input costs that was not composed of all stages, None if its run does not end. One that
        costs more than a composed test is a test, too."""
        test = runs.test(source, relaxed, promised)
        if test is None:
            return None
        if test.cost > min(other.cost for other in self._tests.values()):
            self._tests.setdefault(test.input, test)
        return test.cost

    def _run_real(self, line: str, runs: PipelineRuns) -> None:
        """Run the real commands on the costliest test and on the costliest random input."""
        self._task.tell("running the real commands")
        best = max(self._tests.values(), key=lambda test: test.cost)
        drawn = max(runs.random)[1] if runs.random else None
        self._replay = replay_notes(line, best.input, drawn)
        if self._replay is None:
            self._notices.append("the real commands did not finish in time")


def _weights(chain: Chain) -> tuple[float, ...]:
    return tuple(float(path.weight) for path in chain)


class _Composing:
    """Composes chains of paths to inputs, in a child."""

    def __init__(self, task: PipeTask, shape: str, child: Remote[Any]) -> None:
        self._task, self._shape, self._child = task, shape, child

    def compose(self, chain: Chain, weights: tuple[float, ...], only: int | None = None) -> ComposedInput:
        """The input of a chain; with `only`, the path of that stage alone counts."""
        task = self._task
        order = ComposeOrder(
            **task.order.passed_on(seconds=_ONE_COMPOSITION * task.order.seconds),
            paths=chain,
            sources=task.sources[: len(chain)],
            weights=weights,
            shape=self._shape,
            size=task.order.size,
            only=only,
        )
        made: ComposedInput = children.answer(self._child, order, task.tell, "composing")
        return made
