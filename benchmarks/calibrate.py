"""Measure the units of native work, as ratios to the mean time of one weighted bytecode.

    python benchmarks/calibrate.py            # print the table
    python benchmarks/calibrate.py --write    # and write src/slowpath/counting/native/units.py

A unit is the slope of CPU time between two sizes of an operation's operand, the fastest of several
repeats, divided by the time of one op. One op is the mean time of a weighted bytecode (a call instruction
weighs 10, any other 1) over a mix of plain loops, measured in the same run. Units are rounded to two digits
and kept in millionths of an op; the table in the package is calibrated on CPython 3.11 and holds for every
version, so that costs can be compared.
"""

from __future__ import annotations

import argparse
import bisect
import collections
import copy
import gc
import heapq
import math
import random
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from slowpath.counting.weights import SourceSpan, weigh

UNITS_FILE = Path(__file__).parent.parent / "src" / "slowpath" / "cost" / "native" / "units.py"
ROUNDS = 4
REPEATS = 7
TARGET_SECONDS = 0.002  # of one repeat

# ---- one op ----

MIX = {
    "arithmetic": "a = a + b * 3 - c\nc = c ^ 1\nb = a & 255",
    "subscripts": "x = xs[c]\nys[c] = x\nb = (x, c)",
    "dictionary": "counts[c] = counts[c] + 1\na = c in counts",
    "attributes": "point.x = point.x + point.y\na = point.z",
    "functions": "a = one(b, c)\nb = one(a, c)",
    "methods": "point.move(1)\npoint.move(-1)",
    "builtins": "a = len(xs)\nb = isinstance(a, int)\nys.append(a)\nys.pop()",
    "text": "x = word[c]\na = x == 'w'\nb = word",
}
MIX_PRELUDE = """
class Point:
    def __init__(self):
        self.x, self.y, self.z = 1, 2, 3
    def move(self, by):
        self.x += by
def one(a, b):
    return a - b
"""
CALLED = {"functions": ("one", 2), "methods": ("Point.move", 2)}  # the callee's instructions count as well


def one_op() -> float:
    """Return the mean seconds of one weighted bytecode."""
    seconds, weight = 0.0, 0
    for name, body in MIX.items():
        indented = body.replace("\n", "\n        ")
        source = (
            f"{MIX_PRELUDE}\ndef loop(times):\n"
            "    a, b, c, xs, ys, word, point = 1, 2, 0, [4, 5], [6, 7], 'word', Point()\n"
            f"    counts = {{0: 0, 1: 0}}\n    for i in range(times):\n        {indented}\n"
        )
        space: dict[str, Any] = {}
        exec(compile(source, name, "exec"), space)
        code = space["loop"].__code__
        first = code.co_firstlineno + 3
        per_line = weigh(code, [(SourceSpan((0, 0), (10_000, 0)), 0)])[0]
        weight += 3 + sum(ops for line, ops in per_line.items() if line > first)  # 3: the loop itself
        if name in CALLED:
            path, times = CALLED[name]
            called: Any = space[path.split(".")[0]]
            called = getattr(called, path.split(".")[1]) if "." in path else called
            weight += times * sum(weigh(called.__code__, [(SourceSpan((0, 0), (10_000, 0)), 0)])[0].values())
        seconds += best(lambda loop=space["loop"]: loop(2000)) / 2000
    return seconds / weight


# ---- units ----


class Unit(NamedTuple):
    """An operation whose time is measured at two sizes; `elements` is what the size means to the formula."""

    name: str
    make: Callable[[int], Any]
    run: Callable[[Any], object]
    sizes: tuple[int, int] = (1_000, 8_000)
    elements: Callable[[int], float] = float


def numbers(n: int) -> list[int]:
    return [1000 + i for i in range(n)]


def shuffled(n: int) -> list[int]:
    xs = numbers(n)
    random.Random(n).shuffle(xs)
    return xs


def words(n: int) -> list[str]:
    return [f"w{i}" for i in range(n)]


