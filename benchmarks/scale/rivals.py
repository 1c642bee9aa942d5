"""Other ways to a large worst case, as columns of the table beside path space.

A rival is a letter for the heading, a name, and a function: given a program, a size and a cap in CPU seconds
it answers with the seconds it took and the cost of its input, or None where it found none. Small sizes that a
rival explores, and what it learns from them, are part of its seconds at every size.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial

from catalogue import Program, named
from evolution import evolved

from slowpath.knowledge.catalogue import ALL, NONE, Knowledge
from slowpath.scaling.path.subject import ScaledTarget
from slowpath.scaling.pattern.explain import explain
from slowpath.scaling.pattern.generator import Pattern
from slowpath.search.policy.decisions import Over
from slowpath.search.policy.guide import GuideEffort, guide
from slowpath.search.policy.learning import Explored, LearnedPolicy, LearningPlan, explored, history, wise
from slowpath.search.ways.way import worst_models

SIZES = 5  # that policies and recipes are learned from
FEW = 8.0  # seconds after which no further size is explored
LEARNING = 10.0  # seconds that a policy may take to be learned
LARGE = 20  # the size at which recipes are compared, unless a run takes too long
EVOLVED = 100  # the size at which the evolutionary search has a minute

Learn = Callable[[ScaledTarget, Explored, Over], LearnedPolicy | None]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a rival reached; `over` where it met its cap. `before` are the seconds of small sizes and of
    learning, which are part of `seconds`."""

    seconds: float
    cost: int
    over: bool = False
    before: float = 0.0


@dataclass(frozen=True, slots=True)
class Rival:
    """A column of the table."""

    letter: str
    name: str
    find: Callable[[Program, int, float], Answer | None]


@dataclass(frozen=True, slots=True)
class Small:
    """A program and what its small sizes show."""

    subject: ScaledTarget
    explored: Explored


@cache
def small(name: str) -> Small:
    """A program's small sizes, explored once."""
    program = named(name)
    subject = program.subject()
    plan = LearningPlan(first=program.first, last=program.first + SIZES - 1, seconds=FEW)
    return Small(subject, explored(subject, plan))


@cache
def policy(name: str, learn: Learn) -> tuple[LearnedPolicy | None, float]:
    """A program's policy, and the seconds it took to learn."""
    known = small(name)
    start = time.process_time()
    learned = learn(known.subject, known.explored, lambda: time.process_time() > start + LEARNING)
    return learned, time.process_time() - start + known.explored.seconds


@cache
def recipe(name: str, knowledge: Knowledge) -> tuple[Pattern | None, float]:
    """A program's recipe, and the seconds it took to find."""
    known = small(name)
    start = time.process_time()
    size = min(LARGE, named(name).largest, 3 * known.explored.sizes[-1].size)
    found = explain(known.subject, worst_models(known.explored), size, knowledge=knowledge)
    return found, time.process_time() - start + known.explored.seconds


def _guided(program: Program, size: int, cap: float, learn: Learn) -> Answer | None:
    learned, before = policy(program.name, learn)
    if learned is None:
        return None
    start = time.process_time()
    found = guide(small(program.name).subject, learned.policy, size, GuideEffort(seconds=cap))
    taken = time.process_time() - start
    if found is None:
        return Answer(before + taken, 0, True, before) if taken >= cap else None
    return Answer(before + taken, found.cost, found.stopped == "the budget", before)


def _wise(program: Program, size: int, cap: float) -> Answer | None:
    return _guided(program, size, cap, wise)


def _history(program: Program, size: int, cap: float) -> Answer | None:
    return _guided(program, size, cap, history)


def _recipe(program: Program, size: int, cap: float, knowledge: Knowledge = ALL) -> Answer | None:
    found, before = recipe(program.name, knowledge)
    if found is None:
        return None
    start = time.process_time()
    inputs = found.recipe.values(size)
    seconds = time.process_time() - start
    return Answer(before + seconds, small(program.name).subject.cost(inputs), before=before)


def _evolved(program: Program, size: int, cap: float) -> Answer | None:
    start = time.process_time()
    truth = program.truth(size) if program.truth else None
    cost = evolved(small(program.name).subject, size, cap, truth)
    return Answer(time.process_time() - start, cost)


WISE = Rival("W", "WISE", _wise)
HISTORY = Rival("S", "SPF-WCA", _history)
RECIPE = Rival("I", "input space", _recipe)
UNTAUGHT = Rival("K", "input space without knowledge", partial(_recipe, knowledge=NONE))
EVOLUTION = Rival("E", "(1+lambda) evolution", _evolved)
RIVALS: tuple[Rival, ...] = (WISE, HISTORY, RECIPE, UNTAUGHT, EVOLUTION)
