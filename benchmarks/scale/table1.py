"""The tables of the XSTRESSOR paper, with the times of this machine: worst cases of any size in path space.

Every program is explored at small sizes, its worst path learned, and an input made for each size of the
table. The input counts only if a counted run of it costs exactly what the worst case costs: by the program's
formula, or by the form of the costs at small sizes where no formula is known. All times are CPU seconds.

    python benchmarks/scale/table1.py [--json] [--only NAME ...] [--sizes 10 100 500] [--seconds 60]
    python benchmarks/scale/table1.py --large      10,000 items, and 8 million conditions
    python benchmarks/scale/table1.py --growth     how the time grows with the number of conditions

In the table `!` stands where an input misses the worst case, and `-` where there is none: the construct
that stopped the model is named below. `=` is the plainest input, where that was the worst case at all small
sizes. With --rivals the other ways (rivals.py) have a column each, with the share of the worst cost that they
reach where they miss it: WISE (W), SPF-WCA (S), recipes in input space (I), a plain evolutionary search (E).
"""

from __future__ import annotations

import argparse
import json
import math
import resource
import statistics
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from catalogue import PROGRAMS, Program, named
from rivals import RIVALS, Answer, Rival

from slowpath.scale.path.family import Stopped
from slowpath.scale.path.scaling import Learned, Plan, learned, plainest, predicted
from slowpath.scale.path.subject import Subject

SIZES = (10, 20, 30, 40, 50, 100, 200, 300, 400, 500)
MOST = 10_000_000  # the cost of a plain input that is still run
CUBIC = 200  # the largest size of a program with a cubic number of conditions
LARGE = (
    ("sorted-list insert", 10_000),
    ("merging", 10_000),
    ("cmp", 10_000),
    ("Boyer-Moore", 10_000),
    ("Horspool", 10_000),
    ("naive matching", 10_000),
    ("insertion sort", 4_000),
)
REPEATS = 3
GROWTH = (("insertion sort", (500, 1_000, 2_000, 4_000)), ("Dijkstra", (100, 200, 400, 800)))


@dataclass(frozen=True, slots=True)
class Entry:
    """One program at one size. `truth` is the worst cost as far as a formula, or a form, tells it."""

    program: str
    size: int
    rows: int
    cost: int
    truth: int | None
    model: float
    synthesis: float
    solving: float
    building: float
    plain: bool = False

    @property
    def prediction(self) -> float:
        return self.synthesis + self.solving

    @property
    def total(self) -> float:
        return self.model + self.prediction + self.building

    @property
    def exact(self) -> bool:
        return self.cost == self.truth


@dataclass(frozen=True, slots=True)
class Row:
    """One program: what small sizes told, and its entries by size."""

    program: str
    small: dict[int, int]
    exhaustive: list[int]
    model: float
    runs: int
    stopped: Stopped | None
    entries: list[Entry]
    rivals: dict[str, dict[int, Answer | None]]


def measured(program: Program, sizes: Sequence[int], seconds: float, rivals: Sequence[Rival] = ()) -> Row:
    """Learn a program's worst path and make its inputs; rivals have as many seconds for each size."""
    subject = program.subject()
    found = learned(subject, Plan(first=program.first, seconds=seconds))
    entries = []
    for size in sizes:
        if program.name == "boolean matmul" and size > CUBIC:
            continue
        entry = _entry(program, subject, found, size)
        if entry is not None:
            entries.append(entry)
    return Row(
        program.name,
        dict(found.costs),
        sorted(found.exact),
        found.seconds,
        found.runs,
        found.stopped,
        entries,
        {rival.letter: _answers(rival, program, sizes, seconds) for rival in rivals},
    )


def _answers(
    rival: Rival, program: Program, sizes: Sequence[int], seconds: float
) -> dict[int, Answer | None]:
    """What a rival reaches at each size; a size at which the worst case cannot be run is left out."""
    return {
        size: rival.find(program, size, seconds)
        for size in sizes
        if program.truth is None or program.truth(size) <= MOST
    }


def _entry(program: Program, subject: Subject, found: Learned, size: int) -> Entry | None:
    if found.family is None:
        return _plain(program, subject, found, size)
    made = predicted(subject, found.family, size)
    if isinstance(made, Stopped):
        return None
    truth = program.truth(size) if program.truth else made.cost
    return Entry(
        program.name,
        size,
        found.family.rows(size),
        subject.cost(made.inputs),
        truth,
        found.seconds,
        made.synthesis,
        made.solving,
        made.building,
    )


def _plain(program: Program, subject: Subject, found: Learned, size: int) -> Entry | None:
    """The plainest input, where it was a worst case at every small size and the size can be run."""
    if not found.plain or program.truth is None or program.truth(size) > MOST:
        return None
    start = time.process_time()
    inputs = plainest(subject, size)
    building = time.process_time() - start
    cost = subject.cost(inputs)
    return Entry(
        program.name, size, 0, cost, program.truth(size), found.seconds, 0.0, 0.0, building, plain=True
    )


