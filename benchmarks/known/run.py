"""What `slowpath find` makes of releases with a known complexity problem, without any hint.

Each release is installed under a cache folder, and its public entry point is searched with default settings.
Found is a family of inputs whose counted cost and whose CPU seconds both grow with an exponent of 1.5 or
more, or explode. It is found at the site if what it calls hot is the documented hot place. The set `first`
is problems.toml; `developed` and `measured` are the halves of more.toml, `third` is third.toml. With
--mended, the releases in which the problem is mended are searched instead: nothing may be found there but
problems that are known to remain.

    python benchmarks/known/run.py [--json] [--set first] [--budget 120] [--seeds 0 1 2] [--only NAME ...]
                                   [--mended] [--without knowledge] [--at-once 2]

With --at-once K, K releases are searched side by side, each by one process instead of two. `table.py` makes
the table of docs/benchmarks.md from what --json prints.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import time
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
CACHE = Path(os.environ.get("SLOWPATH_CACHE", Path.home() / ".cache" / "slowpath")) / "known"
GRACE = 60  # seconds beyond the budget after which a search is ended
BAR = 29
HOT = 0.2  # share of the cost from which a line counts as hot
SETS = ("first", "developed", "measured", "third", "all")
LISTS = ("problems.toml", "more.toml", "third.toml")


@dataclass(frozen=True, slots=True)
class Problem:
    """A release and its entry point."""

    name: str
    entry: str
    requires: tuple[str, ...]
    growth: str
    options: tuple[str, ...] = ()  # of pip
    allow: tuple[str, ...] = ()  # what the import of the release needs, as the search itself says
    mended: tuple[str, ...] = ()
    mended_python: str = ""
    remains: tuple[str, ...] = ()  # functions of the mended release that are slow for another reason
    site: tuple[str, ...] = ()  # functions, or words of the code, that are documented as the hot place
    ref: str = ""
    mechanism: str = ""
    recipe: str = ""  # the documented inputs, an expression in N: for verify.py, never for the search
    call: str = "target(x)"  # how verify.py gives x, the recipe's value, to the target
    half: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one search came to."""

    name: str
    seed: int
    found: bool
    klass: str | None
    exponent: float | None
    slope: float | None
    recipe: dict[str, str] | None
    seconds: float
    note: str = ""
    site: bool | None = None  # whether the hot place of a finding is the documented one
    first: bool | None = None  # the same of the finding that is shown first
    findings: int = 0


def problems(only: list[str], chosen: str = "first") -> list[Problem]:
    """The releases of a set: the first list, a half of the second, the third, or all."""
    rows = []
    for name in LISTS:
        with (HERE / name).open("rb") as file:
            rows += tomllib.load(file)["problem"]
    lists = ("requires", "options", "allow", "mended", "remains", "site")
    made = [Problem(**{k: tuple(v) if k in lists else v for k, v in row.items()}) for row in rows]
    return [
        each for each in made if chosen in ("all", each.half or "first") and (not only or each.name in only)
    ]


def installed(requires: tuple[str, ...], options: tuple[str, ...]) -> Path | None:
    """The folder that has these releases; None where they cannot be installed."""
    if not requires:
        return Path()
    folder = CACHE / hashlib.sha256(" ".join((*requires, *options)).encode()).hexdigest()[:16]
    if (folder / ".complete").exists():
        return folder
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(folder)]
    if subprocess.run([*command, *options, *requires], check=False, capture_output=True).returncode:
        return None
    (folder / ".complete").touch()
    return folder


