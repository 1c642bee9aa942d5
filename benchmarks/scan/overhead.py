"""What a scan costs beyond its searches, and how long these take beside `slowpath find` on the same targets.

The searches go on one after the other. `own` is the time of the scan in which no search went on: planning,
keeping, ranking. `searches` are the first searches of all targets; `finds` are runs of `slowpath find` from
the command line with the same budgets.

    python benchmarks/scan/overhead.py [--targets 4] [--per-target 20] [--json]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import ClassVar

import slowpath
from slowpath.command import scan
from slowpath.command.plan import plan_scan
from slowpath.command.searchers import LocalSearchers, SearchAnswer

FUNCTION = """
def unique_{i}(items: list[int]) -> list[int]:
    seen: list[int] = []
    for item in items:
        if item not in seen:
            seen.append(item)
    return seen
"""


class TimedSearchers(LocalSearchers):
    """Searches here, whose seconds are noted."""

    seconds: ClassVar[list[float]] = []

    def hear(self, seconds: float) -> list[SearchAnswer]:
        answers = super().hear(seconds)
        self.seconds.extend(each.seconds for each in answers)
        return answers


def timed_find(target: str, seconds: float) -> float:
    """Seconds of `slowpath find`."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "slowpath", "find", target, "--budget", f"{seconds}s", "--jobs", "1"]
    subprocess.run(command, capture_output=True, check=False)
    return time.perf_counter() - began


def main() -> None:
    """Print the times."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--targets", type=int, default=4)
    parser.add_argument("--per-target", type=float, default=20.0)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        Path("many.py").write_text("".join(FUNCTION.format(i=i) for i in range(options.targets)))
        scan.LocalSearchers = TimedSearchers  # type: ignore[misc]
        planned = plan_scan("many.py", options.per_target).searches
        budget = 2 * sum(
            each.seconds for each in planned
        )  # room for the first searches of all on a busy machine
        began = time.perf_counter()
        slowpath.scan(
            "many.py", per_target=options.per_target, jobs=1, settings=slowpath.Settings(budget=budget)
        )
        elapsed = time.perf_counter() - began
        finds = sum(timed_find(each.target, each.seconds) for each in planned)
        os.chdir("/")
    own = elapsed - sum(TimedSearchers.seconds)
    first = sum(TimedSearchers.seconds[: options.targets])
    told = {
        "scan": round(elapsed, 2),
        "own": round(own, 2),
        "own_share": round(own / elapsed, 4),
        "searches": round(first, 2),
        "finds": round(finds, 2),
        "overhead": round((first * elapsed / sum(TimedSearchers.seconds)) / finds - 1, 4),
        "load": os.getloadavg()[0],
    }
    print(json.dumps(told, indent=1) if options.json else "\n".join(f"{k:12} {v}" for k, v in told.items()))


if __name__ == "__main__":
    main()
