"""`pipe`: load tests of a pipeline, composed of summaries of its stages (CompSLG).

Children look at the stages, summarise each for the outputs that the one before can give, and compose a path
of each to an input. Every input runs through the whole pipeline, counted in fresh processes. What the stages
cost there corrects the weights by which the next paths are chosen and relaxed.
"""

from __future__ import annotations

import ast
import shlex
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from slowpath.command import stages as children
from slowpath.command.order import Listener, Order, silent, worker_for
from slowpath.command.stages import (
    ComposedInput,
    ComposeOrder,
    ExamineOrder,
    StagesExamined,
    SummaryOrder,
    ask,
)
from slowpath.errors import InputError, UsageError
from slowpath.model.charset import CharSet
from slowpath.model.cost import Number
from slowpath.model.find import Baseline
from slowpath.model.pipe import PipeReport, PipeTest, ReplayNote, SummaryNote
from slowpath.model.run import End, Lost, Run
from slowpath.model.stop import StopReason
from slowpath.pipeline import library
from slowpath.pipeline.glue import COUNT, PARAMETER, PIPELINE, tops, write_glue
from slowpath.pipeline.library import Documents, NoDocuments, Reuse
from slowpath.pipeline.selection import Alphabet, Chain, InputKey, PathSelection, inputs_of
from slowpath.pipeline.shell.parsing import parse_shell
from slowpath.pipeline.shell.replay import replay
from slowpath.pipeline.shell.stage import ShellStage, StreamKind
from slowpath.pipeline.stage import parse_stages
from slowpath.pipeline.structure import ValueStructure, shape_of
from slowpath.pipeline.summary import Summary
from slowpath.run import inputs
from slowpath.run.client import Worker
from slowpath.run.remote import Remote
from slowpath.shape.inputs import write_inputs
from slowpath.shape.replayer import LeafRecorder, Replayer
from slowpath.shape.sampler import Sampler
from slowpath.shape.syntax import parse_shape
from slowpath.target.locate import parse

_SUMMARISING = 0.6  # of the time, at most: the searches. Composing and runs of the pipeline take the rest
_ONE_COMPOSITION = 0.1  # of the time, for one question: what is not decided by then is given up
_KEPT = 0.98  # of what the weights promise: a test that costs less is composed again with corrected weights
_LEAST_SUMMARY = 1.0  # seconds: a search needs some, however small the budget is
_RANDOM = 0.5  # of the time that composing took, for random inputs, if the budget has it; at least one each
# What commands read, if nothing else is said: lines of ten characters, as in the study, of one byte each.
_SHELL_SHAPES = {
    StreamKind.LINES: "lists(text(10, printable), N)",
    StreamKind.TEXT: "text(N, printable)",
    StreamKind.BYTES: "blob(N)",
}

_Given = tuple[ValueStructure, Alphabet] | None  # what a stage is given; None for the input of the pipeline


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


def run(order: PipeOrder, listener: Listener = silent, documents: Documents | None = None) -> PipeReport:
    """Return the tests. Ctrl-C ends the search; the report is then of the best so far."""
    inputs.check_size(order.size, {})
    if order.shell is not None:
        order = _of_shell(order, order.shell)
    if order.tests < 1:
        raise UsageError(f"tests must be at least 1, not {order.tests}")
    if order.reuse not in set(Reuse):
        raise UsageError(f"unknown reuse '{order.reuse}'", f"Choose {', '.join(Reuse)}.")
    if order.shape is not None:
        parse_shape(order.shape).check(order.size, "the input")
    with tempfile.TemporaryDirectory(prefix="slowpath-pipe-") as folder:
        return _Piping(order, listener, documents or NoDocuments(), Path(folder)).run()


