"""Study 2, memory: formulas of a given structure that make sympy's SAT solver keep much in memory.

python benchmarks/slg/memory.py [--seconds 45] [--tests 3] [--constraints 100] [--mutation 0.8] [--only order]
    [--json]

As in the paper an instance gives the number of variables, the clauses and the signs of their literals; which
variables the literals have is symbolic. The search starts from the instance's own and from renamings of
them. Algorithm 3 (`search.chain`) steps through the literals, then a few at a time are changed (`mutation` is
the share of the time for that), again as long as there is time; a state costs what the run of its input has
in memory at its peak, by tracemalloc.

The solver keeps a heap that grows with each variable that it unsets, so a formula needs more memory where it
is backtracked over more often. An input whose run takes more than `MOST` times the original's ops is not
taken: gains do not come from endless runs. What is reported ran in the plain solver, in a process of its own.
"""

from __future__ import annotations

import argparse
import gc
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from itertools import count, cycle, islice
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

from slowpath.explore.cases import metered
from slowpath.model.target import Build
from slowpath.run.counted import Meter
from slowpath.run.traced import Tracer
from slowpath.search.beam.beam import Beam
from slowpath.search.beam.chain import chained
from slowpath.shape import library as lib
from slowpath.target import load as loading
from slowpath.values.path import Path as Taken

HERE = Path(__file__).parent
SUBJECT = HERE / "sat.py"
PEAK = HERE / "peak.py"
SOLVER = "dpll2"
LOOK_AHEAD = 50  # the paper's
WIDTH = 12
RENAMINGS = 24
MUTATION = 0.8  # of the time
MOST = 10  # times the original's ops
LEAST_OPS = 10**6  # that a run may take at least


@dataclass(frozen=True, slots=True)
class Row:
    """Peaks, in bytes, of an instance, of the starts and of the suite; the seconds of the search."""

    name: str
    variables: int
    clauses: int
    original: int
    starts: tuple[int, ...]
    peaks: tuple[int, ...]
    seconds: float

    @property
    def times(self) -> float:
        return mean(self.peaks) / self.original


@contextmanager
def on_path() -> Iterator[None]:
    """Let the solver's file be found by its own name, without the package around it."""
    package = find_spec("sympy.logic.algorithms")
    assert package is not None
    assert package.submodule_search_locations
    folders = [str(HERE.parent), package.submodule_search_locations[0]]
    sys.path[:0] = folders
    try:
        yield
    finally:
        for folder in folders:
            sys.path.remove(folder)


class Study:
    """The structure of a formula, whose variables are looked for."""

    def __init__(self, formula: Any) -> None:
        self.formula = formula
        self._fixed = {"signs": formula.signs, "names": list(range(1, formula.variables + 1))}
        with on_path():
            self._traced = metered(f"{SUBJECT}:clauses_of", (SOLVER,)).loaded
            self._meter, self._counter = (
                Meter(
                    loading.load(f"{SUBJECT}:{each}", scope=(SOLVER,), build=Build.COUNT), max_ops=sys.maxsize
                )
                for each in ("measured", "solved")
            )
        gc.collect()
        gc.freeze()  # what is loaded need not be looked at before each measurement
        self._peaks: dict[tuple[int, ...], int] = {}
        self._meter.run(
            {"chosen": formula.chosen, **self._fixed, "peaks": []}
        )  # what it imports is no one's cost
        self.max_ops = max(
            MOST * self._counter.run({"chosen": formula.chosen, **self._fixed}).cost, LEAST_OPS
        )

    def peak(self, chosen: Sequence[int]) -> int:
        """The most that a run has in memory at a time; -1 where it does not end within its ops."""
        key = tuple(chosen)
        if key not in self._peaks:
            self._peaks[key] = self._measured(list(chosen))
        return self._peaks[key]

    def _measured(self, chosen: list[int]) -> int:
        # A run takes up to eight times as long where its memory is followed: one that does not end is not.
        inputs = {"chosen": chosen, **self._fixed}
        if self._counter.run(inputs, self.max_ops).cost >= self.max_ops:
            return -1
        gc.collect()
        peaks: list[int] = []
        self._meter.run({**inputs, "peaks": peaks})
        return peaks[0] if peaks else -1

    def suite(
        self, tests: int, constraints: int, seconds: float | None, mutation: float = MUTATION
    ) -> list[list[int]]:
        """The variables of the literals of several tests, within about so many seconds of CPU time.

        None steps through the literals once. `mutation` is the share of the time for mutations.
        """
        chosen = self.formula.chosen
        shapes = {
            "chosen": lib.ints(len(chosen), 0, self.formula.variables - 1),
            "signs": lib.const(self._fixed["signs"]),
            "names": lib.const(self._fixed["names"]),
        }
        tracer = Tracer(self._traced, shapes, len(chosen))

        def judge(path: Taken) -> int:
            return self.peak([int(path.model[place]) for place in range(len(chosen))])

        clock = time.process_time
        end = None if seconds is None else clock() + seconds
        found = self.starts(tests)
        with tracer.installed():
            for seed in count():
                beam = Beam(
                    tests=tests,
                    look_ahead=LOOK_AHEAD,
                    width=WIDTH,
                    seconds=None if end is None else end - clock(),
                    leaps=False,
                    mutation=mutation,
                    seed=seed,
                )
                starts = [dict(enumerate(each)) for each in found]
                load = chained(
                    tracer.run, beam, constraints, starts, judge=judge, clock=clock, narrow=tracer.narrowed
                )
                found = [[int(test.path.model[at]) for at in range(len(chosen))] for test in load.tests]
                if end is None or clock() >= end:
                    break
        return found

    def starts(self, tests: int) -> list[list[int]]:
        """The costliest of the instance's own variables and their renamings: ties are broken by number.

        None costs less than the instance's own; where there are too few, the search starts from some twice.
        """
        chosen, rng = self.formula.chosen, Random(0)
        known = [chosen]
        for _ in range(RENAMINGS):
            names = list(range(self.formula.variables))
            rng.shuffle(names)
            known.append([names[each] for each in chosen])
        costly = sorted((each for each in known if self.peak(each) >= self.peak(chosen)), key=self.peak)
        return list(islice(cycle(reversed(costly)), tests))

    def clauses(self, chosen: Sequence[int]) -> list[list[int]]:
        left = iter(chosen)
        return [[sign * (next(left) + 1) for sign in row] for row in self._fixed["signs"]]


