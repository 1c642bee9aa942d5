"""How well `ops` stand for time: counted ops against CPU seconds of the plain functions.

For every family the growth exponent by ops is compared with that by seconds, and over all points the
logarithms of both are correlated. The seconds are the least of several runs of the plain function.

    python benchmarks/fidelity.py [--json] [--repeats 7] [--only TEXT ...] [--points]
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import median
from types import ModuleType

from subjects.families import SCOPE, Family, families
from subjects.pairs import Pair

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
    """The points of a family."""

    family: str
    points: tuple[Point, ...]

    @property
    def by_ops(self) -> float:
        return exponent([(each.size, each.ops) for each in self.points])

    @property
    def by_seconds(self) -> float:
        return exponent([(each.size, each.seconds) for each in self.points])

    @property
    def apart(self) -> float:
        return self.by_ops - self.by_seconds

    @property
    def ns_per_op(self) -> float:
        return median(each.seconds / each.ops * 1e9 for each in self.points)

    @property
    def native(self) -> float:
        return median(each.native for each in self.points)


def exponent(points: Sequence[tuple[float, float]]) -> float:
    """Return the slope of the least-squares line through the logarithms."""
    xs, ys = zip(*((math.log(x), math.log(y)) for x, y in points), strict=True)
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    across = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True))
    return across / sum((x - mean_x) ** 2 for x in xs)


def correlation(pairs: Sequence[tuple[float, float]]) -> float:
    """Return Pearson's correlation of the logarithms."""
    xs, ys = zip(*((math.log(x), math.log(y)) for x, y in pairs), strict=True)
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    across = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True))
    return across / math.sqrt(sum((x - mean_x) ** 2 for x in xs) * sum((y - mean_y) ** 2 for y in ys))


def measure(family: Family, pair: Pair, repeats: int, sizes: Sequence[int] | None = None) -> Fidelity:
    """Count each size once and time it `repeats` times, the sizes in turn."""
    sizes = sizes or family.sizes
    counted = [pair.cost(_run(family, size)) for size in sizes]
    seconds = [math.inf] * len(sizes)
    for _ in range(repeats):
        for i, size in enumerate(sizes):
            seconds[i] = min(seconds[i], pair.plain_seconds(_run(family, size)))
    points = [
        Point(size, ops, least, native)
        for size, (ops, native), least in zip(sizes, counted, seconds, strict=True)
    ]
    return Fidelity(family.name, tuple(points))


class _run:  # noqa: N801
    """A call of the family's function on arguments made beforehand."""

    def __init__(self, family: Family, size: int) -> None:
        self._function = family.function
        self._arguments = family.make(size)

    def __call__(self, module: ModuleType) -> object:
        return getattr(module, self._function)(*self._arguments)


def main(arguments: list[str] | None = None) -> int:
    """Print the table; return 0 where all bars are met."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.add_argument("--points", action="store_true", help="print every point too")
    parser.add_argument("--repeats", type=int, default=7, help="timed runs of each point (default: 7)")
    parser.add_argument("--only", nargs="*", default=[], help="parts of the names of families")
    options = parser.parse_args(arguments)
    sys.set_int_max_str_digits(0)
    pairs: dict[str, Pair] = {}
    results = []
    for family in families():
        if options.only and not any(text in family.name for text in options.only):
            continue
        if family.module not in pairs:
            pairs[family.module] = Pair(family.module, Scope(SCOPE))
        results.append(measure(family, pairs[family.module], options.repeats))
        if not options.json:
            _show(results[-1], heading=len(results) == 1, points=options.points)
    if not results:
        parser.error("no family has such a name")
    summary = summarize(results)
    if options.json:
        print(json.dumps({"python": sys.version.split()[0], **summary, "families": [_document(each) for each in results]}))
    else:
        _show_summary(summary)
    return 0 if summary["passes"] else 1


def summarize(results: Sequence[Fidelity]) -> dict[str, object]:
    """Return the figures that the bars are about."""
    points = [point for each in results for point in each.points]
    native = sum(point.native >= 0.5 for point in points)
    related = correlation([(point.ops, point.seconds) for point in points])
    off = [each.family for each in results if abs(each.apart) > EXPONENT_BAR]
    enough = len(points) >= POINTS_BAR and 2 * native >= len(points)
    return {
        "points": len(points),
        "native_points": native,
        "correlation": related,
        "ns_per_op": median(each.ns_per_op for each in results),
        "off": off,
        "passes": enough and related >= CORRELATION_BAR and not off,
    }


def _document(result: Fidelity) -> dict[str, object]:
    return {**asdict(result), "by_ops": result.by_ops, "by_seconds": result.by_seconds, "ns_per_op": result.ns_per_op}


def _show(result: Fidelity, heading: bool, points: bool) -> None:
    if heading:
        print(f"{'family':36} {'native':>6} {'by ops':>7} {'by time':>7} {'apart':>6} {'ns/op':>6}  milliseconds")
    span = f"{result.points[0].seconds * 1e3:.1f}-{result.points[-1].seconds * 1e3:.1f}"
    mark = " <" if abs(result.apart) > EXPONENT_BAR else ""
    print(
        f"{result.family:36} {result.native:6.0%} {result.by_ops:7.2f} {result.by_seconds:7.2f} "
        f"{result.apart:+6.2f} {result.ns_per_op:6.2f}  {span}{mark}",
        flush=True,
    )
    for point in result.points if points else ():
        rate = point.seconds / point.ops * 1e9
        print(f"    {point.size:>10} {point.ops:>14,} ops {point.seconds * 1e3:10.3f} ms {rate:8.2f} ns/op")


def _show_summary(summary: dict[str, object]) -> None:
    print(
        f"\n{summary['points']} points (bar {POINTS_BAR}), {summary['native_points']} dominated by native work; "
        f"median {summary['ns_per_op']:.1f} ns/op"
    )
    print(f"correlation of log ops with log seconds {summary['correlation']:.4f} (bar {CORRELATION_BAR})")
    off = summary["off"]
    assert isinstance(off, list)
    print(f"families whose exponents are more than {EXPONENT_BAR} apart: {', '.join(off) or 'none'}")
    print("PASS" if summary["passes"] else "FAIL")


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":  # as in worker processes: orders of sets and dicts repeat
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "PYTHONHASHSEED": "0"})
    sys.exit(main())
