"""`find`: which inputs make a target slow?

Processes hunt for recipes whose counted cost bends; whatever they catch is run again in fresh processes,
counted at growing sizes and timed in the plain function. Only what grows too fast by both is a finding.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import msgspec

from slowpath.command.baseline import baseline
from slowpath.command.circumstances import circumstances
from slowpath.command.order import Listener, Order, silent, worker_for
from slowpath.command.remedies import SHARE as REMEDY_SHARE
from slowpath.command.remedies import with_remedies
from slowpath.errors import InputError, SlowpathError, SourceUnavailable
from slowpath.model.find import Baseline, Case, Finding, FindReport, LargeResult, Measured, Unended
from slowpath.model.scenario import ONE_CALL
from slowpath.model.stop import StopReason
from slowpath.model.target import Target
from slowpath.oracle.advice import advice
from slowpath.oracle.rereading import with_redundancy
from slowpath.oracle.verdict import ALIKE, one_per_site, weight, worst_first
from slowpath.oracle.verify import Verified, unended, verified, with_memory
from slowpath.run.client import Worker
from slowpath.run.premise import check_fits, checked
from slowpath.search.hunter import Key, key
from slowpath.search.hunting import Caught, Start
from slowpath.search.pack import Pack
from slowpath.shape.base import Shape
from slowpath.shape.infer import Inferred
from slowpath.target.locate import find_module, parse
from slowpath.target.neighbours import neighbours

# Seconds of work without a better catch after which a verified finding is final: a share of the time budget,
# which is the turns of a strategy or two; at least and at most so many.
_PATIENCE, SETTLED, _LONGEST_PATIENCE = 0.15, 4.0, 15.0
_ALONE, _ALONE_SHARE = 1.0, 0.05  # seconds, and share of the time, before other processes join the first
_SHARE = 0.12  # of the time left, for the verification of one catch: several others have a chance
_SECOND_SHARE = 0.35  # the same for a second look at one that remained in doubt, when no other is waiting
FEWEST_ACCEPTED = 20  # inputs for which the target returned: the first words of any code make more
_LEAST, _LEAST_SHARE = 1.5, 0.1  # seconds of search, and share of the time, however long it took to begin
# The same at most, beyond the budget: answers come no later than a fifth of it and two seconds, and a second
# of these is for starting and for telling. But a search has a second in any case.
_LATE, _LATE_SHARE, _SOME = 1.0, 0.2, 1.0
_MOST_VERIFIED = 12  # catches: later ones are variations of the first
_MOST_LARGE = 12  # catches that turn out to be large results, beside those: they say nothing about others
# Seconds for what the first findings do again: as long as the search has left, or this share of its time.
_REREADING, _REREADING_SHARE, _MOST_REREAD = 8.0, 0.05, 3
_MOST_WAITED = 3  # recipes whose end is waited for: each takes seconds


class FindOrder(Order, frozen=True, kw_only=True):
    """What to search. `shapes` are the texts of `--arg` by parameter, `tests` how many cases to report.

    `measure` is what shall grow too fast; None for both. With `remedy`, a change of the source is looked for
    that helps against each finding. `inputs` are expressions in N by parameter that are not searched; they
    may use what the code of `setup` makes.
    """

    measure: Measured | None = None
    shapes: dict[str, str] = msgspec.field(default_factory=dict)
    setup: str = ""
    inputs: dict[str, str] = msgspec.field(default_factory=dict)
    tests: int = 5
    jobs: int = 1
    remedy: bool = False


def usual_jobs() -> int:
    """How many processes search if nobody says: as many as there are cores, but two at most."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(2, cores)


def run(order: FindOrder, listener: Listener = silent) -> FindReport:
    """Search until the time is over or the answer is certain. Ctrl-C ends the search with the best so far."""
    try:
        return _Search(order, listener, timed=True).report()
    except SourceUnavailable:
        # What users call may be written in C although the copy is Python: then there is nothing to time.
        return _Search(order, listener, timed=False).report()