def fresh_peak(variables: int, clauses: Sequence[Sequence[int]]) -> int:
    """The peak of the plain solver in a process of its own."""
    answer = subprocess.run(
        [sys.executable, str(PEAK)],
        input=json.dumps([variables, [list(clause) for clause in clauses]]),
        capture_output=True,
        text=True,
        check=True,
    )
    return int(answer.stdout)


def row(formula: Any, tests: int, constraints: int, seconds: float, mutation: float = MUTATION) -> Row:
    """Search for a suite from an instance, and measure both."""
    study = Study(formula)
    begin = time.process_time()
    found = study.suite(tests, constraints, seconds, mutation)
    spent = time.process_time() - begin

    def peaks(inputs: Sequence[list[int]]) -> tuple[int, ...]:
        return tuple(fresh_peak(formula.variables, study.clauses(chosen)) for chosen in inputs)

    return Row(
        formula.name,
        formula.variables,
        len(formula.clauses),
        fresh_peak(formula.variables, formula.clauses),
        peaks(study.starts(tests)),
        peaks(found),
        spent,
    )


def formulas() -> Any:
    sys.path.insert(0, str(HERE.parent))
    try:
        from slg import formulas as families
    finally:
        del sys.path[0]
    return families


def line(each: Row) -> str:
    """A line of the table."""
    return (
        f"| {each.name} | {each.variables} | {each.clauses} | {each.original / 1024:.0f} "
        f"| {mean(each.peaks) / 1024:.0f} | {each.times:.2f} | {min(each.peaks) / each.original:.2f} "
        f"| {max(each.peaks) / each.original:.2f} | {mean(each.starts) / each.original:.2f} "
        f"| {len(each.peaks)} | {each.seconds:.0f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=45, help="of CPU time, for each instance")
    parser.add_argument("--tests", type=int, default=3)
    parser.add_argument("--constraints", type=int, default=100)
    parser.add_argument(
        "--mutation", type=float, default=MUTATION, help="share of the time for mutations; 0 is CLLG alone"
    )
    parser.add_argument("--only", default="", help="instances whose names contain this")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    if not arguments.json:
        print(
            "| instance | variables | clauses | KB | suite KB | times | least | most | renamed | tests | s |"
        )
        print("|---|---|---|---|---|---|---|---|---|---|---|")
    for formula in formulas().instances():
        if arguments.only in formula.name:
            found = row(
                formula, arguments.tests, arguments.constraints, arguments.seconds, arguments.mutation
            )
            print(json.dumps(asdict(found)) if arguments.json else line(found), flush=True)


if __name__ == "__main__":
    main()
