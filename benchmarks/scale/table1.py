"""The tables of the XSTRESSOR paper, with the times of this machine: worst cases of any size in path space.

Every program is explored at small sizes, its worst path learned, and an input made for each size of the
table. The input counts only if a counted run of it costs exactly what the worst case costs: by the program's
formula, or by the form of the costs at small sizes where no formula is known. All times are CPU seconds.

    python benchmarks/scale/table1.py [--json] [--only NAME ...] [--sizes 10 100 500] [--jobs 2]
    python benchmarks/scale/table1.py --quick      three programs, in seconds
    python benchmarks/scale/table1.py --alone      path space without its rivals
    python benchmarks/scale/table1.py --large      10,000 items, and 8 and 10 million conditions
    python benchmarks/scale/table1.py --growth     how the time grows with the number of conditions

Path space (X) stands beside WISE (W), SPF-WCA (S), recipes in input space (I), the same without what
slowpath knows beforehand (K) and a plain evolutionary search (E), all of this project, with the share of the
worst cost that they reach if they miss it. `!` marks an input of X that misses the worst case, `-` that there
is none, `cap` that a rival's time is over. Below the tables: what stopped path space, and what the other ways
reach at the largest size.
"""

from __future__ import annotations

import argparse
import json
import math
import resource
import statistics
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from multiprocessing import get_context

from catalogue import PROGRAMS, named
from entries import QUICK, Caps, Entry, Row, measured
from layout import CASE_SIZES, CASE_STUDIES, breakdown, case_studies, stopped, total_times
from rivals import EVOLVED, HISTORY, RECIPE, RIVALS, WISE

from slowpath.scaling.path.scaling import Predicted, learned, predicted

SIZES = (10, 30, 50, 100, 200, 500)
QUICK_SIZES = (10, 30, 50)
QUICK_PROGRAMS = ("insertion sort", "cmp", "merge sort")
LARGE = (
    ("sorted-list insert", 10_000),
    ("merging", 10_000),
    ("cmp", 10_000),
    ("Boyer-Moore", 10_000),
    ("Horspool", 10_000),
    ("naive matching", 10_000),
    ("insertion sort", 4_000),
    ("insertion sort", 4_500),
)
REPEATS = 5
GROWTH = (  # each solved by another stage: orders, sums, equal numbers, sets of characters, all together
    ("insertion sort", (500, 1_000, 2_000, 4_000)),
    ("Dijkstra", (100, 200, 400, 800)),
    ("cmp", (2_000, 4_000, 8_000, 16_000)),
    ("naive matching", (4_000, 8_000, 16_000, 32_000)),
    ("merging", (4_000, 8_000, 16_000, 32_000)),
)


@dataclass(frozen=True, slots=True)
class Exponents:
    """How the seconds grow with the number of conditions, up to the largest."""

    conditions: int
    synthesis: float
    solving: float


def row(name: str, sizes: Sequence[int], caps: Caps, alone: bool) -> Row:
    """One program, measured in the calling process."""
    return measured(named(name), sizes, caps, () if alone else RIVALS, ways=not alone)


def rows(names: Sequence[str], sizes: Sequence[int], caps: Caps, *, alone: bool, jobs: int) -> list[Row]:
    """The programs, each in a fresh process."""
    with ProcessPoolExecutor(jobs, get_context("spawn"), max_tasks_per_child=1) as pool:
        asked = [pool.submit(row, name, sizes, caps, alone) for name in names]
        return [each.result() for each in asked]


def large() -> list[Entry]:
    """The sizes at which a prediction has many conditions."""
    entries = []
    for name, size in LARGE:
        entries += measured(named(name), [size], Caps()).entries
    return entries


def growth() -> dict[str, Exponents]:
    """The exponent of the seconds in the number of conditions: the slope over the sizes of a program, each
    taken as the best of several predictions."""
    exponents = {}
    for name, sizes in GROWTH:
        subject = named(name).subject()
        family = learned(subject).family
        assert family is not None
        conditions, synthesis, solving = [], [], []
        for size in sizes:
            made = [predicted(subject, family, size) for _ in range(REPEATS)]
            known = [each for each in made if isinstance(each, Predicted)]
            conditions.append(known[0].rows)
            synthesis.append(min(each.synthesis for each in known))
            solving.append(min(each.solving for each in known))
        exponents[name] = Exponents(
            conditions[-1], _slope(conditions, synthesis), _slope(conditions, solving)
        )
    return exponents


def _slope(conditions: Sequence[int], seconds: Sequence[float]) -> float:
    return statistics.linear_regression(list(map(math.log, conditions)), list(map(math.log, seconds))).slope


def peak() -> float:
    """The most memory this process had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _show_large() -> None:
    for entry in large():
        print(
            f"{entry.program:20} N = {entry.size:6} {entry.rows:9,} conditions, "
            f"{entry.prediction:.2f} s to predict and solve, {entry.total:.2f} s in total, "
            f"{'worst case' if entry.exact else 'MISSED'}"
        )
    print(f"peak memory {peak():.0f} MB")


def _show_growth() -> None:
    for name, each in growth().items():
        print(
            f"{name}: up to {each.conditions:,} conditions, exponent of synthesis {each.synthesis:.2f}, "
            f"of solving {each.solving:.2f}"
        )


def _show(found: Sequence[Row], sizes: Sequence[int], *, alone: bool) -> None:
    rivals = () if alone else RIVALS
    legend = ", ".join(["X = path space", *[f"{rival.letter} = {rival.name}" for rival in rivals]])
    print(f"Table I: total CPU seconds ({legend})\n{total_times(found, sizes, rivals)}\n")
    print(f"Table II: model building, path prediction, solver, CPU seconds\n{breakdown(found, sizes)}\n")
    if any(each.program in CASE_STUDIES for each in found) and set(CASE_SIZES) <= set(sizes):
        shown = () if alone else (WISE, HISTORY, RECIPE)
        print(f"Table III: case studies, model building and prediction alone\n{case_studies(found, shown)}\n")
    print(stopped(found))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only", nargs="*", default=None, metavar="NAME")
    parser.add_argument("--sizes", nargs="*", type=int, default=None)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--growth", action="store_true")
    chosen = parser.parse_args()
    if chosen.large or chosen.growth:
        (_show_large if chosen.large else _show_growth)()
        return
    default = QUICK_PROGRAMS if chosen.quick else [program.name for program in PROGRAMS]
    sizes = chosen.sizes or (QUICK_SIZES if chosen.quick else SIZES)
    caps = QUICK if chosen.quick else Caps()
    start = time.monotonic()
    found = rows(chosen.only or default, sizes, caps, alone=chosen.alone, jobs=chosen.jobs)
    elapsed = time.monotonic() - start
    if chosen.json:
        print(json.dumps({"programs": [asdict(each) for each in found], "elapsed": elapsed}))
        return
    _show(found, sizes, alone=chosen.alone)
    caps_told = f"E has {caps.evolved_long:g} s at N = {EVOLVED}, W and S {caps.guided:g} s at each size"
    print(f"\n{elapsed:.0f} s of wall clock; {caps_told}")


if __name__ == "__main__":
    main()