class _Search:
    """One search, followed from outside."""

    def __init__(self, order: FindOrder, listener: Listener, *, timed: bool) -> None:
        self._order = self._given = order
        self._premise = checked(order.setup, order.inputs)
        self._date = datetime.now(UTC)
        self._tell = listener
        self._timed = timed
        self._began = time.monotonic()
        self._end = self._began + order.seconds
        self._deadline = self._began + order.seconds * (1 - REMEDY_SHARE if order.remedy else 1)
        self._seen: set[Key] = set()  # recipes that were verified
        self._doubtful: list[Caught] = []  # those that want a second look
        self._unweighed: list[Verified] = []  # those whose memory was not measured yet
        self._findings: list[Finding] = []
        self._other: list[Finding] = []  # verified families that grow no faster than they should
        self._large: list[LargeResult] = []
        self._cases: list[Case] = []
        self._unended: list[Unended] = []
        self._waited: set[Key] = set()  # recipes that were looked at for their end
        self._stopped = StopReason.TIME
        self._advice = ""
        self._began_search = False
        self._elapsed = 0.0  # seconds that the search took, when it is over

    def report(self) -> FindReport:
        """Search, and tell what was verified."""
        with ExitStack() as stack:
            worker = stack.enter_context(self._worker())
            early = self._early_pack(stack)
            target = worker.target  # an error of the user's shows here, before anything is searched
            check_fits(self._premise, target)
            worker, pack = (worker, early) if early else self._ready(target, worker, stack)
            with pack:
                try:
                    self._follow(pack, worker)
                    self._elapsed = time.monotonic() - self._began
                    if self._began_search:
                        pack.listen(0.0)  # what came while the last catch was verified
                except KeyboardInterrupt:
                    self._stopped = StopReason.INTERRUPTED
            return self._told(target, pack, worker)

    def _early_pack(self, stack: ExitStack) -> Pack | None:
        """What hunts, if it can load beside what verifies: no other package is counted in, by the module that
        the user names. None otherwise."""
        with suppress(SlowpathError):  # the worker tells it
            named = parse(self._order.spec)
            file = named.file or find_module(named.module).origin or ""
            if self._order.scope or not neighbours(file, named.module):
                return stack.enter_context(self._pack())
        return None

    def _ready(self, target: Target, worker: Worker, stack: ExitStack) -> tuple[Worker, Pack]:
        """What verifies and what hunts, both in the packages that the target's module imports too, if copies
        of these load. They load side by side."""
        narrow = self._order
        scope = neighbours(target.file, target.module)
        if not scope or narrow.scope:
            return worker, self._pack()
        self._order = msgspec.structs.replace(narrow, scope=scope)
        try:
            wider = stack.enter_context(self._worker())
            with ExitStack() as loading:
                pack = loading.enter_context(self._pack())
                wider.target  # noqa: B018  (waits until it is loaded)
                loading.pop_all()
            return wider, pack
        except SlowpathError:
            self._order = narrow
            return worker, self._pack()

    def _worker(self) -> Worker:
        return worker_for(self._order, timed=self._timed)

    def _pack(self) -> Pack:
        order = self._order
        start = Start(
            spec=order.spec,
            scope=order.scope,
            path=order.path,
            given=order.shapes,
            limits=order.limits,
            allow=order.allow,
            seed=order.seed,
            seconds=order.seconds,
            without=order.without,
            premise=self._premise,
            memory=order.measure is Measured.MEMORY,
        )
        return Pack(start, order.jobs, self._deadline, self._tell)

    def _left(self) -> float:
        return self._deadline - time.monotonic()

    def _follow(self, pack: Pack, worker: Worker) -> None:
        """Hear what the hunting processes catch, and verify the best of it, until it is enough."""
        if not pack.begin():
            how = "the target was not loaded in the time; give a larger --budget"
            if pack.ended:
                how = "a run of the target ended its process; see slowpath cost"
            elif pack.is_loaded:
                how = "its first runs took all the time; give a larger --budget, or see slowpath cost"
            self._advice = f"the search could not begin: {how}"
            return
        self._began_search = True
        self._extend()
        pack.deadline = self._deadline
        last, worked = time.monotonic(), pack.worked
        alone_until = last + max(_ALONE, _ALONE_SHARE * self._order.seconds)
        while self._left() > 0:
            is_caught = pack.listen(0.05)
            if time.monotonic() > alone_until:
                pack.join()
            is_news = self._look_at_one(pack, worker)
            if is_caught or is_news:
                last, worked = time.monotonic(), pack.worked
            # On a busy machine the hunters get to try little in that time.
            quiet = min(time.monotonic() - last, pack.worked - worked)
            if is_news is None and self._is_enough(pack, quiet):
                return

    def _extend(self) -> None:
        """Give a search that began late some time, but not more than a late answer may take."""
        seconds, now = self._order.seconds, time.monotonic()
        least = min(_LEAST + _LEAST_SHARE * seconds, seconds)
        latest = max(self._began + (1 + _LATE_SHARE) * seconds + _LATE, now + _SOME)
        self._deadline = max(self._deadline, min(now + least, latest))

    def _look_at_one(self, pack: Pack, worker: Worker) -> bool | None:
        """Verify a catch, or wait for the end of a recipe; return whether that was news, None if there was
        nothing to look at."""
        caught = self._next(pack)
        # Better catches at one place come all the time: what is in doubt there need not wait for their end.
        if self._doubtful and (caught is None or caught.site in self._places(pack)):
            return self._verify(self._doubtful.pop(0), worker, _SECOND_SHARE)
        if caught is not None:
            return self._verify(caught, worker, _SHARE)
        if self._unweighed:
            return self._weigh(self._unweighed.pop(0), worker)
        return self._look_for_end(pack, worker) or None

    def _is_enough(self, pack: Pack, quiet: float) -> bool:
        """Whether the search can end; `quiet` are the seconds since the last news."""
        waiting = self._next(pack) is not None or self._doubtful or self._unweighed
        if pack.is_over and not waiting and not pack.join():
            early = StopReason.DIED if pack.gave_up else StopReason.NOTHING_LEFT
            self._stopped = early if self._left() > 1 else StopReason.TIME
        elif self._findings and quiet > self._patience:
            self._stopped = StopReason.QUIET
        else:
            return False
        return True

    @property
    def _patience(self) -> float:
        return min(max(SETTLED, _PATIENCE * self._order.seconds), _LONGEST_PATIENCE)

    def _next(self, pack: Pack) -> Caught | None:
        """The plainest of the best catches that were not verified yet: at a new place first, then what seems
        to explode."""
        settled = {each.site for each in self._findings if each.shown.explodes and each.natural}
        waiting = [
            each
            for name, each in pack.caught.items()
            if name not in self._seen and each.site not in settled  # it does not get worse there
        ]
        others = len(self._seen) - len(self._large)
        if others >= _MOST_VERIFIED or len(self._large) >= _MOST_LARGE:
            return None
        if not waiting:
            return None
        places = self._places(pack)
        best = max(each.score for each in waiting)
        return max(
            waiting,
            key=lambda each: (
                each.site not in places,
                math.isinf(each.steepness),  # its score is that of a smaller size
                ALIKE * each.score >= best,
                -weight(each.recipe, each.scenario),
                each.score,
            ),
        )

    def _places(self, pack: Pack) -> set[str]:
        """The places of catches that were verified."""
        return {each.site for name, each in pack.caught.items() if name in self._seen}

    def _verify(self, caught: Caught, worker: Worker, share: float) -> bool:
        """Run a catch in fresh processes for a share of the time left; return whether it is a finding."""
        name = key(caught.recipe, caught.scenario)
        is_first = name not in self._seen
        self._seen.add(name)
        self._tell(f"verifying {_shown(caught.recipe)}")
        seconds, only_memory = max(1.0, share * self._left()), self._order.measure is Measured.MEMORY
        try:
            seen = verified(caught, worker, seconds, timed=self._timed, only_memory=only_memory)
        except InputError:  # the receiver's constructor refuses it at some size
            return False
        if seen is None:
            return False
        if seen.in_doubt and is_first:
            self._doubtful.append(caught)
        if seen.large is not None:
            self._large.append(seen.large)
            return False
        if seen.case is not None:
            self._cases.append(seen.case)
        if self._timed and not only_memory and not seen.ends:
            self._unweighed.append(seen)
        return self._enter(seen.finding, is_superlinear=seen.is_superlinear)

    def _weigh(self, seen: Verified, worker: Worker) -> bool:
        """Measure the memory of what was verified; return whether that makes it a finding.

        It comes after all other looks: tracing memory makes runs many times slower, and few catches are slow
        by what they keep alone.
        """
        finding = with_memory(seen, worker, max(1.0, _SHARE * self._left()))
        if finding.memory is None:
            return False
        for kept in (self._findings, self._other):
            kept[:] = [each for each in kept if each is not seen.finding]
        is_news = self._enter(finding, is_superlinear=seen.is_superlinear)
        return is_news and not seen.is_superlinear

    def _enter(self, finding: Finding, *, is_superlinear: bool) -> bool:
        """Note what was verified; return whether it is a finding."""
        found = self._wanted(finding, is_superlinear=is_superlinear)
        (self._other if found is None else self._findings).append(found or finding)
        return found is not None

    def _wanted(self, finding: Finding, *, is_superlinear: bool) -> Finding | None:
        """What was seen as a finding, if it grows too fast by the measure that was asked for."""
        measure = self._order.measure
        if is_superlinear and measure is not Measured.MEMORY:
            return finding
        if finding.memory is None or measure is Measured.TIME:
            return None
        return replace(finding, measure=Measured.MEMORY)

    def _look_for_end(self, pack: Pack, worker: Worker) -> bool:
        """Run the plainest recipe that seems endless in fresh processes; return whether there was one."""
        new = [each for each in pack.unending if key(each.recipe, each.scenario) not in self._waited]
        waiting = sorted(new, key=lambda each: weight(each.recipe, each.scenario))
        if not waiting or self._unended or len(self._waited) >= _MOST_WAITED:
            return False
        self._waited.add(key(waiting[0].recipe, waiting[0].scenario))
        self._tell(f"waiting for the end of {_shown(waiting[0].recipe)}")
        seen = unended(waiting[0], worker, self._left(), timed=self._timed)
        if seen is not None:
            self._unended.append(seen)
        return True

    # -- the answer ----------------------------------------------------------------------------

    def _told(self, target: Target, pack: Pack, worker: Worker) -> FindReport:
        findings = one_per_site(worst_first(self._findings))
        shown = (findings or worst_first(self._other))[:1]
        cases = sorted(self._cases, key=lambda case: -case.cost)[: self._order.tests]
        elapsed = self._elapsed or time.monotonic() - self._began
        compared = None
        try:
            if self._stopped is not StopReason.INTERRUPTED:
                findings = self._explained(findings)
                compared = self._baseline(pack, worker, shown[0]) if shown and cases else None
                findings = self._with_remedies(findings, pack, worker)
                told = self._advice or self._premise.inputs  # random inputs would lack what is given
                if not (shown or self._large or self._unended or told):
                    shapes = _shapes(pack.inferred)
                    self._advice = advice(worker, shapes, Random(self._order.seed), grows=pack.grows)
        except KeyboardInterrupt:
            self._stopped = StopReason.INTERRUPTED
        inferred = pack.inferred_for(key(shown[0].recipe, shown[0].scenario)) if shown else pack.inferred
        return FindReport(
            target=target,
            measure=self._order.measure or Measured.TIME,
            seed=self._order.seed,
            elapsed=elapsed,
            stopped_because=self._stopped,
            shapes={name: each.note for name, each in inferred.items()},
            strategies=tuple(pack.strategies),
            cases=tuple(cases),
            findings=tuple(findings),
            baseline=compared,
            growth=shown[0].shown if shown else None,
            recipe=shown[0].recipe if shown else None,
            scenario=shown[0].scenario if shown else ONE_CALL,
            advice=self._advice,
            lost=pack.lost,
            unended=tuple(self._unended),
            large_results=tuple(self._large),
            inconclusive=self._inconclusive(pack),
            scope=self._order.scope,
            tried=pack.tried[0],
            accepted=pack.tried[1],
            returned=pack.returned,
            circumstances=circumstances(self._given, target, self._date, _options(self._given)),
        )

    def _with_remedies(self, findings: list[Finding], pack: Pack, worker: Worker) -> list[Finding]:
        """The findings, the worst ones with what was shown to help, if that is asked for."""
        if not self._order.remedy:
            return findings
        helped, is_whole = with_remedies(
            findings,
            self._order,
            worker,
            lambda finding: pack.inferred_for(key(finding.recipe, finding.scenario)),
            self._end,
            self._tell,
        )
        if not is_whole:
            self._stopped = StopReason.INTERRUPTED
        return helped

    def _explained(self, findings: list[Finding]) -> list[Finding]:
        """The findings, the first ones with what they do again."""
        seconds = min(max(self._left(), _REREADING_SHARE * self._order.seconds), _REREADING)
        deadline = time.monotonic() + seconds
        first, rest = findings[:_MOST_REREAD], findings[_MOST_REREAD:]
        with suppress(SlowpathError), ExitStack() as stack:
            if first:
                worker = stack.enter_context(worker_for(self._order, reads=True))
                for place, each in enumerate(first):
                    left = deadline - time.monotonic()
                    if left > 0:
                        first[place] = with_redundancy(each, worker, left)
        return [*first, *rest]

    def _inconclusive(self, pack: Pack) -> str | None:
        """Why a search that found nothing means nothing; None if it found something, or searched enough."""
        if self._findings or self._unended:
            return None
        if not self._began_search:
            return self._advice or "the search could not begin"
        if self._stopped is StopReason.DIED:
            return "runs of the target ended the searching process too often"
        if not pack.grows:
            return "no input of growing size was searched"
        tried, accepted = pack.tried
        # With a premise there may be nothing else to try.
        fewest = min(FEWEST_ACCEPTED, max(tried, 1)) if self._premise.inputs else FEWEST_ACCEPTED
        if accepted < fewest:
            return f"the target returned for {accepted:,} of {tried:,} inputs that were tried"
        return None

    def _baseline(self, pack: Pack, worker: Worker, finding: Finding) -> Baseline | None:
        if self._premise.inputs:
            return None  # random inputs would lack them
        name = key(finding.recipe, finding.scenario)
        known = _shapes(pack.inferred_for(name))
        return baseline(finding, pack.caught[name], known, worker, self._order.seed)


def _options(order: FindOrder) -> list[str]:
    """The options of `find` itself that were given."""
    words = [word for name, shape in order.shapes.items() for word in ("--arg", f"{name}={shape}")]
    words += ["--setup", order.setup] if order.setup else []
    words += [word for name, source in order.inputs.items() for word in ("--input", f"{name}={source}")]
    words += ["--measure", order.measure.value] if order.measure is not None else []
    words += ["--remedy"] if order.remedy else []
    return [*words, "--jobs", str(order.jobs)]


def _shapes(inferred: Mapping[str, Inferred]) -> dict[str, Shape]:
    return {name: each.shape for name, each in inferred.items()}


def _shown(recipe: Mapping[str, str]) -> str:
    return ", ".join(f"{name}={source}" for name, source in recipe.items())
