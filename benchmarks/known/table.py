"""The tables of known problems in docs/benchmarks.md, from what `run.py --json` printed.

The second file is a run of the same problems with something switched off: its column says what was found.

    python benchmarks/known/table.py benchmarks/results/known.json [benchmarks/results/known-without.json]
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

Outcome = dict[str, Any]


def main(files: list[str]) -> int:
    """Print the table and what it adds up to; return 0."""
    runs = [json.loads(Path(file).read_text(encoding="utf-8")) for file in files]
    print("\n".join(table(*runs)))
    for run in runs:
        without = f", without {', '.join(run['without'])}" if run["without"] else ""
        print(
            f"\n{run['budget']:g} s, seeds {run['seeds']}, {run['at_once']} at once{without}: found "
            f"{run['found']} of {run['of']}, at the documented place {run['at_site']}, first {run['first']}"
        )
    return 0


def table(run: dict[str, Any], compared: dict[str, Any] | None = None) -> list[str]:
    """A row per problem: how often it was found, how often at the documented place, and the last family."""
    names = ["problem", "found", "site", "growth", "CPU", "seconds", "recipe"]
    if compared is not None:
        names.insert(3, f"without {', '.join(compared['without'])}")
    lines = [f"| {' | '.join(names)} |", "|" + "---|" * len(names)]
    for name in dict.fromkeys(each["name"] for each in run["outcomes"]):
        cells = row(of(run, name))
        if compared is not None:
            cells.insert(2, share(of(compared, name), "found"))
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return lines


def row(outcomes: list[Outcome]) -> list[str]:
    """The cells of one problem."""
    seconds = [each["seconds"] for each in outcomes]
    span = f"{min(seconds):.0f}" if len(seconds) == 1 else f"{min(seconds):.0f} to {max(seconds):.0f}"
    cells = [share(outcomes, "found"), share(outcomes, "site"), "", "", span, ""]
    found = [each for each in outcomes if each["found"]]
    if found:
        last = found[-1]
        recipe = ", ".join(f"{key}={value}" for key, value in last["recipe"].items()).replace("|", r"\|")
        fence = "``" if "`" in recipe else "`"
        space = " " if "`" in recipe else ""
        cells[2] = last["klass"] or ""
        if last["slope"] is not None and "^n)" not in cells[2]:  # what explodes has no exponent
            cells[3] = f"n^{last['slope']:.2f}"
        cells[5] = f"{fence}{space}{recipe}{space}{fence}"
    return cells


def share(outcomes: list[Outcome], what: str) -> str:
    """How many of the outcomes have something; yes or no if there is one alone."""
    if not outcomes:
        return ""
    count = sum(bool(each[what]) for each in outcomes)
    return ("yes" if count else "no") if len(outcomes) == 1 else f"{count} of {len(outcomes)}"


def of(run: dict[str, Any], name: str) -> list[Outcome]:
    """The outcomes of one problem."""
    return [each for each in run["outcomes"] if each["name"] == name]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