def table(rows: Sequence[Row], sizes: Sequence[int], rivals: Sequence[Rival] = ()) -> str:
    """Table I: total seconds by size, path space (X) and its rivals, with their share of the worst cost."""
    letters = ["X", *[rival.letter for rival in rivals]]
    lines = [_line("program", [f"{size} {letter}" for size in sizes for letter in letters])]
    for row in rows:
        entries = {entry.size: entry for entry in row.entries}
        cells = []
        for size in sizes:
            entry = entries.get(size)
            cells.append("-" if entry is None else f"{entry.total:.2f}{_mark(entry)}")
            worst = _worst(row, size)
            cells += [_cell(row.rivals[letter].get(size), worst) for letter in letters[1:]]
        lines.append(_line(row.program, cells))
    return "\n".join(lines)


def _worst(row: Row, size: int) -> int:
    """The worst cost at a size: known, or the most that anyone reached."""
    truth = named(row.program).truth
    if truth is not None:
        return truth(size)
    costs = [entry.cost for entry in row.entries if entry.size == size]
    answers = [answers.get(size) for answers in row.rivals.values()]
    return max([*costs, *[answer.cost for answer in answers if answer is not None]], default=0)


def _cell(answer: Answer | None, worst: int) -> str:
    if answer is None:
        return "-"
    share = "" if answer.cost >= worst else f" {100 * answer.cost // worst}%"
    return f"{answer.seconds:.1f}{share}"


def _mark(entry: Entry) -> str:
    return "!" if not entry.exact else "=" if entry.plain else ""


def predictions(rows: Sequence[Row], sizes: Sequence[int]) -> str:
    """Tables II and III: seconds to build the model, and of prediction and solving alone."""
    lines = [_line("program", ["model", *[str(size) for size in sizes]])]
    for row in rows:
        entries = {entry.size: entry for entry in row.entries}
        cells = [
            f"{entries[size].prediction:.3f}" if size in entries and not entries[size].plain else "-"
            for size in sizes
        ]
        lines.append(_line(row.program, [f"{row.model:.2f}", *cells]))
    return "\n".join(lines)


def _line(head: str, cells: Sequence[str]) -> str:
    return f"{head:20}" + "".join(f"{cell:>9}" for cell in cells)


def large() -> list[Entry]:
    """The sizes at which a prediction has many conditions."""
    entries = []
    for name, size in LARGE:
        row = measured(named(name), [size], 60)
        entries += row.entries
    return entries


def growth() -> dict[str, dict[str, float]]:
    """The exponent of the seconds in the number of conditions: the slope over the sizes of a program, each
    taken as the best of several predictions."""
    exponents = {}
    for name, sizes in GROWTH:
        runs = [measured(named(name), sizes, 60).entries for _ in range(REPEATS)]
        rows = [entry.rows for entry in runs[0]]
        exponents[name] = {"conditions": rows[-1]}
        for step in ("synthesis", "solving"):
            best = [min(getattr(entry, step) for entry in entries) for entries in zip(*runs, strict=True)]
            exponents[name][step] = _slope(rows, best)
    return exponents


def _slope(rows: Sequence[int], seconds: Sequence[float]) -> float:
    return statistics.linear_regression(list(map(math.log, rows)), list(map(math.log, seconds))).slope


def peak() -> float:
    """The most memory this process had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _legend(rivals: Sequence[Rival]) -> list[str]:
    return [f"{rival.letter} = {rival.name}" for rival in rivals]


def _show_stopped(rows: Sequence[Row]) -> None:
    for row in rows:
        if row.stopped is not None:
            small = ", ".join(f"{size}: {cost}" for size, cost in row.small.items())
            print(f"{row.program}: {row.stopped.construct} {row.stopped.place.rpartition('/')[2]} ({small})")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only", nargs="*", default=None, metavar="NAME")
    parser.add_argument("--sizes", nargs="*", type=int, default=SIZES)
    parser.add_argument("--seconds", type=float, default=30.0, help="for the small sizes of one program")
    parser.add_argument("--rivals", action="store_true")
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--growth", action="store_true")
    chosen = parser.parse_args()
    if chosen.large:
        for entry in large():
            print(
                f"{entry.program:20} N = {entry.size:6} {entry.rows:9,} conditions, "
                f"{entry.prediction:.2f} s to predict and solve, {entry.total:.2f} s in total, "
                f"{'worst case' if entry.exact else 'MISSED'}"
            )
        print(f"peak memory {peak():.0f} MB")
        return
    if chosen.growth:
        for name, exponents in growth().items():
            print(
                f"{name}: up to {exponents['conditions']:,} conditions, exponent of synthesis "
                f"{exponents['synthesis']:.2f}, of solving {exponents['solving']:.2f}"
            )
        return
    programs = [program for program in PROGRAMS if chosen.only is None or program.name in chosen.only]
    start = time.process_time()
    rivals = RIVALS if chosen.rivals else ()
    rows = [measured(program, chosen.sizes, chosen.seconds, rivals) for program in programs]
    if chosen.json:
        print(json.dumps({"programs": [asdict(row) for row in rows], "seconds": time.process_time() - start}))
        return
    print(f"Table I: total CPU seconds ({', '.join(['X = path space', *_legend(rivals)])})")
    print(table(rows, chosen.sizes, rivals))
    print("\nTables II and III: model building, then prediction and solving alone, CPU seconds")
    print(predictions(rows, chosen.sizes))
    print()
    _show_stopped(rows)


if __name__ == "__main__":
    main()
