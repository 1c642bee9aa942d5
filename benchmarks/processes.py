"""Fresh processes: what a forked run takes, how fast cases are confirmed, how late Ctrl-C is obeyed.

Everything but the last part runs on one core. A case is confirmed by runs of the unmodified target in
processes that start from the same state.

    python benchmarks/processes.py [--json] [--moments 10] [--seed 0]
"""

from __future__ import annotations

import argparse
import json
import os
import pty
import random
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Final

from slowpath.run.client import Worker

SORT: Final = """\
def insertion_sort(items: list[int]) -> list[int]:
    for i in range(1, len(items)):
        item, j = items[i], i
        while j > 0 and items[j - 1] > item:
            items[j] = items[j - 1]
            j -= 1
        items[j] = item
    return items
"""
CASES: Final = 720  # the paths of insertion sort at size 6
COMMANDS: Final = {
    "find": ("find", "textwrap:wrap", "--budget", "60s"),
    "cases": ("cases", "sorting.py:insertion_sort", "--size", "8", "--budget", "60s"),
    "suite": ("suite", "sorting.py:insertion_sort", "--size", "48", "--budget", "60s"),
    "scale": ("scale", "sorting.py:insertion_sort", "--size", "400", "--budget", "60s"),
}
LATEST_MOMENT: Final = 8.0  # seconds after the start: by then every command searches, verifies or confirms


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured number and its bar. `at_least` says on which side of the bar it must be."""

    what: str
    value: float
    unit: str
    bar: float | None = None
    at_least: bool = True

    @property
    def met(self) -> bool:
        """Whether the number is on the right side of its bar."""
        if self.bar is None:
            return True
        return self.value >= self.bar if self.at_least else self.value <= self.bar


@contextmanager
def one_core() -> Iterator[None]:
    """Keep this process and those it starts on one core."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


def runs(file: Path, measures: tuple[str, ...]) -> tuple[float, float]:
    """Return the runs a second in fresh processes, one at a time and many in a row."""
    inputs = [{"items": repr(random.Random(place).sample(range(6), 6))} for place in range(CASES)]
    with Worker(f"{file}:insertion_sort", measures=measures) as worker:
        worker.runs(inputs[:10])
        began = time.perf_counter()
        alone = [worker.run(each) for each in inputs[:100]]
        middle = time.perf_counter()
        in_a_row = worker.runs(inputs)
        ended = time.perf_counter()
    assert in_a_row[:100] == alone
    return 100 / (middle - began), CASES / (ended - middle)


def command_seconds(folder: Path, size: int, *more: str) -> tuple[int, float]:
    """Return how many cases `slowpath cases` lists, and the seconds from key press to JSON."""
    arguments = ["cases", "sorting.py:insertion_sort", "--size", str(size), "--json", *more]
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "slowpath", *arguments], cwd=folder, check=True, capture_output=True
    )
    return len(json.loads(done.stdout)["cases"]), time.perf_counter() - began


def lateness(folder: Path, moments: int, seed: int) -> dict[str, list[tuple[float, int]]]:
    """Return for each command the seconds from Ctrl-C to its end, and its exit code, at random moments."""
    moment = random.Random(seed)
    return {
        name: [_interrupted(folder, arguments, moment.uniform(0.2, LATEST_MOMENT)) for _ in range(moments)]
        for name, arguments in COMMANDS.items()
    }


def _interrupted(folder: Path, arguments: tuple[str, ...], moment: float) -> tuple[float, int]:
    pid, fd = pty.fork()
    if not pid:
        os.chdir(folder)
        os.execv(sys.executable, [sys.executable, "-m", "slowpath", *arguments])
    began, pressed = time.perf_counter(), None
    while _shows_more(fd):
        if pressed is None and time.perf_counter() - began > moment:
            pressed = time.perf_counter()
            os.write(fd, b"\x03")
    _, status = os.waitpid(pid, 0)
    ended = time.perf_counter()
    os.close(fd)
    return ended - (pressed or ended), os.waitstatus_to_exitcode(status)


def _shows_more(fd: int) -> bool:
    if not select.select([fd], [], [], 0.01)[0]:
        return True
    try:
        return bool(os.read(fd, 1 << 16))
    except OSError:
        return False


def figures(folder: Path, moments: int, seed: int) -> list[Figure]:
    """Measure everything."""
    file = folder / "sorting.py"
    file.write_text(SORT)
    found = []
    with one_core():
        for measures, least in ((("ops",), 500.0), (("ops", "memory"), 200.0)):
            alone, in_a_row = runs(file, measures)
            name = " and ".join(measures)
            found.append(Figure(f"runs alone, {name}", alone, "a second"))
            found.append(Figure(f"runs in a row, {name}", in_a_row, "a second", least))
        for size, more in ((6, ("-m", "ops")), (6, ()), (7, ("-m", "ops")), (7, ())):
            cases, seconds = command_seconds(folder, size, *more)
            bar = 15.0 if size == 7 and more else None
            name = f"cases, {cases:,} paths, {'ops' if more else 'ops and memory'}"
            found.append(Figure(name, seconds, "s", bar, at_least=False))
    for name, ends in lateness(folder, moments, seed).items():
        obeyed = [late for late, code in ends if code == 130]
        others = sorted({code for _, code in ends if code not in (0, 130)})
        assert not others, f"{name} ends with {others}"
        if obeyed:
            found.append(Figure(f"Ctrl-C, {name}, {len(obeyed)} moments, median", median(obeyed), "s"))
            found.append(Figure(f"Ctrl-C, {name}, latest", max(obeyed), "s", 1.0, at_least=False))
    return found


def main(arguments: list[str] | None = None) -> int:
    """Print the table; return 0 if all bars are met."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.add_argument("--moments", type=int, default=10, help="of Ctrl-C for each command (default: 10)")
    parser.add_argument("--seed", type=int, default=0, help="of the moments (default: 0)")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        found = figures(Path(folder), options.moments, options.seed)
    met = all(each.met for each in found)
    if options.json:
        document = {"python": sys.version.split()[0], "figures": [asdict(each) for each in found]}
        print(json.dumps({**document, "passes": met}))
    else:
        for each in found:
            sign = ">=" if each.at_least else "<="
            bar = "" if each.bar is None else f"{sign} {each.bar:g}"
            print(f"{each.what:44} {each.value:8.2f} {each.unit:9} {bar}")
        print("PASS" if met else "FAIL")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