class _Piping:
    """One search for tests of a pipeline, and what is known of it at any moment."""

    def __init__(self, order: PipeOrder, listener: Listener, documents: Documents, folder: Path) -> None:
        self._stages = parse_stages(order.stages)
        self._sources = tuple(stage.source for stage in self._stages)
        self._scope = tuple(dict.fromkeys((*tops(self._stages), *order.scope)))
        self._glue = write_glue(self._stages)
        # The name is part of what a run costs if code looks at it, so it is always the same.
        file = folder / "slowpath_pipeline.py"
        file.write_text(self._glue, encoding="utf-8")
        self._order = msgspec.structs.replace(order, spec=str(file), scope=self._scope)
        self._tell = listener
        self._documents = documents
        self._began = time.monotonic()
        self._shape = order.shape or ""
        self._notes: list[SummaryNote] = []
        self._tests: dict[str, PipeTest] = {}  # by input
        self._single: list[Number | None] = [None] * len(self._stages)
        self._random: list[Number] = []
        self._random_best: tuple[Number, str] | None = None
        self._replay: tuple[ReplayNote, ...] | None = None
        self._lost: dict[tuple[str, str], Lost] = {}
        self._notices: list[str] = []
        self._composing = 0.0
        self._composer: Remote[Any] | None = None

    def run(self) -> PipeReport:
        """Return what is found, by the best so far if Ctrl-C ends it."""
        try:
            with ExitStack() as stack:
                stopped = self._search(stack)
        except KeyboardInterrupt:
            stopped = StopReason.INTERRUPTED
        ranked = sorted(self._tests.values(), key=lambda test: -test.cost)
        best = max(self._random, default=None)
        return PipeReport(
            stages=tuple(stage.text for stage in self._stages),
            size=self._order.size,
            shape=self._shape,
            tests=tuple(ranked[: self._order.tests]),
            baseline=None if best is None else Baseline(best, len(self._random)),
            single=tuple(self._single),
            summaries=tuple(self._notes),
            stopped_because=stopped,
            elapsed=time.monotonic() - self._began,
            composing=self._composing,
            glue=self._glue,
            scope=self._scope,
            lost=tuple(self._lost.values()),
            notices=(*self._notices, *self._documents.notices),
            replay=self._replay,
        )

    def _search(self, stack: ExitStack) -> StopReason:
        examined = self._examine()
        worker = stack.enter_context(
            worker_for(self._order, spec=f"{self._order.spec}:{PIPELINE}", scope=self._scope)
        )
        selection = PathSelection(self._sources, self._summaries(examined))
        self._composer = stack.enter_context(children.composer())
        stopped = self._compose_all(selection, worker)
        self._composing = time.monotonic() - self._began
        if not self._tests:
            raise UsageError(
                "no input could be composed for the whole pipeline",
                "Give it more time with --budget, or a smaller --size.",
            )
        self._run_single(selection, worker)
        self._run_random(worker)
        if self._order.shell is not None:
            self._run_real(self._order.shell)
        return stopped

    # -- summaries -----------------------------------------------------------------------------------------

    def _examine(self) -> StagesExamined:
        self._tell("loading the stages")
        order = ExamineOrder(
            **self._order.passed_on(seconds=30.0),
            stages=tuple((stage.text, stage.spec, stage.arguments) for stage in self._stages),
            shape=self._order.shape,
        )
        found: StagesExamined = ask(children.examine, order, StagesExamined, self._tell, "the stages")
        parse_shape(found.shape).check(self._order.size, "the input")
        self._shape = found.shape
        return found

    def _summaries(self, examined: StagesExamined) -> list[dict[InputKey, Summary]]:
        """The summaries of each stage, by what it is given: of the first for the input of the pipeline, of
        others for what the stage before puts out."""
        found: list[dict[InputKey, Summary]] = []
        for place, source in enumerate(self._sources):
            mine: dict[InputKey, Summary] = {}
            given: Sequence[_Given] = [None] if source is None else self._given(place, source, found)
            for number, each in enumerate(given):
                waiting = len(given) - number + 1.5 * (len(self._sources) - place - 1)
                key = None if each is None else each[0]
                mine[key] = self._summary(place, each, examined.codes[place], waiting)
            self._check(place, list(mine.values()))
            found.append(mine)
        return found

    def _given(self, place: int, source: int, found: Sequence[dict[InputKey, Summary]]) -> list[_Given]:
        before = list(found[source].values())
        given: list[_Given] = list(inputs_of(before))
        if given:
            return given
        name, paths = self._stages[source].text, [path for each in before for path in each.paths]
        structures = [path for path in paths if path.structure is not None]
        if structures:
            raise UsageError(
                f"stage {source + 1}, {name}, puts out nothing for stage {place + 1}: {structures[0].output}",
                "Widen the shape of the input with --arg, or give it more time with --budget.",
            )
        raise UsageError(
            f"stage {source + 1}, {name}, puts out {paths[0].output}, which no other stage can be given",
            "Between stages go text, bytes, numbers, and lists, tuples and iterators of these.",
        )

    def _check(self, place: int, summaries: Sequence[Summary]) -> None:
        """Raise if a stage has no run to go on with."""
        stage = self._stages[place]
        paths = [path for summary in summaries for path in summary.paths]
        behind = "" if stage.source is None else f" on what stage {stage.source + 1} puts out"
        if not paths:
            raise UsageError(
                f"stage {place + 1}, {stage.text}: no run of it came to its end{behind}",
                "Give its runs more with --max-ops, or use a smaller --size.",
            )
        if all(path.raises for path in paths) and (stage.source is not None or place in self._sources):
            raise UsageError(
                f"stage {place + 1}, {stage.text}, raises{behind or ' on its input'}: {paths[0].raises}",
                "Fix its arguments, or put a stage before it that gives what it takes.",
            )
        if any(path.opaque for path in paths) and place in self._sources:
            self._notices.append(
                f"some results of stage {place + 1}, {stage.text}, do not tell how they depend on its input: "
                "the stages behind it are led by the values of its runs"
            )

    def _summary(self, place: int, key: _Given, code: str, waiting: float) -> Summary:
        """The summary of a stage from the library, or a new one; `waiting` is how many the time is for."""
        stage, feeds = self._stages[place], place in self._sources
        if key is None:
            shape, size = self._shape, self._order.size
        else:
            made, size = shape_of(key[0], CharSet(key[1]))
            shape = made.describe()
        named = parse(stage.spec)
        call = f"{named.module}:{named.qualname}({stage.arguments})"
        name = library.key_of(code, call, shape, size, self._order.tests, feeds=feeds)
        what = f"stage {place + 1}, {stage.text}, at size {size:,}"
        began = time.monotonic()
        kept = None if self._order.reuse == Reuse.NONE else library.load(self._documents, name)
        summary = kept
        if summary is None:
            if self._order.reuse == Reuse.FULL:
                raise UsageError(
                    f"the library has no summary of {what}", "Use --reuse incremental to compute it."
                )
            left = _SUMMARISING * self._order.seconds - (began - self._began)
            order = SummaryOrder(
                **self._order.passed_on(seconds=max(left / waiting, _LEAST_SUMMARY)),
                stage=stage.text,
                place=place,
                shape=None if key is not None else self._shape,
                structure=None if key is None else key[0],
                alphabet=() if key is None else key[1],
                size=size,
                tests=self._order.tests,
                feeds=feeds,
            )
            self._tell(what)
            told = ask(children.summarise, order, children.Summarised, self._tell, what)
            summary = told.summary
            library.save(self._documents, name, summary)
        assert summary is not None
        seconds = time.monotonic() - began
        note = SummaryNote(
            stage.text, size, len(summary.paths), kept is not None, summary.strategy, shape, seconds
        )
        self._notes.append(note)
        return summary

    # -- tests ---------------------------------------------------------------------------------------------

    def _compose_all(self, selection: PathSelection, worker: Worker) -> StopReason:
        """Compose chains, the weightiest first, and run each test."""
        checked = False
        while len(self._tests) < self._order.tests:
            if self._tests and self._left() <= 0:
                return StopReason.TIME
            chain = selection.next()
            if chain is None:
                return StopReason.NOTHING_LEFT
            self._tell(f"composing test {len(self._tests) + 1}")
            weights = tuple(float(path.weight) for path in chain)
            test = self._composed(chain, weights, worker)
            if test is None:
                continue
            if not checked:
                self._check_repeats(test, worker)
                checked = True
            selection.correct(chain, [float(cost) for cost in test.stages])
            if test.cost < _KEPT * test.promised and any(test.relaxed) and self._left() > 0:
                # Weights that were wrong protect the wrong stage: relax once more by what runs cost.
                again = self._composed(chain, tuple(max(float(cost), 1.0) for cost in test.stages), worker)
                test = again if again is not None and again.cost > test.cost else test
            self._tests.setdefault(test.input, test)
        return StopReason.NO_QUESTION_LEFT

    def _composed(self, chain: Chain, weights: tuple[float, ...], worker: Worker) -> PipeTest | None:
        """A test of one chain, run through the pipeline; None if it is known, or its run did not end."""
        made = self._compose(chain, weights)
        if made.source in self._tests:
            return None
        promised = sum(path.weight for path in chain)
        return self._run(made.source, made.relaxed, promised, worker)

    def _compose(self, chain: Chain, weights: tuple[float, ...], only: int | None = None) -> ComposedInput:
        order = ComposeOrder(
            **self._order.passed_on(seconds=_ONE_COMPOSITION * self._order.seconds),
            paths=chain,
            sources=self._sources,
            weights=weights,
            shape=self._shape,
            size=self._order.size,
            only=only,
        )
        assert self._composer is not None
        made: ComposedInput = children.answer(self._composer, order, self._tell, "composing")
        return made

    def _run(
        self, source: str, relaxed: tuple[int, ...], promised: Number, worker: Worker
    ) -> PipeTest | None:
        """Run an input through the pipeline, and through its first stages for what each of them adds."""
        count = len(self._stages)
        jobs = [{PARAMETER: source, COUNT: str(number)} for number in range(1, count + 1)]
        runs = worker.runs(jobs, self._order.size, self._order.max_ops)
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

    def _check_repeats(self, test: PipeTest, worker: Worker) -> None:
        """Raise if a second run of a test costs something else: then no figure means anything."""
        again = self._run(test.input, test.relaxed, test.promised, worker)
        if again is None or again.stages == test.stages:
            return
        pairs = zip(test.stages, again.stages, strict=True)
        place = next(at for at, (first, second) in enumerate(pairs) if first != second)
        raise InputError(
            f"stage {place + 1}, {self._stages[place].text}, is not deterministic: one input cost "
            f"{test.stages[place]:,} and {again.stages[place]:,}",
            "Fix what it takes from clock, random numbers or the system, for example by an argument.",
        )

    def _run_single(self, selection: PathSelection, worker: Worker) -> None:
        """Run, for each stage, an input that takes its costliest path, whatever the others do then."""
        chains: list[Chain] = []
        fresh = PathSelection(self._sources, selection.summaries)
        while len(chains) < 50 and (chain := fresh.next()) is not None:
            chains.append(chain)
        for place in range(len(self._stages)):
            if self._left() <= 0 or not chains:
                return
            self._tell(f"the worst input of stage {place + 1} alone")
            chain = max(chains, key=lambda chain: chain[place].weight)
            weights = tuple(float(path.weight) for path in chain)
            made = self._compose(chain, weights, only=place)
            test = self._run(made.source, made.relaxed, 0, worker)
            self._single[place] = None if test is None else test.cost

    def _run_random(self, worker: Worker) -> None:
        """Run random inputs: as many as there are tests, and more if the budget has time."""
        rng = Random(self._order.seed)
        shapes = {PARAMETER: parse_shape(self._shape)}
        end = time.monotonic() + min(_RANDOM * self._composing, max(self._left(), 0.0))
        while len(self._random) < self._order.tests or time.monotonic() < end:
            if self._random and self._left() <= 0:
                break
            recorder = LeafRecorder(Sampler(rng))
            for name, shape in shapes.items():
                shape.build(self._order.size, recorder, name)
            written = write_inputs(shapes, self._order.size, Replayer(recorder.leaves))
            cost = _cost(worker.run(written, self._order.size, self._order.max_ops))
            if cost is None:
                break
            self._random.append(cost)
            if self._random_best is None or cost > self._random_best[0]:
                self._random_best = (cost, written[PARAMETER])
            self._tell(f"{len(self._random):,} random inputs")

    def _run_real(self, line: str) -> None:
        """Run the real commands on the costliest test and on the costliest random input."""
        self._tell("running the real commands")
        stages = parse_shell(line)
        best = max(self._tests.values(), key=lambda test: test.cost)
        seconds = _replayed(stages, best.input)
        drawn = None if self._random_best is None else _replayed(stages, self._random_best[1])
        if seconds is None:
            self._notices.append("the real commands did not finish in time")
            return
        commands = [shlex.join(stage.argv) for stage in stages if stage.argv]
        others = [None] * len(commands) if drawn is None else drawn
        self._replay = tuple(map(ReplayNote, commands, seconds, others))

    def _left(self) -> float:
        return self._order.seconds - (time.monotonic() - self._began)

    def _note_lost(self, lost: Lost) -> None:
        self._lost.setdefault((lost.site, lost.reason), lost)


def _cost(run: Run) -> Number | None:
    """What a fresh run cost; None if it did not come to its end."""
    return run.costs.get("ops") if run.end in (End.RETURNED, End.RAISED, End.BUDGET) else None


def _of_shell(order: PipeOrder, line: str) -> PipeOrder:
    """The order with the stages of a command line, and the shape that its first command takes."""
    if order.stages:
        raise UsageError("stages and --shell were both given", "Give one of them.")
    stages = parse_shell(line)
    shape = order.shape or _SHELL_SHAPES.get(stages[0].form.takes)
    if shape is None:
        raise UsageError(
            f"the first command takes {stages[0].form.takes.value}, of which no input can be composed yet",
            "Begin with a command that reads lines, text or bytes.",
        )
    texts = tuple(stage.describe() for stage in stages)
    return msgspec.structs.replace(order, stages=texts, shape=shape)


def _replayed(stages: Sequence[ShellStage], source: str) -> list[float] | None:
    """CPU seconds of each real command on an input; None if they do not finish."""
    done = replay(stages, ast.literal_eval(source))
    return None if done.output is None else [command.seconds for command in done.commands]
