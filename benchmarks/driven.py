"""Resource-aware against resource-driven generation: Figure 7 of Albert, Gomez-Zamalloa and Rojas (2011).

For loop-1 to loop-K on `multiples` (examples/vector.py): the traces of the naive and of the enhanced
abstraction, the feasible ones, and the CPU time to the worst case by instructions: by enumerating all paths,
and by way of the traces of each abstraction. The naive one has a budget of seconds. Then the other
programs: whether both ways agree on the worst case.

    python benchmarks/driven.py [--json] [--most 10] [--budget 10]
"""

from __future__ import annotations

import argparse
import inspect
import json
import sys
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from subjects import resource

from slowpath.abstract.driven import Abstraction, Budget, Driven
from slowpath.explore.cases import CaseList, Metered, metered
from slowpath.explore.costs import CostedPath, instructions_of
from slowpath.explore.exploration import ExploreSettings
from slowpath.shape.base import Shape
from slowpath.shape.library import integer, ints, upto

VECTOR = Path(__file__).parent.parent / "examples" / "vector.py"
INSTRUCTIONS = "instructions"  # the paper's M_ins
SURPLUS = 10  # traces beyond the feasible ones, at most
HALF_FROM, TENTH_AT = 4, 10


@dataclass(frozen=True, slots=True)
class Row:
    """One k: traces, seconds of CPU, and the worst cost; None where the naive way ran out of its budget."""

    k: int
    naive: int
    enhanced: int
    feasible: int
    aware_seconds: float
    driven_seconds: float
    naive_seconds: float
    worst: int
    driven_worst: float
    naive_worst: float | None

    @property
    def ratio(self) -> float:
        return self.driven_seconds / self.aware_seconds

    def faults(self) -> list[str]:
        """Which bars the row misses."""
        found = []
        if self.enhanced - self.feasible > SURPLUS:
            found.append(f"k={self.k}: {self.enhanced - self.feasible} traces more than feasible")
        if self.worst != self.driven_worst or self.naive_worst not in (None, self.worst):
            found.append(f"k={self.k}: the worst cases differ")
        if self.k >= HALF_FROM and self.ratio > 0.5:
            found.append(f"k={self.k}: driven takes {self.ratio:.2f} of the time of aware")
        if self.k >= TENTH_AT and self.ratio > 0.1:
            found.append(f"k={self.k}: driven takes more than a tenth of the time of aware")
        return found


@dataclass(frozen=True, slots=True)
class Program:
    """Another program: traces, feasible paths, traces tried for the worst case, and both worst costs."""

    name: str
    traces: int
    feasible: int
    tried: int
    worst: int
    driven_worst: float


def aware(target: Metered, shapes: Mapping[str, Shape], size: int, criterion: str) -> tuple[int, int, float]:
    """Enumerate all paths: how many, the worst cost, and the seconds it took."""
    start = time.process_time()
    listed = CaseList(target, shapes, size, ["ops"], ExploreSettings(criterion=criterion))
    worst = count = 0
    for path in listed.exploration.paths():
        assert isinstance(path, CostedPath)
        worst = max(worst, instructions_of(path))
        count += 1
    return count, worst, time.process_time() - start


def driven(
    target: Metered, shapes: Mapping[str, Shape], size: int, criterion: str, naive: bool, budget: Budget
) -> tuple[Driven, float | None, float]:
    """Find the worst case by way of traces: its cost, if the budget lasts, and the seconds it took."""
    start = time.process_time()
    search = Driven(
        target,
        shapes,
        size,
        INSTRUCTIONS,
        ExploreSettings(criterion=criterion),
        naive=naive,
        budget=budget,
        clock=time.process_time,
    )
    cases = search.cases("worst")
    spent = time.process_time() - start
    return search, (cases[0].cost(INSTRUCTIONS) if cases else None), spent


