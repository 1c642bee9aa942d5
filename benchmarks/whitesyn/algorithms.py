"""The algorithms of `slowpath loops` side by side, and what repetition, usages and the concolic engine add.

All subjects of both tables at their depth. An arm is an algorithm, or the default one without something.

    python benchmarks/whitesyn/algorithms.py [--json] [--only NAME ...] [--arms ARM ...] [--seeds 0 1 2]
        [--iterations 16 256] [--budget 30]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import median

from answer import ask
from catalogue import HIDDEN, LOOPS, REDUNDANT, Subject
from chosen import chosen

ARMS: dict[str, tuple[str, ...]] = {
    "dynamosa": (),
    "mosa": ("--algorithm", "mosa"),
    "mio": ("--algorithm", "mio"),
    "whole suite": ("--algorithm", "whole_suite"),
    "random": ("--algorithm", "random"),
    "without repetition": ("--without", "repetition"),
    "without usages": ("--without", "usages"),
    "without concolic": ("--without", "concolic"),
    "without knowledge": ("--without", "knowledge"),
}


@dataclass(frozen=True, slots=True)
class Tried:
    """What one search of an arm came to."""

    arm: str
    name: str
    wanted: int
    seed: int
    iterations: int
    seconds: float
    note: str

    @property
    def is_reached(self) -> bool:
        return self.iterations >= self.wanted


def main() -> int:
    """Print a row per arm; return 0 if no arm reaches more than the default one."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only", nargs="*", default=[], help="subjects")
    parser.add_argument("--arms", nargs="*", default=list(ARMS), choices=ARMS, metavar="ARM")
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--iterations", type=int, nargs="+", default=[16, 256])
    parser.add_argument("--budget", type=float, default=30)
    options = parser.parse_args()
    every = different((*LOOPS, *REDUNDANT, *HIDDEN))
    names = chosen(parser, options.only, [each.name for each in every])
    subjects = [each for each in every if each.name in names]
    tried: list[Tried] = []
    for arm in options.arms:
        tried += [
            attempt(arm, subject, wanted, seed, options.budget)
            for subject in subjects
            for wanted in options.iterations
            for seed in options.seeds
        ]
        if not options.json:
            print(row(arm, options.iterations, tried), flush=True)
    if options.json:
        told = {"budget": options.budget, "seeds": options.seeds, "of": len(subjects)}
        print(json.dumps({**told, "tried": [asdict(each) for each in tried]}, indent=1))
    totals = {arm: sum(each.is_reached for each in tried if each.arm == arm) for arm in options.arms}
    return int(max(totals.values()) > totals.get("dynamosa", max(totals.values())))


def different(subjects: Sequence[Subject]) -> list[Subject]:
    """The subjects without those that ask the same loops of the same target."""
    return list({(each.target, each.loops): each for each in reversed(subjects)}.values())[::-1]


def attempt(arm: str, subject: Subject, wanted: int, seed: int, budget: float) -> Tried:
    """Search one subject with an arm."""
    answer = ask(
        subject.target,
        depth=subject.depth,
        iterations=wanted,
        budget=budget,
        seed=seed,
        options=ARMS[arm],
    )
    goal = answer.at(subject.inner)
    iterations = goal.iterations if goal else 0
    return Tried(arm, subject.name, wanted, seed, iterations, answer.seconds, answer.note)


def row(arm: str, steps: Sequence[int], tried: Sequence[Tried]) -> str:
    """What an arm reaches at each number of iterations, of all searches with all seeds."""
    cells = []
    for wanted in steps:
        own = [each for each in tried if (each.arm, each.wanted) == (arm, wanted)]
        good = [each.seconds for each in own if each.is_reached]
        cells.append(
            f"{wanted:5}: {len(good):3} of {len(own):3}" + (f", {median(good):5.1f} s" if good else "")
        )
    return f"{arm:20} {'   '.join(cells)}"


if __name__ == "__main__":
    sys.exit(main())
