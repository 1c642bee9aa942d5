"""Decisions recorded per second over symbolic text in parsers of the standard library, and what one costs.

A document of each size is a text all of whose characters are variables over the whole of Unicode. The trace
build parses it; the decisions that it records are counted, and its CPU time is set beside that of the
same run in the count build and of the plain function. The cost of one traced branch is the median, over
repeated runs, of the time that a run takes beyond the count build, by its decisions. Then the same with an
alphabet of ASCII alone: a test of a character must not cost more for having a million others to tell it from.

    python benchmarks/text.py [--json] [--repeats 5] [--length 400]
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from subjects import parsers

from slowpath.model.charset import CharSet
from slowpath.model.target import Build
from slowpath.run.traced import Tracer
from slowpath.shape.library import text
from slowpath.target.load import Loaded, load
from slowpath.values.hooks import trace_hooks

ASCII, UNICODE = CharSet.between(0, 127), CharSet.everything()
MOST = 2.0  # times as long a decision over all of Unicode may take as one over ASCII


@dataclass(frozen=True, slots=True)
class Rate:
    """What the trace build recorded of one parser, and how fast; times in seconds of CPU."""

    parser: str
    alphabet: str
    characters: int
    decisions: int
    lost: int
    traced: float
    counted: float
    plain: float

    @property
    def per_second(self) -> float:
        return self.decisions / self.traced

    @property
    def branch_us(self) -> float:
        """Microseconds that one decision adds to a run of the count build."""
        return (self.traced - self.counted) / self.decisions * 1e6


def measure(name: str, length: int, alphabet: CharSet, repeats: int) -> Rate:
    """Parse one document over an alphabet in all builds."""
    document = parsers.document(name, length)
    counted, traced = _loaded(name, Build.COUNT), _loaded(name, Build.TRACE)
    tracer = Tracer(traced, {"document": text(length, alphabet)}, length)
    model = {place: ord(character) for place, character in enumerate(document)}
    path = tracer.run(model)  # the first run computes character classes that later ones look up
    with tracer.installed():
        seconds = _median(lambda: tracer.run(model), repeats)
    return Rate(
        name,
        "unicode" if alphabet is UNICODE else "ascii",
        length,
        len(path.taken),
        sum(path.lost.values()),
        seconds,
        _median(lambda: _count(counted, document), repeats),
        _median(lambda: getattr(parsers, name)(document), repeats),
    )


def _loaded(name: str, build: Build) -> Loaded:
    more = trace_hooks if build is Build.TRACE else None
    return load(f"{Path(parsers.__file__)}:{name}", scope=parsers.SCOPE, build=build, more=more)


def _count(loaded: Loaded, document: str) -> None:
    loaded.ledger.start(None)
    try:
        with loaded.copies.installed():
            loaded.function(document)
    finally:
        loaded.ledger.stop()


def _median(work: Callable[[], Any], repeats: int) -> float:
    taken = []
    for _ in range(repeats):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return statistics.median(taken)


def ratio(rates: list[Rate]) -> float:
    """The largest ratio of a decision's time over all of Unicode to its time over ASCII, by parser."""
    times: dict[str, dict[str, float]] = {}
    for rate in rates:
        times.setdefault(rate.parser, {})[rate.alphabet] = rate.traced / rate.decisions
    return max(each["unicode"] / each["ascii"] for each in times.values())


def main(arguments: list[str] | None = None) -> int:
    """Print the table; return 0 where the whole of Unicode is as cheap as ASCII."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.add_argument("--repeats", type=int, default=5, help="runs of which the median counts (default: 5)")
    parser.add_argument("--length", type=int, default=400, help="characters of a document (default: 400)")
    options = parser.parse_args(arguments)
    rates = []
    for name in parsers.NAMES:
        for alphabet in (ASCII, UNICODE):
            rates.append(measure(name, options.length, alphabet, options.repeats))
            if not options.json:
                _show(rates[-1], heading=len(rates) == 1)
    branch = statistics.median(rate.branch_us for rate in rates)
    largest = ratio(rates)
    met = largest <= MOST
    if options.json:
        shown = [
            {**asdict(rate), "per_second": rate.per_second, "branch_us": rate.branch_us} for rate in rates
        ]
        document = {
            "python": sys.version.split()[0],
            "parsers": shown,
            "branch_us": branch,
            "unicode_to_ascii": largest,
            "passes": met,
        }
        print(json.dumps(document))
        return 0 if met else 1
    print(f"\none traced branch: {branch:.1f} us (median)")
    print(f"a decision over all of Unicode takes {largest:.2f} times that over ASCII (bar {MOST:.0f})")
    print("PASS" if met else "FAIL")
    return 0 if met else 1


def _show(rate: Rate, heading: bool) -> None:
    if heading:
        print(
            f"{'parser':<12} {'alphabet':<8} {'chars':>6} {'decisions':>9} {'lost':>5} "
            f"{'per second':>10} {'us/branch':>9} {'plain ms':>9} {'count ms':>9} {'trace ms':>9}"
        )
    print(
        f"{rate.parser:<12} {rate.alphabet:<8} {rate.characters:>6} {rate.decisions:>9,} {rate.lost:>5} "
        f"{rate.per_second:>10,.0f} {rate.branch_us:>9.1f} {rate.plain * 1e3:>9.2f} "
        f"{rate.counted * 1e3:>9.2f} {rate.traced * 1e3:>9.2f}"
    )


if __name__ == "__main__":
    sys.exit(main())
