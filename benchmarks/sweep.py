"""Does `slowpath find` answer on every public callable of the standard library, in time and without a fault?

Functions, classes and methods that are written in Python are searched for a few seconds each. Counted are
internal errors, late answers (a fifth of the budget and two seconds beyond it) and processes that are left.

    python benchmarks/sweep.py [--budget 3] [--processes 2] [--every 10] [--only TEXT]
    python benchmarks/sweep.py --packages click attrs --log sweep.jsonl --minutes 8   # goes on where it ended
    python benchmarks/sweep.py --log sweep.jsonl --minutes 0                          # the table of a log
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import json
import math
import os
import re
import subprocess
import sys
import time
import uuid
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
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
    note: str = ""  # why it is inconclusive, or what was refused
    load: float = 0.0  # of the machine, over the last minute


def main() -> int:
    """Print what is wrong, and how the searches ended; return 1 if a fault, or a process, is left."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--budget", type=float, default=3, help="seconds for each callable")
    parser.add_argument("--processes", type=int, default=1, help="searches that run at once")
    parser.add_argument("--every", type=int, default=1, metavar="K", help="every Kth callable")
    parser.add_argument("--only", default="", help="callables whose name has this text")
    parser.add_argument("--packages", nargs="+", default=[], help="installed packages: their top-level API")
    parser.add_argument("--log", type=Path, help="a line for each search; those in it are not repeated")
    parser.add_argument("--minutes", type=float, default=math.inf, help="begin no search after this time")
    options = parser.parse_args()
    names = top_level(options.packages) if options.packages else callables()
    chosen = [each for each in names if options.only in each][:: options.every]
    outcomes = list(swept(chosen, options))
    if options.json:
        print(json.dumps([asdict(each) for each in outcomes], indent=1))
    else:
        print(table(outcomes, options.budget))
    return int(any(each.fault or each.left for each in outcomes))


def swept(chosen: Sequence[str], options: argparse.Namespace) -> Iterator[Outcome]:
    """Yield the outcomes of a log, then those of searches that it lacks, which are added to it."""
    ends = time.monotonic() + 60 * options.minutes
    logged = options.log.read_text().splitlines() if options.log and options.log.exists() else []
    known = [Outcome(**json.loads(line)) for line in logged]
    yield from known
    done = {each.entry for each in known}

    def one(entry: str) -> Outcome | None:
        return searched(entry, options.budget) if time.monotonic() < ends else None

    with ThreadPoolExecutor(options.processes) as pool:
        for outcome in pool.map(one, [each for each in chosen if each not in done]):
            if outcome is None:
                continue
            if options.log:
                with options.log.open("a") as log:
                    print(json.dumps(asdict(outcome)), file=log)
            yield outcome


def table(outcomes: Sequence[Outcome], budget: float) -> str:
    """What is wrong, how the searches ended, and why some are inconclusive."""
    wrong = [each for each in outcomes if each.fault or each.left]
    late = [each for each in outcomes if each.seconds > budget * (1 + LATE_SHARE) + LATE]
    lines = [f"{each.entry}: {each.fault or f'{each.left} processes are left'}" for each in wrong]
    lines += [f"{each.entry}: {each.seconds:.1f} s, at a load of {each.load:.0f}" for each in late]
    ends = Counter(CODES.get(each.code, f"exit code {each.code}") for each in outcomes)
    told = ", ".join(f"{count} {end}" for end, count in ends.most_common())
    lines.append(f"{len(outcomes)} callables: {told}; {len(wrong)} faults, {len(late)} late answers")
    causes = Counter(cause(each.note) for each in outcomes if each.code in (2, 3))
    return "\n".join(lines + [f"{count:5}  {why}" for why, count in causes.most_common()])


def cause(note: str) -> str:
    """The kind of a reason: what it says before the first name, number or example in it."""
    return re.sub(r"'[^']*'|`[^`]*`|\d[\d,.]*|\w+[.:]\w[\w.:]*", "_", note.strip())[:100]


def callables() -> list[str]:
    """The public functions, classes and methods of the standard library that are written in Python."""
    found: list[str] = []
    for name in sorted(sys.stdlib_module_names):
        if not name.startswith("_") and name not in PASSED_OVER:
            module = imported(name)
            if module is not None:
                found += public(module)
    return found


def top_level(packages: Sequence[str]) -> list[str]:
    """The functions and classes, and the methods of these, that packages export at their top."""
    found: list[str] = []
    for name in packages:
        module = imported(name)
        if module is None:
            print(f"{name} cannot be imported", file=sys.stderr)
            continue
        wanted = getattr(module, "__all__", None) or [each for each in vars(module) if each[:1] != "_"]
        for each in wanted:
            value = getattr(module, each, None)
            home = str(getattr(value, "__module__", "")).partition(".")[0]
            if home.lstrip("_") == name.lstrip("_") and (inspect.isfunction(value) or inspect.isclass(value)):
                found += entries(module.__name__, each, value)
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
        if not name.startswith("_") and getattr(value, "__module__", None) == module.__name__:
            yield from entries(module.__name__, name, value)


def entries(module: str, name: str, value: object) -> Iterator[str]:
    """Yield a function, or a class that is no exception and its public methods, as targets."""
    if inspect.isfunction(value):
        yield f"{module}:{name}"
    elif inspect.isclass(value) and not issubclass(value, BaseException):
        yield f"{module}:{name}"
        methods = [each for each, made in vars(value).items() if inspect.isfunction(made)]
        yield from (f"{module}:{name}.{each}" for each in methods if not each.startswith("_"))


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
        entry,
        done.returncode,
        round(seconds, 2),
        " ".join(lines),
        len(marked(mark)),
        reason(done),
        os.getloadavg()[0],
    )


def reason(done: subprocess.CompletedProcess[str]) -> str:
    """Why a search was inconclusive, or else the last words of its errors."""
    try:
        told = json.loads(done.stdout).get("inconclusive")
    except ValueError:
        told = None
    return told or done.stderr.strip()[-200:]


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
