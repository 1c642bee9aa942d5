"""Regular expressions, counted: speed of the counting matcher, overhead of counting, growth, agreement with
`re`.

python benchmarks/regex.py [--json] [--repeats 3] [--only speed overhead growth pairs] [--pairs 100000]
"""

from __future__ import annotations

import argparse
import json
import math
import re
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from itertools import islice
from statistics import linear_regression
from typing import Any

from overhead import Overhead, geometric_mean, measure
from subjects.pairs import seconds, settled_least
from subjects.patterns import difference, pairs
from subjects.regexes import FAMILIES, SIZES, STRAIGHT, Family
from subjects.workloads import WORKLOADS

from slowpath.counting.regex.machine import Mode, machine
from slowpath.counting.regex.program import compiled

SPEED_BAR = 60.0
OVERHEAD_BAR = 4.0
GROWTH_BAR = 0.15
STDLIB = ("tokenize", "textwrap", "html.parser", "configparser")
LEAST_SECONDS = 0.002  # a call is repeated until it takes this long
ALL = sys.maxsize
MODES = {"match": Mode.MATCH, "fullmatch": Mode.FULLMATCH, "search": Mode.SEARCH, "findall": Mode.SEARCH}


@dataclass(frozen=True, slots=True)
class Speed:
    """How much longer the matcher takes than `re` for all matches of a pattern."""

    pattern: str
    ratio: float


@dataclass(frozen=True, slots=True)
class Growth:
    """Growth exponents, or bases where it is exponential, by counted ops and by CPU seconds."""

    family: str
    kind: str
    by_ops: float
    by_seconds: float

    @property
    def apart(self) -> float:
        return self.by_ops - self.by_seconds


def speed(pattern: str, text: str, repeats: int) -> Speed:
    """Time all matches of a pattern by both engines in turn."""
    theirs = re.compile(pattern)
    ours = machine(compiled(theirs))
    calls = (
        partial(_walk, theirs.finditer, text),
        partial(ours.cost, text, Mode.SEARCH, 0, ALL, 0),
    )
    least = settled_least([partial(_timed, call, _times(calls[0])) for call in calls], repeats)
    return Speed(pattern, least[1] / least[0])


def _walk(finditer: Callable[[str], Any], text: str) -> None:
    for _ in finditer(text):
        pass


def growth(family: Family, repeats: int) -> Growth:
    """Count each size once, and time the interpreter's engine at the sizes in turn."""
    pattern = re.compile(family.pattern)
    ours = machine(compiled(pattern))
    sizes = SIZES[family.kind]
    texts = [family.text(size) for size in sizes]
    count = 0 if family.method == "findall" else 1
    ops = [ours.cost(text, MODES[family.method], 0, ALL, count) for text in texts]
    call = getattr(pattern, family.method)
    runs = [partial(call, text) for text in texts]
    spent = settled_least([partial(_timed, run, _times(run)) for run in runs], repeats)
    return Growth(
        f"{family.pattern} {family.method}",
        family.kind,
        _rate(family, sizes, ops),
        _rate(family, sizes, spent),
    )


def _rate(family: Family, sizes: tuple[int, ...], costs: list[Any]) -> float:
    """Return the exponent of a power of the size, or the base of an exponential function."""
    logs = [*map(math.log, costs)]
    if family.kind == "exponential":
        return math.exp(linear_regression(sizes, logs).slope)
    return float(linear_regression([*map(math.log, sizes)], logs).slope)


def _times(run: Callable[[], object]) -> int:
    """Return how often a call is to be made so that it takes long enough to be timed."""
    times = 1
    while seconds(lambda: [run() for _ in range(times)]) < LEAST_SECONDS:  # noqa: B023
        times *= 2
    return times


def _timed(run: Callable[[], object], times: int) -> float:
    return seconds(lambda: [run() for _ in range(times)]) / times


