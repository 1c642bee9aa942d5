"""Study 3, time and memory: queries of a template that keep sqlglot's executor busy.

python benchmarks/slg/queries.py [--seconds 30] [--tests 5] [--json]

The beam searches over the numbers that fill the template in. What a query costs is told by its execution:
`calls`, of Python and C functions while the plan runs and is made, stands for response time and is the same
each time; `memory` is the peak that tracemalloc sees. Suites favour one, or the sum of both, each as
a multiple of the original query's. CPU seconds are measured afterwards and guide nothing.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from statistics import mean
from typing import Any

from slowpath.explore.cases import metered
from slowpath.run.traced import Tracer
from slowpath.search.beam.beam import Beam, load
from slowpath.shape import library as lib
from slowpath.values.path import Path as Taken

HERE = Path(__file__).parent
LOOK_AHEAD = 10
WIDTH = 8
CHOICES = {"left": 4, "right": 4, "join": 5, "test": 6, "other_test": 6}  # the other numbers choose of 3
SCALE = 1000
REPEATS = 5


@dataclass(frozen=True, slots=True)
class Cost:
    """What a query costs."""

    calls: int
    memory: int


@dataclass(frozen=True, slots=True)
class Row:
    """What the queries of a suite cost on average, and they themselves."""

    suite: str
    seconds: float
    calls: float
    memory: float
    queries: tuple[str, ...]
    joins: tuple[str, ...]


def template() -> Any:
    sys.path.insert(0, str(HERE.parent))
    try:
        from slg import music
    finally:
        del sys.path[0]
    return music


def answered(text: str) -> Any:
    from sqlglot.executor import execute

    return execute(text, tables=template().TABLES)


@cache
def cost_of(text: str) -> Cost:
    """What a query costs: nothing where the executor refuses it, as it compares a text with a number."""
    from sqlglot.errors import SqlglotError

    calls = 0

    def count(frame: Any, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    gc.collect()
    tracemalloc.start()
    sys.setprofile(count)
    try:
        answered(text)
        sys.setprofile(None)
        return Cost(calls, tracemalloc.get_traced_memory()[1])
    except SqlglotError:
        return Cost(0, 0)
    finally:
        sys.setprofile(None)
        tracemalloc.stop()


def kind_of_join(values: dict[str, int]) -> str:
    """Whether a query joins a table to itself, rows that match, rows in order, or (nearly) all with all."""
    if values["left"] == values["right"]:
        return "self"
    return {"=": "inner", "<": "order", ">": "order"}.get(template().JOINS[values["join"]], "cross")


def measures(base: Cost) -> dict[str, Callable[[Cost], int]]:
    """The measures of the paper's three suites, in thousandths of the original query."""
    return {
        "TS-RT": lambda cost: SCALE * cost.calls // base.calls,
        "TS-MEM": lambda cost: SCALE * cost.memory // base.memory,
        "TS-RT-MEM": lambda cost: SCALE * cost.calls // base.calls + SCALE * cost.memory // base.memory,
    }


def rows(suites: Sequence[str], tests: int, seconds: float) -> Iterator[Row]:
    """Yield the original query's row, then those of suites."""
    music = template()
    original = music.query(**music.BASELINE)
    answered(original)  # what is imported and cached by the first is no query's cost
    yield row("Baseline", [music.BASELINE])
    beam = Beam(tests=tests, look_ahead=LOOK_AHEAD, width=WIDTH, seconds=seconds, leaps=False, mutation=0)
    for name in suites:
        yield row(name, suite(measures(cost_of(original))[name], beam))


def suite(measure: Callable[[Cost], int], beam: Beam) -> list[dict[str, int]]:
    """The numbers of queries that cost much by a measure, searched for from the original query."""
    music = template()
    shapes = {name: lib.integer(0, CHOICES.get(name, 3) - 1) for name in music.BASELINE}
    tracer = Tracer(metered(f"{HERE / 'music.py'}:query").loaded, shapes, 1)

    def judge(path: Taken) -> int:
        return measure(cost_of(str(path.result)))

    with tracer.installed():
        numbers = {each.name: each.index for each in tracer.run({}).variables}
        start = {numbers[each]: value for each, value in music.BASELINE.items()}
        found = load(tracer.run, beam, [start], judge, time.process_time).tests
    return [{each: int(test.path.model[index]) for each, index in numbers.items()} for test in found]


def row(name: str, chosen: Sequence[dict[str, int]]) -> Row:
    """Measure the queries that numbers choose."""
    texts = tuple(template().query(**values) for values in chosen)
    costs = [cost_of(text) for text in texts]
    seconds = mean(min(timed(text) for _ in range(REPEATS)) for text in texts)
    return Row(
        name,
        seconds,
        mean(cost.calls for cost in costs),
        mean(cost.memory for cost in costs),
        texts,
        tuple(kind_of_join(values) for values in chosen),
    )


def timed(text: str) -> float:
    begin = time.process_time()
    answered(text)
    return time.process_time() - begin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=30, help="for each suite")
    parser.add_argument("--tests", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    base: Row | None = None
    if not arguments.json:
        print("| suite | CPU s | times | calls | times | peak KB | times | joins |")
        print("|---|---|---|---|---|---|---|---|")
    for each in rows(("TS-RT", "TS-MEM", "TS-RT-MEM"), arguments.tests, arguments.seconds):
        base = base or each
        if arguments.json:
            print(json.dumps(asdict(each)), flush=True)
            continue
        print(
            f"| {each.suite} | {each.seconds:.4f} | {each.seconds / base.seconds:.2f} "
            f"| {each.calls:.0f} | {each.calls / base.calls:.2f} "
            f"| {each.memory / 1024:.0f} | {each.memory / base.memory:.2f} | {', '.join(each.joins)} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
