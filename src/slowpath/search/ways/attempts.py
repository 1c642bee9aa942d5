"""One way to a worst case after the other, within one budget."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from slowpath.explore.exhaustive import Clock
from slowpath.knowledge.catalogue import ALL, Knowledge
from slowpath.scaling.path import scaling
from slowpath.scaling.path.factor import SIZE
from slowpath.scaling.path.family import Stopped
from slowpath.scaling.path.subject import ScaledTarget
from slowpath.scaling.path.worst import WorstPaths, fine_cost
from slowpath.scaling.path.worst import worst as searched
from slowpath.scaling.pattern.explain import catalogue_costs
from slowpath.scaling.promise import BEYOND, Promise, is_followed, learned_rule, promised
from slowpath.search.policy import learning
from slowpath.search.policy.learning import Explored
from slowpath.search.ways.attempt import Attempt, By, WorstInput
from slowpath.search.ways.plan import ScalePlan
from slowpath.search.ways.rivals import Rival, climbed, costliest_random
from slowpath.search.ways.way import by_path, by_policy, by_recipe, explored_worst, slack

KEPT = 0.3  # of the seconds of a way, if another way gives the cost that is promised
FEW_PATHS = 64  # of the last explored size: then those of twice that size can be seen, too

OnSize = Callable[[WorstPaths], None]


def worst(
    subject: ScaledTarget,
    size: int,
    plan: ScalePlan | None = None,
    clock: Clock = time.process_time,
    knowledge: Knowledge = ALL,
) -> WorstInput | None:
    """Go through path space, policies and input space until one gives the cost that small sizes promise;
    where none does, or they promise nothing, the costliest input of all. None where no way gives any."""
    tried = list(attempts(subject, size, plan, clock, knowledge=knowledge))
    found = [each.worst for each in tried if each.worst is not None]
    if not found:
        return None
    best = max(found, key=lambda each: each.cost)
    expected = best.expected if best.reached or best.cost < (best.expected or 0) else None
    stopped = {each.by: each.why for each in tried if each.why is not None and each.by is not best.by}
    return replace(best, expected=expected, stopped=stopped)


def attempts(
    subject: ScaledTarget,
    size: int,
    plan: ScalePlan | None = None,
    clock: Clock = time.process_time,
    on_size: OnSize | None = None,
    knowledge: Knowledge = ALL,
) -> Iterator[Attempt]:
    """Yield what each way came to, up to the first that gives the cost that small sizes promise.

    Random inputs and a climb come last. If the promise is kept, they are told only if they cost more.
    """
    return _Attempts(subject, size, plan or ScalePlan(), clock, on_size, knowledge).made()


@dataclass(slots=True)
class _Attempts:
    """One way after the other, within one budget."""

    subject: ScaledTarget
    size: int
    plan: ScalePlan
    clock: Clock
    on_size: OnSize | None
    knowledge: Knowledge
    _end: float = math.inf
    _best: Attempt | None = None

    def __post_init__(self) -> None:
        if self.plan.seconds is not None:
            self._end = self.clock() + self.plan.seconds

    def made(self) -> Iterator[Attempt]:
        """Yield what each way came to."""
        plan, size, clock = self.plan, self.size, self.clock
        path = replace(plan.path, last=min(plan.path.last, size))
        known = scaling.learned(self.subject, path, clock, self.on_size)
        last = min(plan.small.last, size)
        small = learning.explored(
            self.subject, replace(plan.small, last=last), clock, known.found, self.on_size
        )
        explored = explored_worst(self.subject, small.found, size)
        if explored is not None:
            yield self._taken(explored)
        promise = self._promise(small.found, known)
        for attempt in self._by_small_sizes(known, small, promise):
            yield self._taken(attempt)
            if attempt.reached and not plan.recipe:
                return
        yield from self._by_rivals()

    def _by_small_sizes(
        self, known: scaling.LearnedFamily, small: Explored, promise: Promise | None
    ) -> Iterator[Attempt]:
        """What small sizes lead to."""
        plan, clock = self.plan, self.clock
        attempt = by_path(self.subject, known, self.size, promise, clock)
        yield attempt
        if not attempt.reached:
            for by, learn in ((By.PLACES, learning.wise), (By.HISTORY, learning.history)):
                if self._is_over():
                    return
                effort = replace(plan.guiding, seconds=self._at_most(plan.guiding.seconds))
                learned = learn(self.subject, small, _after(effort.seconds, clock))
                attempt = by_policy(self.subject, learned, self.size, by, promise, effort, clock)
                yield attempt
                if attempt.reached:
                    break
        if self._is_over():
            return
        seconds = self._at_most(plan.recipes.seconds * (KEPT if attempt.reached else 1))
        recipes = replace(plan.recipes, seconds=seconds)
        yield by_recipe(self.subject, small, self.size, promise, recipes, clock, self.knowledge)

    def _by_rivals(self) -> Iterator[Attempt]:
        """What random inputs, and a climb from the best so far, come to at the size itself."""
        before = self._best
        kept = before is not None and before.reached
        share = self._at_most(self.plan.rivals * (KEPT if kept else 1)) / 2
        began = self.clock()
        random = costliest_random(self.subject, self.size, _after(share, self.clock))
        if not kept and self.plan.seconds is not None:
            share = max(share, (self._end - self.clock()) / 2)  # nothing else is left to try
        if random is None:
            return
        drawn = self._rival(By.RANDOM, random, self.clock() - began)
        if not kept or self._gains(drawn):
            yield self._taken(drawn)
        began, start = self.clock(), random
        if self._best is not None and self._best.worst is not None and self._best.worst.cost > random.cost:
            start = Rival(self._best.worst.inputs, self._best.sources(), self._best.worst.cost)
        climb = climbed(self.subject, self.size, start, _after(share, self.clock))
        made = self._rival(By.CLIMB, climb, self.clock() - began)
        if climb is not start and self._gains(made):
            yield self._taken(made)

    def _rival(self, by: By, rival: Rival, seconds: float) -> Attempt:
        found = WorstInput(rival.inputs, rival.cost, by, None, {}, slack=slack(self.subject))
        before = None if self._best is None else self._best.worst
        if before is not None:
            found = replace(found, expected=before.expected, proven=before.proven)
        return Attempt(by, found, None, lambda: rival.sources, seconds=seconds)

    def _promise(self, found: Sequence[WorstPaths], known: scaling.LearnedFamily) -> Promise | None:
        """What the costs of small sizes promise for the size.

        A size beyond those that were explored is searched to prove it, if it is smaller than the size itself.
        """
        subject = self.subject
        costs = {each.size: fine_cost(subject, each) for each in found if each.paths}
        held = BEYOND * max(costs, default=0)
        if learned_rule(costs) is not None and held < self.size and not self._is_over():
            beyond = self._held_out(held, found[-1], known)
            if beyond is not None:
                costs[held] = beyond
        promise = promised(costs, self.size, subject.fineness)
        if (
            known.family is not None
            and known.family.cost is not None
            and (promise is None or not promise.proven)
        ):
            # The family has been followed beyond the explored sizes: its costs are as good as theirs. But its
            # form may hold for a while only: n * n.bit_length() is linear from 8 to 15.
            form = known.family.cost
            if is_followed(lambda size: int(form.at({SIZE: size})), costs):
                return Promise(int(form.at({SIZE: self.size})) // subject.fineness, True)
        return promise

    def _held_out(self, size: int, last: WorstPaths, known: scaling.LearnedFamily) -> int | None:
        """The worst cost that is found at a size beyond those that were explored, before it is rounded."""
        subject, clock = self.subject, self.clock
        effort = replace(self.plan.held_out, seconds=self._at_most(self.plan.held_out.seconds))
        few = last.exact and last.runs <= FEW_PATHS
        found = searched(subject, size, effort, clock, exhaust=few)
        if not found.paths:
            return None
        costs = [fine_cost(subject, found)]
        if known.family is not None:
            made = scaling.predicted(subject, known.family, size, clock)
            if not isinstance(made, Stopped):
                costs.append(subject.fine_cost(made.inputs, size=size))
        over = _after(effort.seconds, clock)
        costs += catalogue_costs(subject, size, over, self.knowledge)
        best = max(costs)
        if self.on_size is not None:
            self.on_size(replace(found, cost=best // subject.fineness))
        return best

    def _taken(self, attempt: Attempt) -> Attempt:
        """Take an attempt into account."""
        if self._gains(attempt):
            self._best = attempt
        return attempt

    def _gains(self, attempt: Attempt) -> bool:
        if attempt.worst is None:
            return False
        best = None if self._best is None else self._best.worst
        return best is None or attempt.worst.cost > best.cost

    def _at_most(self, seconds: float) -> float:
        return max(min(seconds, self._end - self.clock()), 0.0)

    def _is_over(self) -> bool:
        return self.clock() > self._end


def _after(seconds: float, clock: Clock) -> Callable[[], bool]:
    """What tells whether some seconds are over."""
    end = clock() + seconds
    return lambda: clock() > end
