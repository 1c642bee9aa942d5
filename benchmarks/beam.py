"""How near load test suites come to known worst cases, beside other searches with the same CPU seconds.

    python benchmarks/beam.py                       # n = 64, all programs
    python benchmarks/beam.py --size 1024 --seconds 30 --json
    python benchmarks/beam.py --ablation            # without leaps, as Algorithm 1 starts

Columns: the best and the worst of the suite, how far its inputs differ at least beside what the paper's
threshold asks for, then a (1 + lambda) evolution and Hypothesis's target(). Costs are shares of the known
worst case, all counted by the count build.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from slg.catalogue import PROGRAMS, Program

from slowpath.explore.cases import metered
from slowpath.run.counted import Meter
from slowpath.search.beam import Beam, load
from slowpath.search.beam_target import subject
from slowpath.search.diversity import difference
from slowpath.shape.base import Shape
from slowpath.shape.infer import infer
from slowpath.shape.replayer import Recorder, Replayer
from slowpath.shape.sampler import Sampler
from slowpath.target.load import load as load_target

LAMBDA = 8
MAX_OPS = 200_000_000


@dataclass(frozen=True, slots=True)
class Row:
    """What the searches reached: shares of the worst cost, and CPU seconds of the beam."""

    program: str
    size: int
    worst: int
    seconds: float
    tests: int
    best: float
    least: float
    differ: int
    threshold: float
    evolution: float
    hypothesis: float


def measured(program: Program, size: int, beam: Beam) -> Row:
    """Run the searches on one program."""
    n = program.n(size)
    meter = Meter(load_target(program.spec()), max_ops=MAX_OPS, recursion=20 * size)
    worst = meter.run(program.worst(n)).cost
    traced = metered(program.spec())
    with traced.loaded.copies.installed():
        shapes = infer(traced.loaded.function, given=dict(program.shapes), owner=traced.loaded.owner)
    chosen = subject(traced, shapes, n)
    began = time.process_time()
    with chosen.tracer.installed():
        sys.setrecursionlimit(max(sys.getrecursionlimit(), 20 * size))
        suite = load(chosen.run, beam, chosen.starts(0), chosen.judge, clock=time.process_time)
    spent = time.process_time() - began
    costs = [_counted(meter, shapes, n, _leaves(test.path)) for test in suite.tests]
    apart = [difference(one.path, other.path) for one, other in combinations(suite.tests, 2)]
    return Row(
        program.name,
        size,
        worst,
        round(spent, 1),
        len(costs),
        max(costs) / worst,
        min(costs) / worst,
        min(apart, default=0),
        suite.least,
        evolved(meter, shapes, n, spent) / worst,
        targeted(meter, shapes, n, spent) / worst,
    )


def _leaves(path: Any) -> dict[str, Any]:
    return {each.name: path.model[each.index] for each in path.variables}


def _counted(meter: Meter, shapes: Mapping[str, Shape], n: int, leaves: Mapping[str, Any]) -> int:
    replayer = Replayer(leaves)
    return meter.run({name: shape.build(n, replayer, name) for name, shape in shapes.items()}).cost


def evolved(meter: Meter, shapes: Mapping[str, Shape], n: int, seconds: float) -> int:
    """The costliest input of a (1 + lambda) evolution: children have some leaves of the parent drawn anew."""
    random = Random(1)
    end = time.process_time() + seconds

    def drawn() -> dict[str, Any]:
        recorder = Recorder(Sampler(random))
        for name, shape in shapes.items():
            shape.build(n, recorder, name)
        return recorder.leaves

    parent = drawn()
    best = _counted(meter, shapes, n, parent)
    while time.process_time() < end:
        children = []
        for _ in range(LAMBDA):
            child = _mutated(parent, drawn(), random)
            children.append((_counted(meter, shapes, n, child), child))
        cost, child = max(children, key=lambda pair: pair[0])
        if cost >= best:
            best, parent = cost, child
    return best


def _mutated(parent: dict[str, Any], fresh: dict[str, Any], random: Random) -> dict[str, Any]:
    child = dict(parent)
    for _ in range(random.choice((1, 1, 2, 4))):
        name = random.choice(list(child))
        value = child[name]
        if isinstance(value, str | bytes) and value:
            place = random.randrange(len(value))
            child[name] = value[:place] + fresh[name][place : place + 1] + value[place + 1 :]
        elif random.random() < 0.5:
            child[name] = fresh[name]
        else:  # a value that the input has elsewhere
            other = random.choice(list(child))
            if type(child[other]) is type(value):
                child[name], child[other] = child[other], value
    return child


def targeted(meter: Meter, shapes: Mapping[str, Shape], n: int, seconds: float) -> int:
    """The costliest input that Hypothesis's target() leads to."""
    from hypothesis import HealthCheck, Phase, given, settings, target
    from hypothesis import strategies as st

    end = time.process_time() + seconds
    best = 0

    class Late(KeyboardInterrupt):
        """Hypothesis lets it pass, and tries nothing more."""

    @settings(
        max_examples=10**6,
        deadline=None,
        database=None,
        phases=[Phase.generate, Phase.target],
        suppress_health_check=list(HealthCheck),
        derandomize=True,
    )
    @given(st.randoms(use_true_random=False))
    def search(random: Random) -> None:
        nonlocal best
        if time.process_time() >= end:
            raise Late
        sampler = Sampler(random)
        cost = meter.run({name: shape.build(n, sampler, name) for name, shape in shapes.items()}).cost
        best = max(best, cost)
        target(float(cost))

    with suppress(Late):
        search()
    return best


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=30.0, help="CPU seconds of the beam, at most")
    parser.add_argument("--tests", type=int, default=5)
    parser.add_argument("--look-ahead", type=int)
    parser.add_argument("--only", default="", help="programs whose names contain this")
    parser.add_argument("--ablation", action="store_true", help="without leaps")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    beam = Beam(given.tests, given.look_ahead, seconds=given.seconds, leaps=not given.ablation)
    rows = []
    if not given.json:
        print(f"{'program':24}     n  CPU s   best  least       differ  evol. target")
    for program in PROGRAMS:
        if given.only in program.name:
            row = measured(program, given.size, beam)
            rows.append(row)
            if not given.json:
                print(
                    f"{row.program:24} {row.size:5} {row.seconds:6.1f} {row.best:6.1%} {row.least:6.1%} "
                    f"{row.differ:5} >= {row.threshold:4.1f} {row.evolution:6.1%} {row.hypothesis:6.1%}",
                    flush=True,
                )
    if given.json:
        print(json.dumps([asdict(row) for row in rows], indent=2))


if __name__ == "__main__":
    main()
