"""The summaries that a pipeline needs: from the library, or made by a child."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from slowpath.command import stages as children
from slowpath.command.pipe_task import PipeTask
from slowpath.command.stages import ExamineOrder, StagesExamined, SummaryOrder, ask
from slowpath.errors import UsageError
from slowpath.model.pipe import SummaryNote
from slowpath.pipeline import library
from slowpath.pipeline.handover import handing_over
from slowpath.pipeline.library import Documents, Reuse
from slowpath.pipeline.selection import MOST_STRUCTURES, InputKey, StageInput, inputs_of
from slowpath.pipeline.summary import PathNote, Summary
from slowpath.shape.syntax import parse_shape
from slowpath.target.locate import parse

_SUMMARISING = 0.6  # of the time, at most: the searches. Composing and runs of the pipeline take the rest
_ADDING = 0.25  # of the time that is left: for a summary that turns out to be missing
_LEAST_SUMMARY = 1.0  # seconds: a search needs some, however small the budget is

_Given = StageInput | None  # what a stage is given; None for the input of the pipeline


def examine(task: PipeTask) -> StagesExamined:
    """Look at the stages in a child. Raises if one of them cannot be a stage."""
    task.tell("loading the stages")
    order = ExamineOrder(
        **task.order.passed_on(seconds=30.0),
        stages=tuple((stage.text, stage.spec, stage.arguments, stage.until) for stage in task.stages),
        shape=task.order.shape,
    )
    found: StagesExamined = ask(children.examine, order, StagesExamined, task.tell, "the stages")
    parse_shape(found.shape).check(task.order.size, "the input")
    return found


@dataclass(slots=True)
class SummarySource:
    """Gives the summaries of the stages; `notes` and `notices` tell where they come from."""

    task: PipeTask
    documents: Documents
    examined: StagesExamined
    starts: tuple[str, ...] = ()  # inputs of the pipeline that are known to cost it something
    notes: list[SummaryNote] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)

    def summaries(self) -> list[dict[InputKey, Summary]]:
        """The summaries of each stage, by what it is given: of the first for the input of the pipeline, of
        others for what the stage before puts out."""
        found: list[dict[InputKey, Summary]] = []
        sources = self.task.sources
        for place, source in enumerate(sources):
            mine: dict[InputKey, Summary] = {}
            given: Sequence[_Given] = [None] if source is None else self._given(place, source, found)
            for number, each in enumerate(given):
                waiting = len(given) - number + 1.5 * (len(sources) - place - 1)
                key = None if each is None else each.structure
                left = _SUMMARISING * self.task.order.seconds - self.task.spent()
                mine[key] = self._summary(place, each, left / waiting, found)
            self._check(place, list(mine.values()))
            found.append(mine)
        return found

    def add(self, found: Sequence[dict[InputKey, Summary]]) -> bool:
        """Add the summary of a stage for one more output of the stage before; return whether there was one
        missing. This is how paths become compatible that no summary goes on from."""
        task = self.task
        for place in reversed(range(len(task.sources))):
            source = task.sources[place]
            if source is None:
                continue
            for each in self._admitted(place, inputs_of(list(found[source].values()))):
                reusable = task.order.reuse != Reuse.FULL or self._kept(place, each) is not None
                if each.structure not in found[place] and reusable:
                    found[place][each.structure] = self._summary(place, each, _ADDING * task.left(), found)
                    return True
        return False

    def _admitted(self, place: int, made: Sequence[StageInput]) -> list[StageInput]:
        """The inputs that the hint of a stage admits."""
        hint = self.examined.hints[place] if self.examined.hints else ""
        return [each for each in made if each.structure.suits(hint)]

    def _given(self, place: int, source: int, found: Sequence[dict[InputKey, Summary]]) -> list[_Given]:
        before = list(found[source].values())
        made = inputs_of(before)
        given: list[_Given] = [*self._admitted(place, made)[:MOST_STRUCTURES]]
        if given:
            return given
        names = [stage.text for stage in self.task.stages]
        if made:
            raise UsageError(
                f"stage {place + 1}, {names[place]}, takes {self.examined.hints[place]} by its hint, but "
                f"stage {source + 1}, {names[source]}, puts out {made[0].structure.describe()}",
                "Put a stage between them that converts it, or correct the hint.",
            )
        name, paths = names[source], [path for each in before for path in each.paths]
        structures = [path for path in paths if path.structure is not None]
        if structures:
            raise UsageError(
                f"stage {source + 1}, {name}, puts out nothing for stage {place + 1}: {structures[0].output}",
                "Widen the shape of the input with --arg, or give it more time with --budget.",
            )
        raise UsageError(
            f"stage {source + 1}, {name}, puts out {paths[0].output}, which no other stage can be given",
            "Between stages go text, bytes, numbers, and lists, tuples, iterators and records of these.",
        )

    def _check(self, place: int, summaries: Sequence[Summary]) -> None:
        """Raise if a stage has no run to go on with."""
        stage, feeds = self.task.stages[place], self.task.feeds(place)
        paths = [path for summary in summaries for path in summary.paths]
        behind = "" if stage.source is None else f" on what stage {stage.source + 1} puts out"
        if not paths:
            raise UsageError(
                f"stage {place + 1}, {stage.text}: no run of it came to its end{behind}",
                "Give its runs more with --max-ops, or use a smaller --size.",
            )
        if all(path.raises for path in paths) and (stage.source is not None or feeds):
            raise UsageError(
                f"stage {place + 1}, {stage.text}, raises{behind or ' on its input'}: {paths[0].raises}",
                "Fix its arguments, or put a stage before it that gives what it takes.",
            )
        if any(path.opaque for path in paths) and feeds:
            self.notices.append(
                f"some results of stage {place + 1}, {stage.text}, do not tell how they depend on its input: "
                "the stages behind it are led by the values of its runs"
            )

    def _input(self, key: _Given) -> tuple[str, int]:
        """The shape and the size of what a stage is given."""
        if key is None:
            return self.examined.shape, self.task.order.size
        made, size = key.shape()
        return made.describe(), size

    def _name(self, place: int, key: _Given) -> str:
        """The name of a summary in the library."""
        task, stage = self.task, self.task.stages[place]
        shape, size = self._input(key)
        named = parse(stage.spec)
        call = f"{named.module}:{named.qualname}@{stage.until}({stage.arguments})"
        code, tests, feeds = self.examined.codes[place], task.order.tests, task.feeds(place)
        return library.key_of(code, call, shape, size, tests, feeds=feeds)

    def _kept(self, place: int, key: _Given) -> Summary | None:
        """The summary that the library has."""
        return library.load(self.documents, self._name(place, key))

    def _summary(
        self, place: int, key: _Given, seconds: float, found: Sequence[dict[InputKey, Summary]]
    ) -> Summary:
        """The summary of a stage from the library, or a new one that takes some seconds."""
        task, stage = self.task, self.task.stages[place]
        shape, size = self._input(key)
        what = f"stage {place + 1}, {stage.text}, at size {size:,}"
        began = task.clock()
        kept = None if task.order.reuse == Reuse.NONE else self._kept(place, key)
        if kept is None and task.order.reuse == Reuse.FULL:
            raise UsageError(
                f"the library has no summary of {what}", "Use --reuse incremental to compute it."
            )
        source, before = task.sources[place], tuple[PathNote, ...]()
        if source is not None and key is not None:
            before = handing_over(list(found[source].values()), key.structure)
        summary = kept or self._made(place, key, size, what, seconds, before)
        if kept is None:
            library.save(self.documents, self._name(place, key), summary)
        took = task.clock() - began
        self.notes.append(
            SummaryNote(stage.text, size, len(summary.paths), kept is not None, summary.strategy, shape, took)
        )
        return summary

    def _made(
        self,
        place: int,
        key: _Given,
        size: int,
        what: str,
        seconds: float,
        before: tuple[PathNote, ...],
    ) -> Summary:
        """A new summary, by a child."""
        task = self.task
        order = SummaryOrder(
            **task.order.passed_on(seconds=max(seconds, _LEAST_SUMMARY)),
            stage=task.stages[place].text,
            place=place,
            shape=None if key is not None else self.examined.shape,
            given=key,
            size=size,
            tests=task.order.tests,
            feeds=task.feeds(place),
            starts=self.starts if key is None else (),
            before=before,
        )
        task.tell(what)
        told: children.Summarised = ask(children.summarise, order, children.Summarised, task.tell, what)
        return told.summary
