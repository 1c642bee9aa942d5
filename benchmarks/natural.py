"""How many functions of well-known collections `slowpath find` can call at all, without any hint.

All public functions with a loop in some modules of algorithms, textdistance, networkx, sympy and nltk are
searched for a few seconds each. An input is accepted if the function returned for it, in a run that the
search made: the report says for how many inputs it did.

    python benchmarks/natural.py [--json] [--budget 10] [--half first|second] [--most K] [--part I/J]
        [--only TEXT] [--replay] [--cpu] [--release NAME==VERSION]

The budget is time on the clock, from the start of the search on, with what loading takes. With `--cpu` it is
CPU time as far as that can be had: before each search, a loop shows which share of a core a process gets at
present, and the budget is divided by it. On a quiet machine that is the same.

With `--replay`, the recipe of every finding is run again by `benchmarks/replay.py`, which has nothing of
slowpath: a finding is true if the CPU time of the plain function grows as its input to the power 1.4, or
faster. With `--release`, the functions and methods of that release are searched, not the collections.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from replay import ALL, LEAST, WAITED

CACHE = Path(os.environ.get("SLOWPATH_CACHE", Path.home() / ".cache" / "slowpath")) / "natural"
INCONCLUSIVE = 3  # the exit code of a search that means nothing; its report says how many inputs returned
TOLD = ("recipe", "setup", "program", "measure")  # what a replay is told of a finding
GRACE = 60  # seconds beyond the budget after which a search is ended
SPIN = 0.3  # CPU seconds: a busy scheduler has turned to a process some dozen times
LOOPS = (ast.For, ast.While, ast.AsyncFor)
Collections = tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
# What is installed, and the modules whose functions are searched.
COLLECTIONS: Collections = (
    (("algorithms==0.1.4",), ("algorithms",)),
    (("textdistance==4.6.3",), ("textdistance",)),
    (("networkx==3.4.2", "scipy"), ("networkx/algorithms",)),
    (
        ("sympy==1.13.3", "mpmath==1.3.0"),
        ("sympy/ntheory", "sympy/utilities/iterables.py", "sympy/combinatorics"),
    ),
    (
        ("nltk==3.9.1", "click", "joblib", "regex", "tqdm"),
        ("nltk/metrics", "nltk/util.py", "nltk/tokenize"),
    ),
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one search came to; `why` is the reason if no input was accepted."""

    entry: str
    accepted: bool
    findings: int
    internal_error: bool = False
    why: str = ""
    replays: tuple[Replay, ...] = ()


@dataclass(frozen=True, slots=True)
class Replay:
    """A finding that was run again; `exponent` is None if the runs were too few or too short to tell."""

    recipe: dict[str, str]
    exponent: float | None

    @property
    def is_true(self) -> bool:
        """Whether it grows as fast as a finding has to."""
        return self.exponent is not None and self.exponent >= LEAST


