"""Load test suites by a beam of path prefixes: Algorithm 1 (SLG) of Zhang, Elbaum and Dwyer (ASE 2011).

Level by level, every promising prefix is extended by `look_ahead` decisions; the frontier is clustered by
the decisions that its states share (Algorithm 2); where the clusters are diverse, the costliest state of
each goes on. The search ends where no run asks more, or at `max_size` decisions. What differs:

- A state is judged by what the whole run of its input costs, then, in a second pass over the levels, by the
  cost up to the frontier as in the paper; the suite is made of both. Neither is enough: of seven programs at
  n = 12 (look_ahead 8, no leaps) the first comes nearer to the worst case on four (quicksort 100 % to 87 %,
  search tree 100 % to 66 %), the second on three (insertion sort 73 % to 97 %).
- A level makes at most `width` runs per prefix, near the costliest run first. It is exhaustive,
  as the paper's, if that is enough; 50 free decisions have 2^50 continuations. Besides single decisions
  it tries leaps, and what costs more is started from once more.
- The search starts from inputs that leaps, sides and walks lead to (`beam.climb`), where the paper starts
  from a template; half of the time at most. At n = 64 leaps alone leave quicksort with the first pivot at
  69 % and naive string search at 90 % of the worst case (12 CPU seconds); with walks and sides both come to
  99.8 % or more. Large sizes start from recipes of small suites (`beam.recipes`).
- A suite is made of inputs of all levels: of the promising states, the costliest of their groups, and the
  costliest of each group of all states, ended ones too. The frontier goes on without these as in the paper.
- A frontier beyond `WIDEST` states is clustered whether diverse or not.
- The last part of the time is for mutations of the suite's inputs (`beam.mutation`).
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from slowpath.explore.exhaustive import Clock, Run
from slowpath.explore.limits import Tally
from slowpath.expr.variable import Values
from slowpath.model.cost import Number
from slowpath.search.beam.climb import Climb
from slowpath.search.beam.clusters import Clusters, clusters
from slowpath.search.beam.crew import Crew
from slowpath.search.beam.leaps import Leaper
from slowpath.search.beam.mutation import Mutator
from slowpath.search.beam.selection import Selection
from slowpath.search.beam.states import BeamState, CostedInput, CostedRun, Judge, kept, ops
from slowpath.search.beam.window import Window
from slowpath.solve.chain import DEFAULT, Options

WIDEST = 256  # states of a frontier per test: each of them takes up to `width` runs
# A pilot tries values of look_ahead: 4, 32, 256, ... cover all runs in a few trials.
PILOT_FIRST, PILOT_FACTOR = 4, 8
PILOT_LEVELS = 2  # the least that shows where a level leads
PILOT_WIDTH = 4  # runs per prefix: enough to compare, and a sixth of what the search has
PILOT_SHARE = 0.2  # of the time, at most: the search needs the rest
PILOT_CLOSE = 0.99  # of the best cost: within that the largest look_ahead, with the fewest levels, is taken
WIDTH = 24  # runs per prefix: a window of four decisions has 16 paths, so all of them are seen
MUTATION = 0.5  # of the time: with 0.3, heap build stays at 99.0 % of its worst case, with 0.5 at 99.5 %
SELECTION = 0.05  # of the time, at its end: what was found runs again to see how it differs
# What the costliest input must gain for the search to start from it once more: less is not worth another
# search.
AGAIN = 1.002


@dataclass(frozen=True, slots=True)
class Beam:
    """Parameters of the search: those of the paper, and `width`. None is no bound; a `look_ahead` of None is
    chosen by a pilot. `constraints` is how many conditions a step of a chain has (CLLG), None for one step.
    `mutation` is the share of the time for mutations, 0 for none; `seed` is theirs. The same parameters give
    the same suite, for any number of jobs, unless the time of `seconds` ends the search."""

    tests: int = 5
    look_ahead: int | None = None
    max_size: int | None = None
    constraints: int | None = None
    width: int = WIDTH
    seconds: float | None = None
    jobs: int = 1
    leaps: bool = True
    again: bool = True
    mutation: float = MUTATION
    seed: int = 0
    options: Options = DEFAULT


@dataclass(frozen=True, slots=True)
class LoadSuite:
    """A suite of costly inputs, the costliest first; any two of them differ by `least` decisions or more.

    `late` says that the time ended the search before there was nothing left to ask.
    """

    tests: tuple[CostedRun, ...]
    look_ahead: int
    levels: int
    tally: Tally = field(default_factory=Tally)
    late: bool = False

    @property
    def least(self) -> float:
        return self.look_ahead / max(len(self.tests), 1)


def load(
    run: Run,
    beam: Beam,
    starts: Sequence[Values] = ({},),
    judge: Judge = ops,
    clock: Clock = time.monotonic,
    plain: Run | None = None,
    rivals: Sequence[CostedInput] = (),
) -> LoadSuite:
    """Search for a suite from the states that given inputs start in.

    `plain` makes runs that cost the same and need not be symbolic. `rivals` are inputs of another search that
    may be tests, too.
    """
    end = None if beam.seconds is None else clock() + beam.seconds
    deadline = None if end is None else end - max(beam.mutation, SELECTION) * (end - clock())
    window = Window(run, judge, clock, beam.width, beam.leaps, True, beam.options, deadline)
    tally, levels, highest = Tally(), 0, -math.inf
    look_ahead, inputs = beam.look_ahead, list(starts)
    pool = list(rivals)
    while True:
        begun = _begun(run, judge, inputs, beam, clock, deadline)
        pool += begun
        states = [BeamState(each) for each in begun]
        look_ahead = look_ahead or _piloted(window, beam, states)
        for whole in (True, False) if beam.again and judge is ops else (True,):
            crew = Crew(replace(window, whole=whole), beam.jobs, tally)
            seen = _levels(crew, beam, look_ahead, states)
            pool += [each for level in seen for each in level.inputs]
            levels += len(seen)
        top = max(pool, key=_cost)
        late = deadline is not None and clock() >= deadline
        if late or not beam.again or top.cost <= max(highest, highest * AGAIN):
            break
        highest, inputs = top.cost, [top.values]
    selection = Selection(run, judge, clock, end, beam.tests, look_ahead / beam.tests)
    tests = replace(selection, deadline=deadline).tests(pool)  # mutations still have their time
    if beam.mutation and tests:
        mutator = Mutator(plain or run, judge, clock, mutation_end(beam, end))
        starting = [CostedInput(test.path.model, test.cost) for test in tests]
        pool += mutator.mutated(starting, tests[0].path.variables, beam.seed)
        late = late or mutator.is_late()
        tests = selection.tests(pool, tests)
    return LoadSuite(tests, look_ahead, levels, tally, late)


def costliest(inputs: Sequence[CostedInput], count: int) -> list[CostedInput]:
    """So many of some inputs, the costliest first."""
    return sorted(inputs, key=_cost, reverse=True)[:count]


def mutation_end(beam: Beam, end: float | None) -> float | None:
    """The time at which mutations end: the inputs that they found run again before the search ends."""
    return None if end is None or beam.seconds is None else end - SELECTION * beam.seconds


def _begun(
    run: Run, judge: Judge, starts: list[Values], beam: Beam, clock: Clock, deadline: float | None
) -> list[CostedInput]:
    """The inputs to begin with where some are given; half of the time is for the way to them.

    Where the time is over before all have run, those that have.
    """
    half = None if deadline is None else (clock() + deadline) / 2
    found: list[CostedInput] = []
    for number, values in enumerate(starts):
        if found and deadline is not None and clock() >= deadline:
            break
        if beam.leaps:
            end = None if half is None else clock() + (half - clock()) / (len(starts) - number)
            found.append(Climb(run, judge, Leaper(clock, beam.options, end)).climbed(values))
        else:
            found.append(CostedInput(values, judge(run(values, ()))))
    return found


@dataclass(frozen=True, slots=True)
class _Level:
    """What a level ends with: the states that go on, and inputs that may be tests."""

    promising: list[BeamState]
    inputs: list[CostedInput]


def _cost(each: CostedInput) -> Number:
    return each.cost


def _levels(
    crew: Crew, beam: Beam, look_ahead: int, states: list[BeamState], most: int | None = None
) -> list[_Level]:
    """Algorithm 1, level by level; `most` bounds their number."""
    promising, size = states, 0
    seen: list[_Level] = []
    window = crew.window
    while True:
        size += look_ahead
        last = (beam.max_size is not None and size >= beam.max_size) or len(seen) + 1 == most
        if beam.max_size is not None:
            size = min(size, beam.max_size)
        frontier = crew.extended(promising, size)
        going = [state for state in frontier if not state.ended]
        last = last or not going or (window.deadline is not None and window.clock() >= window.deadline)
        found, groups = _clustered(frontier, bool(going), size, beam.tests)
        if last or found.are_diverse(beam.tests, look_ahead) or len(going) > WIDEST * beam.tests:
            promising = _selected(frontier, groups)
        else:
            everything = [[place] for place, state in enumerate(frontier) if not state.ended]
            promising = _selected(frontier, everything)
        _, everyone = _clustered(frontier, False, size, beam.tests)
        seen.append(_Level(promising, _inputs(frontier, promising, everyone)))
        if last:
            return seen


def _clustered(
    frontier: list[BeamState], going: bool, size: int, tests: int
) -> tuple[Clusters, list[list[int]]]:
    """Cluster the states that go on, or all where none does; the places of each group, ended ones too."""
    places = [place for place, state in enumerate(frontier) if not (going and state.ended)]
    gaps = []
    first = 0
    for place in places:
        shared = min(state.shared for state in frontier[first : place + 1])
        gaps.append(min(size, frontier[place].size) - shared)
        first = place + 1
    found = clusters(gaps, tests)
    groups = []
    for number, group in enumerate(found.groups):
        begin = places[group.start] if number else 0
        end = places[group.stop] if group.stop < len(places) else len(frontier)
        groups.append(list(range(begin, end)))
    return found, groups


def _selected(frontier: list[BeamState], groups: list[list[int]]) -> list[BeamState]:
    """The costliest state of each group that goes on (or of all, where none does), with the group's best."""
    places, bests = [], []
    for group in groups:
        alive = [place for place in group if not frontier[place].ended] or group
        places.append(max(alive, key=lambda place: (frontier[place].promise, -place)))
        bests.append(max((frontier[place].costliest for place in group), key=lambda each: each.cost))
    return kept(frontier, places, bests)


