"""The decisions of worst paths at small sizes: where, which way, and whether there was another way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from slowpath.expr.variable import Values
from slowpath.run.traced import Tracer
from slowpath.scaling.path.subject import ScaledTarget
from slowpath.scaling.path.worst import WorstPaths
from slowpath.solve.chain import Options, session
from slowpath.solve.verdict import Unsat
from slowpath.values.path import Path
from slowpath.values.trace import Place

Over = Callable[[], bool]  # whether the time for learning is over

MOST_TIES = 200  # worst paths of one size that are looked at: each is run again
ASKING = Options(milliseconds=200)  # a path asks hundreds of questions, and most take less than a millisecond


class Places:
    """Numbers places across runs of all sizes."""

    def __init__(self) -> None:
        self.numbers: dict[Place, int] = {}

    def of(self, tracer: Tracer, path: Path) -> tuple[int, ...]:
        """The places of a path's decisions; -1 for those outside the target."""
        numbers = [self.numbers.setdefault(place, len(self.numbers)) for place in tracer.sites.places()]
        return tuple([numbers[site] if site >= 0 else -1 for site in path.sites])


@dataclass(frozen=True, slots=True)
class Decisions:
    """One path: the place and the answer of each decision, and the input that takes it."""

    places: tuple[int, ...]
    taken: bytes
    model: Values

    def steps(self) -> list[int]:
        """The decisions as histories have them."""
        return [2 * place + held for place, held in zip(self.places, self.taken, strict=True)]


@dataclass(frozen=True, slots=True)
class Small:
    """A size that was explored: its worst cost, and worst paths."""

    size: int
    cost: int
    paths: tuple[Decisions, ...]


def decided(subject: ScaledTarget, found: WorstPaths, places: Places) -> Small:
    """The decisions of the worst paths of a size; those with the fewest different steps come first."""
    tracer = subject.tracing(found.size)
    kept = []
    with tracer.installed():
        for worst in found.paths[:MOST_TIES]:
            path = tracer.run(worst.model)
            kept.append(Decisions(places.of(tracer, path), bytes(path.taken), path.model))
    kept.sort(key=lambda each: _turns(each.steps()))
    return Small(found.size, found.cost, tuple(kept))


def _turns(steps: Sequence[int]) -> int:
    """How many different pairs of decisions follow each other: few where a path is regular."""
    return len(set(pairwise(steps)))


def free(
    subject: ScaledTarget, size: int, decisions: Decisions, mixed: frozenset[int], over: Over = lambda: False
) -> list[bool]:
    """Tell for each decision at a place in `mixed` whether the other answer was feasible; False elsewhere.

    What the solver cannot tell, and what is not asked because it is `over`, counts as feasible.
    """
    tracer = subject.tracing(size)
    with tracer.installed():
        path = tracer.run(decisions.model)
    asking = session(path.variables, ASKING)
    answers = []
    for number, place in enumerate(decisions.places):
        if over():
            answers.append(place in mixed)
            continue
        held = path.held(number)
        answers.append(
            place in mixed and not isinstance(asking.solve(held.negated(), path.model), Unsat),
        )
        asking.push(held)
    return answers
