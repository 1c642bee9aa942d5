"""Real packages whole: the share of loop goals that `slowpath loops` reaches at 7 iterations, depth 1 and 2.

Releases are installed under the cache folder of benchmarks/known. The parts of a package share its budget.

    python benchmarks/whitesyn/packages.py [--json] [--only NAME ...] [--budget 1800] [--seed 0]
        [--depths 1 2] [--jobs K]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path

from answer import Answer, ask
from bundle import ITERATIONS, share
from chosen import chosen

sys.path.insert(0, str(Path(__file__).parents[1] / "known"))
from run import installed

BAR = 0.6


@dataclass(frozen=True, slots=True)
class Package:
    """A package by its name, the parts that are searched, and the release that has them."""

    name: str
    parts: tuple[str, ...]
    requires: tuple[str, ...] = ()


PACKAGES = (
    Package("boltons", ("boltons",), ("boltons==25.0.0",)),
    Package("more-itertools", ("more_itertools",), ("more-itertools==10.7.0",)),
    Package("sortedcontainers", ("sortedcontainers",), ("sortedcontainers==2.4.0",)),
    Package("networkx", ("networkx.classes", "networkx.algorithms.components"), ("networkx==3.4.2",)),
    Package("xml", ("xml.etree.ElementTree", "xml.etree.ElementPath", "xml.dom.minidom")),
    Package("email", ("email",)),
    Package("argparse", ("argparse",)),
    Package("tarfile", ("tarfile",)),
)


def main() -> int:
    """Print a row per package and depth; return 0 if the share is 60 % in all of them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument(
        "--budget", type=float, default=1800, help="seconds for a package, all depths together"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--depths", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    rows: list[tuple[str, int, Answer]] = []
    names = chosen(parser, options.only, [each.name for each in PACKAGES])
    for package in (each for each in PACKAGES if each.name in names):
        for depth in options.depths:
            budget = options.budget / len(options.depths)
            answer = search(package, depth, budget, options.seed, options.jobs)
            rows.append((package.name, depth, answer))
            if not options.json:
                print(row(package.name, depth, answer), flush=True)
    if options.json:
        told = [{"package": name, "depth": depth, **asdict(answer)} for name, depth, answer in rows]
        print(json.dumps({"budget": options.budget, "seed": options.seed, "rows": told}, indent=1))
    return int(any(share(answer) < BAR for _, _, answer in rows))


def search(package: Package, depth: int, budget: float, seed: int, jobs: int) -> Answer:
    """Search the parts of a package, and put what they come to together."""
    folder = installed(package.requires, ())
    if folder is None:
        return Answer(package.name, (), 0.0, note="cannot be installed")
    answers = [
        ask(
            part,
            depth=depth,
            iterations=ITERATIONS,
            budget=budget / len(package.parts),
            seed=seed,
            options=("--jobs", str(jobs)),
            folders=(folder,) if package.requires else (),
        )
        for part in package.parts
    ]
    return Answer(
        package.name,
        tuple(goal for each in answers for goal in each.goals),
        sum(each.seconds for each in answers),
        sum(each.unreachable for each in answers),
        "; ".join(each.note for each in answers if each.note),
    )


def row(name: str, depth: int, answer: Answer) -> str:
    """The share of a package, and how often each reason blocks a goal that is left."""
    why = Counter(each.blocked_by or "too few iterations" for each in answer.goals if not each.is_reached)
    told = "; ".join(f"{count} {reason}" for reason, count in why.most_common(4))
    return (
        f"{name:18} depth {depth}  {answer.reached:4} of {len(answer.goals):4} ({share(answer):4.0%})  "
        f"{answer.unreachable:4} unreachable  {answer.seconds:6.0f} s  {answer.note} {told}"
    )


if __name__ == "__main__":
    sys.exit(main())
