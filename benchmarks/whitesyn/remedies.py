"""How many slow functions get a proven remedy, and whether one of these is wrong.

For each function, a family of inputs on which it is slow is handed over, as a search does. What is shown is
checked by Hypothesis: the fixed function against the original, 1,000 inputs each (`checks.py`).
Every second function of a kind was looked at while rules were written (`development`); the others were not
run before the measurement.

    python benchmarks/whitesyn/remedies.py [--json FILE] [--set slow|redundant|all] [--only NAME ...]
        [--half development|measured] [--seconds 30] [--show]
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE)]

from checks import Wrong, applied, check  # noqa: E402
from families import REDUNDANT, SLOW, Family  # noqa: E402
from kinds import KINDS  # noqa: E402

from slowpath.model.scenario import Scenario  # noqa: E402
from slowpath.oracle.remedy.remedies import remedy_for  # noqa: E402
from slowpath.oracle.remedy.suspect import Suspect  # noqa: E402
from slowpath.run.client import Worker  # noqa: E402
from slowpath.scaling.growth import fit  # noqa: E402
from slowpath.scaling.series import Series  # noqa: E402
from slowpath.shape.infer import explain  # noqa: E402
from slowpath.target.load import load  # noqa: E402

DEVELOPMENT = {name for names in KINDS.values() for name in names[::2]}


@dataclass(frozen=True)
class Outcome:
    """What became of one function; `checked` is what the remedy says, `inputs` how many Hypothesis ran."""

    target: str
    kind: str
    half: str
    before: str
    checked: str | None
    inputs: int
    wrong: str | None
    seconds: float
    diff: str | None


def remedied(target: str, family: Family, seconds: float) -> Outcome:
    """Look for a remedy, and check it."""
    kind = next((kind for kind, names in KINDS.items() if target in names), "redundant")
    half = "development" if target in DEVELOPMENT else "measured"
    loaded = load(target)
    with loaded.copies.installed():
        inferred = explain(loaded.function, given={}, owner=loaded.owner, guess_rest=True)
    with Worker(target) as worker:
        ready = worker.with_scenario(Scenario(family.setup))
        series = Series(ready, family.inputs, "ops", 100_000_000, 20.0)
        series.extend()
        growth = fit(series.points)
        run = ready.run(family.inputs, growth.points[-1][0])
        began = time.monotonic()
        suspect = Suspect(target, family.inputs, growth, run.lines, inferred, Scenario(family.setup))
        found = remedy_for(suspect, worker, seconds)
        took = time.monotonic() - began
    if found is None:
        return Outcome(target, kind, half, growth.words, None, 0, None, took, None)
    file = next(
        line.file for line in run.lines if line.file.endswith(found.diff.split()[1].rsplit("/", 1)[-1])
    )
    original = Path(file).read_text()
    wrong, inputs = None, 0
    try:
        inputs = check(target, original, applied(found.diff, original))
    except Wrong as error:
        wrong = str(error)[:500]
    return Outcome(target, kind, half, growth.words, found.checked, inputs, wrong, took, found.diff)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--json")
    parser.add_argument("--set", choices=["slow", "redundant", "all"], default="all")
    parser.add_argument("--half", choices=["development", "measured"])
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--show", action="store_true")
    asked = parser.parse_args()
    os.chdir(HERE)
    chosen = {**(SLOW if asked.set != "redundant" else {}), **(REDUNDANT if asked.set != "slow" else {})}
    if asked.half:
        chosen = {
            name: each
            for name, each in chosen.items()
            if (name in DEVELOPMENT) == (asked.half == "development")
        }
    if asked.only:
        chosen = {name: each for name, each in chosen.items() if any(part in name for part in asked.only)}
    outcomes = []
    for target, family in chosen.items():
        outcome = remedied(target, family, asked.seconds)
        outcomes.append(outcome)
        told = outcome.checked or f"none ({outcome.before})"
        print(f"{'WRONG ' if outcome.wrong else ''}{target}  {told}  [{outcome.seconds:.1f} s]", flush=True)
        if outcome.wrong:
            print("   ", outcome.wrong)
        if asked.show and outcome.diff:
            print(outcome.diff)
        if asked.json:
            Path(asked.json).write_text(json.dumps([asdict(each) for each in outcomes], indent=1) + "\n")
    proven = [each for each in outcomes if each.checked]
    wrong = [each for each in outcomes if each.wrong]
    print(f"{len(proven)} of {len(outcomes)} have a remedy, {len(wrong)} wrong")


if __name__ == "__main__":
    main()
