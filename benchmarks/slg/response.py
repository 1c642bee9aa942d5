"""Study 1, response time: inputs that keep a DEFLATE compressor busy, against the best of random bytes.

python benchmarks/slg/response.py [--seconds 20] [--tests 3] [--sizes 100000,1000000]
    [--suites random,drawn,100,500,1000] [--searched 300] [--level 6] [--json]

Algorithm 3 (CLLG) of Zhang, Elbaum and Dwyer (ASE 2011), `search.chain`, on the first `searched` bytes, with
steps of so many constraints as a suite is named by; it starts from random bytes, others for each test. What
differs: a longer input goes on with bytes that are drawn from those the search found, where the paper's
search goes on. Costs are of the whole inputs. The suite `drawn` is what that does to the random bytes that
the search starts from. `random` keeps the costliest of the random inputs that the same CPU time is enough to
count. Seconds are of CPU time.
"""

from __future__ import annotations

import argparse
import json
import time
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from statistics import mean

from slowpath.explore.cases import metered
from slowpath.model.target import Build
from slowpath.run.counted import Meter
from slowpath.run.traced import Tracer
from slowpath.search.beam.beam import Beam
from slowpath.search.beam.chain import chained
from slowpath.shape import library as lib
from slowpath.target import load as loading
from slowpath_unix import deflate

SUBJECT = Path(deflate.__file__)
LEVEL = 6  # zlib's default
CONSTRAINTS = (100, 500, 1000)
LOOK_AHEAD = 50  # the paper's
WIDTH = 8
SEARCHED = 300
MAX_OPS = 10**12
RANDOM, DRAWN = "random", "drawn"


@dataclass(frozen=True, slots=True)
class Row:
    """What the tests of a suite cost at a size, on average."""

    suite: str
    size: int
    tests: int
    generation: float
    ops: float
    seconds: float
    zlib_seconds: float


class Study:
    """The compressor at a level: in the trace build, that bytes are looked for in, and in the count build."""

    def __init__(self, level: int = LEVEL) -> None:
        self.level = level
        self._traced = metered(f"{SUBJECT}:tokens_of").loaded
        self._meter = Meter(loading.load(f"{SUBJECT}:deflate", build=Build.COUNT), max_ops=MAX_OPS)

    def suite(
        self, constraints: int, tests: int, seconds: float | None, searched: int = SEARCHED, seed: int = 0
    ) -> list[bytes]:
        """The bytes of several tests, from random ones, within about so many seconds if any are given."""
        shapes = {"data": lib.ints(searched, 0, 255), "level": lib.const(self.level)}
        tracer = Tracer(self._traced, shapes, searched)
        starts = [dict(enumerate(data)) for data in drawn(tests, searched, seed)]
        beam = Beam(tests=tests, look_ahead=LOOK_AHEAD, width=WIDTH, seconds=seconds, mutation=0)
        with tracer.installed():
            found = chained(
                tracer.run, beam, constraints, starts, clock=time.process_time, narrow=tracer.narrowed
            )
        return [bytes(int(test.path.model[place]) for place in range(searched)) for test in found.tests]

    def ops(self, data: bytes) -> int:
        """What it costs to compress data."""
        with self._meter.installed():
            return self._meter.run({"data": data, "level": self.level}).cost

    def random(self, size: int, tests: int, seconds: float, seed: int = 0) -> list[bytes]:
        """The costliest of the random inputs of a size that so many seconds are enough to count."""
        rng, end = Random(seed), time.process_time() + seconds
        found: list[tuple[int, bytes]] = []
        while len(found) < tests or time.process_time() < end:
            data = rng.randbytes(size)
            found = sorted([*found, (self.ops(data), data)], reverse=True)[:tests]
        return [data for _, data in found]

    def row(self, name: str, size: int, tests: Sequence[bytes], generation: float) -> Row:
        """Count and time whole inputs of a size; RuntimeError where zlib does not read the output."""
        ops, seconds, native = [], [], []
        for data in (grown(test, size) for test in tests):
            ops.append(self.ops(data))
            begin = time.process_time()
            stream = deflate.deflate(data, self.level)
            seconds.append(time.process_time() - begin)
            if zlib.decompress(stream, -15) != data:
                raise RuntimeError(f"the compressor's output for a test of {name} is not its input")
            begin = time.process_time()
            zlib.compress(data, self.level)
            native.append(time.process_time() - begin)
        return Row(name, size, len(tests), generation, mean(ops), mean(seconds), mean(native))


def drawn(tests: int, size: int, seed: int = 0) -> list[bytes]:
    """Random bytes, for each test others."""
    rng = Random(seed)
    return [rng.randbytes(size) for _ in range(tests)]


def grown(data: bytes, size: int, seed: int = 0) -> bytes:
    """The bytes of a test, and behind them bytes that are drawn from them, up to a size."""
    return data[:size] + bytes(Random(seed).choices(data, k=max(size - len(data), 0)))


def rows(
    sizes: Sequence[int], tests: int, seconds: float, suites: Sequence[str], searched: int, level: int
) -> Iterator[Row]:
    """Yield the rows of suites: `random`, `drawn`, or a number of constraints; all get the same seconds."""
    study = Study(level)
    for name in suites:
        if name == RANDOM:
            for size in sizes:
                begin = time.process_time()
                best = study.random(size, tests, seconds)
                yield study.row(name, size, best, time.process_time() - begin)
            continue
        begin = time.process_time()
        if name == DRAWN:
            found, title = drawn(tests, searched), name
        else:
            found, title = study.suite(int(name), tests, seconds, searched), f"CLLG-{name}"
        generation = time.process_time() - begin
        for size in sizes:
            yield study.row(title, size, found, generation)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=20, help="of CPU time, for each suite")
    parser.add_argument("--tests", type=int, default=3)
    parser.add_argument("--sizes", default="1000,10000,100000,1000000")
    parser.add_argument("--suites", default=",".join((RANDOM, DRAWN, *map(str, CONSTRAINTS))))
    parser.add_argument("--searched", type=int, default=SEARCHED, help="bytes that the search decides about")
    parser.add_argument("--level", type=int, default=LEVEL, help="of zlib, 4 to 9")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    sizes = [int(size) for size in arguments.sizes.split(",")]
    suites = arguments.suites.split(",")
    baseline: dict[int, Row] = {}
    if not arguments.json:
        print("| suite | size | generation s | ops | times random | CPU s | times random | times zlib |")
        print("|---|---|---|---|---|---|---|---|")
    for row in rows(sizes, arguments.tests, arguments.seconds, suites, arguments.searched, arguments.level):
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
