"""What a scan costs beyond its searches: its time against the sum of `find` on the same targets.

Both search the same functions for the same seconds, one after the other; all of them have enough to try for
the whole time. The difference is what the scan itself does: planning, starting processes, keeping, ranking.

    python benchmarks/scan/overhead.py [--targets 4] [--seconds 5] [--json]
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from pathlib import Path

import slowpath

# A search of it never ends by itself in a few seconds: texts are combined without end, and nothing is slow.
FUNCTION = """
def scan_{i}(text: str, sep: str, limit: int) -> int:
    found = 0
    for part in text.split(sep):
        if part.startswith("k{i}") and len(part) < limit:
            found += 1
    return found
"""


def main() -> None:
    """Print both times."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--targets", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        Path("many.py").write_text("".join(FUNCTION.format(i=i) for i in range(options.targets)))
        # The outlook of these functions gives them a half of the time for each target.
        began = time.perf_counter()
        whole = slowpath.scan(
            "many.py",
            per_target=2 * options.seconds,
            jobs=1,
            settings=slowpath.Settings(budget=options.targets * (options.seconds + 3)),
        )
        scan = time.perf_counter() - began
        searched = {each.target: each.seconds for each in whole.scans}
        began = time.perf_counter()
        for target in searched:
            slowpath.find(target, jobs=1, settings=slowpath.Settings(budget=options.seconds))
        single = time.perf_counter() - began
    within = scan - sum(searched.values())
    told = {
        "targets": len(searched),
        "scan": round(scan, 2),
        "sum_of_find": round(single, 2),
        "overhead": round(scan / single - 1, 4),
        "outside_of_searches": round(within, 2),
        "load": os.getloadavg()[0],
    }
    print(json.dumps(told, indent=1) if options.json else "\n".join(f"{k:20} {v}" for k, v in told.items()))


if __name__ == "__main__":
    main()