def pair(make: Callable[[int], Any]) -> Callable[[int], tuple[Any, Any]]:
    return lambda n: (make(n), make(n))


def pair_of(one: Callable[[int], Any], other: Callable[[int], Any]) -> Callable[[int], tuple[Any, Any]]:
    return lambda n: (one(n), other(n))


def digits(n: int) -> int:
    return (1 << (30 * n - 1)) | random.Random(n).getrandbits(30 * n - 1)


def unlike(n: int) -> int:
    return (1 << (30 * n - 2)) | random.Random(-n).getrandbits(30 * n - 2)


def texts(n: int) -> list[str]:
    return [str(x) for x in numbers(n)]


def prose(n: int) -> str:
    return "lorem ipsum " * (n // 12)


def letters(n: int) -> str:
    return "".join(random.Random(n).choices("abcdefgh", k=n))


def square(n: int) -> float:
    return float(n * n)


def relay(depth: int) -> Iterator[int]:
    yield from relay(depth - 1) if depth else range(200)


def relayed(depth: int) -> None:
    """Pass 200 items up through levels of `yield from`."""
    collections.deque(relay(depth), 0)


def mapped(operands: tuple[list[int], list[str]]) -> None:
    collections.deque(map(float, operands[0]), 0)
    collections.deque(map(int, operands[1]), 0)


def joined(n: int) -> None:
    few, one = {1, 2, 3}, {4}
    for _ in range(n):
        few | one


def padded(n: int) -> None:
    text = "x"
    for _ in range(n):
        text.ljust(8)


def parsed(n: int) -> None:
    text = "1234"
    for _ in range(n):
        int(text)


def least(n: int) -> None:
    a, b = 1000, 2000
    for _ in range(n):
        min(a, b)


def summed(n: int) -> None:
    a, b = 1 << 80, 1 << 81
    for _ in range(n):
        a + b


def general(n: int) -> tuple[re.Pattern[str], str]:
    """A pattern whose match takes 10 n steps, half of them in a loop of alternatives, and a text for it."""
    straight = n // 3 * 5
    return re.compile("(?:ab|c)*" + "x[xy]." * straight), "c" * n + "x" * (3 * straight)


def log2(n: int) -> int:
    return (n - 1).bit_length()


def pushed(n: int) -> None:
    heap: list[int] = []
    for x in range(n, 0, -1):
        heapq.heappush(heap, x)


def appended(n: int) -> None:
    heap: list[int] = []
    for x in range(n, 0, -1):
        heap.append(x)
        len(heap)


def matched(n: int) -> None:
    find = MATCHED.match
    for _ in range(n):
        find("x")


def copied(n: int) -> None:
    box = [1]
    for _ in range(n):
        copy.copy(box)


def looked_up(n: int) -> None:
    for _ in range(n):
        re.match("x", "x")


TEXT = (4_000, 40_000)
MATCHED = re.compile("x")
ABSENT = [letters(6 + i)[i:] + "!" for i in range(12)]  # words that no text of `letters` holds
SOUGHT = [*ABSENT[:6], *(letters(4 + i)[i:] for i in range(6))]
ABSENT_KEY = 10**6 * sys.hash_info.modulus

UNITS = [
    Unit("copy.text", lambda n: ("x" * n, "y"), lambda p: p[0] + p[1], TEXT),
    Unit("copy.sequence", numbers, lambda xs: xs[:]),
    Unit("copy.dict", lambda n: dict.fromkeys(numbers(n)), lambda d: d | {}),
    Unit("copy.set", lambda n: set(numbers(n)), lambda s: s.copy()),
    Unit("repeat.sequence", int, lambda n: [0] * n),
    Unit("append", lambda n: ([], numbers(n)), lambda p: (p[0].extend(p[1]), p[0].clear())),
    Unit("move.insert", numbers, lambda xs: xs.insert(0, xs.pop()), TEXT),
    Unit("move.delete", numbers, lambda xs: xs.append(xs.pop(0)), TEXT),
    Unit("fill.text", int, lambda n: "x".ljust(n), TEXT),
    Unit("new.set", int, joined),
    Unit("format", lambda n: tuple(words(n)), lambda t: "%s " * len(t) % t, elements=lambda n: 6.0 * n),
    Unit("repr", numbers, repr, elements=lambda n: 6.0 * n),
    Unit("set.add", numbers, lambda xs: set(xs)),
    Unit("set.lookup", pair(lambda n: set(numbers(n))), lambda p: p[0] - p[1]),
    Unit("dict.set", lambda n: list(zip(numbers(n), numbers(n), strict=True)), lambda xs: dict(xs)),
    Unit("delegate", int, relayed, (10, 60), lambda n: 200.0 * n),
    Unit("lazy.step", numbers, lambda xs: collections.deque(zip(xs, xs, strict=False), 0)),
    Unit("new.tuple", numbers, lambda xs: list(zip(xs, xs, strict=False))),
    Unit("new.text", int, padded),
    Unit("map.call", pair_of(numbers, texts), mapped, elements=lambda n: 2.0 * n),
    Unit("scan.sequence", numbers, lambda xs: -1 in xs),
    Unit("scan.character", lambda n: "x" * n, lambda s: s.find("y"), TEXT),
    Unit("scan.text", letters, lambda s: [s.find(x) for x in ABSENT], TEXT, lambda n: 12.0 * n),
    Unit("scan.back", letters, lambda s: [s.rfind(x) for x in ABSENT], TEXT, lambda n: 12.0 * n),
    Unit("scan.count", letters, lambda s: [s.count(x) for x in SOUGHT], TEXT, lambda n: 12.0 * n),
    Unit("count.character", lambda n: "x" * n, lambda s: s.count("y"), TEXT),
    Unit("equal.sequence", pair(numbers), lambda p: p[0] == p[1]),
    Unit("equal.text", pair(lambda n: "x" * n), lambda p: p[0] == p[1], TEXT),
    Unit("equal.dict", pair(lambda n: dict.fromkeys(numbers(n), 0)), lambda p: p[0] == p[1]),
    Unit("equal.set", pair(lambda n: set(numbers(n))), lambda p: p[0] == p[1]),
    Unit(
        "collision",
        lambda n: {i * sys.hash_info.modulus: i for i in range(1, n + 1)},
        lambda d: ABSENT_KEY in d,
        (200, 600),
    ),
    Unit("sort.element", numbers, sorted),
    Unit("sort.compare", shuffled, sorted, elements=lambda n: float(n * (log2(n) - 1))),
    Unit(
        "sort.tuple", lambda n: [(x, x) for x in shuffled(n)], sorted, elements=lambda n: n * (log2(n) - 1.0)
    ),
    Unit("int.add", pair(digits), lambda p: p[0] + p[1]),
    Unit("int.multiply", pair(digits), lambda p: p[0] * p[1], (20, 60), square),
    Unit(
        "int.divide",
        lambda n: (digits(2 * n), digits(n)),
        lambda p: p[0] // p[1],
        (50, 300),
        lambda n: n * (n + 1.0),
    ),
    Unit("int.divide_small", digits, lambda x: x // 7, (50, 500)),
    Unit("int.normalize", pair_of(digits, unlike), lambda p: p[0] % p[1], (50, 500)),
    Unit("int.gcd", pair_of(digits, unlike), lambda p: math.gcd(*p), (50, 300), square),
    Unit("int.new", int, summed),
    Unit("int.parse", int, parsed),
    Unit("list.reverse", numbers, lambda xs: xs.reverse()),
    Unit("build.list", lambda n: set(numbers(n)), lambda xs: list(xs)),
    Unit("sum", numbers, sum),
    Unit("minimum", numbers, min),
    Unit("extreme.call", int, least),
    Unit("truth", lambda n: [0] * n, any),
    Unit("heap.step", shuffled, lambda xs: heap_drain(xs), elements=lambda n: float(n * log2(n))),
    Unit("heap.rise", int, pushed, elements=lambda n: float(n * log2(n) - n)),
    Unit("bisect.step", numbers, lambda xs: [bisect.bisect_left(xs, 1500) for _ in range(200)], (64, 65536)),
    Unit("deque.move", lambda n: collections.deque(numbers(2 * n)), lambda d: d.rotate(len(d) // 2)),
    Unit("text.case", lambda n: "aBc " * (n // 4), str.lower, TEXT),
    Unit("text.fold", lambda n: "aBc " * (n // 4), str.title, TEXT),
    Unit("text.translate", lambda n: "aBcé" * (n // 4), lambda s: s.translate({97: "é", 32: None}), TEXT),
    Unit("text.count", lambda n: "x," * n, lambda s: s.count(",")),
    Unit("text.hit", lambda n: "x, " * n, lambda s: s.replace(", ", ";")),
    Unit("text.split", lambda n: "loremipsum" * (n // 10), lambda s: s.split(), TEXT),
    Unit("text.piece", lambda n: "ab " * n, lambda s: s.split()),
    Unit("text.item", words, "".join),
    Unit("text.strip", lambda n: " " * n, str.strip, TEXT),
    Unit("text.code", lambda n: "abcé" * (n // 4), str.encode, TEXT),
    Unit("text.test", lambda n: "abc1" * (n // 4), str.isalnum, TEXT),
    Unit("text.lines", prose, str.splitlines, TEXT),
    Unit("text.prefix", lambda n: ("word", ("nothing",) * n), lambda p: p[0].startswith(p[1])),
    Unit("int.to_text", lambda n: 7 ** (n * 10), str, (20, 100), lambda n: (n * 10 * 2.807 / 30) ** 2),
    Unit("int.from_text", lambda n: "7" * n, int, (1_000, 4_000), lambda n: (n / 9.03) ** 2),
    Unit("int.bytes", digits, lambda x: x.to_bytes(x.bit_length() // 8 + 1, "big")),
    Unit("regex.step", general, lambda p: p[0].match(p[1]), (99, 999), lambda n: 10.0 * n),
    Unit("regex.backtrack", lambda n: "x" * n, re.compile("(?s).*[yz]").match, TEXT),
    Unit("regex.start", lambda n: "x" * n, re.compile("\\By").search, TEXT),
    Unit("regex.scan", lambda n: "x" * n, re.compile("y").search, TEXT),
    Unit("regex.scan_set", lambda n: "x" * n, re.compile("[yz\\d]").search, TEXT),
    Unit("regex.run", lambda n: "x" * n, re.compile("x*").match, TEXT),
    Unit("regex.run_set", lambda n: "x" * n, re.compile("\\w*").match, TEXT),
    Unit("regex.found", lambda n: "xy" * n, re.compile("xy").findall),
    Unit("regex.call", int, matched),
    Unit("regex.function", int, looked_up),
    Unit("copy.object", int, copied),
    Unit("copy.node", lambda n: [[i] for i in range(n)], copy.deepcopy, (50, 400), lambda n: 2.0 * n),
    Unit("count.element", shuffled, collections.Counter),
]

# Parts of an operation that another unit already pays for: unit -> (other unit, its elements per element).
SHARED = {
    "sort.compare": ("sort.element", 0.08),
    "sort.tuple": ("sort.element", 0.08),
    "text.piece": ("text.split", 3.0),
    "int.normalize": ("int.divide", 1.0),
    "regex.backtrack": ("regex.step", 1.0),
    "regex.start": ("regex.step", 2.0),
    "regex.found": ("regex.start", 1.0),
}

# Weighted bytecodes that are counted beside a unit, per element: those of the loop that repeats an operation.
COUNTED = {"new.set": 6, "new.text": 15, "int.new": 6, "int.parse": 14, "extreme.call": 15}
COUNTED |= {"regex.call": 10, "regex.function": 14, "copy.object": 14}


def heap_drain(xs: list[int]) -> None:
    heap = sorted(xs)
    for _ in range(len(xs)):
        heapq.heappop(heap)


def best(run: Callable[[], object]) -> float:
    """Return the CPU seconds of one run: the fastest of several repeats."""
    times = 1
    while True:
        start = time.process_time()
        for _ in range(times):
            run()
        spent = time.process_time() - start
        if spent > TARGET_SECONDS:
            break
        times *= 2
    fastest = spent / times
    for _ in range(REPEATS - 1):
        start = time.process_time()
        for _ in range(times):
            run()
        fastest = min(fastest, (time.process_time() - start) / times)
    return fastest


def slope(unit: Unit, times: Iterable[tuple[float, float]]) -> float:
    """Return the seconds per element between the two sizes, each the fastest of all rounds."""
    small, large = map(min, zip(*times, strict=True))
    return max(large - small, 0.0) / (unit.elements(unit.sizes[1]) - unit.elements(unit.sizes[0]))


def both(unit: Unit) -> tuple[float, float]:
    """Return the seconds of one run at the small and at the large size."""
    small, large = map(unit.make, unit.sizes)
    return best(lambda: unit.run(small)), best(lambda: unit.run(large))


def rounded(value: float) -> int:
    """Return the value rounded to two digits, at least 1."""
    whole = max(round(value), 1)
    scale = max(10 ** (len(str(whole)) - 2), 1)
    return round(whole / scale) * scale


def measure() -> tuple[float, dict[str, tuple[float, int]]]:
    """Return the seconds of one op, and (seconds per element, micro-ops) of each unit."""
    # Rounds lie apart in time, so that a busy moment of the machine does not spoil one unit.
    rounds = [(one_op(), [both(unit) for unit in UNITS]) for _ in range(ROUNDS)]
    op = min(seconds for seconds, _ in rounds)
    by_unit = zip(*(times for _, times in rounds), strict=True)
    seconds = {unit.name: slope(unit, times) for unit, times in zip(UNITS, by_unit, strict=True)}
    seconds["new.tuple"] = max(seconds["new.tuple"] - seconds["lazy.step"] - seconds["build.list"], 0.0)
    seconds["bisect.step"] = seconds["bisect.step"] * (65536 - 64) / 200 / 10  # ten more steps, 200 times
    for name, (other, share) in SHARED.items():
        seconds[name] = max(seconds[name] - share * seconds[other], 0.0)
    for name, ops in COUNTED.items():
        seconds[name] = max(seconds[name] - ops * op, 0.0)
    return op, {name: (spent, rounded(spent / op * 1e6)) for name, spent in seconds.items()}


def source(op: float, units: dict[str, tuple[float, int]]) -> str:
    """Return the text of the units' module."""
    lines = "".join(f'    "{name}": {micro:_},\n' for name, (_, micro) in sorted(units.items()))
    version = ".".join(map(str, sys.version_info[:2]))
    return (
        '"""Micro-ops per element of each unit of native work.\n\n'
        "Written by benchmarks/calibrate.py; do not edit. "
        f"Calibrated on CPython {version}, where one op took {op * 1e9:.1f} ns.\n"
        '"""\n\nfrom __future__ import annotations\n\nfrom typing import Final\n\n'
        f"UNITS: Final[dict[str, int]] = {{\n{lines}}}\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="regenerate the table of units in the package")
    arguments = parser.parse_args()
    gc.disable()  # a collection now and then would be charged to what was being measured
    op, units = measure()
    print(f"one op: {op * 1e9:.2f} ns\n\n{'unit':16} {'ns/element':>12} {'milli-ops':>12}")
    for name, (spent, micro) in sorted(units.items()):
        print(f"{name:16} {spent * 1e9:12.4f} {micro / 1000:12.3f}")
    if arguments.write:
        UNITS_FILE.write_text(source(op, units))
        print(f"\nwritten: {UNITS_FILE.name}")


if __name__ == "__main__":
    main()
