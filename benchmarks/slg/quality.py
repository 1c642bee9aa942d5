"""How near load test suites come to known worst cases, and how far their inputs differ.

    python benchmarks/slg/quality.py                       # n = 64, all programs
    python benchmarks/slg/quality.py --size 1024 --seconds 20 --tests 3 --json
    python benchmarks/slg/quality.py --ablation            # without leaps and recipes, as Algorithm 1 starts

Columns: CPU seconds; the best and the worst of the suite as shares of the known worst cost, counted by the
count build; how many decisions its inputs differ by at least, beside what the paper's threshold asks for.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from slg.catalogue import PROGRAMS, Program
from slowpath.explore.cases import metered
from slowpath.run.counted import Meter
from slowpath.search.beam.beam import Beam
from slowpath.search.beam.diversity import difference
from slowpath.search.beam.suite import suite
from slowpath.search.beam.target import BeamTarget, subject
from slowpath.shape.base import Shape
from slowpath.shape.infer import infer
from slowpath.shape.inputs import build_inputs
from slowpath.shape.replayer import Replayer
from slowpath.target.load import load as load_target

MAX_OPS = 200_000_000
BAR = 0.98  # of the worst cost, that some input of a suite reaches at n = 64


@dataclass(frozen=True, slots=True)
class Bench:
    """A program at a size, with what counts the cost of its inputs."""

    program: Program
    n: int
    meter: Meter
    shapes: Mapping[str, Shape]
    worst: int

    def share(self, leaves: Mapping[str, Any]) -> float:
        """The cost of an input as a share of the worst."""
        inputs = build_inputs(self.shapes, self.n, Replayer(leaves))
        return self.meter.run(inputs).cost / self.worst


@dataclass(frozen=True, slots=True)
class Row:
    """What a suite reached: shares of the worst cost, and CPU seconds."""

    program: str
    size: int
    worst: int
    seconds: float
    tests: int
    best: float
    least: float
    differ: int
    threshold: float


def bench(program: Program, size: int) -> Bench:
    """Load a program in its count build."""
    n = program.n(size)
    loaded = load_target(program.spec())
    meter = Meter(loaded, max_ops=MAX_OPS, recursion=20 * size)
    with loaded.copies.installed():
        shapes = infer(loaded.function, given=dict(program.shapes), owner=loaded.owner)
    return Bench(program, n, meter, shapes, meter.run(program.worst(n)).cost)


def measured(bench: Bench, size: int, beam: Beam) -> Row:
    """Make the suite of one program."""
    traced = metered(bench.program.spec())
    began = time.process_time()

    def at(n: int) -> BeamTarget:
        return subject(traced, bench.shapes, n)

    sys.setrecursionlimit(max(sys.getrecursionlimit(), 20 * size))
    found = suite(at, bench.n, beam, clock=time.process_time)
    spent = time.process_time() - began
    costs = [
        bench.share({each.name: test.path.model[each.index] for each in test.path.variables})
        for test in found.tests
    ]
    apart = [difference(one.path, other.path) for one, other in combinations(found.tests, 2)]
    return Row(
        bench.program.name,
        size,
        bench.worst,
        round(spent, 1),
        len(costs),
        max(costs),
        min(costs),
        min(apart, default=0),
        found.least,
    )


def printed(row: Row) -> str:
    """A row of the table."""
    return (
        f"{row.program:24} {row.size:5} {row.seconds:6.1f} {row.tests:5} {row.best:6.1%} {row.least:6.1%} "
        f"{row.differ:7} >= {row.threshold:5.1f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=20.0, help="CPU seconds, at most")
    parser.add_argument("--tests", type=int, default=5)
    parser.add_argument("--look-ahead", type=int)
    parser.add_argument("--only", default="", help="programs whose names contain one of these, by commas")
    parser.add_argument("--ablation", action="store_true", help="without leaps and recipes")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    beam = Beam(given.tests, given.look_ahead, seconds=given.seconds, leaps=not given.ablation)
    rows = []
    if not given.json:
        print(f"{'program':24}     n  CPU s tests   best  least         differ")
    for program in PROGRAMS:
        if any(part in program.name for part in given.only.split(",")):
            rows.append(measured(bench(program, given.size), given.size, beam))
            if not given.json:
                print(printed(rows[-1]), flush=True)
    if given.json:
        print(json.dumps([asdict(row) for row in rows], indent=2))
    elif given.size == 64 and not given.ablation:
        reached = sum(row.best >= BAR for row in rows)
        print(f"{reached} of {len(rows)} programs reach {BAR:.0%}")


if __name__ == "__main__":
    main()
