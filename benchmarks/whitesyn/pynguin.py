"""`slowpath loops` beside Pynguin: the loop goals of a module that each reaches at 7 iterations.

Pynguin is installed into an environment of its own under the cache folder, and generates tests for each
module in as much time as `slowpath loops` has. Its tests then run under the observation that `slowpath loops`
uses (`observed.py`). The goals are those that `slowpath loops` names. Pynguin aims at branches, not at loops.

    python benchmarks/whitesyn/pynguin.py [--json] [--only MODULE ...] [--budget 60] [--seeds 0]
        [--depths 1 2]
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from answer import GRACE, ask
from bundle import ITERATIONS
from catalogue import HERE
from chosen import chosen

sys.path.insert(0, str(HERE.parent / "known"))
from run import CACHE, installed

RELEASE = "pynguin==0.43.0"
SLACK = 600  # seconds beyond the search that Pynguin has to write its tests, on a busy machine

# A module, and the release that has it; none for the subjects.
MODULES: dict[str, tuple[str, ...]] = {
    "subjects.arrays": (),
    "subjects.collection": (),
    "subjects.identity": (),
    "subjects.ordered": (),
    "subjects.subtraction": (),
    "subjects.texts": (),
    "subjects.unique": (),
    "subjects.vector": (),
    "sortedcontainers.sortedlist": ("sortedcontainers==2.4.0",),
    "boltons.setutils": ("boltons==25.0.0",),
}


@dataclass(frozen=True, slots=True)
class Row:
    """The goals of a module at a depth, and how many of them each tool reaches."""

    module: str
    depth: int
    seed: int
    goals: int
    ours: int
    pynguin: int
    tests: int
    note: str = ""


def main() -> int:
    """Print a row per module, depth and seed; return 0 if Pynguin reaches more in none of them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--budget", type=float, default=60, help="seconds of search for a module, each tool")
    parser.add_argument("--seeds", type=int, nargs="+", default=[0])
    parser.add_argument("--depths", type=int, nargs="+", default=[1, 2])
    options = parser.parse_args()
    rows: list[Row] = []
    for module in chosen(parser, options.only, MODULES):
        for seed in options.seeds:
            compared = compare(module, MODULES[module], options.budget, seed, options.depths)
            rows += compared
            if not options.json:
                print("\n".join(map(shown, compared)), flush=True)
    if options.json:
        print(json.dumps({"budget": options.budget, "rows": [asdict(each) for each in rows]}, indent=1))
    else:
        goals, ours, theirs = (
            sum(getattr(each, name) for each in rows) for name in ("goals", "ours", "pynguin")
        )
        print(f"\nof {goals} goals: slowpath loops {ours}, Pynguin {theirs}")
    return int(any(each.pynguin > each.ours for each in rows))


def compare(
    module: str, requires: tuple[str, ...], budget: float, seed: int, depths: Sequence[int]
) -> list[Row]:
    """Let both tools work on a module, and count the goals that each reaches."""
    folder = installed(requires, ()) if requires else HERE
    if folder is None:
        return [Row(module, depth, seed, 0, 0, 0, 0, "cannot be installed") for depth in depths]
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as place:
        tests, why = generated(module, folder, Path(place), budget, seed)
        for depth in depths:
            share = budget / len(depths)  # one set of tests serves all depths, a search of ours only one
            answer = ask(
                module, depth=depth, iterations=ITERATIONS, budget=share, seed=seed, folders=(folder,)
            )
            reached = observe(module, folder, tests, depth) if tests else set()
            sites = {each.site for each in answer.goals}
            ours = {each.site for each in answer.goals if each.is_reached}
            count = tests.read_text(encoding="utf-8").count("\ndef test_") if tests else 0
            note = "; ".join(filter(None, [answer.note, why]))
            rows.append(Row(module, depth, seed, len(sites), len(ours), len(sites & reached), count, note))
    return rows


def generated(module: str, folder: Path, place: Path, budget: float, seed: int) -> tuple[Path | None, str]:
    """Return the file with Pynguin's tests of a module, or None and why there is none."""
    top = module.partition(".")[0]
    shutil.copytree(folder / top, place / "project" / top)  # Pynguin sees nothing beside the package
    command = [str(environment() / "bin" / "pynguin"), "--project-path", str(place / "project")]
    command += [
        "--module-name",
        module,
        "--output-path",
        str(place),
        "--maximum-search-time",
        f"{budget:.0f}",
        "--seed",
        str(seed),
    ]
    try:
        done = subprocess.run(
            [*command, "--assertion-generation", "NONE"],
            cwd=place,
            env={**os.environ, "PYNGUIN_DANGER_AWARE": "1"},
            capture_output=True,
            text=True,
            timeout=budget + SLACK,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None, "Pynguin gave no answer"
    files = sorted(place.glob("test_*.py"))
    told = (done.stderr or done.stdout).strip().splitlines() or [""]
    return (files[0], "") if files else (None, f"Pynguin wrote no tests: {told[-1][:120]}")


def environment() -> Path:
    """Return the environment that has Pynguin, made on first use."""
    folder = CACHE.parent / "whitesyn" / RELEASE
    if not (folder / ".complete").exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        subprocess.run([str(folder / "bin" / "pip"), "install", "--quiet", RELEASE], check=True)
        (folder / ".complete").touch()
    return folder


def observe(module: str, folder: Path, tests: Path, depth: int) -> set[str]:
    """Return the places of the loops that the tests reach, observed in a process of its own."""
    command = [sys.executable, str(HERE / "observed.py"), module, str(tests), str(depth), str(ITERATIONS)]
    path = os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH", "")]))
    done = subprocess.run(
        command,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=SLACK + GRACE,
        check=True,
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


def shown(row: Row) -> str:
    """A row as text."""
    return (
        f"{row.module:30} depth {row.depth}  seed {row.seed}  {row.goals:4} goals  slowpath {row.ours:4}  "
        f"Pynguin {row.pynguin:4} with {row.tests} tests  {row.note}"
    )


if __name__ == "__main__":
    sys.exit(main())
