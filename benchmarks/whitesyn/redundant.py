"""How many redundant loops `slowpath redundant` finds from the signature alone, beside Table 4.2.

A subject succeeds with a seed if a finding is at its inner loop, at so many iterations. `hidden` are the
subjects that the thesis cannot reach. With --overhead nothing is searched: the count build and the build of
reads run one after the other on inputs written by hand, in one process.

    python benchmarks/whitesyn/redundant.py [--json] [--set redundant|hidden|both] [--only NAME ...]
        [--seeds 0 1 ...] [--iterations 7 16 32] [--budget 60]
    python benchmarks/whitesyn/redundant.py --overhead
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from catalogue import HERE, HIDDEN, PAPER_REDUNDANT, REDUNDANT, REDUNDANT_ITERATIONS, Place, Subject
from chosen import chosen

SETS = {"redundant": REDUNDANT, "hidden": HIDDEN, "both": (*REDUNDANT, *HIDDEN)}
GRACE = 60  # seconds beyond the budget after which a search is ended


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one search came to; `kind` is that of the finding at the inner loop, None if there is none."""

    name: str
    iterations: int
    seed: int
    kind: str | None
    others: int
    seconds: float
    program: str | None
    note: str = ""


def main() -> int:
    """Print a row per subject; return 0 if all are found."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--set", choices=SETS, default="redundant")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--seeds", type=int, nargs="+", default=(0, 1, 2, 3, 4))
    parser.add_argument("--iterations", type=int, nargs="+", default=REDUNDANT_ITERATIONS)
    parser.add_argument("--budget", type=float, default=60, help="seconds for each search")
    parser.add_argument("--overhead", action="store_true")
    options = parser.parse_args()
    if options.overhead:
        from overhead import table

        print(table())
        return 0
    every = SETS[options.set]
    names = chosen(parser, options.only, [each.name for each in every])
    subjects = [each for each in every if each.name in names]
    outcomes: list[Outcome] = []
    for subject in subjects:
        own = [
            search(subject, wanted, seed, options.budget)
            for wanted in options.iterations
            for seed in options.seeds
        ]
        outcomes += own
        if not options.json:
            print(row(subject, own), flush=True)
    if options.json:
        print(json.dumps([asdict(each) for each in outcomes], indent=1))
    else:
        print(summary(len(subjects), options.iterations, options.seeds, outcomes))
    return int(not all(each.kind for each in outcomes))


def search(subject: Subject, wanted: int, seed: int, budget: float) -> Outcome:
    """Search one subject."""
    command = [sys.executable, "-m", "slowpath", "redundant", subject.target, "--json"]
    command += ["--iterations", str(wanted), "--budget", f"{budget:g}s", "--seed", str(seed)]
    path = os.pathsep.join([str(HERE), *filter(None, [os.environ.get("PYTHONPATH")])])
    begun = time.monotonic()
    try:
        done = subprocess.run(
            command,
            env={**os.environ, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            timeout=budget + GRACE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Outcome(subject.name, wanted, seed, None, 0, budget + GRACE, None, "no answer")
    seconds = time.monotonic() - begun
    if not done.stdout.startswith("{"):
        note = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1][:200]
        return Outcome(subject.name, wanted, seed, None, 0, seconds, None, note)
    told = json.loads(done.stdout)
    found = [each for each in told["findings"] if is_at(each["inner"], subject.inner)]
    first = found[0] if found else None
    return Outcome(
        subject.name,
        wanted,
        seed,
        first and first["kind"],
        len(told["findings"]) - len(found),
        seconds,
        first and first["program"],
        told["inconclusive"] or "",
    )


def is_at(site: str, place: Place) -> bool:
    """Whether a site is the line of a place."""
    file, _, line = site.rpartition(":")
    return Path(file).name == place.file and line == str(place.line)


def row(subject: Subject, outcomes: Sequence[Outcome]) -> str:
    """What all searches of one subject came to."""
    cells = "  ".join(f"{each.iterations}: {each.kind or '-'}" for each in outcomes)
    notes = "; ".join(sorted({each.note for each in outcomes if each.note}))
    slowest = max(each.seconds for each in outcomes)
    return f"{subject.name:17} {subject.method:42} {cells}  {slowest:5.1f} s {notes[:100]}"


def summary(total: int, steps: Sequence[int], seeds: Sequence[int], outcomes: Sequence[Outcome]) -> str:
    """Successes at each number of iterations, for each seed."""
    lines = []
    for wanted in steps:
        counts = [
            sum(bool(each.kind) for each in outcomes if (each.iterations, each.seed) == (wanted, seed))
            for seed in seeds
        ]
        lines.append(
            f"{wanted:3} iterations: {counts} of {total}; the thesis {PAPER_REDUNDANT.get(wanted, '-')}"
        )
    return "\n" + "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
