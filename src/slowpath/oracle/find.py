"""A search from outside: a process hunts, and whatever it catches is run again in fresh processes.

Nothing is reported that was not verified: the counted cost at growing sizes, and the CPU time of the plain
function, each in a process of its own.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from random import Random

from slowpath.errors import SlowpathError, SourceUnavailable
from slowpath.model.cost import Number
from slowpath.model.find import Baseline, Case, Finding, FindReport, Unended
from slowpath.model.target import Target
from slowpath.oracle.advice import advice as told
from slowpath.oracle.hunter import key
from slowpath.oracle.pack import Pack
from slowpath.oracle.request import Request
from slowpath.oracle.verdict import ALIKE, explodes, weight, worst_first
from slowpath.oracle.verify import SERIES_OPS, unended, verified
from slowpath.run.client import Worker
from slowpath.run.inputs import BEFORE
from slowpath.scaling.series import INTERRUPTED, OPS
from slowpath.search.baseline import random_inputs
from slowpath.search.process import Caught
from slowpath.target.neighbours import neighbours

CERTAIN = "the growth class is certain"
NO_END = "an input comes to no end"
TIME_OVER = "time budget"
NOTHING_LEFT = "nothing new to try"

SETTLED = 4.0  # seconds without a better catch after which a verified finding is final, at least
_PATIENCE = 0.08  # of the time budget, without a better catch
_ALONE, _ALONE_SHARE = 1.0, 0.05  # seconds, and share of the time, before other processes join the first
_SHARE = 0.35  # of the time, for the verification of one candidate, at most
_LEAST = 1.0  # seconds of search, however long it took to begin
_MOST_CANDIDATES = 12
_MOST_WAITED = 3  # recipes whose end is waited for

OnProgress = Callable[[str], None]


class Finder:
    """One search. Ctrl-C ends it with what was found so far."""

    def __init__(self, request: Request, on_progress: OnProgress | None = None) -> None:
        self._request = request
        self._tell = on_progress or (lambda text: None)
        self._began = time.monotonic()
        self._deadline = self._began + request.seconds
        self._seen: set[tuple[str, ...]] = set()
        self._findings: list[Finding] = []
        self._other: list[Finding] = []  # verified families that grow no faster than they should
        self._cases: list[Case] = []
        self._unended: list[Unended] = []
        self._waited: set[tuple[str, ...]] = set()  # recipes that were looked at for their end
        self._stopped = TIME_OVER
        self._advice = ""

    def run(self) -> FindReport:
        """Search until the time is over or the answer is certain."""
        try:
            return self._run(timed=True)
        except SourceUnavailable:
            # What users call may be written in C where the copy is Python: there is nothing to time then.
            return self._run(timed=False)

    def _run(self, *, timed: bool) -> FindReport:
        with ExitStack() as stack:
            worker = stack.enter_context(self._worker(timed))
            target = worker.target  # an error of the user's shows here, before anything is searched
            scope = neighbours(target.file, target.module)
            if scope and not self._request.scope:
                worker = self._widened(worker, scope, timed, stack)
            with Pack(self._request, self._tell, self._deadline) as pack:
                try:
                    self._follow(pack, worker, timed)
                except KeyboardInterrupt:
                    self._stopped = INTERRUPTED
            return self._report(target, pack, worker)

    def _worker(self, timed: bool) -> Worker:
        request = self._request
        return Worker(
            request.spec, scope=request.scope, limits=request.limits, allow=request.allow, timed=timed
        )

    def _widened(self, worker: Worker, scope: tuple[str, ...], timed: bool, stack: ExitStack) -> Worker:
        """A worker that counts in these packages too; the same as before where they cannot be copied."""
        before = self._request
        self._request = replace(before, scope=scope)
        try:
            wider = self._worker(timed)
            stack.enter_context(wider)
            wider.target  # noqa: B018  (waits until it is loaded)
        except SlowpathError:
            self._request = before
            return worker
        return wider

    @property
    def _found(self) -> bool:
        return bool(self._findings or self._unended)

    def _left(self) -> float:
        return self._deadline - time.monotonic()

    def _follow(self, pack: Pack, worker: Worker, timed: bool) -> None:
        """Hear what the hunting processes catch, and verify the best of it, until it is enough."""
        if not pack.begin():
            how = "ended its process" if pack.ended else "did not end"
            self._advice = f"the search could not begin: a run of the target {how}; see slowpath cost"
            return
        self._deadline = max(self._deadline, time.monotonic() + min(_LEAST, self._request.seconds))
        pack.deadline = self._deadline
        last = time.monotonic()
        alone_until = last + max(_ALONE, _ALONE_SHARE * self._request.seconds)
        while self._left() > 0:
            if pack.listen(0.05):
                last = time.monotonic()
            if not self._findings and time.monotonic() > alone_until:
                pack.join()
            candidate = self._next(pack)
            if candidate is not None:
                if self._verify(candidate, worker, timed):
                    last = time.monotonic()
            elif self._look_for_end(pack, worker, timed):
                last = time.monotonic()
            elif pack.is_over and not pack.join():
                self._stopped = NOTHING_LEFT if self._left() > 1 else TIME_OVER
                return
            elif self._found and time.monotonic() - last > max(SETTLED, _PATIENCE * self._request.seconds):
                self._stopped = CERTAIN if self._findings else NO_END
                return
            if any(explodes(finding.growth) for finding in self._findings):  # as bad as it gets
                self._stopped = CERTAIN
                return

    def _next(self, pack: Pack) -> Caught | None:
        """The plainest of the best catches that were not verified yet, at a new place first."""
        waiting = [each for name, each in pack.caught.items() if name not in self._seen]
        if not waiting or len(self._seen) >= _MOST_CANDIDATES:
            return None
        places = {each.site for name, each in pack.caught.items() if name in self._seen}
        best = max(each.score for each in waiting)
        return max(
            waiting,
            key=lambda each: (
                each.site not in places,
                ALIKE * each.score >= best,
                -weight(each.recipe),
                each.score,
            ),
        )

    def _verify(self, caught: Caught, worker: Worker, timed: bool) -> bool:
        """Run a catch in fresh processes; return whether it is a finding."""
        self._seen.add(key(caught.recipe))
        self._tell(f"verifying {_shown(caught.recipe)}")
        seen = verified(caught, worker, max(1.0, _SHARE * self._left()), timed=timed)
        if seen is None:
            return False
        if seen.case is not None:
            self._cases.append(seen.case)
        (self._findings if seen.is_superlinear else self._other).append(seen.finding)
        return seen.is_superlinear

    def _look_for_end(self, pack: Pack, worker: Worker, timed: bool) -> bool:
        """Run the plainest recipe that came to no end in fresh processes; return whether there was one."""
        waiting = [each for each in pack.unending if key(each) not in self._waited]
        if not waiting or self._unended or len(self._waited) >= _MOST_WAITED:
            return False
        self._waited.add(key(waiting[0]))
        self._tell(f"waiting for the end of {_shown(waiting[0])}")
        seen = unended(waiting[0], worker, self._left(), timed=timed)
        if seen is not None:
            self._unended.append(seen)
        return True

    # -- the answer ----------------------------------------------------------------------------

    def _report(self, target: Target, pack: Pack, worker: Worker) -> FindReport:
        findings = worst_first(self._findings)
        shown = (findings or worst_first(self._other))[:1]
        cases = sorted(self._cases, key=lambda case: -case.cost)[: self._request.tests]
        elapsed = time.monotonic() - self._began
        baseline = None
        try:
            if shown and cases:
                baseline = self._baseline(pack, worker, shown[0])
            if not (shown or self._unended or self._advice or self._stopped == INTERRUPTED):
                self._advice = told(worker, pack.shapes, Random(self._request.seed), grows=pack.grows)
        except KeyboardInterrupt:
            self._stopped = INTERRUPTED
        return FindReport(
            target=target,
            measure=OPS,
            seed=self._request.seed,
            elapsed=elapsed,
            stopped_because=self._stopped,
            shapes=pack.shapes_of(key(shown[0].recipe)) if shown else pack.shapes,
            strategies=tuple(pack.strategies),
            cases=tuple(cases),
            findings=tuple(findings),
            baseline=baseline,
            growth=shown[0].growth if shown else None,
            recipe=shown[0].recipe if shown else None,
            advice=self._advice,
            lost=pack.lost,
            unended=tuple(self._unended),
            scope=self._request.scope,
        )

    def _baseline(self, pack: Pack, worker: Worker, finding: Finding) -> Baseline | None:
        """The best of some random inputs as long as the largest case of a finding."""
        if any(name.startswith(BEFORE) for name in finding.recipe):
            return None  # random inputs leave the receiver empty
        size = finding.growth.points[-1][0]
        one, two = pack.caught[key(finding.recipe)].lengths
        costs: list[Number] = []
        random = Random(self._request.seed)
        shapes = pack.shapes_of(key(finding.recipe))
        for inputs in random_inputs(shapes, one + (two - one) * (size - 1), random):
            run = worker.run(inputs, None, SERIES_OPS, max(2.0, self._left()))
            if OPS in run.costs:
                costs.append(run.costs[OPS])
        return Baseline(max(costs), len(costs)) if costs else None


def _shown(recipe: Mapping[str, str]) -> str:
    return ", ".join(f"{name}={source}" for name, source in recipe.items())
