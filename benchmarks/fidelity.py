"""How well `ops` stand for time: counted ops against CPU seconds of the plain functions.

For every family the growth exponent by ops is compared with that by seconds, and over all points the
logarithms of both are correlated. The seconds are the least of several runs of the plain function, as
many as it takes to settle.

    python benchmarks/fidelity.py [--json] [--repeats 3] [--only TEXT ...] [--points]
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from statistics import correlation, linear_regression, median
from types import ModuleType

from subjects.families import SCOPE, Family, families
from subjects.pairs import Pair, settled_least

from slowpath.target.scope import Scope

CORRELATION_BAR = 0.97
EXPONENT_BAR = 0.15
POINTS_BAR = 60


@dataclass(frozen=True, slots=True)
class Point:
    """One run: `native` is the share of native work in the ops."""

    size: int
    ops: int
    seconds: float
    native: float


@dataclass(frozen=True, slots=True)
class Fidelity:
    """The points of a family, and what they say."""

    family: str
    points: tuple[Point, ...]
    by_ops: float  # growth exponents
    by_seconds: float
    ns_per_op: float
    native: float

    @property
    def apart(self) -> float:
        return self.by_ops - self.by_seconds


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures that the bars are about; `off` names the families whose exponents are too far apart."""

    points: int
    native_points: int
    correlation: float
    ns_per_op: float
    off: tuple[str, ...]

    @property
    def passes(self) -> bool:
        enough = self.points >= POINTS_BAR and 2 * self.native_points >= self.points
        return enough and self.correlation >= CORRELATION_BAR and not self.off


def measure(family: Family, pair: Pair, repeats: int, sizes: Sequence[int] | None = None) -> Fidelity:
    """Count each size once, and time the sizes in turn until the least of each has settled."""
    sizes = sizes or family.sizes
    counted = [pair.cost(call_of(family, size)) for size in sizes]
    seconds = settled_least([partial(_timed, family, pair, size) for size in sizes], repeats)
    points = tuple(
        Point(size, ops, least, native)
        for size, (ops, native), least in zip(sizes, counted, seconds, strict=True)
    )
    return Fidelity(
        family.name,
        points,
        by_ops=exponent(sizes, [each.ops for each in points]),
        by_seconds=exponent(sizes, seconds),
        ns_per_op=median(each.seconds / each.ops * 1e9 for each in points),
        native=median(each.native for each in points),
    )


def _timed(family: Family, pair: Pair, size: int) -> float:
    return pair.plain_seconds(call_of(family, size))


def call_of(family: Family, size: int) -> Callable[[ModuleType], object]:
    """Return a call of the family's function on new arguments, which are made here, outside the timing."""
    arguments = family.make(size)
    return lambda module: getattr(module, family.function)(*arguments)


def exponent(sizes: Iterable[float], costs: Iterable[float]) -> float:
    """Return the slope of the least-squares line through the logarithms."""
    return float(linear_regression([*map(math.log, sizes)], [*map(math.log, costs)]).slope)


def summarize(results: Sequence[Fidelity]) -> Summary:
    """Return the figures over all families."""
    points = [point for each in results for point in each.points]
    return Summary(
        points=len(points),
        native_points=sum(point.native >= 0.5 for point in points),
        correlation=correlation([math.log(p.ops) for p in points], [math.log(p.seconds) for p in points]),
        ns_per_op=median(each.ns_per_op for each in results),
        off=tuple(each.family for each in results if abs(each.apart) > EXPONENT_BAR),
    )


def measured(chosen: Iterable[Family], repeats: int) -> Iterator[Fidelity]:
    """Yield the results of families; those of one module share its copies."""
    pairs: dict[str, Pair] = {}
    for family in chosen:
        if family.module not in pairs:
            pairs[family.module] = Pair(family.module, Scope(SCOPE))
        yield measure(family, pairs[family.module], repeats)


def main(arguments: list[str] | None = None) -> int:
    """Print the table; return 0 where all bars are met."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.add_argument("--points", action="store_true", help="print every point too")
    parser.add_argument(
        "--repeats", type=int, default=3, help="timed runs of each point in a round (default: 3)"
    )
    parser.add_argument("--only", nargs="*", default=[""], help="parts of the names of families")
    options = parser.parse_args(arguments)
    sys.set_int_max_str_digits(0)
    chosen = [each for each in families() if any(text in each.name for text in options.only)]
    if not chosen:
        parser.error("no family has such a name")
    if not options.json:
        print(HEADING)
    results = []
    for result in measured(chosen, options.repeats):
        results.append(result)
        if not options.json:
            _show(result, options.points)
    summary = summarize(results)
    if options.json:
        document = {
            **asdict(summary),
            "passes": summary.passes,
            "families": [asdict(each) for each in results],
        }
        print(json.dumps({"python": sys.version.split()[0], **document}))
    else:
        _show_summary(summary)
    return 0 if summary.passes else 1


HEADING = f"{'family':37} {'native':>6} {'by ops':>6} {'by time':>7} {'apart':>6} {'ns/op':>6}  milliseconds"


def _show(result: Fidelity, points: bool) -> None:
    span = f"{result.points[0].seconds * 1e3:.1f} to {result.points[-1].seconds * 1e3:.1f}"
    mark = " <" if abs(result.apart) > EXPONENT_BAR else ""
    print(
        f"{result.family:37} {result.native:6.0%} {result.by_ops:6.2f} {result.by_seconds:7.2f} "
        f"{result.apart:+6.2f} {result.ns_per_op:6.2f}  {span}{mark}",
        flush=True,
    )
    for point in result.points if points else ():
        rate = point.seconds / point.ops * 1e9
        print(f"    {point.size:>10} {point.ops:>14,} ops {point.seconds * 1e3:10.3f} ms {rate:8.2f} ns/op")


def _show_summary(summary: Summary) -> None:
    print(f"\npoints: {summary.points} (bar {POINTS_BAR}), {summary.native_points} dominated by native work")
    print(f"median: {summary.ns_per_op:.1f} ns/op")
    print(f"correlation of log ops with log seconds: {summary.correlation:.4f} (bar {CORRELATION_BAR})")
    print(f"exponents more than {EXPONENT_BAR} apart: {', '.join(summary.off) or 'none'}")
    print("PASS" if summary.passes else "FAIL")


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":  # as in worker processes: orders of sets and dicts repeat
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "PYTHONHASHSEED": "0"})
    sys.exit(main())
