"""How many targets do packages have, and how long would the first searches of all of them take?

Nothing is searched or imported: the plan of a scan is made from the source. The packages are those of
benchmarks/known that are installed in its cache, with what they need.

    python benchmarks/scan/fleet.py [--per-target 20] [--packages 1000] [--json]
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from pathlib import Path

from slowpath.command.plan import plan_scan
from slowpath.errors import SlowpathError

sys.path.insert(0, str(Path(__file__).parents[1] / "known"))
from run import CACHE


def packages() -> dict[str, Path]:
    """Top-level packages, each with the folder that it is in."""
    found: dict[str, Path] = {}
    for release in sorted(CACHE.glob("*/.complete")):
        folder = release.parent
        found |= {each.parent.name: folder for each in folder.glob("*/__init__.py")}
    return found


def main() -> None:
    """Print the plans, and what they come to for a number of packages."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--per-target", type=float, default=20.0)
    parser.add_argument("--packages", type=int, default=1000)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = {}
    for name, folder in sorted(packages().items()):
        before = list(sys.path)
        sys.path.insert(0, str(folder))
        try:
            searches = plan_scan(name, options.per_target).searches
        except SlowpathError:
            continue  # it is written in C, or has no callable
        finally:
            sys.path[:] = before
        rows[name] = (len(searches), sum(each.seconds for each in searches))
    targets = sorted(count for count, _ in rows.values())
    seconds = [each for _, each in rows.values()]
    told = {
        "packages": len(rows),
        "targets": sum(targets),
        "targets_mean": round(statistics.mean(targets)),
        "targets_median": statistics.median(targets),
        "targets_most": targets[-1],
        "seconds_a_target": round(sum(seconds) / sum(targets), 2),
        f"orders_of_{options.packages}": round(options.packages * statistics.mean(targets)),
        f"hours_of_{options.packages}": round(options.packages * statistics.mean(seconds) / 3600),
    }
    print(json.dumps(told, indent=1) if options.json else "\n".join(f"{k:20} {v}" for k, v in told.items()))


if __name__ == "__main__":
    main()
