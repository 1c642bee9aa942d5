"""Looking for redundant work: an input runs in the build of reads, in fresh processes, at two sizes.

What is redundant shows in both runs, and costs much more in the larger one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from slowpath.model.redundancy import ReadRun, Redundancy
from slowpath.model.run import End, Run
from slowpath.model.scenario import Scenario
from slowpath.oracle.redundancy import redundancies
from slowpath.run import inputs as run_inputs
from slowpath.run import setup as run_setup
from slowpath.run.client import Worker

LEAST: Final = 7  # iterations of the outer and of the inner loop, as Toddler asks for
# The first size: less leaves the quadratic part behind what every operation costs anyway.
FIRST_SIZE: Final = 16
_LEAST_SIZE: Final = 4
_DOUBLINGS: Final = 7  # copies of texts take little time: they show at 2,000 characters
_CLEAR: Final = 0.5  # of the cost, from which on no larger size is needed
# Ops from which on no larger size is tried: the run takes about a second with its reads.
_ENOUGH_OPS: Final = 2_000_000
_COMPLETE = (End.RETURNED, End.RAISED)


@dataclass(frozen=True, slots=True)
class Examined:
    """What was found on an input at a size. `problem` says why no run came to its end, None if one did."""

    findings: tuple[Redundancy, ...]
    size: int | None
    sampled: bool = False
    problem: str | None = None


def examined(
    worker: Worker,
    inputs: Mapping[str, str],
    scenario: Scenario,
    *,
    size: int | None = None,
    least: int = LEAST,
    max_ops: int = 10 * _ENOUGH_OPS,
    seconds: float = 60.0,
) -> Examined:
    """Return the redundant work of an input: at a size and at half of it, or at sizes from small to large.

    If the input does not use N, it runs twice as it is. The worker must have been made with `reads`.
    """
    deadline = time.monotonic() + seconds
    ready = worker.with_scenario(scenario, 10 * max_ops)

    def run(at: int | None) -> Run:
        return ready.reads(inputs, at, least, max_ops, max(1.0, deadline - time.monotonic()))

    uses_size = run_setup.uses_size(scenario.setup) or run_inputs.needs_size(inputs)
    if not uses_size:
        return _compared(run(size), run(size), size, scaled=False)
    if size is not None:
        return _compared(run(max(1, size // 2)), run(size), size)
    best = Examined((), FIRST_SIZE)
    before, at = _first(run)
    for _ in range(_DOUBLINGS):
        if before.reads is None or time.monotonic() > deadline:
            break
        larger = 2 * at
        after = run(larger)
        seen = _compared(before, after, larger)
        if len(seen.findings) < len(best.findings) or after.reads is None:
            break
        best = seen
        is_clear = any(each.share >= _CLEAR for each in best.findings)
        if is_clear or after.end not in _COMPLETE or after.costs.get("ops", 0) > _ENOUGH_OPS:
            break
        before, at = after, larger
    if before.reads is None and not best.findings:
        return Examined((), at, problem=before.detail or before.end.value)
    return best


def _first(run: Callable[[int], Run]) -> tuple[Run, int]:
    """The run that larger ones are compared with: at a smaller size if the first one is too much, as a
    recursion that branches soon is."""
    before, at = run(FIRST_SIZE), FIRST_SIZE
    while before.end not in _COMPLETE and before.reads is not None and at > _LEAST_SIZE:
        at //= 2
        before = run(at)
    return before, at


def _compared(small: Run, large: Run, size: int | None, *, scaled: bool = True) -> Examined:
    if small.reads is None or large.reads is None:
        broken = small if small.reads is None else large
        return Examined((), size, problem=broken.detail or broken.end.value)
    found = redundancies(small.reads.rereadings, large.reads.rereadings, scaled=scaled)
    return Examined(found, size, _is_sampled(small.reads, large.reads))


def _is_sampled(*runs: ReadRun) -> bool:
    return any(each.sampled for each in runs)