def searched(
    problem: Problem,
    requires: tuple[str, ...],
    budget: float,
    seed: int,
    without: Sequence[str] = (),
    at_once: int = 1,
) -> Outcome:
    """Run `slowpath find` on the entry point."""
    folder = installed(requires, problem.options)
    if folder is None:
        return Outcome(problem.name, seed, False, None, None, None, None, 0.0, "cannot be installed")
    path = os.pathsep.join(filter(None, [str(folder) if requires else "", os.environ.get("PYTHONPATH", "")]))
    command = [sys.executable, "-m", "slowpath", "find", problem.entry, "--json"]
    command += ["--budget", f"{budget}s", "--seed", str(seed)]
    command += [word for name in without for word in ("--without", name)]
    command += [word for name in problem.allow for word in ("--allow", name)]
    command += ["--jobs", "1"] if at_once > 1 else []
    start = time.monotonic()
    try:
        done = subprocess.run(
            command,
            env={**os.environ, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            timeout=budget + GRACE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Outcome(problem.name, seed, False, None, None, None, None, budget + GRACE, "no answer")
    seconds = time.monotonic() - start
    if done.returncode not in (0, 1) or not done.stdout:  # Python itself ends with 1 where a module fails
        note = done.stderr.strip().rpartition("\n")[2][:160]
        return Outcome(problem.name, seed, False, None, None, None, None, seconds, note)
    report = json.loads(done.stdout)
    if not report["findings"]:
        return Outcome(problem.name, seed, False, None, None, None, None, seconds, report["stopped_because"])
    best = report["findings"][0]
    growth = best["growth"]
    at_site = [hits(problem, each) for each in report["findings"]] if problem.site else None
    return Outcome(
        problem.name,
        seed,
        True,
        growth["class"],
        growth["exponent"],
        best["slope"],
        # Names of a setup tell nothing without it.
        (not best["setup"] and best["recipe"])
        or {"program": "; ".join(map(str.strip, best["program"].splitlines()))},
        seconds,
        best["reason"],
        any(at_site) if at_site is not None else None,
        at_site[0] if at_site is not None else None,
        len(report["findings"]),
    )


def hits(problem: Problem, finding: dict[str, Any]) -> bool:
    """Whether the documented site is named by what the finding calls hot."""
    told = [finding["function"] or "", finding["reason"]]
    for line in finding["lines"]:
        if line["share"] >= HOT:
            told += [line["function"], line["source"]]
    named = "|".join(map(re.escape, problem.site))
    return any(re.search(rf"(?<!\w)(?:{named})(?!\w)", text) for text in told)


def main() -> int:
    """Print a row per search; return 0 where the bar is met."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--set", choices=SETS, default="first")
    parser.add_argument("--budget", type=float, default=120)
    parser.add_argument("--seeds", type=int, nargs="*", default=[0])
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--mended", action="store_true")
    parser.add_argument("--without", nargs="*", default=[], metavar="NAME", help="as find takes it")
    parser.add_argument("--at-once", type=int, default=1, metavar="K", help="searches side by side")
    options = parser.parse_args()
    chosen = [
        (problem, problem.mended if options.mended else problem.requires, seed)
        for problem in problems(options.only, options.set)
        for seed in options.seeds
        if problem.mended or not options.mended
    ]
    outcomes: list[Outcome] = []
    known: list[Outcome] = []
    with ThreadPoolExecutor(options.at_once) as pool:
        done = pool.map(
            lambda each: searched(*each[:2], options.budget, each[2], options.without, options.at_once),
            chosen,
        )
        for (problem, _, _), outcome in zip(chosen, done, strict=True):
            outcomes.append(outcome)
            if options.mended and outcome.found and any(name in outcome.note for name in problem.remains):
                known.append(outcome)
            if not options.json:
                show(outcome)
    found = [sum(each.found for each in outcomes if each.seed == seed) for seed in options.seeds]
    total = len({each.name for each in outcomes})
    bar = min(BAR, total) if options.set == "first" else 0
    met = len(known) == sum(found) if options.mended else min(found) >= bar
    at_site = [sum(bool(each.site) for each in outcomes if each.seed == seed) for seed in options.seeds]
    first = [sum(bool(each.first) for each in outcomes if each.seed == seed) for seed in options.seeds]
    if options.json:
        told = {"set": options.set, "budget": options.budget, "at_once": options.at_once}
        told |= {"without": options.without, "seeds": options.seeds}
        told |= {"found": found, "of": total, "at_site": at_site, "first": first}
        print(json.dumps({**told, "outcomes": [asdict(each) for each in outcomes]}, indent=1))
    else:
        remains = f", {len({each.name for each in known})} of them known to remain" if options.mended else ""
        print(f"\nfound {', '.join(map(str, found))} of {total} with seeds {options.seeds}{remains}")
        print(f"with the documented hot place: {', '.join(map(str, at_site))}; ", end="")
        print(f"shown first: {', '.join(map(str, first))}")
    return 0 if met else 1


def show(outcome: Outcome) -> None:
    """Print a row."""
    word = "found" if outcome.found else "-"
    exponent = "" if outcome.exponent is None else f"{outcome.exponent:.2f}"
    slope = "" if outcome.slope is None else f"{outcome.slope:.2f}"
    recipe = "" if outcome.recipe is None else ", ".join(f"{k}={v}" for k, v in outcome.recipe.items())
    site = (
        "" if outcome.site is None else "first" if outcome.first else "site" if outcome.site else "elsewhere"
    )
    print(
        f"{outcome.name:36} {word:6} {site:9} {outcome.klass or '':10} {exponent:>5} {slope:>5} "
        f"{outcome.seconds:6.1f} s  {recipe[:80]}  {outcome.note[:100]}",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
