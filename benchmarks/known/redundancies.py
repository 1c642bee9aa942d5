"""Whether `slowpath redundant` names the redundant work of known problems, on their documented inputs.

Problems of more.toml and third.toml whose mechanism is a loop in Python or a native operation in a loop; with
--recursion also those that recurse. Nothing is searched: a small module makes the documented call, and its
parameter is the documented recipe. A problem is named if a finding is in a documented hot function, or on
a line with a documented word.

    python benchmarks/known/redundancies.py [--json] [--only NAME ...] [--budget 60] [--recursion]
"""

from __future__ import annotations

import argparse
import json
import linecache
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from run import Problem, installed, problems

MECHANISMS = ("native-op-in-loop", "python-loop")
BAR = 0.8
GRACE = 60  # seconds beyond the budget
DRIVER = """\
import importlib

module = importlib.import_module({module!r})
target = module
for name in {attributes!r}.split("."):
    target = getattr(target, name)


def documented(x):
    return {call}
"""


@dataclass(frozen=True, slots=True)
class Named:
    """What one problem came to."""

    name: str
    mechanism: str
    named: bool
    kind: str | None
    place: str | None
    reason: str
    findings: int
    seconds: float


def examine(problem: Problem, budget: float) -> Named:
    """Run `slowpath redundant` on the documented input."""
    folder = installed(problem.requires, problem.options)
    if folder is None:
        return Named(problem.name, problem.mechanism, False, None, None, "cannot be installed", 0, 0.0)
    module, _, attributes = problem.entry.partition(":")
    with tempfile.TemporaryDirectory() as here:
        call = problem.call or "target(x)"
        source = DRIVER.format(module=module, attributes=attributes, call=call)
        Path(here, "driver.py").write_text(source, encoding="utf-8")
        path = [str(folder) if problem.requires else "", os.environ.get("PYTHONPATH", "")]
        command = [sys.executable, "-m", "slowpath", "redundant", "driver.py:documented", "--json"]
        command += ["-i", f"x={problem.recipe}", "--scope", module.partition(".")[0]]
        command += ["--budget", f"{budget:g}s"]
        begun = time.monotonic()
        try:
            done = subprocess.run(
                command,
                cwd=here,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, path))},
                capture_output=True,
                text=True,
                timeout=budget + GRACE,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return Named(problem.name, problem.mechanism, False, None, None, "no answer", 0, budget + GRACE)
    seconds = time.monotonic() - begun
    if not done.stdout.startswith("{"):
        note = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[0][:160]
        return Named(problem.name, problem.mechanism, False, None, None, note, 0, seconds)
    return judged(problem, json.loads(done.stdout), seconds)


def judged(problem: Problem, document: dict[str, Any], seconds: float) -> Named:
    """Whether a finding is at the documented place; the finding, or the costliest one."""
    found = document["findings"]
    at_place = [each for each in found if is_documented(problem, each)]
    shown = next(iter([*at_place, *found]), None)
    return Named(
        problem.name,
        problem.mechanism,
        bool(at_place),
        shown and shown["kind"],
        shown and shown["inner"],
        shown["reason"] if shown else document["inconclusive"] or "nothing found",
        len(found),
        seconds,
    )


def is_documented(problem: Problem, finding: dict[str, Any]) -> bool:
    """Whether one of the loops is in a documented function, or on a line with a documented word."""
    names = finding["function"].split(".")
    lines = []
    for place in (finding["inner"], finding["outer"]):
        file, _, line = place.rpartition(":")
        lines.append(linecache.getline(file, int(line)))
    return any(word in names or any(word in line for line in lines) for word in problem.site)


def main() -> int:
    """Print a row per problem; return 0 if enough are named."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--budget", type=float, default=60)
    parser.add_argument("--recursion", action="store_true")
    options = parser.parse_args()
    wanted = (*MECHANISMS, "recursion") if options.recursion else MECHANISMS
    rows = [each for each in problems(options.only, "all") if each.recipe and each.mechanism in wanted]
    results = []
    for problem in rows:
        result = examine(problem, options.budget)
        results.append(result)
        if not options.json:
            mark, kind = "named" if result.named else "-", result.kind or ""
            print(f"{result.name:32} {mark:6} {kind:36} {result.seconds:5.1f} s  {result.reason}", flush=True)
    named = sum(each.named for each in results)
    if options.json:
        print(json.dumps([asdict(each) for each in results], indent=1))
    else:
        print(f"\n{named} of {len(results)} are named at the documented place")
    return int(named < BAR * len(results))


if __name__ == "__main__":
    sys.exit(main())