def differences(count: int, seed: int) -> tuple[int, int, list[str]]:
    """Compare random pairs; return how many were compared, left out as too long, and what differed."""
    compared = skipped = 0
    found = []
    for pair in islice(pairs(seed), count):
        try:
            told = difference(pair)
        except TimeoutError:
            skipped += 1
            continue
        compared += 1
        if told:
            found.append(told)
    return compared, skipped, found


def main(arguments: list[str] | None = None) -> int:
    """Print the tables; return 0 where all bars are met."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.add_argument("--repeats", type=int, default=3, help="runs of each side in a round (default: 3)")
    parser.add_argument("--only", nargs="*", default=[], help="parts: speed, overhead, growth, pairs")
    parser.add_argument(
        "--pairs", type=int, default=100_000, help="random pairs to compare (default: 100000)"
    )
    parser.add_argument("--seed", type=int, default=7, help="seed of the pairs (default: 7)")
    options = parser.parse_args(arguments)
    say: Callable[..., None] = (lambda *words: None) if options.json else partial(print, flush=True)
    document: dict[str, Any] = {"python": sys.version.split()[0]}
    met = []
    for name, part in (("speed", _speeds), ("overhead", _overheads), ("growth", _growths), ("pairs", _pairs)):
        if not options.only or name in options.only:
            document[name], passes = part(options, say)
            met.append(passes)
            say("PASS\n" if passes else "FAIL\n")
    if options.json:
        print(json.dumps(document | {"passes": all(met)}))
    return 0 if all(met) else 1


def _speeds(options: argparse.Namespace, say: Callable[..., None]) -> tuple[object, bool]:
    results = [speed(pattern, text, options.repeats) for pattern, text in STRAIGHT]
    for each in results:
        say(f"{each.pattern:24} {each.ratio:6.2f}")
    mean = geometric_mean([each.ratio for each in results])
    say(f"\n{len(results)} patterns: geometric mean {mean:.2f} times re (bar {SPEED_BAR:.0f})")
    return {"patterns": [asdict(each) for each in results], "geometric_mean": mean}, mean <= SPEED_BAR


def _overheads(options: argparse.Namespace, say: Callable[..., None]) -> tuple[object, bool]:
    results: list[Overhead] = []
    for workload in WORKLOADS:
        if workload.module in STDLIB:
            results.append(measure(workload, options.repeats))
            each = results[-1]
            say(f"{each.workload:24} {each.plain_ms:8.2f} ms {each.counted_ms:8.2f} ms {each.ratio:6.2f}")
    worst = max(each.ratio for each in results)
    say(f"\nworst: {worst:.2f} times plain (bar {OVERHEAD_BAR:.0f})")
    return {
        "workloads": [{**asdict(e), "ratio": e.ratio} for e in results],
        "worst": worst,
    }, worst <= OVERHEAD_BAR


def _growths(options: argparse.Namespace, say: Callable[..., None]) -> tuple[object, bool]:
    results = []
    for family in FAMILIES:
        each = growth(family, options.repeats)
        results.append(each)
        mark = "" if abs(each.apart) <= GROWTH_BAR else "  <- apart"
        rates = f"{each.by_ops:6.2f} {each.by_seconds:6.2f} {each.apart:6.2f}"
        say(f"{each.kind:12} {each.family:28} {rates}{mark}")
    off = [each.family for each in results if abs(each.apart) > GROWTH_BAR]
    say(f"\n{len(results)} families, {len(off)} further apart than {GROWTH_BAR}")
    return {"families": [asdict(each) for each in results], "off": off}, not off


def _pairs(options: argparse.Namespace, say: Callable[..., None]) -> tuple[object, bool]:
    compared, skipped, found = differences(options.pairs, options.seed)
    for each in found[:20]:
        say(each)
    say(f"{compared} pairs, {len(found)} differences; {skipped} left out, which take too long")
    return {"pairs": compared, "left_out": skipped, "differences": found[:20]}, not found


if __name__ == "__main__":
    sys.exit(main())
