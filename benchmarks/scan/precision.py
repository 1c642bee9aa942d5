"""How many findings of a scan of current packages are true?

Ten current releases are scanned, and the JSON of each scan is kept in a folder. Whether a finding is true is
for a person to say, who runs its program and reads its place: `judged.toml` has the answer for each, with a
sentence. A finding is known by its package, its function and its class of growth. The table lists those that
nobody judged; precision is told of the others.

    python benchmarks/scan/precision.py --folder DIR --scan [--budget 10m] [--only NAME ...]
    python benchmarks/scan/precision.py --folder DIR [--json]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tomllib
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "known"))
from run import installed

HERE = Path(__file__).parent
BAR = 0.9
# What is installed, and the package that is scanned: parsers, formatters and collections that many use.
PACKAGES = (
    ("boltons", "boltons"),
    ("inflection", "inflection"),
    ("markdown", "markdown"),
    ("mistune", "mistune"),
    ("more-itertools", "more_itertools"),
    ("packaging", "packaging"),
    ("parse", "parse"),
    ("sqlparse", "sqlparse"),
    ("tabulate", "tabulate"),
    ("tomlkit", "tomlkit"),
)


@dataclass(frozen=True, slots=True)
class Row:
    """A finding, and what a person says of it; None if nobody judged it."""

    package: str
    function: str
    growth: str
    program: str
    true: bool | None
    why: str = ""


def main() -> int:
    """Scan, or print the table; return 0 if the bar is met."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--folder", type=Path, required=True, help="of the scans, a JSON file for each package"
    )
    parser.add_argument("--scan", action="store_true")
    parser.add_argument("--budget", default="10m")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    chosen = [each for each in PACKAGES if not options.only or each[1] in options.only]
    if options.scan:
        options.folder.mkdir(parents=True, exist_ok=True)
        for requirement, package in chosen:
            print(
                package,
                scanned(requirement, package, options.folder, options.budget, options.jobs),
                flush=True,
            )
        return 0
    found = [each for _, package in chosen for each in rows(package, options.folder)]
    precision = share(found)
    if options.json:
        print(json.dumps({"precision": precision, "rows": [asdict(each) for each in found]}, indent=1))
    else:
        print("\n".join(map(shown, found)))
        unjudged = sum(each.true is None for each in found)
        told = "nothing is judged" if precision is None else f"precision {precision:.0%}"
        print(f"\n{told}; {len(found)} findings, {unjudged} of them not judged")
    return 0 if precision is not None and precision >= BAR else 1


def scanned(requirement: str, package: str, folder: Path, budget: str, jobs: int) -> str:
    """Scan a package into the folder; return how it went in a few words."""
    place = installed((requirement,), ())
    if place is None:
        return "cannot be installed"
    path = os.pathsep.join(filter(None, [str(place), os.environ.get("PYTHONPATH", "")]))
    command = [
        sys.executable,
        "-m",
        "slowpath",
        "scan",
        package,
        "--json",
        "--budget",
        budget,
        "--jobs",
        str(jobs),
    ]
    env = {**os.environ, "PYTHONPATH": path}
    done = subprocess.run(command, env=env, cwd=folder, capture_output=True, text=True, check=False)
    if not done.stdout:
        return done.stderr.strip().rpartition("\n")[2]
    (folder / f"{package}.json").write_text(done.stdout, encoding="utf-8")
    return f"{len(json.loads(done.stdout)['findings'])} findings"


def rows(package: str, folder: Path) -> list[Row]:
    """The findings of a scan with their judgements; none if there was no scan."""
    file = folder / f"{package}.json"
    if not file.exists():
        return []
    known = judgements(HERE / "judged.toml")
    return [judged(package, each, known) for each in json.loads(file.read_text(encoding="utf-8"))["findings"]]


def judgements(file: Path) -> dict[tuple[str, str, str], dict[str, Any]]:
    """What was said of findings, by package, function and class."""
    if not file.exists():
        return {}
    entries = tomllib.loads(file.read_text(encoding="utf-8")).get("finding", [])
    return {(each["package"], each["function"], each["class"]): each for each in entries}


def judged(package: str, finding: dict[str, Any], known: dict[tuple[str, str, str], dict[str, Any]]) -> Row:
    """A finding with what is known of it."""
    said = known.get((package, finding["function"], finding["class"]), {})
    names = (package, finding["function"], finding["class"], finding["program"])
    return Row(*names, said.get("true"), said.get("why", ""))


def share(found: list[Row]) -> float | None:
    """How many of the judged findings are true; None if none is judged."""
    answers = [each.true for each in found if each.true is not None]
    return sum(answers) / len(answers) if answers else None


def shown(row: Row) -> str:
    """A row as text."""
    verdict = {True: "true", False: "FALSE", None: "not judged"}[row.true]
    last = row.program.splitlines()[-1].removesuffix("  # measured")
    return f"{verdict:10} {row.package:16} {row.growth:12} {row.function:30} {last}  {row.why}"


if __name__ == "__main__":
    sys.exit(main())
