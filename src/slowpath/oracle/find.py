"""A search from outside: a process hunts, and whatever it catches is run again in fresh processes.

Nothing is reported that was not verified: the counted cost at growing sizes, and the CPU time of the plain
function, each in a process of its own.
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random

from slowpath import errors
from slowpath.errors import SlowpathError, SourceUnavailable, TargetError
from slowpath.model.cost import Number
from slowpath.model.find import Baseline, Case, Finding, FindReport, Strategy
from slowpath.model.run import End, Run
from slowpath.model.target import Target
from slowpath.oracle.advice import advice as told
from slowpath.oracle.reason import reason
from slowpath.oracle.verdict import explodes, is_superlinear, slope, time_agrees
from slowpath.run.client import Worker
from slowpath.run.limits import Limits
from slowpath.run.messages import Failed
from slowpath.run.process import Process
from slowpath.scale.growth import fit
from slowpath.scale.series import INTERRUPTED, OPS, Series
from slowpath.search.baseline import random_inputs
from slowpath.search.process import Begun, Caught, Going, Over, Start, decode

EVOLVE, FLIP = "evolve", "flip"
CERTAIN = "the growth class is certain"
TIME_OVER = "time budget"
NOTHING_LEFT = "nothing new to try"

SERIES_OPS = 150_000_000  # what all counted runs of one candidate may cost
SETTLED = 4.0  # seconds without a better catch after which a verified finding is final, at least
_SERIES_SPEED = 5_000_000  # ops of a series per second of its time, so that a steep one has several sizes
_SHARE = 0.35  # of the time, for the verification of one candidate, at most
_PATIENCE = 0.08  # of the time budget, without a better catch
_LOAD_TIME = 15.0  # seconds that it may take before the search begins, at least
_LEAST = 1.0  # seconds of search, however long it took to begin
_LARGEST = 1 << 20
_TIMED = 0.05  # seconds of CPU that the largest timed run should take
_TIMED_POINTS = 5
_MOST_CANDIDATES = 12
_CASES = 5

OnProgress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Request:
    """What to search, and how long. `given` are the texts of `--arg` by parameter."""

    spec: str
    given: Mapping[str, str] = field(default_factory=dict)
    scope: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    seconds: float = 60.0
    seed: int = 0
    tests: int = _CASES


class Finder:
    """One search. `report` gives the best so far at any time, also after Ctrl-C."""

    def __init__(self, request: Request, on_progress: OnProgress | None = None) -> None:
        self._request = request
        self._tell = on_progress or (lambda text: None)
        self._began = time.monotonic()
        self._deadline = self._began + request.seconds
        self._target: Target | None = None
        self._shapes: dict[str, str] = {}
        self._caught: dict[tuple[str, ...], Caught] = {}
        self._seen: set[tuple[str, ...]] = set()
        self._findings: list[Finding] = []
        self._other: list[Finding] = []  # verified families that grow no faster than they should
        self._cases: list[Case] = []
        self._runs = self._tried = self._flips = self._solves = 0
        self._stopped = TIME_OVER
        self._advice = ""
        self._grows = self._is_timed = True

    def run(self) -> FindReport:
        """Search until the time is over or the answer is certain; Ctrl-C ends it with what was found."""
        try:
            return self._run(timed=True)
        except SourceUnavailable:
            # What users call may be written in C where the copy is Python: there is nothing to time then.
            return self._run(timed=False)

    def _run(self, *, timed: bool) -> FindReport:
        request = self._request
        self._is_timed = timed
        with Worker(
            request.spec,
            scope=request.scope,
            limits=request.limits,
            allow=request.allow,
            timed=timed,
        ) as worker:
            hunter = Process("slowpath.search.process")
            try:
                self._target = worker.target
                hunter.ask(self._start())
                self._follow(hunter, worker)
            except KeyboardInterrupt:
                if self._target is None:
                    raise
                self._stopped = INTERRUPTED
            finally:
                hunter.close()
            return self._report(worker)

    def _start(self) -> Start:
        here = os.getcwd()
        path = tuple(dict.fromkeys([here, *(entry or here for entry in sys.path)]))
        request = self._request
        return Start(
            request.spec,
            request.scope,
            path,
            dict(request.given),
            request.limits,
            request.allow,
            request.seed,
            max(0.5, self._left() - 0.5),
        )

    def _left(self) -> float:
        return self._deadline - time.monotonic()

    # -- listening -----------------------------------------------------------------------------

    def _follow(self, hunter: Process, worker: Worker) -> None:
        """Hear what the hunting process catches, and verify the best of it, until it is enough."""
        begun = hunter.receive(max(_LOAD_TIME, self._left()))
        if begun is None:
            how = "ended its process" if hunter.ended else "did not end"
            self._advice = f"the search could not begin: a run of the target {how}; see slowpath cost"
            return
        hunting, last = self._hear(decode(begun)), time.monotonic()
        while self._left() > 0:
            while hunting:
                document = hunter.receive(0.05)
                if document is None:
                    break
                known = len(self._caught)
                hunting = self._hear(decode(document))
                if len(self._caught) > known:
                    last = time.monotonic()
            if hunter.ended and hunting:
                self._tell("the searching process ended")
                hunting = False
                self._stopped = NOTHING_LEFT
            candidate = self._next()
            if candidate is not None:
                if self._verify(candidate, worker):
                    last = time.monotonic()
            elif not hunting:
                return
            elif self._findings and time.monotonic() - last > max(SETTLED, _PATIENCE * self._request.seconds):
                self._stopped = CERTAIN
                return
            if self._is_certain():
                self._stopped = CERTAIN
                return

    def _hear(self, message: object) -> bool:
        """Take in a message; return whether more will come."""
        if isinstance(message, Failed):
            kind = getattr(errors, message.kind, errors.WorkerError)
            error = kind(message.message, message.hint)
            assert isinstance(error, SlowpathError)
            raise error
        if isinstance(message, Begun):
            self._shapes = message.shapes
            self._deadline = max(self._deadline, time.monotonic() + min(_LEAST, self._request.seconds))
        elif isinstance(message, Going):
            self._tried, self._runs = message.tried, message.runs
            self._tell(f"{message.tried:,} recipes tried, {len(self._caught)} suspicious")
        elif isinstance(message, Caught):
            self._caught.setdefault(_key(message.recipe), message)
        elif isinstance(message, Over):
            self._tried, self._runs, self._grows = message.tried, message.runs, message.grows
            self._flips, self._solves = message.flips, message.solves
            self._stopped = NOTHING_LEFT if self._left() > 1 else TIME_OVER
            return False
        return True

    def _next(self) -> Caught | None:
        """The most promising catch that was not verified yet: the best at each place first."""
        waiting = [each for key, each in self._caught.items() if key not in self._seen]
        if not waiting or len(self._seen) >= _MOST_CANDIDATES:
            return None
        places = {each.site for key, each in self._caught.items() if key in self._seen}
        return max(waiting, key=lambda each: (each.site not in places, each.score))

    def _is_certain(self) -> bool:
        """An explosion is as bad as it gets."""
        return any(explodes(finding.growth) for finding in self._findings)

    # -- verifying -----------------------------------------------------------------------------

    def _verify(self, caught: Caught, worker: Worker) -> bool:
        """Run a recipe at growing sizes in fresh processes; return whether it is a finding."""
        self._seen.add(_key(caught.recipe))
        self._tell(f"verifying {_shown(caught.recipe)}")
        seconds = max(1.0, _SHARE * self._left())
        most = min(SERIES_OPS, int(_SERIES_SPEED * seconds))
        series = Series(worker, caught.recipe, OPS, most, seconds)
        try:
            series.extend(limit=_LARGEST)
        except TargetError:
            return False
        points = series.points
        growth = fit(points)
        timed = self._timed(caught.recipe, worker, points, explodes(growth))
        larger = self._lines(worker, caught.recipe, points, -1)
        smaller = self._lines(worker, caught.recipe, points, -2)
        finding = Finding(
            recipe=caught.recipe,
            growth=growth,
            seconds=timed,
            slope=slope(timed),
            reason=_reason(smaller, larger, points),
            site=caught.site,
            function=caught.function,
            lines=larger.lines if larger is not None else (),
            raises=larger.raises if larger is not None else None,
            found_by=EVOLVE,
        )
        if larger is not None:
            self._add_case(finding, points[-1], larger)
        if is_superlinear(growth) and time_agrees(growth, timed):
            self._findings.append(finding)
            return True
        self._other.append(finding)
        return False

    def _timed(
        self, recipe: Mapping[str, str], worker: Worker, points: list[tuple[int, Number]], explosive: bool
    ) -> tuple[tuple[int, float], ...]:
        """The CPU time of the plain function at the largest sizes, and at larger ones while it is short."""
        timed: list[tuple[int, float]] = []
        sizes = [size for size, _ in points[-_TIMED_POINTS:]] if self._is_timed else []
        until = time.monotonic() + max(1.0, _SHARE * self._left())
        while sizes and time.monotonic() < until:
            size = sizes.pop(0)
            seconds = worker.seconds(recipe, size, repeats=3, most=max(1.0, until - time.monotonic()))
            if seconds is None:
                break
            timed.append((size, seconds))
            if not sizes and seconds < _TIMED and 2 * size <= _LARGEST:
                sizes.append(size + 1 if explosive else 2 * size)
        return tuple(timed)

    def _lines(
        self, worker: Worker, recipe: Mapping[str, str], points: list[tuple[int, Number]], place: int
    ) -> Run | None:
        if len(points) < -place:
            return None
        size, ops = points[place]
        run = worker.run(recipe, size, int(2 * ops) + 1000, max(1.0, self._left()))
        return run if run.end in (End.RETURNED, End.RAISED) else None

    def _add_case(self, finding: Finding, point: tuple[int, Number], run: Run) -> None:
        size, cost = point
        seconds = dict(finding.seconds).get(size)
        self._cases.append(
            Case(size, finding.recipe, cost, seconds, run.raises, _digest(run), finding.found_by)
        )

    # -- the answer ----------------------------------------------------------------------------

    def _report(self, worker: Worker) -> FindReport:
        assert self._target is not None
        findings = sorted(self._findings, key=_gravity, reverse=True)
        shown = (findings or sorted(self._other, key=_gravity, reverse=True))[:1]
        elapsed = time.monotonic() - self._began
        best = max((case.cost for case in self._cases), default=0)
        cases = sorted(self._cases, key=lambda case: -case.cost)[: self._request.tests]
        baseline = None
        try:
            if shown and cases:
                baseline = self._baseline(worker, shown[0])
            if not (shown or self._advice or self._stopped == INTERRUPTED):
                self._advice = told(worker, self._shapes, Random(self._request.seed), grows=self._grows)
        except KeyboardInterrupt:
            self._stopped = INTERRUPTED
        return FindReport(
            target=self._target,
            measure=OPS,
            seed=self._request.seed,
            elapsed=elapsed,
            stopped_because=self._stopped,
            shapes=self._shapes,
            strategies=(
                Strategy(EVOLVE, self._runs, 0, best, elapsed),
                Strategy(FLIP, self._flips, self._solves, 0, 0.0),
            ),
            cases=tuple(cases),
            findings=tuple(findings),
            baseline=baseline,
            growth=shown[0].growth if shown else None,
            recipe=shown[0].recipe if shown else None,
            advice=self._advice,
        )

    def _baseline(self, worker: Worker, finding: Finding) -> Baseline | None:
        """The best of some random inputs as long as the largest case of a finding."""
        size = finding.growth.points[-1][0]
        caught = self._caught[_key(finding.recipe)]
        length = caught.lengths[0] + (caught.lengths[1] - caught.lengths[0]) * (size - 1)
        costs: list[Number] = []
        for inputs in random_inputs(self._shapes, length, Random(self._request.seed)):
            run = worker.run(inputs, None, SERIES_OPS, max(2.0, self._left()))
            if OPS in run.costs:
                costs.append(run.costs[OPS])
        return Baseline(max(costs), len(costs)) if costs else None


def _reason(smaller: Run | None, larger: Run | None, points: list[tuple[int, Number]]) -> str:
    if smaller is None or larger is None:
        return ""
    return reason(smaller.lines, larger.lines, points[-1][0] / points[-2][0])


def _gravity(finding: Finding) -> tuple[bool, float, float]:
    """How bad a finding is: explosions first, then by exponent, then by what the largest size costs."""
    growth = finding.growth
    per_size = growth.points[-1][1] / growth.points[-1][0] if growth.points else 0.0
    return explodes(growth), round(growth.exponent or 0.0, 1), per_size


def _key(recipe: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(f"{name}={source}" for name, source in sorted(recipe.items()))


def _shown(recipe: Mapping[str, str]) -> str:
    return ", ".join(f"{name}={source}" for name, source in recipe.items())


def _digest(run: Run) -> str:
    """A digest of which lines were executed how often."""
    told = repr(
        [
            (line.file, line.line, line.hits)
            for line in sorted(run.lines, key=lambda each: (each.file, each.line))
        ]
    )
    return hashlib.sha256(told.encode()).hexdigest()[:16]
