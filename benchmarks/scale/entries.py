"""The figures of the tables: one program, measured at all its sizes."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from catalogue import Program, named
from rivals import EVOLUTION, EVOLVED, Answer, Rival

from slowpath.knowledge.catalogue import ALL, NONE, Knowledge
from slowpath.scaling.path.family import Stopped
from slowpath.scaling.path.scaling import LearnedFamily, PathPlan, learned, predicted
from slowpath.scaling.path.subject import ScaledTarget
from slowpath.search.ways.attempt import By
from slowpath.search.ways.attempts import attempts
from slowpath.search.ways.plan import within


@dataclass(frozen=True, slots=True)
class Caps:
    """CPU seconds: for the small sizes of a program, for one guided run, for the evolutionary search (longer
    at one size for the paper's programs), and for all ways together where path space stops."""

    small: float = 30.0
    guided: float = 10.0
    evolved: float = 5.0
    evolved_long: float = 60.0
    ways: float = 40.0


QUICK = Caps(3.0, 1.0, 0.5, 0.5, 3.0)


@dataclass(frozen=True, slots=True)
class Entry:
    """One program at one size by path space. `truth` is the worst cost by a formula, or by a form."""

    program: str
    size: int
    rows: int
    cost: int
    truth: int | None
    model: float
    synthesis: float
    solving: float
    building: float

    @property
    def prediction(self) -> float:
        return self.synthesis + self.solving

    @property
    def total(self) -> float:
        return self.model + self.prediction + self.building

    @property
    def exact(self) -> bool:
        return self.cost == self.truth


@dataclass(frozen=True, slots=True)
class Reached:
    """What one way reached at the largest size of a program that has no path model."""

    way: str
    size: int
    cost: int | None
    why: str | None
    recipe: dict[str, str] | None


@dataclass(frozen=True, slots=True)
class Row:
    """One program: what small sizes told, its entries by size, its rivals', and where path space stops the
    other ways."""

    program: str
    small: dict[int, int]
    exhaustive: list[int]
    model: float
    runs: int
    stopped: str | None
    entries: list[Entry] = field(default_factory=list)
    rivals: dict[str, dict[int, Answer | None]] = field(default_factory=dict)
    ways: list[Reached] = field(default_factory=list)


def measured(
    program: Program, sizes: Sequence[int], caps: Caps, rivals: Sequence[Rival] = (), *, ways: bool = False
) -> Row:
    """Learn a program's worst path and make its inputs; then its rivals, and the ways where it has none."""
    subject = program.subject()
    found = learned(subject, PathPlan(first=program.first, seconds=caps.small))
    reachable = [size for size in sizes if size <= program.largest]
    entries = [_entry(program, subject, found, size) for size in reachable]
    stopped = None if found.stopped is None else str(found.stopped).rpartition("/programs/")
    return Row(
        program.name,
        found.costs,
        sorted(found.exact),
        found.seconds,
        found.runs,
        None
        if stopped is None
        else f"{stopped[0].rpartition(',')[0]}, at {stopped[2]}".removeprefix(", at "),
        [entry for entry in entries if entry is not None],
        {rival.letter: _answers(rival, program, reachable, caps) for rival in rivals},
        [
            each
            for knowledge in (ALL, NONE)
            for each in _ways(program, subject, max(reachable), caps, knowledge)
        ]
        if ways and found.family is None
        else [],
    )


def _entry(program: Program, subject: ScaledTarget, found: LearnedFamily, size: int) -> Entry | None:
    if found.family is None:
        return None
    made = predicted(subject, found.family, size)
    if isinstance(made, Stopped):
        return None
    return Entry(
        program.name,
        size,
        found.family.rows(size),
        subject.cost(made.inputs),
        program.truth(size) if program.truth else made.cost,
        found.seconds,
        made.synthesis,
        made.solving,
        made.building,
    )


def _answers(rival: Rival, program: Program, sizes: Sequence[int], caps: Caps) -> dict[int, Answer | None]:
    """What a rival reaches at each size; behind a size at which it meets its cap no larger one is tried."""
    answers: dict[int, Answer | None] = {}
    for size in sizes:
        if rival is EVOLUTION:
            if size > EVOLVED:
                break
            long = size == EVOLVED and program.paper
            answers[size] = rival.find(program, size, caps.evolved_long if long else caps.evolved)
            continue
        answers[size] = answer = rival.find(program, size, caps.guided)
        if answer is not None and answer.over:
            break
    return answers


def _ways(
    program: Program, subject: ScaledTarget, size: int, caps: Caps, knowledge: Knowledge
) -> list[Reached]:
    """What policies and input space reach at a size. Policies use no knowledge: they stand there once."""
    return [
        Reached(
            each.by.value if knowledge is ALL else f"{each.by.value} without knowledge",
            size,
            None if each.worst is None else each.worst.cost,
            each.why,
            None if each.worst is None or each.worst.recipe is None else each.worst.recipe.sources,
        )
        for each in attempts(
            subject, size, within(caps.ways, program.first), time.process_time, knowledge=knowledge
        )
        if each.by is By.INPUT or (knowledge is ALL and each.by is not By.PATH)
    ]


def worst(row: Row, size: int) -> int:
    """The worst cost at a size: known, or the most that anyone reached."""
    truth = named(row.program).truth
    if truth is not None:
        return truth(size)
    costs = [entry.cost for entry in row.entries if entry.size == size]
    costs += [each.cost for each in row.ways if each.size == size and each.cost is not None]
    answers = [answers.get(size) for answers in row.rivals.values()]
    return max([*costs, *[answer.cost for answer in answers if answer is not None]], default=0)
