"""How many targets an hour do one and two searches side by side get through?

The same generated targets are scanned with one and with two jobs, or on a cluster of one and of two workers,
until each was searched for its time. The searches have a fixed time each, so the ideal is twice as many; what
is lost is what they take from each other and what the scan does between them. A machine with fewer free cores
than four (a search has two processes) measures itself.

    python benchmarks/scan/throughput.py [--targets 8] [--per-target 10] [--cluster] [--json]
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from pathlib import Path
from typing import Any

import slowpath
from slowpath.command import scan
from slowpath.command.plan import plan_scan

BAR = 1.8
# Something is always left to try: options, and no finding that would end a search early.
FUNCTION = """
def parsed_{i}(text: str, strict: bool = False, width: int = 8) -> list[str]:
    found = []
    for line in text.split(';'):
        name, _, value = line.partition('=')
        if strict and not name.isidentifier():
            continue
        found.append(name.strip() + value[:width])
    return [each for each in found if each]
"""


def scanned(targets: int, seconds: float, side_by_side: int, *, cluster: bool) -> float:
    """Seconds of a scan in which each target is searched once."""
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        Path("many.py").write_text("".join(FUNCTION.format(i=i) for i in range(targets)))
        how: dict[str, Any] = {"cluster": f"local:{side_by_side}"} if cluster else {"jobs": side_by_side}
        budget = 4 * sum(each.seconds for each in plan_scan("many.py", seconds).searches)
        began = time.perf_counter()
        slowpath.scan("many.py", per_target=seconds, settings=slowpath.Settings(budget=budget), **how)
        elapsed = time.perf_counter() - began
        os.chdir("/")
    return elapsed


def main() -> None:
    """Print both rates and their quotient."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--targets", type=int, default=8)
    parser.add_argument("--per-target", type=float, default=10.0)
    parser.add_argument(
        "--cluster", action="store_true", help="workers of a local cluster in the place of jobs"
    )
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    scan._ROUNDS = 0  # longer searches would depend on what the first ones found
    one, two = (
        scanned(options.targets, options.per_target, each, cluster=options.cluster) for each in (1, 2)
    )
    told = {
        "targets": options.targets,
        "one": round(one, 2),
        "two": round(two, 2),
        "targets_an_hour": [round(3600 * options.targets / each) for each in (one, two)],
        "quotient": round(one / two, 3),
        "bar": BAR,
        "load": os.getloadavg()[0],
    }
    print(json.dumps(told, indent=1) if options.json else "\n".join(f"{k:16} {v}" for k, v in told.items()))


if __name__ == "__main__":
    main()
