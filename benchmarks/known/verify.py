"""Whether the documented inputs of more.toml show the claimed growth, in CPU seconds of the plain release.

Each release is installed as run.py installs it. Its recipe is evaluated at growing N and given to the entry
point in a process of its own, with bounds on CPU time and memory. A polynomial problem is shown by an
exponent of 1.5 or more over the last points; an exponential one by a time that grows by a factor of 1.1 or
more with each step of N. With --mended, the same inputs are given to the releases in which the problem is
mended, and none may show it.

    python benchmarks/known/verify.py [--json] [--set developed] [--only NAME ...] [--mended]
"""

from __future__ import annotations

import argparse
import gc
import importlib
import json
import math
import os
import resource
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from typing import Any

from run import SETS, Problem, installed, problems

CPU_SECONDS = 120  # bounds of one process
MEMORY = 3 << 30
LONGEST = 4.0  # seconds of a run after which no larger N is tried
SHORTEST = 0.001  # seconds below which a run says little about growth
LAST = 7  # points that the growth is read from: three doublings
LARGEST = {
    "polynomial": 1 << 22,
    "exponential": 64,
}  # the first grows from 8 by half octaves, the second from 1 by one
EXPONENT, FACTOR = 1.5, 1.1

Points = list[tuple[int, float]]


@dataclass(frozen=True, slots=True)
class Shown:
    """What the documented inputs of one problem came to."""

    name: str
    shown: bool
    growth: str
    points: Points
    note: str = ""


def measure(problem: Problem, requires: tuple[str, ...]) -> Shown:
    """Time the entry point on the recipe, in a process of its own."""
    folder = installed(requires, problem.options)
    if folder is None:
        return Shown(problem.name, False, "", [], "cannot be installed")
    path = [str(folder) if requires else "", os.environ.get("PYTHONPATH", "")]
    done = subprocess.run(
        [sys.executable, __file__, "--child", problem.entry, problem.recipe, problem.call, problem.growth],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, path))},
        capture_output=True,
        text=True,
        check=False,
    )
    points = [(int(size), float(seconds)) for size, seconds in map(str.split, done.stdout.splitlines())]
    note = done.stderr.strip().rpartition("\n")[2][:160]
    return judge(problem, points, note)


def judge(problem: Problem, points: Points, note: str) -> Shown:
    """Read the growth from the last points that took long enough."""
    last = [each for each in points if each[1] >= SHORTEST][-LAST:]
    if len(last) < 3:
        return Shown(problem.name, False, "", points, note or "too few points")
    if problem.growth == "exponential":
        factor = math.exp(slope([(size, math.log(seconds)) for size, seconds in last]))
        return Shown(problem.name, factor >= FACTOR, f"{factor:.2f}^n", last, note)
    exponent = slope([(math.log(size), math.log(seconds)) for size, seconds in last])
    return Shown(problem.name, exponent >= EXPONENT, f"n^{exponent:.2f}", last, note)


def slope(points: list[tuple[float, float]]) -> float:
    """The slope of the least-squares line."""
    x = sum(each[0] for each in points) / len(points)
    y = sum(each[1] for each in points) / len(points)
    return sum((a - x) * (b - y) for a, b in points) / sum((a - x) ** 2 for a, _ in points)


def child(entry: str, recipe: str, call: str, growth: str) -> None:
    """Print N and CPU seconds of the entry point, line by line, until a run takes long."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    name, _, attributes = entry.partition(":")
    module = importlib.import_module(name)
    target: Any = module
    for attribute in attributes.split("."):
        target = getattr(target, attribute)
    build, run = compile(recipe, "recipe", "eval"), compile(call, "call", "eval")
    size, seconds = (1 if growth == "exponential" else 8), 0.0
    gc.disable()
    while seconds < LONGEST and size <= LARGEST[growth]:
        names = {"target": target, "module": module, "x": eval(build, {"N": size})}
        start = time.process_time()
        raised = ""
        try:
            eval(run, names)
        except Exception as error:  # refusing such an input is an answer, too
            raised = f"{type(error).__name__}: {error}"
        seconds = time.process_time() - start
        print(size, seconds, flush=True)
        size = size + 1 if growth == "exponential" else size * 17 // 12
    if raised:
        print(raised[:160].replace("\n", " "), file=sys.stderr)


def main() -> int:
    """Print a row per problem; return 0 where every one is shown, or none with --mended."""
    if sys.argv[1:2] == ["--child"]:
        child(*sys.argv[2:])
        return 0
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--set", choices=SETS, default="all")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--mended", action="store_true")
    options = parser.parse_args()
    rows = []
    for problem in problems(options.only, options.set):
        requires = problem.mended if options.mended else problem.requires
        if problem.recipe and (requires or not options.mended):
            rows.append(measure(problem, requires))
            if not options.json:
                show(rows[-1])
    shown = sum(each.shown for each in rows)
    if options.json:
        print(json.dumps({"rows": [asdict(each) for each in rows], "shown": shown, "of": len(rows)}))
    else:
        print(f"\nshown {shown} of {len(rows)}")
    return 0 if shown == (0 if options.mended else len(rows)) else 1


def show(row: Shown) -> None:
    """Print a row."""
    points = "  ".join(f"{size}: {seconds:.3f} s" for size, seconds in row.points[-LAST:])
    print(f"{row.name:36} {'shown' if row.shown else '-':6} {row.growth:8} {points}  {row.note}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
