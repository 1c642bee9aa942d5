"""Does `slowpath scan` show the known problem of a release, given the name of the package alone?

Nine releases of benchmarks/known, three for each of the mechanisms regex, native operation in a loop, and
loop of Python, from small packages to large ones. Each is scanned for 30 minutes with two searches side by
side. The bar: the documented hot place is among the first five findings of seven or more.

    python benchmarks/scan/known.py [--budget 30m] [--jobs 2] [--only NAME ...] [--json]
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "known"))
from run import Problem, installed, problems

CHOSEN = (
    "mistune1-links",
    "sqlparse-quoted",
    "wheel-file-name",
    "base58-decode",
    "markdown-it-pending",
    "pypdf2-startxref",
    "jsondiff-lists",
    "tomli-header",
    "networkx-components",
)
FIRST = 5  # findings that a reader looks at
BAR = 7


def place_of(problem: Problem, finding: dict[str, Any]) -> bool:
    """Whether a finding names the documented hot place: by its function, its reason or its pattern."""
    named = "|".join(map(re.escape, problem.site))
    told = [finding["function"] or "", finding["reason"]]
    return any(re.search(rf"(?<!\w)(?:{named})(?!\w)", text) for text in told)


def scanned(problem: Problem, budget: str, jobs: int) -> dict[str, Any]:
    """What a scan of the package of a problem came to."""
    folder = installed(problem.requires, problem.options)
    if folder is None:
        return {"name": problem.name, "note": "cannot be installed", "rank": None}
    package = problem.entry.partition(":")[0].partition(".")[0]
    command = [sys.executable, "-m", "slowpath", "scan", package, "--json", "--fresh"]
    command += ["--budget", budget, "--jobs", str(jobs)]
    command += [word for name in problem.allow for word in ("--allow", name)]
    path = os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH", "")]))
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as place:
        env = {**os.environ, "PYTHONPATH": path}
        done = subprocess.run(command, env=env, cwd=place, capture_output=True, text=True, check=False)
    told: dict[str, Any] = {"name": problem.name, "package": package, "rank": None}
    told["seconds"] = round(time.monotonic() - began, 1)
    if not done.stdout:
        return told | {"note": done.stderr.strip().rpartition("\n")[2][:160]}
    report = json.loads(done.stdout)
    ranks = [rank for rank, each in enumerate(report["findings"], 1) if place_of(problem, each)]
    told |= {"rank": ranks[0] if ranks else None, "findings": len(report["findings"])}
    told |= {name: report[name] for name in ("targets", "searched", "not_searched")}
    told["functions"] = sorted({each["function"] for each in report["findings"] if each["function"]})
    return told | {"first": [[each["class"], each["site"]] for each in report["findings"][:FIRST]]}


def main() -> int:
    """Print a row for each release; return 0 if the bar is met."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--budget", default="30m")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    chosen = options.only or CHOSEN
    rows = []
    for problem in sorted(problems(list(chosen), "all"), key=lambda each: chosen.index(each.name)):
        rows.append(scanned(problem, options.budget, options.jobs))
        if not options.json:
            shown = {
                name: value for name, value in rows[-1].items() if name not in ("name", "first", "functions")
            }
            print(f"{rows[-1]['name']:24} {shown}", flush=True)
    good = sum(row["rank"] is not None and row["rank"] <= FIRST for row in rows)
    if options.json:
        print(
            json.dumps({"budget": options.budget, "jobs": options.jobs, "good": good, "rows": rows}, indent=1)
        )
    else:
        print(f"\n{good} of {len(rows)} known problems among the first {FIRST} findings")
    return 0 if good >= min(BAR, len(rows)) else 1


if __name__ == "__main__":
    sys.exit(main())
