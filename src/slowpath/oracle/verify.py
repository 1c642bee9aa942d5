"""A catch is run again in fresh processes: counted at growing sizes, and timed in the plain function."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from slowpath.errors import InputError, TargetError
from slowpath.model.cost import Number
from slowpath.model.find import Beyond, Case, Finding, Inputs, LargeResult, Unended
from slowpath.model.growth import Growth
from slowpath.model.run import End, Run
from slowpath.model.stop import StopReason
from slowpath.oracle.clock import Seconds, clocked, with_recursion_limit
from slowpath.oracle.large import Volumes, input_growth, is_in_proportion, result_growth, weighed
from slowpath.oracle.memory import excess, peaks
from slowpath.oracle.product import factors
from slowpath.oracle.proof import proven
from slowpath.oracle.reason import Reason, reason
from slowpath.oracle.tail import is_bounded, levels_off
from slowpath.oracle.verdict import ENOUGH, LARGEST, SUPERLINEAR, is_superlinear, slope, time_agrees
from slowpath.run.client import Worker
from slowpath.run.messages import MAKING, SECONDS
from slowpath.scaling.growth import fit
from slowpath.scaling.series import OPS, Series
from slowpath.search.hunting import Caught, FoundUnending

# What all counted runs of one candidate may cost: 30 seconds of a series at its usual speed.
SERIES_OPS = 150_000_000
MOST_OPS = 2_400_000_000  # the same where it is in doubt how the cost grows
_SERIES_SPEED = 5_000_000  # ops of a series per second of its time, so that a steep one has several sizes
_PROOF = 0.4  # of the seconds of a series, for a proof: most catches need none, and the clock wants its share
UNENDED_OPS, _UNENDED_SECONDS = 10_000_000, 4.0  # within which even a small input should end
_UNENDED_WAIT = 20.0  # seconds that counting so many ops may take, at least
_PEAKS = 0.6  # of the seconds of a series, for the peaks of memory: tracing them makes a run ten times slower
_LITTLE = 0.25  # of the seconds, for the clock of a cost that does not grow too fast
_NEARLY = 1.2  # the exponent by the clock from which more time may make it agree; a linear time has 1.0
# The exponent from which growth is looked at up to larger sizes: an exactly linear cost has 1.
_DOUBTFUL = 1.05
_PAID = 0.2  # of the time of the run: a target may look at each item several times
_TIED = 0.1  # a confidence below which two classes fit alike: the better one is hardly better

Points = list[tuple[int, Number]]


@dataclass(frozen=True, slots=True)
class Verified:
    """What fresh processes say of a catch: its growth, whether that is too fast, and its largest case.

    `large` is what it is instead of a finding if the cost grows with the result. It is `in_doubt` if the cost
    grows a little faster than the size, or too fast and the clock nearly agrees, or if there was no time for
    larger sizes: more time may show why. It `ends` if the cost grows too fast up to some size only, or if the
    caller pays for it too: then its memory, which grows along, says nothing either.
    """

    finding: Finding
    is_superlinear: bool
    case: Case | None
    large: LargeResult | None = None
    in_doubt: bool = False
    ends: bool = False
    largest: Run | None = None  # the counted run at the largest size
    volumes: Volumes | None = None  # if they are known


def verified(
    caught: Caught, worker: Worker, seconds: float, *, timed: bool, only_memory: bool = False
) -> Verified | None:
    """Run a recipe at growing sizes for so many seconds, and as long again with a clock.

    Each run follows the scenario of the catch. None where it cannot be run. Without `timed`,
    the plain function is not run. With `only_memory`, the peaks of memory have the time of the clock;
    otherwise `with_memory` measures them.
    """
    worker = worker.with_scenario(caught.scenario, SERIES_OPS)
    try:
        series, stopped = _series(caught.recipe, worker, seconds)
    except (TargetError, InputError):
        return None
    growth = fit(series.points)
    if not is_superlinear(growth):
        growth = proven(caught.recipe, worker, growth, MOST_OPS, _PROOF * seconds) or growth
    points = list(growth.points)
    larger = _run(series, worker, caught.recipe, points, -1, seconds)
    smaller = _run(series, worker, caught.recipe, points, -2, seconds)
    why = _reason(smaller, larger, points)
    blamed = why.line
    finding = Finding(
        recipe=caught.recipe,
        growth=growth,
        seconds=(),
        slope=None,
        reason=why.sentence,
        code=blamed.source.strip() if blamed is not None else "",
        # The search blames the line that bends most in small runs, of an input that was not yet as plain.
        site=f"{blamed.file}:{blamed.line}" if blamed is not None else caught.site,
        function=blamed.function if blamed is not None else caught.function,
        lines=larger.lines if larger is not None else (),
        raises=larger.raises if larger is not None else None,
        found_by=caught.found_by,
        natural=caught.natural,
        step=max(1, caught.lengths[1] - caught.lengths[0]),
        beyond=None if series.beyond is None else Beyond(*series.beyond),
        scenario=caught.scenario,
    )
    if finding.beyond is not None and _is_doubtful(growth):
        return Verified(finding, False, None, ends=True)  # it raises before a proven growth can be noticed
    if is_superlinear(growth) and levels_off(caught.recipe, worker, points, series.tail, seconds):
        return Verified(finding, False, None, ends=True)
    volumes = _volumes(finding, worker, seconds) if is_superlinear(growth) or only_memory else None
    finding = replace(finding, input=input_growth(volumes or ()))
    if is_superlinear(growth) and _is_bounded(finding, worker, points, seconds):
        return Verified(finding, False, None, ends=True)
    excused = volumes is not None and is_superlinear(growth) and is_in_proportion(growth, volumes)
    large = _large(finding, volumes) if volumes is not None and excused else None
    if large is not None:
        return Verified(finding, False, None, large)
    if timed and only_memory:
        finding = _with_memory(finding, worker, seconds, larger, volumes or ())
    is_cut = stopped is StopReason.TIME and not is_superlinear(growth)
    seen = Verified(finding, False, None, in_doubt=is_cut, largest=larger, volumes=volumes)
    return _judged(seen, worker, seconds, timed=timed and not only_memory, excused=excused)


def asked_again(seen: Verified, worker: Worker, seconds: float) -> Verified:
    """Return what was verified with more of the clock: all that is counted stays as it is."""
    worker = worker.with_scenario(seen.finding.scenario, SERIES_OPS)
    return _judged(seen, worker, seconds, timed=True, excused=False)


def _judged(seen: Verified, worker: Worker, seconds: float, *, timed: bool, excused: bool) -> Verified:
    """What was counted, with the word of the clock."""
    finding, growth, timings = seen.finding, seen.finding.growth, Seconds()
    if timed:
        # A clock alone makes no finding: it has the whole time if the count grows too fast.
        share = seconds if is_superlinear(growth) else _LITTLE * seconds
        finding, timings = clocked(finding, worker, seen.largest, share)
    case = None if seen.largest is None else _case(finding, growth.points[-1], seen.largest)
    ends = timed and _is_limited(finding, timings)
    too_fast = not excused and not ends and _is_proven(finding) and time_agrees(growth, timings)
    if too_fast and timed and _is_paid_by_caller(finding, worker, seconds):
        too_fast, ends = False, True
    if too_fast and not growth.explodes:
        finding = replace(finding, product=factors(finding, worker, seconds))
    if too_fast and timed:
        finding = with_recursion_limit(finding, worker)
    asks_clock = timed and not excused and is_superlinear(growth)
    is_cut = seen.in_doubt and not is_superlinear(growth)
    in_doubt = is_cut or _is_doubtful(growth) or (asks_clock and _is_near(slope(timings)))
    in_doubt = in_doubt and not too_fast and not ends
    return replace(seen, finding=finding, is_superlinear=too_fast, case=case, in_doubt=in_doubt, ends=ends)


def with_memory(seen: Verified, worker: Worker, seconds: float) -> Finding:
    """Return the finding of what was verified, with the growth of its memory if that is too fast."""
    finding = seen.finding
    worker = worker.with_scenario(finding.scenario, SERIES_OPS)
    volumes = _volumes(finding, worker, seconds) if seen.volumes is None else seen.volumes
    return _with_memory(finding, worker, _PEAKS * seconds, seen.largest, volumes)


def _with_memory(
    finding: Finding, worker: Worker, seconds: float, like: Run | None, volumes: Volumes
) -> Finding:
    measured = peaks(finding.recipe, worker, finding.growth.points, seconds, like)
    return replace(finding, memory=excess(measured, volumes, ends=finding.beyond is not None))


def unended(found: FoundUnending, worker: Worker, seconds: float, *, timed: bool) -> Unended | None:
    """Run a recipe at N = 1, counted and with a clock; None where it comes to an end."""
    recipe, worker = found.recipe, worker.with_scenario(found.scenario, SERIES_OPS)
    run = worker.run(recipe, 1, UNENDED_OPS, max(_UNENDED_WAIT, seconds))
    if run.end is not End.BUDGET:
        return None
    if timed and worker.seconds(recipe, 1, repeats=1, most=_UNENDED_SECONDS) is not None:
        return None
    return Unended(recipe, UNENDED_OPS, _UNENDED_SECONDS if timed else None, found.scenario)


def _series(recipe: Inputs, worker: Worker, seconds: float) -> tuple[Series, StopReason]:
    """The counted runs of a recipe at growing sizes, and what ended them."""
    most = min(SERIES_OPS, int(_SERIES_SPEED * seconds))
    series = Series(worker, recipe, OPS, most, seconds)
    stopped = series.extend(limit=LARGEST)
    # A small part of the cost may grow fast and show only at sizes where it is the larger part.
    while stopped is StopReason.COST and most < MOST_OPS:
        growth = fit(series.points)
        if not (_is_doubtful(growth) or _is_tied(growth)):
            break
        series.allow(most)
        most *= 2
        stopped = series.extend(limit=LARGEST)
    return series, stopped


def _is_bounded(finding: Finding, worker: Worker, points: Points, seconds: float) -> bool:
    """Whether a number of the recipe bounds the growth."""
    sources = [*finding.recipe.values(), finding.scenario.setup]
    swelling = 1.0 if finding.input is None else finding.input.exponent or math.inf
    return is_bounded(sources, finding.recipe, worker, points, seconds, swelling)


def _is_limited(finding: Finding, timings: Seconds) -> bool:
    """Whether the target itself refuses larger inputs before any takes long. A limit on recursion is not its
    own: its users may set another one."""
    if finding.beyond is None or finding.beyond.raises == RecursionError.__name__ or not timings:
        return False
    return max(seconds for _, seconds in timings) < ENOUGH


def _is_paid_by_caller(finding: Finding, worker: Worker, seconds: float) -> bool:
    """Whether making the input grows too fast as well, and takes a good part of the time of the run: as a
    mapping does whose keys have one hash."""
    if finding.scenario.setup or not finding.seconds:
        return False  # a setup may well build for long what one call then looks at
    size, most = finding.seconds[-1][0], max(1.0, seconds)
    run = worker.plain_run(finding.recipe, size, most)
    making = run.costs.get(MAKING, 0)
    if making < _PAID * run.costs.get(SECONDS, math.inf):
        return False
    half = worker.plain_run(finding.recipe, size // 2, most).costs.get(MAKING, math.inf)
    return making >= 2**SUPERLINEAR * half


def _is_doubtful(growth: Growth) -> bool:
    return growth.exponent is not None and _DOUBTFUL <= growth.exponent < SUPERLINEAR


def _is_tied(growth: Growth) -> bool:
    """Whether the cost grows too fast, and a class is named that another one fits as well."""
    return is_superlinear(growth) and growth.klass is not None and growth.confidence < _TIED


def _is_near(exponent: float | None) -> bool:
    """Whether the clock does not contradict a growth that is too fast; it may have told nothing."""
    return exponent is None or exponent >= _NEARLY


def _is_proven(finding: Finding) -> bool:
    """Whether the counted cost grows too fast. If the sizes end early, they must suffice for a class."""
    named = finding.growth.klass is not None
    return is_superlinear(finding.growth) and (named or finding.beyond is None)


def _volumes(finding: Finding, worker: Worker, seconds: float) -> Volumes:
    """How much a catch is given and returns."""
    return weighed(finding.recipe, worker, finding.growth.points, seconds)


def _large(finding: Finding, volumes: Volumes) -> LargeResult | None:
    """A catch whose cost is in proportion to its volume, as a large result; None if that is the input's."""
    result = result_growth(volumes)
    if result is None:
        return None
    return LargeResult(
        finding.recipe,
        finding.growth,
        result,
        finding.site,
        finding.function,
        finding.found_by,
        finding.scenario,
    )


def _run(
    series: Series, worker: Worker, recipe: Mapping[str, str], points: Points, place: int, seconds: float
) -> Run | None:
    """The run at the last size but some; None if it does not terminate by itself."""
    if len(points) < -place:
        return None
    size, ops = points[place]
    run = series.run_at(size) or worker.run(recipe, size, int(2 * ops) + 1000, max(2.0, seconds))
    return run if run.end in (End.RETURNED, End.RAISED) else None


def _case(finding: Finding, point: tuple[int, Number], run: Run) -> Case:
    size, cost = point
    seconds = dict(finding.seconds).get(size)
    return Case(
        size, finding.recipe, cost, seconds, run.raises, _digest(run), finding.found_by, finding.scenario
    )


def _reason(smaller: Run | None, larger: Run | None, points: Points) -> Reason:
    if smaller is None or larger is None:
        return Reason("")
    return reason(smaller.lines, larger.lines, points[-1][0] / points[-2][0], larger.pattern)


def _digest(run: Run) -> str:
    """A digest of which lines were executed how often."""
    lines = sorted(run.lines, key=lambda each: (each.file, each.line))
    told = repr([(line.file, line.line, line.hits) for line in lines])
    return hashlib.sha256(told.encode()).hexdigest()[:16]
