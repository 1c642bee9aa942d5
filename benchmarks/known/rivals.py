"""slowpath beside random search, Hypothesis `target()` and atheris: the same seconds on the same targets.

What each reaches is the counted cost of its best input of at most 1,000 characters, and how that grows from
its best of at most 500: exponent = log2 of the ratio. Rivals get the shapes that slowpath infers
(rivals_arms.py); slowpath gets only the name of the target, and its best recipe is taken at the largest N
that fits. A run that would cost more than 20 million ops is ended there: its exponent tells nothing, and it
counts as super-linear.

    python benchmarks/known/rivals.py [--json] [--budget 120] [--only NAME ...] [--arms ARM ...]

Needs hypothesis and atheris (`pip install hypothesis atheris`); where an arm cannot run, its cell says why.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from rivals_arms import ARMS, FULL, HALF, MAX_OPS
from run import GRACE, HERE, Problem, installed, problems, searched

CASES = (
    "cpython-configparser-optcre",
    "cpython-csv-sniffer-quotes",
    "cpython-html-parser-starttag",
    "cpython-http-cookies-unquote",
    "cpython-inspect-cleandoc",
    "cpython-posixpath-expandvars",
    "idna-encode-contextj",
    "jinja2-urlize",
    "py-svn-info",
    "python-multipart-options-redos",
    "toml-escapes",
    "tornado-parse-cookie",
)
SLOWPATH = "slowpath"
SUPERLINEAR = 1.5


@dataclass(frozen=True, slots=True)
class Reached:
    """What one arm came to on one target."""

    name: str
    arm: str
    half: int = 0
    full: int = 0
    note: str = ""

    @property
    def exponent(self) -> float | None:
        return math.log2(self.full / self.half) if self.half and self.full else None

    @property
    def superlinear(self) -> bool:
        return self.full >= MAX_OPS or (self.exponent or 0) >= SUPERLINEAR


def reached(problem: Problem, arm: str, budget: float) -> Reached:
    """Let an arm search."""
    folder = installed(problem.requires, problem.options)
    if folder is None:
        return Reached(problem.name, arm, note="cannot be installed")
    path = [str(folder) if problem.requires else "", os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, path))}
    if arm == SLOWPATH:
        outcome = searched(problem, problem.requires, budget, 0)
        if outcome.recipe is None:
            return Reached(problem.name, arm, note=outcome.note)
        arguments, note = [json.dumps(outcome.recipe)], ", ".join(outcome.recipe.values())
        return _called("recipe", problem, arguments, environment, 10 * GRACE, note)
    return _called(arm, problem, [str(budget)], environment, budget + GRACE, "")


def _called(
    arm: str, problem: Problem, arguments: list[str], environment: dict[str, str], most: float, note: str
) -> Reached:
    """Run an arm in a process and a folder of its own."""
    shown = SLOWPATH if arm == "recipe" else arm
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "reached.json"
        command = [sys.executable, str(HERE / "rivals_arms.py"), arm, problem.entry, *arguments, str(file)]
        try:
            done = subprocess.run(
                command,
                env=environment,
                cwd=folder,
                capture_output=True,
                text=True,
                timeout=most,
                check=False,
            )
        except subprocess.TimeoutExpired:
            note = note or "no answer"
        else:
            note = note or (done.stderr.strip().rpartition("\n")[2][:100] if done.returncode else "")
        found = json.loads(file.read_text()) if file.exists() else {"half": 0, "full": 0}
    return Reached(problem.name, shown, found["half"], found["full"], note)


def main() -> int:
    """Print a row per target; return 0 where slowpath is super-linear wherever a rival is."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--budget", type=float, default=120)
    parser.add_argument("--only", nargs="*", default=list(CASES))
    parser.add_argument("--arms", nargs="*", default=[*ARMS, SLOWPATH])
    options = parser.parse_args()
    rows: list[Reached] = []
    if not options.json:
        print(
            f"{f'best of {FULL} characters (exponent from {HALF})':36}"
            + "".join(f"{a:>20}" for a in options.arms)
        )
    for problem in problems(options.only):
        found = [reached(problem, arm, options.budget) for arm in options.arms]
        rows += found
        if not options.json:
            show(problem, found)
    won = {arm: sum(row.superlinear for row in rows if row.arm == arm) for arm in options.arms}
    behind = [
        name
        for name in options.only
        if any(row.superlinear for row in rows if row.name == name and row.arm != SLOWPATH)
        and not any(row.superlinear for row in rows if row.name == name and row.arm == SLOWPATH)
    ]
    if options.json:
        told = [{**asdict(row), "exponent": row.exponent, "superlinear": row.superlinear} for row in rows]
        print(json.dumps({"rows": told, "superlinear": won, "behind": behind}))
    else:
        print("\nsuper-linear: " + ", ".join(f"{arm} {count}" for arm, count in won.items()))
    return 0 if not behind else 1


def show(problem: Problem, found: list[Reached]) -> None:
    """Print a row."""
    cells = []
    for row in found:
        limit = "over " if row.full >= MAX_OPS else ""
        exponent = f" ({row.exponent:.2f})" if row.exponent is not None and not limit else ""
        cells.append(f"{limit}{row.full:,}{exponent}" if row.full else row.note[:19] or "-")
    print(f"{problem.name:36}" + "".join(f"{cell:>20}" for cell in cells), flush=True)


if __name__ == "__main__":
    sys.exit(main())
