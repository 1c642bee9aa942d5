"""Completed distinct paths per second of CPU time, beside CrossHair's `cover` in path mode.

Both sides get the same functions of a few whole numbers and the same time for each; loading and importing
count for neither. A path is told from others by where it decides what: the inputs that CrossHair gives
are run here, and the distinct paths among them counted. Then where the time of an exploration goes,
whether any work was done twice, and what a path of a million branches weighs.

    python benchmarks/paths.py [--json] [--seconds 10] [--crosshair PYTHON] [--only NAME ...]

PYTHON is the interpreter of an environment that has crosshair-tool; the present one where it has it.
"""

from __future__ import annotations

import argparse
import importlib.util
import inspect
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from subjects import anatomy, rival, scalars
from subjects.anatomy import Shares, Work

from slowpath.explore.exploration import Exploration, ExploreSettings
from slowpath.explore.limits import ExploreLimits
from slowpath.run.traced import Tracer

BAR = 100.0
MEMORY_BAR = 1_000  # MB, for a path of a million branches
LEAST = 2.0  # seconds of CPU over which a short exploration is repeated
WHOLE = "insertion_sort_of"  # 5,040 paths
PROGRAMS = [name for name, thing in vars(scalars).items() if inspect.isfunction(thing) and name != WHOLE]


@dataclass(frozen=True, slots=True)
class Side:
    """What one tool did with one program."""

    paths: int
    seconds: float

    @property
    def rate(self) -> float:
        return self.paths / self.seconds if self.seconds else 0.0


@dataclass(frozen=True, slots=True)
class Result:
    """Both tools on one program."""

    program: str
    ours: Side
    theirs: Side | None

    @property
    def factor(self) -> float | None:
        return self.ours.rate / self.theirs.rate if self.theirs and self.theirs.rate else None


def ours(name: str, seconds: float) -> Side:
    """Explore a program until it has no more paths or the time is over; a short exploration repeatedly."""
    loaded, shapes = anatomy.target(name)
    settings = ExploreSettings(limits=ExploreLimits(seconds=seconds))
    spent: list[float] = []
    found = 0
    while not spent or sum(spent) < LEAST:
        exploration = Exploration(loaded, shapes, anatomy.SORTED, settings, time.process_time)
        with loaded.copies.installed():
            start = time.process_time()
            paths = list(exploration.paths())
            spent.append(time.process_time() - start)
        found = len({path.key() for path in paths})
    return Side(found, statistics.median(spent))


def theirs(names: list[str], seconds: float, python: str) -> Iterator[Side]:
    """Let CrossHair cover the programs; count the distinct paths of the inputs it gives."""
    command = [python, str(Path(rival.__file__)), str(seconds), scalars.__name__, *names]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for name, line in zip(names, process.stdout, strict=False):
            told = json.loads(line)
            loaded, shapes = anatomy.target(name)
            tracer = Tracer(loaded, shapes, 0)
            inputs = [dict(enumerate(each[parameter] for parameter in shapes)) for each in told["inputs"]]
            with tracer.installed():
                yield Side(len({tracer.run(each).key() for each in inputs}), told["seconds"])


def compared(names: list[str], seconds: float, python: str | None) -> Iterator[Result]:
    """Both sides, program by program."""
    others = theirs(names, seconds, python) if python else iter(())
    for name in names:
        yield Result(name, ours(name, seconds), next(others, None))


def main(arguments: list[str] | None = None) -> int:
    """Print the tables; return 0 where all bars are met."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.add_argument(
        "--seconds", type=float, default=10, help="CPU time per program and side (default: 10)"
    )
    parser.add_argument("--crosshair", help="the interpreter that has crosshair-tool")
    parser.add_argument("--only", nargs="*", default=[], help="names of programs")
    options = parser.parse_args(arguments)
    names = [name for name in PROGRAMS if not options.only or name in options.only]
    if not names:
        parser.error(f"no such program; there are {', '.join(PROGRAMS)}")
    python = options.crosshair or (sys.executable if importlib.util.find_spec("crosshair") else None)
    results = []
    for result in compared(names, options.seconds, python):
        results.append(result)
        if not options.json:
            _show(result, heading=len(results) == 1)
    parts = [anatomy.shares(name, options.seconds) for name in [*names, WHOLE]]
    done = [anatomy.work(name) for name in [*names, WHOLE]]
    branches, megabytes = anatomy.long_path()
    faster = [each.factor is None or each.factor >= BAR for each in results]
    met = all(faster) and not any(each.repeated for each in done) and megabytes < MEMORY_BAR
    if options.json:
        factors = [{**asdict(each), "factor": each.factor} for each in results]
        document = {
            "python": sys.version.split()[0],
            "crosshair": python is not None,
            "programs": factors,
            "shares": [asdict(each) for each in parts],
            "branch_us": statistics.median(each.branch for each in parts),
            "work": [asdict(each) for each in done],
            "long_path": {"branches": branches, "megabytes": megabytes},
            "passes": met,
        }
        print(json.dumps(document))
        return 0 if met else 1
    if python is None:
        print("\nCrossHair is not installed: pip install crosshair-tool, or name its interpreter.")
    else:
        print(f"\nat least {BAR:.0f} times as many paths: {sum(faster)} of {len(faster)} programs")
    _show_shares(parts)
    _show_work(done)
    print(f"\na path of {branches:,} branches takes {megabytes} MB (bar {MEMORY_BAR})")
    print("PASS" if met else "FAIL")
    return 0 if met else 1


def _show(result: Result, heading: bool) -> None:
    if heading:
        print(f"{'':16} {'slowpath':^27}   {'CrossHair':^25}")
        columns = f"{'paths':>7} {'seconds':>9} {'per s':>9}"
        print(f"{'program':16} {columns}   {columns} {'factor':>7}")
    sides = [
        f"{side.paths:7} {side.seconds:9.4f} {side.rate:9.1f}" if side else f"{'-':>7} {'-':>9} {'-':>9}"
        for side in (result.ours, result.theirs)
    ]
    factor = f"{result.factor:7.0f}" if result.factor else f"{'-':>7}"
    print(f"{result.program:16} {sides[0]}   {sides[1]} {factor}", flush=True)


def _show_shares(parts: list[Shares]) -> None:
    print("\nmicroseconds per run: the copy on plain numbers, values, recording, solving and search")
    names = ("decisions", "plain", "values", "record", "solve", "a branch")
    print(f"{'program':18} " + " ".join(f"{name:>9}" for name in names))
    for each in parts:
        print(
            f"{each.program:18} {each.decisions:9.1f} {each.plain:9.1f} {each.values:9.1f} "
            f"{each.recording:9.1f} {each.solving:9.1f} {each.branch:9.2f}"
        )
    whole = sum(each.plain + each.values + each.recording + each.solving for each in parts)
    named = ("plain", "values", "recording", "solving")
    told = ", ".join(f"{name} {sum(getattr(each, name) for each in parts) / whole:.0%}" for name in named)
    print(f"share of time: {told}")
    print(f"one traced branch: {statistics.median(each.branch for each in parts):.2f} us (median)")


def _show_work(done: list[Work]) -> None:
    print("\ndone (again)")
    print(f"{'program':18} {'paths':>7} {'runs':>12} {'solves':>12} {'for Z3':>12}")
    for each in done:
        print(
            f"{each.program:18} {each.paths:7} {each.runs:8} ({each.repeated_runs}) "
            f"{each.solves:8} ({each.repeated_solves}) {each.translations:8} ({each.repeated_translations})"
        )


if __name__ == "__main__":
    sys.exit(main())
