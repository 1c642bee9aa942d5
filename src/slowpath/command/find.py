"""`find`: which inputs make a target slow?

Processes hunt for recipes whose counted cost bends; whatever they catch is run again in fresh processes,
counted at growing sizes and timed in the plain function. Only what grows too fast by both is a finding.
"""

from __future__ import annotations

import os
import time
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from random import Random

import msgspec

from slowpath.command.baseline import baseline
from slowpath.command.circumstances import circumstances
from slowpath.command.order import Listener, silent, worker_for
from slowpath.command.remedies import SHARE as REMEDY_SHARE
from slowpath.command.remedies import with_remedies
from slowpath.command.verifying import Verifying
from slowpath.errors import SlowpathError, SourceUnavailable
from slowpath.model.find import Baseline, Finding, FindReport, Measured
from slowpath.model.scenario import ONE_CALL
from slowpath.model.stop import StopReason
from slowpath.model.target import Target
from slowpath.oracle.advice import advice
from slowpath.oracle.remedy.extra import require
from slowpath.oracle.rereading import with_redundancy
from slowpath.oracle.verdict import one_per_site, worst_first
from slowpath.recipe.usage import usage
from slowpath.recipe.writing import written_program
from slowpath.run.client import Worker
from slowpath.run.order import Order
from slowpath.run.premise import check_fits, checked
from slowpath.search.hunter import key
from slowpath.search.hunting import Accepted, HuntOrder
from slowpath.search.pack import Pack
from slowpath.shape.infer import shapes_of
from slowpath.target.locate import find_module, parse
from slowpath.target.neighbours import neighbours

# Seconds of work without a better catch after which a verified finding is final: a share of the time budget,
# which is the turns of a strategy or two; at least and at most so many.
_PATIENCE, SETTLED, _LONGEST_PATIENCE = 0.15, 4.0, 15.0
_ALONE, _ALONE_SHARE = 1.0, 0.05  # seconds, and share of the time, before other processes join the first
FEWEST_ACCEPTED = 20  # inputs for which the target returned: the first words of any code make more
_LEAST, _LEAST_SHARE = 1.5, 0.1  # seconds of search, and share of the time, however long it took to begin
# The same at most, beyond the budget: answers come no later than a fifth of it and two seconds, and a second
# of these is for starting and for telling. But a search has a second in any case.
_LATE, _LATE_SHARE, _SOME = 1.0, 0.2, 1.0
# Seconds for what the first findings do again: as long as the search has left, or this share of its time.
_MOST_USAGES = 2  # findings that are told as examples: others of a target are alike
_REREADING, _REREADING_SHARE, _MOST_REREAD = 8.0, 0.05, 3


class FindOrder(Order, frozen=True, kw_only=True):
    """What to search. `shapes` are the texts of `--arg` by parameter, `tests` how many cases to report.

    `measure` is what shall grow too fast; None for both. With `remedy`, a change of the source is looked for
    that helps against each finding. `inputs` are expressions in N by parameter that are not searched; they
    may use what the code of `setup` makes. `patience` are the seconds without news after which a search that
    found something ends; None for a share of the time. `examples` are sources that show how the package
    is used, beside its own: no result depends on them but by what is tried.
    """

    measure: Measured | None = None
    shapes: dict[str, str] = msgspec.field(default_factory=dict)
    setup: str = ""
    inputs: dict[str, str] = msgspec.field(default_factory=dict)
    tests: int = 5
    jobs: int = 1
    remedy: bool = False
    patience: float | None = None
    examples: tuple[str, ...] = ()