def row(target: Metered, k: int, seconds: float) -> Row:
    shapes: dict[str, Shape] = {"ns": ints(upto(k)), "div": integer(), "icap": integer()}
    criterion = f"loop-{k}"
    feasible, worst, aware_seconds = aware(target, shapes, k, criterion)
    search, cost, driven_seconds = driven(target, shapes, k, criterion, False, Budget())
    assert cost is not None
    naive = Abstraction(target, shapes, k, INSTRUCTIONS, criterion=criterion, naive=True)
    _, naive_cost, naive_seconds = driven(target, shapes, k, criterion, True, Budget(seconds=seconds))
    return Row(
        k,
        naive.graph.count,
        search.abstraction.graph.count,
        feasible,
        aware_seconds,
        driven_seconds,
        naive_seconds,
        worst,
        cost,
        naive_cost,
    )


def programs() -> list[str]:
    """The names of the other programs."""
    return [
        name
        for name, thing in vars(resource).items()
        if inspect.isfunction(thing) and thing.__module__ == resource.__name__
    ]


def program(name: str) -> Program:
    target = metered(f"{Path(resource.__file__)}:{name}")
    names = inspect.signature(getattr(resource, name)).parameters
    shapes: dict[str, Shape] = {
        each: ints(upto(3)) if each.endswith("s") else integer(-3, 5) for each in names
    }
    criterion = "loop-4 and recursion-3"
    feasible, worst, _ = aware(target, shapes, 3, criterion)
    search, cost, _ = driven(target, shapes, 3, criterion, False, Budget())
    assert cost is not None
    return Program(name, search.abstraction.graph.count, feasible, search.tally.tried, worst, cost)


def main(arguments: list[str] | None = None) -> int:
    """Print the tables; return 0 where all bars are met."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.add_argument("--most", type=int, default=10, help="the largest k (default: 10)")
    parser.add_argument(
        "--budget", type=float, default=10, help="seconds for the naive abstraction (default: 10)"
    )
    options = parser.parse_args(arguments)
    target = metered(f"{VECTOR}:multiples")
    row(target, 2, 1)  # solvers are imported when they are first needed
    rows = []
    for k in range(1, options.most + 1):
        rows.append(row(target, k, options.budget))
        if not options.json:
            _show(rows[-1], heading=k == 1)
    others = [program(name) for name in programs()]
    faults = [fault for each in rows for fault in each.faults()]
    faults += [f"{each.name}: the worst cases differ" for each in others if each.worst != each.driven_worst]
    if options.json:
        document = {
            "python": sys.version.split()[0],
            "rows": [{**asdict(each), "ratio": each.ratio} for each in rows],
            "programs": [asdict(each) for each in others],
            "faults": faults,
            "passes": not faults,
        }
        print(json.dumps(document))
        return 1 if faults else 0
    print(f"\n{'program':16} {'traces':>8} {'feasible':>8} {'tried':>6} {'worst':>6} {'driven':>6}")
    for each in others:
        print(
            f"{each.name:16} {each.traces:8} {each.feasible:8} {each.tried:6} {each.worst:6} "
            f"{each.driven_worst:6}"
        )
    print("\n".join(faults) or "PASS")
    return 1 if faults else 0


def _show(each: Row, heading: bool) -> None:
    if heading:
        print(f"{'':3} {'traces':^42}   {'seconds of CPU':^34}")
        print(
            f"{'k':>3} {'naive':>24} {'enhanced':>8} {'feasible':>8}   {'aware':>9} {'driven':>9} "
            f"{'ratio':>6} {'naive':>12}"
        )
    naive = f"{each.naive_seconds:.2f}" + ("" if each.naive_worst is not None else " (cut)")
    print(
        f"{each.k:3} {each.naive:24.4g} {each.enhanced:8} {each.feasible:8}   {each.aware_seconds:9.3f} "
        f"{each.driven_seconds:9.3f} {each.ratio:6.2f} {naive:>12}",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
