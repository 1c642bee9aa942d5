"""Load test suites beside other searches that have the same number of CPU seconds.

    python benchmarks/slg/rivals.py                                     # n = 64
    python benchmarks/slg/rivals.py --size 1024 --seconds 10 --tests 3

Columns: CPU seconds of the beam, which the others get too; then the costliest input of each as a share of the
known worst cost, counted by the count build: the beam, a (1 + lambda) evolution, Hypothesis's target(); and
the mean of random inputs.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from slg.catalogue import PROGRAMS
from slg.quality import Bench, bench, measured
from slowpath.search.beam.beam import Beam
from slowpath.shape.replayer import LeafRecorder
from slowpath.shape.sampler import Sampler

LAMBDA = 8
RANDOM = 20  # inputs whose mean is shown


@dataclass(frozen=True, slots=True)
class Row:
    """What each search reached, as shares of the worst cost."""

    program: str
    size: int
    seconds: float
    beam: float
    evolution: float
    hypothesis: float
    random: float


def compared(chosen: Bench, size: int, beam: Beam) -> Row:
    """Run the searches on one program."""
    found = measured(chosen, size, beam)
    random = Random(2)
    return Row(
        chosen.program.name,
        size,
        found.seconds,
        found.best,
        evolved(chosen, found.seconds),
        targeted(chosen, found.seconds),
        mean(chosen.share(_drawn(chosen, random)) for _ in range(RANDOM)),
    )


def evolved(chosen: Bench, seconds: float) -> float:
    """The costliest input of a (1 + lambda) evolution: children have some leaves of the parent drawn anew."""
    random = Random(1)
    end = time.process_time() + seconds
    parent = _drawn(chosen, random)
    best = chosen.share(parent)
    while time.process_time() < end:
        children = []
        for _ in range(LAMBDA):
            child = _mutated(parent, _drawn(chosen, random), random)
            children.append((chosen.share(child), child))
        cost, child = max(children, key=lambda pair: pair[0])
        if cost >= best:
            best, parent = cost, child
    return best


def _drawn(chosen: Bench, random: Random) -> dict[str, Any]:
    recorder = LeafRecorder(Sampler(random))
    for name, shape in chosen.shapes.items():
        shape.build(chosen.n, recorder, name)
    return recorder.leaves


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


def targeted(chosen: Bench, seconds: float) -> float:
    """The costliest input that Hypothesis's target() leads to."""
    from hypothesis import HealthCheck, Phase, given, settings, target
    from hypothesis import strategies as st

    end = time.process_time() + seconds
    best = 0.0

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
        cost = chosen.share(_drawn(chosen, random))
        best = max(best, cost)
        target(cost)

    with suppress(Late):
        search()
    return best


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=10.0, help="CPU seconds of the beam, at most")
    parser.add_argument("--tests", type=int, default=5)
    parser.add_argument("--only", default="", help="programs whose names contain one of these, by commas")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    beam = Beam(given.tests, seconds=given.seconds)
    rows = []
    if not given.json:
        print(f"{'program':24}     n  CPU s   beam  evol. target random")
    for program in PROGRAMS:
        if any(part in program.name for part in given.only.split(",")):
            row = compared(bench(program, given.size), given.size, beam)
            rows.append(row)
            if not given.json:
                print(
                    f"{row.program:24} {row.size:5} {row.seconds:6.1f} {row.beam:6.1%} {row.evolution:6.1%} "
                    f"{row.hypothesis:6.1%} {row.random:6.1%}",
                    flush=True,
                )
    if given.json:
        print(json.dumps([asdict(row) for row in rows], indent=2))


if __name__ == "__main__":
    main()
