"""What `slowpath find` and regexploit make of 200 patterns of the standard library and of the releases.

The patterns are collected where they are installed (regexes_list.py): all that regexploit reports, then those
with the most repetitions, three of a module at most. slowpath searches each as the module asks it (match,
fullmatch or search). A report of regexploit counts where its own text makes the counted cost and the CPU
seconds of the pattern grow with an exponent of 1.5 or more, or explode; the others are listed as false.

    python benchmarks/known/regexes.py [--json] [--budget 20] [--jobs 2] [--count 200] [--only PLACE ...]

Needs regexploit (`pip install regexploit`).
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from regexes_list import Collected
from run import HERE, Outcome, Problem, installed, problems, searched

OF_A_MODULE = 3  # patterns that regexploit does not report
CLAIMS = 4  # texts of one report that are tried
SUPERLINEAR = 1.5
NOISE = 0.1  # of an exponent of seconds
_CUBIC = 2  # stars from which regexploit reports


@dataclass(frozen=True, slots=True)
class Claim:
    """A text that regexploit reports, as an expression in N, and how the cost and the time grow with it."""

    recipe: str
    exponent: float | None = None  # infinite where it explodes
    slope: float | None = None

    @property
    def holds(self) -> bool:
        return (self.exponent or 0) >= SUPERLINEAR and (self.slope or 0) >= SUPERLINEAR - NOISE


@dataclass(frozen=True, slots=True)
class Row:
    """A pattern and both verdicts."""

    place: str
    way: str
    outcome: Outcome
    claims: tuple[Claim, ...]

    @property
    def claimed(self) -> bool:
        return any(claim.holds for claim in self.claims)


def collected() -> list[Collected]:
    """The distinct patterns of the standard library and of all releases."""
    folders = [""]
    for problem in problems([]):
        folder = installed(problem.requires, problem.options) if problem.requires else None
        if folder is not None and str(folder) not in folders:
            folders.append(str(folder))
    found: dict[tuple[str, int, bool], Collected] = {}
    for place in folders:
        command = [sys.executable, "-W", "ignore", str(HERE / "regexes_list.py"), place]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        for row in json.loads(done.stdout):
            each = Collected(**row)
            found.setdefault((each.pattern, each.flags, each.is_bytes), each)
    return list(found.values())


def chosen(patterns: Iterable[Collected], count: int) -> list[tuple[Collected, tuple[Claim, ...]]]:
    """What regexploit reports, then the patterns with the most repetitions; with the claims."""
    told = [(each, _claims(each)) for each in patterns]
    told.sort(key=lambda row: (not row[1], -row[0].repeats))
    taken: Counter[str] = Counter()
    found: list[tuple[Collected, tuple[Claim, ...]]] = []
    for each, claims in told:
        module = each.place.partition("#")[0]
        if claims or taken[module] < OF_A_MODULE:
            taken[module] += not claims
            found.append((each, claims))
    return found[:count]


def _claims(each: Collected) -> tuple[Claim, ...]:
    """The texts that regexploit reports for a pattern."""
    from regexploit.ast.sre import SreOpParser  # type: ignore[import-untyped]
    from regexploit.redos import find  # type: ignore[import-untyped]

    try:
        found = find(SreOpParser().parse_sre(each.pattern, each.flags))
    except Exception:  # what it cannot read, it does not report
        return ()
    recipes = dict.fromkeys(_recipe(redos, each.is_bytes) for redos in found if redos.starriness > _CUBIC)
    return tuple(Claim(recipe) for recipe in list(recipes)[:CLAIMS])


def _recipe(redos: object, is_bytes: bool) -> str:
    """The text of a report as an expression in N: regexploit writes it with a number for N."""
    written = redos.example().replace("* 3456", "* N")  # type: ignore[attr-defined]
    return f"({written}).encode('latin-1', 'ignore')" if is_bytes else written


def compared(each: Collected, claims: tuple[Claim, ...], number: int, budget: float, folder: Path) -> Row:
    """Search one pattern, and try what regexploit claims of it."""
    name = f"pattern_{number:03}"
    text = each.pattern.encode("latin-1") if each.is_bytes else each.pattern
    (folder / f"{name}.py").write_text(f"import re\n\npattern = re.compile({text!r}, {each.flags})\n")
    spec = f"{name}:pattern.{each.way}"
    outcome = searched(Problem(each.place, spec, (), "pattern"), (), budget, 0)
    return Row(each.place, each.way, outcome, tuple(_tried(claim, spec) for claim in claims))


def _tried(claim: Claim, spec: str) -> Claim:
    """How the cost and the CPU time grow with a text."""
    command = [sys.executable, "-m", "slowpath", "grow", spec, "-i", f"string={claim.recipe}"]
    command += ["--seconds", "--json", "--max-ops", "60M", "--budget", "60s"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return claim
    report = json.loads(done.stdout)
    growth = report["growth"]
    exponent = growth["exponent"]
    if exponent is None and growth["class"]:
        exponent = math.inf
    timed = [(int(size), seconds) for size, seconds in report["seconds"] if seconds and seconds > 0.0005]
    return Claim(claim.recipe, exponent, _slope(timed))


def _slope(timed: list[tuple[int, float]]) -> float | None:
    if len(timed) < 2:
        return None
    (size, seconds), (larger, more) = timed[-2:]
    return math.log(more / seconds) / math.log(larger / size)


def main() -> int:
    """Print a row per pattern; return 0 where slowpath finds all that regexploit reports rightly."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--budget", type=float, default=20)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--only", nargs="*", default=[])
    options = parser.parse_args()
    selection = chosen(collected(), options.count)
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(options.jobs) as pool:
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [name, os.environ.get("PYTHONPATH", "")]))
        waiting = [
            pool.submit(compared, each, claims, number, options.budget, Path(name))
            for number, (each, claims) in enumerate(selection)
            if not options.only or each.place in options.only
        ]
        for each in waiting:
            rows.append(each.result())
            if not options.json:
                show(rows[-1])
    missed = [row.place for row in rows if row.claimed and not row.outcome.found]
    summary = {
        "patterns": len(rows),
        "found": sum(row.outcome.found for row in rows),
        "reported by regexploit": sum(bool(row.claims) for row in rows),
        "rightly": sum(row.claimed for row in rows),
        "of them found": sum(row.claimed and row.outcome.found for row in rows),
        "missed": missed,
    }
    if options.json:
        print(json.dumps({"rows": [asdict(row) for row in rows], **summary}))
    else:
        print("\n" + ", ".join(f"{key}: {value}" for key, value in summary.items()))
    return 0 if not missed else 1


def show(row: Row) -> None:
    """Print a row."""
    outcome = row.outcome
    word = (outcome.klass or "found") if outcome.found else "-"
    slope = "" if outcome.slope is None else f"{outcome.slope:.2f}"
    recipe = "" if outcome.recipe is None else ", ".join(outcome.recipe.values())
    claim = "" if not row.claims else "right" if row.claimed else "false"
    text = row.claims[0].recipe if row.claims else "" if outcome.found else outcome.note
    print(
        f"{row.place:44} {row.way:9} {word:11} {slope:>5} {outcome.seconds:6.1f} s  {recipe[:44]:44} "
        f"{claim:6} {text[:40]}",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