def main() -> int:
    """Print the shares; return 0 if there was no internal error."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--budget", type=float, default=10, help="seconds for each function")
    parser.add_argument("--half", choices=("first", "second"), help="every second function")
    parser.add_argument("--most", type=int, help="so many functions, spread over all")
    parser.add_argument("--part", default="1/1", metavar="I/J", help="the I-th of J parts of these")
    parser.add_argument("--only", default="", help="functions whose name has this text")
    parser.add_argument("--processes", type=int, default=1, help="searches that run at once")
    parser.add_argument("--cpu", action="store_true", help="let the budget be CPU time on a busy machine")
    parser.add_argument("--release", metavar="NAME==VERSION", help="search its functions and methods instead")
    parser.add_argument("--replay", action="store_true", help="run the recipe of every finding again")
    options = parser.parse_args()
    name = options.release and options.release.partition("==")[0].replace("-", "_")
    collections = (((options.release,), (name,)),) if name else COLLECTIONS
    entries = [
        (folder, entry) for folder, entry in chosen(collections, options.half) if options.only in entry
    ]
    if options.most is not None and options.most < len(entries):
        entries = [entries[place * len(entries) // options.most] for place in range(options.most)]
    part, parts = map(int, options.part.split("/"))
    entries = entries[part - 1 :: parts]
    outcomes = []
    with ThreadPoolExecutor(options.processes) as pool:
        slower = slowness if options.cpu else (lambda: 1.0)
        search = partial(searched, budget=options.budget, again=options.replay)
        for outcome in pool.map(lambda each: search(*each, slower=slower()), entries):
            outcomes.append(outcome)
            if not options.json:
                print(line(outcome), flush=True)
    told = summary(outcomes)
    print(
        json.dumps({**told, "outcomes": [asdict(each) for each in outcomes]}) if options.json else shown(told)
    )
    return 1 if told["internal_errors"] else 0


def slowness() -> float:
    """Return how many seconds on the clock a CPU second takes at present."""
    return 1 / share()


def share(cpu: float = SPIN, most: float = 10.0) -> float:
    """Return which part of the time a process that only computes gets, at least a tenth."""
    began, worked = time.monotonic(), time.process_time()
    while time.process_time() - worked < cpu and time.monotonic() - began < most:
        sum(range(1_000))
    return min(1.0, max(0.1, (time.process_time() - worked) / (time.monotonic() - began)))


def chosen(collections: Collections, half: str | None) -> list[tuple[Path, str]]:
    """The functions in the order of their names, each with the folder that its package is installed in."""
    entries = [
        (folder, entry)
        for requires, places in collections
        for folder in (installed(requires),)
        for place in places
        for entry in functions(folder, folder / place, methods=collections is not COLLECTIONS)
    ]
    entries.sort(key=lambda each: each[1])
    return entries if half is None else entries[half == "second" :: 2]


def installed(requires: tuple[str, ...]) -> Path:
    """The folder that has these releases."""
    folder = CACHE / requires[0]
    if not (folder / ".complete").exists():
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(folder)]
        subprocess.run([*command, *requires], check=True)
        (folder / ".complete").touch()
    return folder


def functions(folder: Path, place: Path, *, methods: bool = False) -> Iterator[str]:
    """The public functions with a loop in a file, or below a folder, and classes whose objects are called;
    also other `methods`."""
    for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
        names = path.relative_to(folder).with_suffix("").parts
        if "tests" in names or any(each.startswith("_") and each != "__init__" for each in names):
            continue
        module = ".".join(each for each in names if each != "__init__")
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            name = getattr(node, "name", "_")
            if isinstance(node, ast.FunctionDef) and not name.startswith("_") and has_loop(node):
                yield f"{module}:{name}"
            if isinstance(node, ast.ClassDef) and not name.startswith("_"):
                for each in node.body:
                    method = getattr(each, "name", "_")
                    is_wanted = method == "__call__" or (methods and not method.startswith("_"))
                    if is_wanted and has_loop(each):
                        yield f"{module}:{name}.{method}"


def has_loop(tree: ast.AST) -> bool:
    """Whether there is a loop statement in a function."""
    return any(isinstance(node, LOOPS) for node in ast.walk(tree))


def searched(folder: Path, entry: str, budget: float, *, again: bool = False, slower: float = 1.0) -> Outcome:
    """Run `slowpath find` on a function, and what it finds `again`; each second is `slower` by a factor."""
    path = os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH", "")]))
    command = [sys.executable, "-m", "slowpath", "find", entry, "--json", "--jobs", "1"]
    try:
        done = subprocess.run(
            [*command, "--budget", f"{slower * budget}s"],
            env={**os.environ, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            timeout=slower * (budget + GRACE),
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Outcome(entry, False, 0, why="no answer")
    if done.returncode not in (0, 1, INCONCLUSIVE):
        told = done.stderr.strip().splitlines() or [""]
        internal = "internal error" in done.stderr.lower() or "Traceback" in done.stderr
        return Outcome(entry, False, 0, internal, told[-1 if internal else 0][:160])
    report = json.loads(done.stdout)
    outcome = judged(entry, report)
    replays = tuple(replayed(path, entry, each) for each in report["findings"]) if again else ()
    return replace(outcome, replays=replays)


def replayed(path: str, entry: str, finding: dict[str, Any]) -> Replay:
    """Run the recipe of a finding by the plain function alone."""
    asked = json.dumps({"entry": entry, **{key: finding[key] for key in TOLD}})
    command = [sys.executable, str(Path(__file__).parent / "replay.py"), asked]
    done = subprocess.run(
        command,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=ALL + WAITED + GRACE,
        check=False,
    )
    answers = [each for each in done.stdout.splitlines() if each.startswith('{"exponent"')]
    told = json.loads(answers[-1]) if answers else {"exponent": None}  # a module may print when imported
    return Replay(finding["recipe"] or {"program": finding["program"]}, told["exponent"])


def judged(entry: str, report: dict[str, object]) -> Outcome:
    """What a report says of the inputs that were run."""
    findings = report["findings"]
    assert isinstance(findings, list)
    if report["returned"]:
        return Outcome(entry, True, len(findings))
    why = str(report["advice"] or report["inconclusive"] or f"0 of {report['tried']} inputs returned")
    return Outcome(entry, False, len(findings), why=why[:200])


def summary(outcomes: list[Outcome]) -> dict[str, object]:
    """The figures of all searches."""
    return {
        "functions": len(outcomes),
        "accepted": sum(each.accepted for each in outcomes),
        "internal_errors": sum(each.internal_error for each in outcomes),
        "found": sum(bool(each.findings) for each in outcomes),
        "replayed": sum(len(each.replays) for each in outcomes),
        "true": sum(again.is_true for each in outcomes for again in each.replays),
        "by_package": dict(Counter(each.entry.partition(".")[0] for each in outcomes if not each.accepted)),
    }


def line(outcome: Outcome) -> str:
    """What one search came to, and the findings that were not true when they were run again."""
    untrue = [f"{each.recipe} grows like n^{each.exponent}" for each in outcome.replays if not each.is_true]
    told = "; ".join([*filter(None, [outcome.why]), *untrue])
    return f"{'accepted' if outcome.accepted else '-':8}  {outcome.findings}  {outcome.entry}  {told}"


def shown(told: dict[str, object]) -> str:
    """The figures as text."""
    total, accepted = int(str(told["functions"])), int(str(told["accepted"]))
    share = 100 * accepted / max(1, total)
    return (
        f"\naccepted inputs ran in {accepted} of {total} functions ({share:.0f}%); internal errors: "
        f"{told['internal_errors']}; functions with findings: {told['found']}; "
        f"findings true when run again: {told['true']} of {told['replayed']}; none accepted, by package: "
        f"{told['by_package']}"
    )


if __name__ == "__main__":
    sys.exit(main())