def _inputs(
    frontier: list[BeamState], promising: list[BeamState], groups: list[list[int]]
) -> list[CostedInput]:
    """The inputs of promising states, the best of their groups, and the costliest of all states by group.

    A path that ends early may differ from the others more than those that go on differ from each other.
    """
    found = [each for state in promising for each in (state.costliest, state.input)]
    return found + [max((frontier[place].input for place in group), key=_cost) for group in groups]


def _piloted(window: Window, beam: Beam, states: list[BeamState]) -> int:
    """The look_ahead whose first levels lead to the costliest states for the same number of questions.

    Values grow by a factor until they pass over whole runs. Of those that come close to the best the largest
    is taken, as it has the fewest levels. The paper makes such a comparison by hand.
    """
    reached: list[tuple[int, float]] = []
    deadline = window.deadline
    if deadline is not None:
        now = window.clock()
        deadline = now + PILOT_SHARE * (deadline - now)
    crew = Crew(replace(window, width=PILOT_WIDTH, leaps=False, deadline=deadline))
    look_ahead = PILOT_FIRST
    while True:
        seen = _levels(crew, beam, look_ahead, states, PILOT_LEVELS)
        if reached and len(seen) < PILOT_LEVELS:
            break
        costs = [state.costliest.cost for state in seen[-1].promising]
        reached.append((look_ahead, sum(costs) / len(costs)))
        if len(seen) < PILOT_LEVELS:
            break
        look_ahead *= PILOT_FACTOR
    best = max(cost for _, cost in reached)
    close = min(PILOT_CLOSE * best, best)  # below zero where no run was admitted
    return max(look_ahead for look_ahead, cost in reached if cost >= close)
