"""Study 1, response time: inputs that keep a DEFLATE compressor busy, against the best of random bytes.

python benchmarks/slg/response.py [--seconds 120] [--tests 3] [--sizes 100000,1000000]
    [--suites random,100,500,1000] [--json]

Algorithm 3 (CLLG) of Zhang, Elbaum and Dwyer (ASE 2011): a beam looks for the next piece of the input behind
a state of the compressor; the costliest piece becomes concrete and the next is looked for from the state
after it. What differs: each test is a lineage of its own from its first, random piece on, so that tests
differ from the beginning; a piece has as many bytes as ask about `constraints` questions, and is looked for
from random bytes or from bytes drawn from the test so far, whichever cost more. The compressor
forgets what is farther back than its window: an input that is longer is the pieces over again, at a distance
where none of them matches.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

from slowpath.explore.cases import metered
from slowpath.model.target import Build
from slowpath.run.counted import Meter
from slowpath.run.traced import Tracer
from slowpath.search.beam import Beam, load
from slowpath.shape import library as lib
from slowpath.shape.base import Shape
from slowpath.shape.maker import Maker
from slowpath.target import load as loading

SUBJECT = Path(__file__).with_name("deflate.py")
ASKED = 29  # questions that a byte costs, about
WINDOW, MOST = 1024, 32  # of the compressor that is studied
CONSTRAINTS = (100, 500, 1000)
LOOK_AHEAD = 50  # the paper's
WIDTH = 8
MAX_OPS = 10**11
RANDOM = "random"


@dataclass(frozen=True, slots=True)
class Snapshot(Shape):
    """A compressor in the state after the pieces so far: every run gets a copy."""

    matcher: Any

    def build(self, size: int, maker: Maker, name: str = "") -> Any:
        return self.matcher.copy()

    def fault(self, value: Any, size: int | None, name: str = "it") -> str | None:
        return None

    def render(self, value: Any) -> str:
        return repr(value)

    def describe(self) -> str:
        return "snapshot"

    def check(self, size: int, name: str) -> None:
        pass


@dataclass(slots=True)
class Lineage:
    """A test as far as it is known: its bytes, and the compressor behind them."""

    matcher: Any
    rng: Random
    data: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Row:
    """What the tests of a suite cost at a size, on average."""

    suite: str
    size: int
    tests: int
    generation: float  # seconds
    ops: float
    seconds: float
    zlib_seconds: float


class Study:
    """The compressor in the trace build, that pieces are looked for in, and in the count build."""

    def __init__(self, window: int = WINDOW, most: int = MOST) -> None:
        self._traced = metered(f"{SUBJECT}:ended").loaded
        names = self._traced.function.__globals__
        self._effort = names["Effort"](window=window, most=most)
        self._matcher = names["Matcher"]
        self._meter = Meter(loading.load(f"{SUBJECT}:deflate", build=Build.COUNT), max_ops=MAX_OPS)
        self.window, self.most = window, most

    def suite(self, constraints: int, tests: int, seconds: float, seed: int = 0) -> list[bytes]:
        """Pieces up to beyond the window, for each test, within about so many seconds."""
        size = max(constraints // ASKED, 3)
        steps = -(-(self.window + 2 * self.most) // size)
        lineages = [
            Lineage(self._matcher([], self._effort), Random(f"{seed}.{test}")) for test in range(tests)
        ]
        end = time.monotonic() + seconds
        for step in range(steps):
            for number, lineage in enumerate(lineages):
                left = (steps - step) * tests - number
                self._extend(lineage, size, constraints, max(end - time.monotonic(), 0.0) / left)
        return [bytes(lineage.data) for lineage in lineages]

    def _extend(self, lineage: Lineage, size: int, constraints: int, seconds: float) -> None:
        shapes = {"matcher": Snapshot(lineage.matcher), "piece": lib.ints(size, 0, 255)}
        tracer = Tracer(self._traced, shapes, size)
        beam = Beam(
            tests=2,
            look_ahead=LOOK_AHEAD,
            max_size=constraints,
            width=WIDTH,
            seconds=seconds,
            again=False,
        )
        rng = lineage.rng
        starts = [{place: rng.randrange(256) for place in range(size)}]
        if lineage.data:
            starts.append({place: rng.choice(lineage.data) for place in range(size)})
        with tracer.installed():
            start = max(starts, key=lambda values: tracer.run(values).cost)
            best = load(tracer.run, beam, [start]).tests[0].path
            piece = [best.model[place] for place in range(size)]
            lineage.matcher.feed(piece)
        lineage.matcher.tokens.clear()
        lineage.data += piece

    def ops(self, data: bytes) -> int:
        """What it costs to compress data."""
        with self._meter.installed():
            effort = self._meter.loaded.function.__globals__["Effort"](window=self.window, most=self.most)
            return self._meter.run({"data": data, "effort": effort}).cost

    def random(self, size: int, tests: int, seconds: float, seed: int = 0) -> list[bytes]:
        """The costliest of the random inputs of a size that so many seconds are enough to count."""
        rng, end = Random(seed), time.monotonic() + seconds
        found: list[tuple[int, bytes]] = []
        while len(found) < tests or time.monotonic() < end:
            data = rng.randbytes(size)
            found = sorted([*found, (self.ops(data), data)], reverse=True)[:tests]
        return [data for _, data in found]

    def row(self, name: str, size: int, tests: Sequence[bytes], generation: float) -> Row:
        """Count and time whole inputs of a size; RuntimeError where zlib does not read the output."""
        plain = _plain()
        effort = plain.Effort(window=self.window, most=self.most)
        ops, seconds, native = [], [], []
        for data in (stretched(test, size) for test in tests):
            ops.append(self.ops(data))
            begin = time.process_time()
            stream = plain.deflate(data, effort)
            seconds.append(time.process_time() - begin)
            if zlib.decompress(stream, -15) != data:
                raise RuntimeError(f"the compressor's output for a test of {name} is not its input")
            begin = time.process_time()
            zlib.compress(data, 5)
            native.append(time.process_time() - begin)
        return Row(name, size, len(tests), generation, mean(ops), mean(seconds), mean(native))


def stretched(data: bytes, size: int) -> bytes:
    """The pieces of a test over again, up to a size."""
    return (data * (size // len(data) + 1))[:size]


def _plain() -> Any:
    sys.path.insert(0, str(SUBJECT.parent.parent))
    try:
        from slg import deflate
    finally:
        del sys.path[0]
    return deflate


def rows(sizes: Sequence[int], tests: int, seconds: float, suites: Sequence[str]) -> Iterator[Row]:
    """Yield the rows of the study: `random`, or a number of constraints; each suite gets the same seconds."""
    study = Study()
    for name in suites:
        if name == RANDOM:
            for size in sizes:
                begin = time.monotonic()
                drawn = study.random(size, tests, seconds)
                yield study.row(name, size, drawn, time.monotonic() - begin)
            continue
        begin = time.monotonic()
        found = study.suite(int(name), tests, seconds)
        generation = time.monotonic() - begin
        for size in sizes:
            yield study.row(f"CLLG-{name}", size, found, generation)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=120, help="for each suite")
    parser.add_argument("--tests", type=int, default=3)
    parser.add_argument("--sizes", default="1000,10000,100000,1000000")
    parser.add_argument("--suites", default=",".join((RANDOM, *map(str, CONSTRAINTS))))
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    sizes = [int(size) for size in arguments.sizes.split(",")]
    baseline: dict[int, Row] = {}
    if not arguments.json:
        print("| suite | size | generation s | ops | times random | CPU s | times random | times zlib |")
        print("|---|---|---|---|---|---|---|---|")
    for row in rows(sizes, arguments.tests, arguments.seconds, arguments.suites.split(",")):
        if row.suite == RANDOM:
            baseline[row.size] = row
        print(json.dumps(asdict(row)) if arguments.json else line(row, baseline.get(row.size)), flush=True)


def line(row: Row, base: Row | None) -> str:
    """A line of the table, with how many times that of another it costs."""
    ops = "" if base is None else f"{row.ops / base.ops:.2f}"
    seconds = "" if base is None else f"{row.seconds / base.seconds:.2f}"
    native = row.seconds / max(row.zlib_seconds, 1e-6)
    return (
        f"| {row.suite} | {row.size} | {row.generation:.0f} | {row.ops:.4g} | {ops} "
        f"| {row.seconds:.3f} | {seconds} | {native:.0f} |"
    )


if __name__ == "__main__":
    main()
