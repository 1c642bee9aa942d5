"""What a scan costs beyond its searches: its time against the sum of `slowpath find` on the same targets.

Both search the same slow functions with the same budgets, one after the other. These searches end by
themselves, when no other slow place was found for a while; so no time is given out twice.

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

from slowpath.command.plan import plan_scan

FUNCTION = """
def unique_{i}(items: list[int]) -> list[int]:
    seen: list[int] = []
    for item in items:
        if item not in seen:
            seen.append(item)
    return seen
"""


def timed(*arguments: str) -> tuple[float, dict[str, object]]:
    """Seconds of a command, and what it printed."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "slowpath", *arguments, "--jobs", "1", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return time.perf_counter() - began, json.loads(done.stdout)


def main() -> None:
    """Print both times."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--targets", type=int, default=4)
    parser.add_argument("--per-target", type=float, default=20.0)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        Path("many.py").write_text("".join(FUNCTION.format(i=i) for i in range(options.targets)))
        scan, report = timed("scan", "many.py", "--per-target", f"{options.per_target}s", "--budget", "1h")
        single = sum(
            timed("find", each.target, "--budget", f"{each.seconds}s")[0]
            for each in plan_scan("many.py", options.per_target).searches
        )
        os.chdir("/")
    told = {
        "targets": report["targets"],
        "searched": report["searched"],
        "scan": round(scan, 2),
        "sum_of_find": round(single, 2),
        "overhead": round(scan / single - 1, 4),
        "load": os.getloadavg()[0],
    }
    print(json.dumps(told, indent=1) if options.json else "\n".join(f"{k:20} {v}" for k, v in told.items()))


if __name__ == "__main__":
    main()
