"""How much slower counted code is than plain code: CPU time of the same pure-Python code on both sides.

Plain and counted runs alternate in one process, until the least of each side has settled. The counted
side counts blocks and native work, with a budget armed.

    python benchmarks/overhead.py [--json] [--repeats 5] [--only NAME ...]
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from dataclasses import asdict, dataclass
from functools import partial

from subjects.pairs import Pair, is_installed, settled_least
from subjects.workloads import WORKLOADS, Workload

from slowpath.target.scope import scope_of

MEAN_BAR = 2.0
WORST_BAR = 3.5


@dataclass(frozen=True, slots=True)
class Overhead:
    """The CPU milliseconds of one workload on both sides."""

    workload: str
    plain_ms: float
    counted_ms: float

    @property
    def ratio(self) -> float:
        return self.counted_ms / self.plain_ms


def measure(workload: Workload, repeats: int) -> Overhead:
    """Time a workload on both sides in turn, after a run of each to warm up."""
    pair = Pair(workload.module, scope_of(workload.module))
    pair.plain_seconds(workload)
    pair.counted_seconds(workload)
    sides = (partial(pair.plain_seconds, workload), partial(pair.counted_seconds, workload))
    plain, counted = settled_least(sides, repeats)
    return Overhead(workload.name, plain * 1e3, counted * 1e3)


def geometric_mean(ratios: list[float]) -> float:
    """Return the geometric mean."""
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def main(arguments: list[str] | None = None) -> int:
    """Print the table; return 0 where both bars are met."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.add_argument("--repeats", type=int, default=5, help="runs of each side in a round (default: 5)")
    parser.add_argument("--only", nargs="*", default=[], help="names of workloads")
    options = parser.parse_args(arguments)
    chosen = [each for each in WORKLOADS if not options.only or each.name in options.only]
    skipped = [each.name for each in chosen if not is_installed(each.module)]
    results = []
    for workload in chosen:
        if workload.name in skipped:
            continue
        results.append(measure(workload, options.repeats))
        if not options.json:
            _show(results[-1], heading=len(results) == 1)
    if not results:
        parser.error("none of these workloads can run here")
    mean = geometric_mean([each.ratio for each in results])
    worst = max(results, key=lambda each: each.ratio)
    met = mean <= MEAN_BAR and worst.ratio <= WORST_BAR
    if options.json:
        print(
            json.dumps(
                {
                    "python": sys.version.split()[0],
                    "workloads": [{**asdict(each), "ratio": each.ratio} for each in results],
                    "skipped": skipped,
                    "geometric_mean": mean,
                    "worst": worst.ratio,
                    "passes": met,
                }
            )
        )
    else:
        for name in skipped:
            print(f"{name:20} not installed: skipped")
        print(f"\ngeometric mean: {mean:.2f} (bar {MEAN_BAR})")
        print(f"worst: {worst.ratio:.2f}, {worst.workload} (bar {WORST_BAR})")
        print("PASS" if met else "FAIL")
    return 0 if met else 1


def _show(result: Overhead, heading: bool) -> None:
    if heading:
        print(f"{'workload':20} {'plain ms':>10} {'counted ms':>11} {'ratio':>6}")
    print(
        f"{result.workload:20} {result.plain_ms:10.2f} {result.counted_ms:11.2f} {result.ratio:6.2f}",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
