"""How long the user waits: `slowpath cost` on a small function, `import slowpath`, loading some targets.

Each is measured in fresh processes; the median counts. The clock must stay under the bars; where it is far
ahead of the CPU time, the machine is busy with other work.

    python benchmarks/startup.py [--json] [--repeats 7]
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

COST_BAR: Final = 0.5
IMPORT_BAR: Final = 0.1

EXAMPLE: Final = Path(__file__).parents[1] / "examples" / "dedupe.py"
COMMAND: Final = ("cost", f"{EXAMPLE}:dedupe", "--input", "list(range(N))", "--size", "100")

TIMED: Final = """\
import time
start, used = time.perf_counter(), time.process_time()
{}
print(time.perf_counter() - start, time.process_time() - used)
"""
LOADED: Final = ("difflib:SequenceMatcher", "json:loads", "email.parser:Parser")


class Spent(NamedTuple):
    """Seconds of one run."""

    wall: float
    cpu: float


@dataclass(frozen=True, slots=True)
class Wait:
    """Median seconds on the clock and of CPU time, and the most that the clock may show, if a bar is set."""

    what: str
    seconds: float
    cpu: float
    bar: float | None = None


def waits(repeats: int) -> list[Wait]:
    """Measure everything."""
    return [
        wait("slowpath cost, a small function", cost_command, repeats, COST_BAR),
        wait("import slowpath", lambda: inside("import slowpath"), repeats, IMPORT_BAR),
        wait("python -c pass", lambda: outside("-c", "pass"), repeats),
        *(wait(f"load {spec}", partial(loading, spec), repeats) for spec in LOADED),
    ]


def cost_command() -> Spent:
    """Return what the whole command takes, its start-up included."""
    return outside("-m", "slowpath", *COMMAND)


def loading(spec: str) -> Spent:
    """Return what loading a target as a counted copy takes, imports of slowpath apart."""
    return inside(f"target = load({spec!r})", before="from slowpath.target.load import load")


def outside(*arguments: str) -> Spent:
    """Return what a Python process takes, with the processes that it starts."""
    start, used = time.perf_counter(), _children_seconds()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    return Spent(time.perf_counter() - start, _children_seconds() - used)


def inside(statement: str, before: str = "pass") -> Spent:
    """Return what a statement takes in a fresh process."""
    script = f"{before}\n{TIMED.format(statement)}"
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    return Spent(*map(float, done.stdout.split()))


def _children_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def wait(what: str, run: Callable[[], Spent], repeats: int, bar: float | None = None) -> Wait:
    """Measure one thing, after a run to warm up: bytecode is cached then, and files are in memory."""
    run()
    spent = [run() for _ in range(repeats)]
    return Wait(what, median(each.wall for each in spent), median(each.cpu for each in spent), bar)


def main(arguments: list[str] | None = None) -> int:
    """Print the table; return 0 where all bars are met."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.add_argument("--repeats", type=int, default=7, help="processes of each kind (default: 7)")
    options = parser.parse_args(arguments)
    found = waits(options.repeats)
    met = all(each.bar is None or each.seconds < each.bar for each in found)
    if options.json:
        document = {
            "python": sys.version.split()[0],
            "waits": [asdict(each) for each in found],
            "passes": met,
        }
        print(json.dumps(document))
    else:
        print(f"{'what':34} {'ms':>6} {'CPU ms':>6} {'bar':>5}")
        for each in found:
            bar = "" if each.bar is None else f"{each.bar * 1e3:.0f}"
            print(f"{each.what:34} {each.seconds * 1e3:6.0f} {each.cpu * 1e3:6.0f} {bar:>5}")
        print("PASS" if met else "FAIL")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
