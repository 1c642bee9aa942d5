"""What does a scan of the 1,000 most used packages take: searches, CPU hours, bytes, load of the scheduler?

Nothing is searched or imported. The plan of a scan is made from the source of a sample of packages: those of
benchmarks/known that are installed in its cache, or those of a folder such as site-packages. The rest is
arithmetic with figures that other scripts measure: bytes and CPU of an order (scheduler.py). `median` takes
the sample's median package for all, `mean` its mean; `first` counts the first search of each target, `all`
the longer ones too, as if no target were ever exhausted.

    python benchmarks/scan/fleet.py [--folder DIR] [--per-target 20] [--packages 1000] [--threads 64 512 ...]
                                    [--json]
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from slowpath.command.plan import MORE, plan_scan
from slowpath.command.scan import _ROUNDS
from slowpath.errors import SlowpathError

sys.path.insert(0, str(Path(__file__).parents[1] / "known"))
from run import CACHE

PROCESSES = 2  # of a search: one tries inputs, one verifies
BUDGET = 1800.0  # seconds of clock that a scan has by default, for its jobs together
JOBS = 2


@dataclass(frozen=True, slots=True)
class Figures:
    """What an order costs besides its search."""

    order_bytes: int
    example_bytes: int
    answer_bytes: int
    order_ms: float  # CPU of scheduler and client


@dataclass(frozen=True, slots=True)
class Total:
    """What the searches of a fleet come to. `hours` are those of one thread after the other."""

    searches: int
    hours: float
    cpu_hours: float
    gigabytes: float
    scheduler_hours: float


def main() -> None:
    """Print the sample, and what it comes to for a number of packages."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--folder", type=Path, help="whose packages are the sample, as site-packages")
    parser.add_argument("--per-target", type=float, default=20.0)
    parser.add_argument("--packages", type=int, default=1000)
    parser.add_argument("--threads", type=int, nargs="*", default=[64, 512, 1024])
    parser.add_argument("--order-bytes", type=int, default=700)
    parser.add_argument("--example-bytes", type=int, default=2_400, help="of all examples of a later search")
    parser.add_argument("--answer-bytes", type=int, default=3_300)
    parser.add_argument(
        "--order-ms", type=float, default=10.4, help="CPU of scheduler and client for an order"
    )
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    plans = sample(options.folder, options.per_target)
    figures = Figures(options.order_bytes, options.example_bytes, options.answer_bytes, options.order_ms)
    told: dict[str, Any] = described(plans)
    told["totals"] = {
        f"{kind}, {which}": asdict(total(*typical(plans, kind), options.packages, figures, rounds))
        for kind in ("median", "mean")
        for which, rounds in (("first", 0), ("all", _ROUNDS))
    }
    per_search = told["seconds_a_target"]
    told["threads"] = {
        str(count): {
            "days": round(told["totals"]["mean, first"]["hours"] / count / 24, 3),
            "orders_a_second": round(count / per_search, 1),
            "cores_of_scheduler": round(count / per_search * figures.order_ms / 1000, 3),
        }
        for count in options.threads
    }
    told["budget_hours"] = round(options.packages * BUDGET * JOBS / 3600)
    print(json.dumps(told, indent=1))


def sample(folder: Path | None, per_target: float) -> dict[str, tuple[int, float]]:
    """The searches of each package, and the seconds of all of them. What has no callable is left out."""
    plans = {}
    for name, place in sorted(packages(folder).items()):
        before = list(sys.path)
        sys.path.insert(0, str(place))
        try:
            searches = plan_scan(name, per_target).searches
        except SlowpathError:
            continue  # it is written in C, or has no callable
        finally:
            sys.path[:] = before
        plans[name] = (len(searches), sum(each.seconds for each in searches))
    return plans


def packages(folder: Path | None) -> dict[str, Path]:
    """Top-level packages, each with the folder that it is in."""
    if folder is not None:
        return {each.parent.name: folder for each in folder.glob("*/__init__.py")}
    found: dict[str, Path] = {}
    for release in sorted(CACHE.glob("*/.complete")):
        found |= {each.parent.name: release.parent for each in release.parent.glob("*/__init__.py")}
    return found


def described(plans: dict[str, tuple[int, float]]) -> dict[str, Any]:
    """What the sample is."""
    targets = [count for count, _ in plans.values()]
    return {
        "packages": len(plans),
        "targets": sum(targets),
        "targets_mean": round(statistics.mean(targets)),
        "targets_median": statistics.median(targets),
        "targets_most": max(targets),
        "seconds_a_target": round(sum(seconds for _, seconds in plans.values()) / sum(targets), 2),
    }


def typical(plans: dict[str, tuple[int, float]], kind: str) -> tuple[float, float]:
    """The searches of a package, and their seconds: the mean, or the median."""
    of = statistics.mean if kind == "mean" else statistics.median
    return float(of([count for count, _ in plans.values()])), float(of([each for _, each in plans.values()]))


def total(targets: float, seconds: float, count: int, figures: Figures, rounds: int = 0) -> Total:
    """What so many packages come to, if each target is searched again in so many rounds, longer each time."""
    searches = count * targets * (1 + rounds)
    clock = count * seconds * sum(MORE**each for each in range(rounds + 1))
    more = count * targets * rounds * figures.example_bytes
    moved = searches * (figures.order_bytes + figures.answer_bytes) + more
    hours = clock / 3600
    scheduled = searches * figures.order_ms / 1000 / 3600
    return Total(
        round(searches), round(hours), round(PROCESSES * hours), round(moved / 1e9, 2), round(scheduled, 2)
    )


if __name__ == "__main__":
    main()
