"""Load test suites in steps of bounded path conditions: Algorithm 3 (CLLG) of Zhang et al. (ASE 2011).

A step is a beam over the first `max_solver_constraints` decisions. What they ask about is then settled: it
keeps its values, decisions about nothing else are no longer noted, and the next step builds on the rest of
the input. So no question to the solver has more conditions than that. What differs:

- After the first step each prefix goes on by itself, with one test: prefixes that parted do not meet again,
  and they have settled different parts of the input.
- A step starts from the input of the step before, and what it finds costs no less.
- With `narrow`, only what a step may ask about is symbolic in its runs, the next variables that are not
  settled, and a run keeps no more than the step's decisions: memory is bounded by the size of the input,
  not by what its run decides. Without, a run notes all its decisions before the bound is applied.
- The time that is left is shared evenly among the steps that are still to come.
- At the end, the inputs that the steps lead to are mutated (`beam.mutation`). No step bounds a mutation:
  values that a step has settled may change again.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count, islice

from slowpath.explore.exhaustive import Clock, Run
from slowpath.explore.limits import Tally
from slowpath.expr.condition import Condition
from slowpath.expr.variable import Values
from slowpath.search.beam.beam import SELECTION, Beam, LoadSuite, costliest, load, mutation_end
from slowpath.search.beam.mutation import Mutator
from slowpath.search.beam.selection import Selection
from slowpath.search.beam.sides import fixed
from slowpath.search.beam.states import CostedInput, CostedRun, Judge, ops
from slowpath.search.beam.target import Narrow
from slowpath.values.path import Path

COMPARED = 100_000  # decisions of whole runs that tests are told apart by, where runs are narrow
LEAST_AHEAD = 8  # variables of a window at least: a first run that asks little says little of the next


@dataclass(frozen=True, slots=True)
class ChainStep:
    """Runs whose paths have the first `most` decisions about variables that are not `settled`.

    With `narrow`, the next `ahead` of these variables are symbolic, and no others.
    """

    run: Run
    most: int
    settled: frozenset[int] = frozenset()
    narrow: Narrow | None = None
    ahead: int = 0

    def __call__(self, values: Values, known: Sequence[Condition] = ()) -> Path:
        if self.narrow is None:
            path = self.run(values, ())
        else:
            path = self.narrow(_Outside(self.window()), self.most)(values, ())
        settled = self.settled
        places: list[int] = []
        for place, condition in enumerate(path.conditions):
            if len(places) == self.most:
                break
            if not settled.issuperset(condition.variables()):
                places.append(place)
        return replace(
            path,
            variables=[fixed(each, path.model) if each.index in settled else each for each in path.variables],
            conditions=[path.conditions[place] for place in places],
            taken=bytearray(path.taken[place] for place in places),
            sites=type(path.sites)("q", (path.sites[place] for place in places)),
            costs=type(path.costs)("q", (path.costs[place] for place in places)),
        )

    def after(self, path: Path) -> ChainStep:
        """The step behind a path of this one: what it asked about is settled, or what it might have."""
        asked = _asked(path)
        if self.narrow is None:
            return replace(self, settled=self.settled | asked)
        ahead = 2 * max(len(asked), LEAST_AHEAD) if len(path.taken) == self.most else 2 * self.ahead
        return replace(self, settled=self.settled | (asked or self.window()), ahead=ahead)

    def window(self) -> frozenset[int]:
        """The variables that are symbolic where runs are narrow."""
        return frozenset(islice((index for index in count() if index not in self.settled), self.ahead))

    def is_last(self, path: Path) -> bool:
        """Whether nothing is left to ask behind a path of this step."""
        return not path.taken and (self.narrow is None or self.steps_left(path) == 0)

    def steps_left(self, path: Path) -> int:
        """How many steps like this one settle what is left behind it."""
        asked = _asked(path) or self.window()
        left = len(path.variables) - len(self.settled | asked)
        return -(-max(left, 0) // max(len(asked), 1))


@dataclass(frozen=True, slots=True)
class _Outside:
    """Everything that is not in a set."""

    inside: frozenset[int]

    def __contains__(self, index: object) -> bool:
        return index not in self.inside


def _asked(path: Path) -> frozenset[int]:
    return frozenset(index for condition in path.conditions for index in condition.variables())


def chained(
    run: Run,
    beam: Beam,
    max_solver_constraints: int,
    starts: Sequence[Values] = ({},),
    *,
    narrow: Narrow | None = None,
    judge: Judge = ops,
    clock: Clock = time.monotonic,
    rivals: Sequence[CostedInput] = (),
) -> LoadSuite:
    """Search for a suite in steps, up to `beam.max_size` decisions or the end of the runs.

    `narrow` makes runs like `run` that ask about part of the input only (`Tracer.narrowed`). `rivals` are
    inputs of another search that may be tests, too.
    """
    over = None if beam.seconds is None else clock() + beam.seconds
    end = None if over is None else over - max(beam.mutation, SELECTION) * (over - clock())
    bounded = replace(beam, max_size=max_solver_constraints, again=False, mutation=0)
    first = ChainStep(run, max_solver_constraints, narrow=narrow, ahead=max_solver_constraints)
    if narrow is not None:
        first = replace(first, ahead=2 * max(len(_asked(first(starts[0]))), LEAST_AHEAD))
    begun = load(first, _until(bounded, end, clock, 2), starts, judge, clock)
    tally, levels, reached = begun.tally, begun.levels, []
    single = replace(bounded, tests=1, look_ahead=min(begun.look_ahead, max_solver_constraints))
    for number, test in enumerate(begun.tests):
        left = len(begun.tests) - number
        lane = _Lane(single, _share(end, clock, left), judge, clock, tally)
        reached.append(lane.followed(first, test, beam.max_size))
        levels += lane.levels
    late = end is not None and clock() >= end
    reached += rivals
    whole = run if narrow is None else narrow((), COMPARED)
    selection = Selection(whole, judge, clock, over, beam.tests, begun.look_ahead / beam.tests)
    tests = replace(selection, deadline=end).tests(reached)  # mutations still have their time
    if beam.mutation and tests:
        plain = run if narrow is None else narrow(_Outside(frozenset()), 0)
        mutator = Mutator(plain, judge, clock, mutation_end(beam, over))
        if len(reached) < beam.tests:  # the first step did not tell the others apart: they go on as they are
            reached += [CostedInput(start, judge(plain(start, ()))) for start in starts if start]
        mutated = mutator.mutated(costliest(reached, beam.tests), tests[0].path.variables, beam.seed)
        late = late or mutator.is_late()
        tests = selection.tests([*reached, *mutated], tests)
    return LoadSuite(tests, begun.look_ahead, levels, tally, late)


@dataclass(slots=True)
class _Lane:
    """One prefix on its way through the steps."""

    beam: Beam
    end: float | None
    judge: Judge
    clock: Clock
    tally: Tally
    levels: int = 0

    def followed(self, step: ChainStep, test: CostedRun, max_size: int | None) -> CostedInput:
        """The input at the end of the steps that follow one."""
        size = len(test.path.taken)
        while not step.is_last(test.path) and (max_size is None or size < max_size):
            if self.end is not None and self.clock() >= self.end:
                break
            beam = _until(self.beam, self.end, self.clock, max(step.steps_left(test.path), 1))
            step = step.after(test.path)
            found = load(step, beam, [test.path.model], self.judge, self.clock)
            self.levels += found.levels
            self.tally.add(found.tally)
            test = found.tests[0]
            size += len(test.path.taken)
        return CostedInput(test.path.model, test.cost)


def _share(end: float | None, clock: Clock, parts: int) -> float | None:
    """The time at which one of several parts of the time left is over."""
    return None if end is None else clock() + max(end - clock(), 0) / parts


def _until(beam: Beam, end: float | None, clock: Clock, parts: int = 1) -> Beam:
    return beam if end is None else replace(beam, seconds=max(end - clock(), 0) / parts)