def usual_jobs() -> int:
    """How many processes search if nobody says: as many as there are cores, but two at most."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(2, cores)


def run(order: FindOrder, listener: Listener = silent) -> FindReport:
    """Search until the time is over or the answer is certain. Ctrl-C ends the search with the best so far."""
    if order.remedy:
        require()
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
            seen = Verifying(worker, self._order.measure, self._left, self._tell, timed=self._timed)
            with pack:
                try:
                    self._follow(pack, seen)
                    self._elapsed = time.monotonic() - self._began
                    if self._began_search:
                        pack.listen(0.0)  # what came while the last catch was verified
                except KeyboardInterrupt:
                    self._stopped = StopReason.INTERRUPTED
            return self._told(target, pack, worker, seen)

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
        hunt = HuntOrder(
            **order.passed_on(),
            shapes=order.shapes,
            premise=self._premise,
            examples=order.examples,
            memory=order.measure is Measured.MEMORY,
        )
        return Pack(hunt, order.jobs, self._deadline, self._tell)

    def _left(self) -> float:
        return self._deadline - time.monotonic()

    def _follow(self, pack: Pack, seen: Verifying) -> None:
        """Hear what the hunting processes catch, and verify the best of it, until it is enough."""
        if not pack.begin():
            how = "the target was not loaded in the time; give a larger --budget"
            if pack.first.ended:
                how = "a run of the target ended its process, or closed its files; see slowpath cost"
                self._stopped = StopReason.DIED
            elif pack.first.is_loaded:
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
            is_news = seen.look(pack)
            if is_caught or is_news:
                last, worked = time.monotonic(), pack.worked
            # On a busy machine the hunters get to try little in that time.
            quiet = min(time.monotonic() - last, pack.worked - worked)
            if is_news is None and self._is_enough(pack, seen, quiet):
                return

    def _extend(self) -> None:
        """Give a search that began late some time, but not more than a late answer may take."""
        seconds, now = self._order.seconds, time.monotonic()
        least = min(_LEAST + _LEAST_SHARE * seconds, seconds)
        latest = max(self._began + (1 + _LATE_SHARE) * seconds + _LATE, now + _SOME)
        self._deadline = max(self._deadline, min(now + least, latest))

    def _is_enough(self, pack: Pack, seen: Verifying, quiet: float) -> bool:
        """Whether the search can end; `quiet` are the seconds since the last news."""
        if pack.is_over and not seen.is_behind(pack) and not pack.join():
            early = StopReason.DIED if pack.gave_up else StopReason.NOTHING_LEFT
            self._stopped = early if self._left() > 1 else StopReason.TIME
        elif self._has_answer(seen) and quiet > self._patience:
            self._stopped = StopReason.QUIET
        else:
            return False
        return True

    def _has_answer(self, seen: Verifying) -> bool:
        """Whether a search that hears no news can end.

        An input that does not terminate says nothing of growth: it is enough only if the user gave a
        patience.
        """
        return bool(seen.findings or (seen.unended and self._order.patience is not None))

    @property
    def _patience(self) -> float:
        if self._order.patience is not None:
            return self._order.patience
        return min(max(SETTLED, _PATIENCE * self._order.seconds), _LONGEST_PATIENCE)

    # -- the answer ----------------------------------------------------------------------------

    def _told(self, target: Target, pack: Pack, worker: Worker, seen: Verifying) -> FindReport:
        findings = one_per_site(worst_first(seen.findings))
        shown = (findings or worst_first(seen.other))[:1]
        cases = sorted(seen.cases, key=lambda case: -case.cost)[: self._order.tests]
        elapsed = self._elapsed or time.monotonic() - self._began
        compared = None
        try:
            if self._stopped is not StopReason.INTERRUPTED:
                findings = self._explained(findings)
                compared = self._baseline(pack, worker, shown[0]) if shown and cases else None
                findings = self._with_remedies(findings, pack, worker)
                told = self._advice or self._premise.inputs  # random inputs would lack what is given
                if not (shown or seen.large or seen.unended or told):
                    shapes = shapes_of(pack.first.inferred)
                    tried, accepted = pack.tried
                    self._advice = advice(
                        worker,
                        shapes,
                        Random(self._order.seed),
                        grows=pack.first.grows,
                        returned=accepted / max(tried, 1),
                    )
        except KeyboardInterrupt:
            self._stopped = StopReason.INTERRUPTED
        inferred = (
            pack.inferred_for(key(shown[0].recipe, shown[0].scenario)) if shown else pack.first.inferred
        )
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
            unended=tuple(seen.unended),
            large_results=tuple(seen.large),
            inconclusive=self._inconclusive(pack, seen),
            scope=self._order.scope,
            tried=pack.tried[0],
            accepted=pack.tried[1],
            returned=pack.returned,
            blocks=pack.blocks,
            usages=_usages(target, findings, pack),
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

    def _inconclusive(self, pack: Pack, seen: Verifying) -> str | None:
        """Why a search that found nothing means nothing; None if it found something, or searched enough."""
        if seen.findings or seen.unended:
            return None
        if not self._began_search:
            return self._advice or "the search could not begin"
        if self._stopped is StopReason.DIED:
            return "runs of the target ended the searching process too often"
        if not pack.first.grows:
            return "no input of growing size was searched"
        tried, accepted = pack.tried
        # With a premise there may be nothing else to try.
        fewest = min(FEWEST_ACCEPTED, max(tried, 1)) if self._premise.inputs else FEWEST_ACCEPTED
        if not tried:
            return "no input was tried before the time was over: give more with --budget"
        if accepted == tried < fewest:
            return f"only {tried:,} input{'' if tried == 1 else 's'} of growing size could be tried"
        if accepted < fewest:
            return f"the target returned for {accepted:,} of {tried:,} inputs that were tried"
        return None

    def _baseline(self, pack: Pack, worker: Worker, finding: Finding) -> Baseline | None:
        if self._premise.inputs:
            return None  # random inputs would lack them
        name = key(finding.recipe, finding.scenario)
        known = shapes_of(pack.inferred_for(name))
        return baseline(finding, pack.caught[name], known, worker, self._order.seed)


def _usages(target: Target, findings: list[Finding], pack: Pack) -> tuple[str, ...]:
    """How the target is used: by what was found, and by the plainest input for which it returned."""
    shown: list[Finding | Accepted] = [each for each in findings[:_MOST_USAGES] if each.natural]
    if pack.accepted_as is not None:
        shown.append(pack.accepted_as)
    written = (usage(written_program(target, each.recipe, each.scenario)) for each in shown)
    return tuple(dict.fromkeys(each for each in written if each))


def _options(order: FindOrder) -> list[str]:
    """The options of `find` itself that were given."""
    words = [word for name, shape in order.shapes.items() for word in ("--arg", f"{name}={shape}")]
    words += ["--setup", order.setup] if order.setup else []
    words += [word for name, source in order.inputs.items() for word in ("--input", f"{name}={source}")]
    words += ["--measure", order.measure.value] if order.measure is not None else []
    words += ["--remedy"] if order.remedy else []
    words += ["--patience", f"{order.patience:g}s"] if order.patience is not None else []
    return [*words, "--jobs", str(order.jobs)]
