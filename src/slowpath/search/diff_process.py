"""A comparison in a process of its own: whoever asks for it never imports the implementations."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import msgspec

from slowpath.errors import UsageError, WorkerError
from slowpath.explore.cases import Metered, metered
from slowpath.model.diff import Difference, DiffReport
from slowpath.model.run import End, Lost
from slowpath.run import errand, limits
from slowpath.run.audit import Audit
from slowpath.run.client import Worker
from slowpath.run.process import Process
from slowpath.search.beam.beam import Beam, load
from slowpath.search.beam.target import subject
from slowpath.search.diff import Pair, results

GRACE = 30.0  # seconds beyond the budget after which the process is given up


class Order(msgspec.Struct, frozen=True):
    """What to compare, and how. `shapes` are texts of --arg by parameter."""

    old: str
    new: str
    scope: tuple[str, ...]
    path: tuple[str, ...]
    shapes: dict[str, str]
    size: int
    measure: str
    by: str
    delta: float
    tests: int
    requires: str | None
    seconds: float
    max_ops: int
    seed: int
    allow: tuple[str, ...]
    limits: limits.Limits


@dataclass(frozen=True, slots=True)
class Found:
    """Inputs as source by parameter, with the results where these differ; and the joint runs it took."""

    inputs: tuple[tuple[Mapping[str, str], tuple[str, str] | None], ...]
    runs: int


def compared(order: Order) -> DiffReport:
    """Search in a process, and run what it finds in fresh ones of the count build."""
    found = _asked(order)
    lost: list[Lost] = []
    cases: list[Difference] = []
    with _worker(order, order.old) as old, _worker(order, order.new) as new:
        for inputs, differ in found.inputs:
            runs = [worker.run(inputs, order.size, order.max_ops) for worker in (old, new)]
            known = [run.costs.get(order.measure) for run in runs]
            if any(run.end not in (End.RETURNED, End.RAISED, End.BUDGET) for run in runs) or None in known:
                place = ", ".join(f"{name}={text}" for name, text in inputs.items())
                lost.append(Lost(place, "a fresh run ended otherwise", 1))
                continue
            before, after = known
            assert before is not None
            assert after is not None
            cases.append(Difference(inputs, before, after, differ))
    report = DiffReport(
        order.old,
        order.new,
        order.measure,
        order.size,
        order.by,
        order.delta,
        order.seed,
        found.runs,
        tuple(cases),
        tuple(lost),
    )
    return replace(report, cases=tuple(sorted(cases, key=report.apart, reverse=True)))


def _worker(order: Order, spec: str) -> Worker:
    return Worker(spec, measures=(order.measure,), scope=order.scope, limits=order.limits, allow=order.allow)


def _asked(order: Order) -> Found:
    process = Process(__name__)
    try:
        process.ask(order)
        found = errand.heard(process, order.seconds + GRACE)
        if found is None:
            raise errand.never_begun(process, f"{order.old} or {order.new}")
    finally:
        process.close()
    assert isinstance(found, Found)
    return found


# -- in the process ----------------------------------------------------------------------------------------


def main(arguments: Sequence[str]) -> None:
    """Carry out one order. Arguments: the request, reply and life pipes."""
    errand.carried_out(
        arguments,
        Order,
        lambda order, audit, send: send(_searched(order, audit)),
        lambda order: WorkerError(limits.memory_message(order.limits)),
    )


def _searched(order: Order, audit: Audit) -> Found:
    from slowpath.shape.infer import infer

    sys.path[:] = order.path
    limits.limit_memory(order.limits.memory)
    old, new = metered(order.old, order.scope), metered(order.new, order.scope)
    with old.loaded.copies.installed():
        shapes = infer(old.loaded.function, given=order.shapes, owner=old.loaded.owner)
    _check(shapes, new)
    both = [
        subject(each, shapes, order.size, order.measure, requires=order.requires, max_ops=order.max_ops)
        for each in (old, new)
    ]
    audit.arm(order.allow)
    pair = Pair(both[0], both[1], order.by, order.tests)
    starts = both[0].starts(order.seed)
    beam = Beam(tests=order.tests, seconds=order.seconds)
    suite = load(pair.run, beam, starts, pair.judge)
    paths = [*[test.path for test in suite.tests], *pair.differing]
    unique = {repr(both[0].written(path)): path for path in paths}
    inputs = tuple((both[0].written(path), results(path)) for path in unique.values())
    return Found(inputs, pair.runs)


def _check(shapes: Mapping[str, object], new: Metered) -> None:
    parameters = {each.name for each in new.loaded.target.parameters}
    missing = [name for name in shapes if name not in parameters and not name.startswith("self.")]
    if missing:
        raise UsageError(
            f"{new.loaded.target.spec} has no parameter {missing[0]!r}",
            "Both implementations take the same inputs by the same names.",
        )
