"""All subjects in one package: the share of loop goals that one run of `slowpath loops` reaches (Table 4.3).

python benchmarks/whitesyn/bundle.py [--json] [--budget 1800] [--seed 0] [--depths 1 2] [--jobs K]
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict

from answer import Answer, ask
from catalogue import PACKAGE, PAPER_BUNDLES

ITERATIONS = 7
BAR = 0.95


def main() -> int:
    """Print the share of each depth; return 0 if it is 95 % at all of them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--budget", type=float, default=1800, help="seconds for all depths together")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--depths", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    answers = {
        depth: ask(
            PACKAGE,
            depth=depth,
            iterations=ITERATIONS,
            budget=options.budget / len(options.depths),
            seed=options.seed,
            options=("--jobs", str(options.jobs)),
        )
        for depth in options.depths
    }
    if options.json:
        print(json.dumps({depth: asdict(each) for depth, each in answers.items()}, indent=1))
    else:
        for depth, answer in answers.items():
            print(shown(f"{PACKAGE}, depth {depth}", answer))
        for name, (total, covered) in PAPER_BUNDLES.items():
            print(f"the thesis, {name}: {covered} of {total} goals")
    return int(any(share(each) < BAR for each in answers.values()))


def share(answer: Answer) -> float:
    """The share of the goals that are reached; 0 if there are none."""
    return answer.reached / len(answer.goals) if answer.goals else 0.0


def shown(title: str, answer: Answer) -> str:
    """The share, and what blocks each goal that is left."""
    left = [each for each in answer.goals if not each.is_reached]
    lines = [
        f"{title}: {answer.reached} of {len(answer.goals)} goals at {ITERATIONS} iterations "
        f"({share(answer):.0%}), {answer.unreachable} proven unreachable, "
        f"{answer.seconds:.0f} s {answer.note}"
    ]
    lines += [f"    {each.site} {each.function}: {each.iterations}; {each.blocked_by}" for each in left]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
