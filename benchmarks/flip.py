"""How soon flipping character tests finds slow texts for patterns that are known to be slow.

    python benchmarks/flip.py [--json]

For each pattern: the text of 20 characters that examples/flip.py finds, its runs and seconds; and how many
times as many steps a search takes when each of its characters stands there eight times instead of four: 2 if
it is linear, 4 if it is quadratic; "budget" where the 20 characters spend the budget of a run.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
import time
from pathlib import Path
from typing import Any

from slowpath.counting.regex.machine import Mode, machine, run
from slowpath.counting.regex.program import parsed

EMAIL = (
    r"^([a-zA-Z0-9])(([\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}"
    r"(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$"
)
OTHER_EMAIL = r"^([a-zA-Z0-9_\.\-])+\@(([a-zA-Z0-9\-])+\.)+([a-zA-Z0-9]{2,4})+$"
PATTERNS = (
    r"(a+)+$",
    r"([a-z]+)*\d",
    r"^(\w+\s?)*$",
    r"\s+$",
    r"<[^>]*>",
    r"(?:.*,)*[ \t]*([^ \t]+)[ \t]+realm=",
    EMAIL,
    OTHER_EMAIL,
    r"(\d+)*x\1",
)
LENGTH = 20
SECONDS = 5.0  # within which a text is to be found
RATIO = 3.0  # from which a text is not of linear cost


def example() -> Any:
    """The example program."""
    path = Path(__file__).parent.parent / "examples" / "flip.py"
    spec = importlib.util.spec_from_file_location("flip_example", path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def steps(pattern: str, text: str) -> int:
    """The steps of a search."""
    return sum(run(machine(parsed(pattern)), text, Mode.SEARCH).steps)


def stretched(pattern: str, text: str) -> float:
    """How the steps grow as the characters are repeated."""
    four, eight = ("".join(each * times for each in text) for times in (4, 8))
    return steps(pattern, eight) / steps(pattern, four)


def measured(flip: Any, pattern: str) -> dict[str, Any]:
    """What flipping finds for a pattern."""
    start = time.perf_counter()
    found = flip(pattern, LENGTH)
    seconds = time.perf_counter() - start
    ratio = None if found.spent else round(stretched(pattern, found.text), 2)
    return {
        "pattern": pattern,
        "text": found.text,
        "runs": found.runs,
        "seconds": round(seconds, 2),
        "ratio": ratio,
        "found": (ratio is None or ratio >= RATIO) and seconds < SECONDS,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    flip = example().flip
    rows = [measured(flip, pattern) for pattern in PATTERNS]
    if chosen.json:
        print(json.dumps(rows, indent=1))
        return
    print(f"{'pattern':36} {'text':24} {'runs':>5} {'seconds':>8} {'ratio':>9}")
    for row in rows:
        shown = row["pattern"] if len(row["pattern"]) <= 36 else row["pattern"][:33] + "..."
        ratio = "budget" if row["ratio"] is None else f"{row['ratio']:.1f}"
        print(f"{shown:36} {row['text']!r:24} {row['runs']:5} {row['seconds']:8.2f} {ratio:>9}")
    print(f"found: {sum(row['found'] for row in rows)} of {len(rows)}")


if __name__ == "__main__":
    main()
