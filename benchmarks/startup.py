"""How long the user waits: `slowpath cost` on a small function, `import slowpath`, loading some targets.

Each is measured in fresh processes; the median counts. On a busy machine the least is nearer the truth.

    python benchmarks/startup.py [--json] [--repeats 7]
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final

COST_BAR: Final = 0.5
IMPORT_BAR: Final = 0.1

EXAMPLE: Final = Path(__file__).parents[1] / "examples" / "dedupe.py"
COMMAND: Final = ("cost", f"{EXAMPLE}:dedupe", "--input", "list(range(N))", "--size", "100")

TIMED: Final = "import time; start = time.perf_counter(); {}; print(time.perf_counter() - start)"
LOADED: Final = ("difflib:SequenceMatcher", "json:loads", "email.parser:Parser")


@dataclass(frozen=True, slots=True)
class Wait:
    """The median and the least seconds, and the most the median may be, if a bar is set."""

    what: str
    seconds: float
    least: float
    bar: float | None = None


def waits(repeats: int) -> list[Wait]:
    """Measure everything."""
    return [
        wait("slowpath cost, a small function", cost_command, repeats, COST_BAR),
        wait("import slowpath", lambda: inside("import slowpath"), repeats, IMPORT_BAR),
        wait("python -c pass", lambda: outside("-c", "pass"), repeats),
        *(wait(f"load {spec}", partial(loading, spec), repeats) for spec in LOADED),
    ]


def cost_command() -> float:
    """Return the seconds of the whole command, its start-up included."""
    return outside("-m", "slowpath", *COMMAND)


def loading(spec: str) -> float:
    """Return the seconds that loading a target as a counted copy takes, imports of slowpath apart."""
    return inside(f"target = load({spec!r})", before="from slowpath.target.load import load")


def outside(*arguments: str) -> float:
    """Return the wall-clock seconds of a Python process."""
    start = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def inside(statement: str, before: str = "pass") -> float:
    """Return the seconds that a statement takes in a fresh process."""
    script = f"{before}\n{TIMED.format(statement)}"
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    return float(done.stdout)


def wait(what: str, run: Callable[[], float], repeats: int, bar: float | None = None) -> Wait:
    """Measure one thing, after a run to warm up: bytecode is cached then, and files are in memory."""
    run()
    seconds = [run() for _ in range(repeats)]
    return Wait(what, median(seconds), min(seconds), bar)


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
        print(f"{'what':34} {'ms':>6} {'least':>6} {'bar':>5}")
        for each in found:
            bar = "" if each.bar is None else f"{each.bar * 1e3:.0f}"
            print(f"{each.what:34} {each.seconds * 1e3:6.0f} {each.least * 1e3:6.0f} {bar:>5}")
        print("PASS" if met else "FAIL")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
