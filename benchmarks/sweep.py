"""Does `slowpath find` answer on every public callable of the standard library, in time and without a fault?

Functions, classes and methods that are written in Python are searched for a few seconds each. Counted are
internal errors, late answers (a fifth of the budget and two seconds beyond it) and processes that are left.

    python benchmarks/sweep.py [--json] [--budget 3] [--processes 2] [--every 40] [--only TEXT]
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import json
import os
import subprocess
import sys
import time
import uuid
import warnings
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from types import ModuleType

LATE, LATE_SHARE = 2.0, 0.2  # seconds, and share of the budget, beyond which an answer is late
GRACE = 60  # seconds beyond the budget after which a search is ended
MARK = "SLOWPATH_SWEEP_MARK"
CODES = {0: "nothing found", 1: "a finding", 2: "refused", 3: "inconclusive"}
# They open windows or browsers, run the tests of Python, or change the interpreter that imports them.
PASSED_OVER = (
    "antigravity",
    "this",
    "idlelib",
    "tkinter",
    "turtle",
    "turtledemo",
    "test",
    "lib2to3",
    "ensurepip",
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one search came to."""

    entry: str
    code: int
    seconds: float
    fault: str = ""  # an error of ours, or a traceback
    left: int = 0  # processes
    note: str = ""


def main() -> int:
    """Print what is wrong, and how the searches ended; return 1 if a fault, or a process, is left."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--budget", type=float, default=3, help="seconds for each callable")
    parser.add_argument("--processes", type=int, default=1, help="searches that run at once")
    parser.add_argument("--every", type=int, default=1, metavar="K", help="every Kth callable")
    parser.add_argument("--only", default="", help="callables whose name has this text")
    options = parser.parse_args()
    chosen = [each for each in callables() if options.only in each][:: options.every]
    with ThreadPoolExecutor(options.processes) as pool:
        outcomes = list(pool.map(lambda each: searched(each, options.budget), chosen))
    wrong = [each for each in outcomes if each.fault or each.left]
    late = [each for each in outcomes if each.seconds > options.budget * (1 + LATE_SHARE) + LATE]
    if options.json:
        print(json.dumps([asdict(each) for each in outcomes], indent=1))
    else:
        for each in wrong:
            print(f"{each.entry}: {each.fault or f'{each.left} processes are left'}")
        for each in late:
            print(f"{each.entry}: {each.seconds:.1f} s")
        ends = Counter(CODES.get(each.code, f"exit code {each.code}") for each in outcomes)
        told = ", ".join(f"{count} {end}" for end, count in ends.most_common())
        print(f"{len(outcomes)} callables: {told}; {len(wrong)} faults, {len(late)} late answers")
    return int(bool(wrong))


def callables() -> list[str]:
    """The public functions, classes and methods of the standard library that are written in Python."""
    found: list[str] = []
    for name in sorted(sys.stdlib_module_names):
        if not name.startswith("_") and name not in PASSED_OVER:
            module = imported(name)
            if module is not None:
                found += public(module)
    return found


def imported(name: str) -> ModuleType | None:
    """A module, or None if it cannot be imported here."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return importlib.import_module(name)
    except Exception:
        return None


def public(module: ModuleType) -> Iterator[str]:
    """Yield the public callables that a module defines."""
    for name, value in vars(module).items():
        if name.startswith("_") or getattr(value, "__module__", None) != module.__name__:
            continue
        if inspect.isfunction(value):
            yield f"{module.__name__}:{name}"
        elif inspect.isclass(value) and not issubclass(value, BaseException):
            yield f"{module.__name__}:{name}"
            methods = [each for each, made in vars(value).items() if inspect.isfunction(made)]
            yield from (f"{module.__name__}:{name}.{each}" for each in methods if not each.startswith("_"))


def searched(entry: str, budget: float) -> Outcome:
    """Run `slowpath find` on a callable."""
    mark = uuid.uuid4().hex
    command = [
        sys.executable,
        "-m",
        "slowpath",
        "find",
        entry,
        "--json",
        "--jobs",
        "1",
        "--budget",
        f"{budget}s",
    ]
    began = time.monotonic()
    try:
        done = subprocess.run(
            command,
            env={**os.environ, MARK: mark},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=budget + GRACE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Outcome(entry, -1, budget + GRACE, "no answer", len(marked(mark)))
    seconds = time.monotonic() - began
    lines = [each for each in done.stderr.splitlines() if "slowpath failed" in each or "Traceback" in each]
    return Outcome(
        entry, done.returncode, seconds, " ".join(lines), len(marked(mark)), done.stderr.strip()[-200:]
    )


def marked(mark: str) -> list[int]:
    """The processes that descend from a search."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                environment = (folder / "environ").read_bytes()
            except OSError:
                continue
            if f"{MARK}={mark}".encode() in environment:
                found.append(int(folder.name))
    return found


if __name__ == "__main__":
    sys.exit(main())
