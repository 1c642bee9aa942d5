"""How fast conditions are solved: small questions along a search, and large systems at once.

CPU time of this process. Small systems are those of a depth-first search: every question adds one
negated decision to a prefix that the input at hand satisfies.

    python benchmarks/solve.py [--json] [--large]
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from random import Random
from time import process_time

from slowpath.expr.comparison import compare, member
from slowpath.expr.condition import Condition
from slowpath.expr.linear import Linear
from slowpath.expr.term import apply
from slowpath.expr.variable import Characters, Integers, Variable, Variables
from slowpath.model.charset import CharSet
from slowpath.solve.chain import Options, chain, session
from slowpath.solve.difference import solve_arrays
from slowpath.solve.linear import LinearRows
from slowpath.solve.smt import Smt
from slowpath.solve.verdict import Model, Solver, Unsat, completed

Program = Callable[[Model], list[Condition]]


@dataclass(frozen=True, slots=True)
class Speed:
    """Questions of one kind, and the CPU seconds they took."""

    what: str
    questions: int
    seconds: float

    @property
    def per_second(self) -> float:
        return self.questions / self.seconds


def insertion_sort(count: int) -> tuple[Variables, Program]:
    variables = [Variable(index, f"xs[{index}]") for index in range(count)]

    def decisions(model: Model) -> list[Condition]:
        numbers = [(model[index], Linear.variable(index)) for index in range(count)]
        path: list[Condition] = []
        for i in range(1, count):
            for j in range(i, 0, -1):
                (left, left_form), (right, right_form) = numbers[j - 1], numbers[j]
                condition = compare(right_form, "<", left_form)
                path.append(condition if right < left else condition.negated())
                if right >= left:
                    break
                numbers[j - 1], numbers[j] = numbers[j], numbers[j - 1]
        return path

    return variables, decisions


def tokens(count: int) -> tuple[Variables, Program]:
    """A scanner that asks for each character whether it is a letter, a digit, a space or a sign."""
    variables = [Variable(index, f"s[{index}]", Characters(CharSet.everything())) for index in range(count)]
    kinds = [CharSet.from_predicate(each) for each in (str.isalpha, str.isdigit, str.isspace)]
    kinds.append(CharSet.of("+-*/()"))

    def decisions(model: Model) -> list[Condition]:
        path: list[Condition] = []
        for index in range(count):
            for kind in kinds:
                condition = member(index, kind)
                if condition.holds(model):
                    path.append(condition)
                    break
                path.append(condition.negated())
        return path

    return variables, decisions


def products(count: int) -> tuple[Variables, Program]:
    """Remainders and products of neighbours, compared."""
    variables = [Variable(index, f"x{index}", Integers(0, 100)) for index in range(count)]

    def decisions(model: Model) -> list[Condition]:
        path: list[Condition] = []
        for i in range(count - 1):
            x, y = Linear.variable(i), Linear.variable(i + 1)
            for condition in (
                compare(apply("%", x, 7), "==", 3),
                compare(apply("*", x, y), ">", 50),
                compare(x * 3 + y * 2, "<", 90),
            ):
                path.append(condition if condition.holds(model) else condition.negated())
        return path

    return variables, decisions


def explore(what: str, variables: Variables, program: Program, most: int, options: Options) -> Speed:
    """Follow a depth-first search for at most so many questions; only solving is timed."""
    walk = session(variables, options)
    waiting = [(Model(completed(None, variables)), 0)]
    questions, seconds = 0, 0.0
    while waiting and questions < most:
        model, start = waiting.pop()
        path = program(model)
        for depth in range(start, len(path)):
            negated = path[depth].negated()
            begin = process_time()
            walk.follow(path[:depth])
            verdict = walk.solve(negated, model)
            seconds += process_time() - begin
            questions += 1
            if isinstance(verdict, Model):
                waiting.append((verdict, depth + 1))
    return Speed(what, questions, seconds)


def whole(what: str, solver: Solver, conditions: list[Condition], variables: Variables) -> Speed:
    """Ask about a large system at once."""
    begin = process_time()
    verdict = solver.solve(conditions, variables)
    speed = Speed(f"{what}: {len(conditions):,} conditions", 1, process_time() - begin)
    assert isinstance(verdict, Model), verdict
    return speed


def arrays(count: int) -> Speed:
    """All pairs in order, as arrays."""
    import numpy as np

    first, second = np.triu_indices(count, 1)
    order = np.random.default_rng(0).permutation(count)
    begin = process_time()
    found = solve_arrays(count, order[first], order[second], np.full(len(first), -1, np.int64))
    speed = Speed(
        f"order of {count:,} numbers as arrays: {len(first):,} conditions", 1, process_time() - begin
    )
    assert not isinstance(found, list)
    return speed


def distances(count: int) -> tuple[list[Condition], Variables]:
    """Dijkstra's decisions on a complete graph: path i-1 to i and edge i-1 to j against the edge 0 to j."""
    variables = [Variable(index, f"w{index}", Integers(1, None)) for index in range(count * count)]
    conditions = []
    for i in range(1, count):
        path = {step * count + step + 1: 1 for step in range(i)}
        for j in range(count):
            if j != i and (i * count + j) not in path and j not in path:
                conditions.append(compare(Linear.of({**path, i * count + j: 1, j: -1}), "<", 0))
    return conditions, variables


@contextmanager
def loaded() -> Iterator[None]:
    """Import the solvers before anything is timed."""
    import rustworkx
    import scipy.optimize
    import z3

    assert all((rustworkx, scipy.optimize, z3))
    yield


def pairs(count: int) -> list[Condition]:
    shuffled = Random(0).sample(range(count), count)
    forms = [Linear.variable(index) for index in shuffled]
    return [compare(forms[i], "<", forms[j]) for i in range(count) for j in range(i + 1, count)]


def integers(count: int) -> Variables:
    return [Variable(index, f"x{index}") for index in range(count)]


def measurements(large: bool) -> Iterator[Speed]:
    everything, only_z3 = Options(), Options(cache=False, order=False, local=False, linear=False)
    yield explore("repair: insertion sort of 7", *insertion_sort(7), 10_000, everything)
    yield explore("repair: insertion sort of 10", *insertion_sort(10), 10_000, everything)
    yield explore("repair: scanner of 8 characters", *tokens(8), 10_000, everything)
    yield explore("all stages: remainders and products", *products(5), 500, everything)
    yield explore("Z3 alone: remainders and products", *products(5), 500, only_z3)
    yield _by_z3("Z3 alone: insertion sort of 7", *insertion_sort(7), 1_000)
    yield whole("orders", chain(), pairs(500), integers(500))
    chained = [compare(Linear.variable(i), "<", Linear.variable(i + 1)) for i in range(100_000)]
    yield whole("a chain of orders", chain(), chained, integers(100_001))
    conditions, variables = distances(200)
    yield whole("linear rows", LinearRows(60.0), conditions, variables)
    if large:
        yield arrays(4_000)


def _by_z3(what: str, variables: Variables, program: Program, most: int) -> Speed:
    """The same search with Z3 in the place of repair."""
    smt = Smt()
    waiting = [(Model(completed(None, variables)), 0)]
    questions, seconds = 0, 0.0
    while waiting and questions < most:
        model, start = waiting.pop()
        path = program(model)
        for depth in range(start, len(path)):
            asked = [*path[:depth], path[depth].negated()]
            begin = process_time()
            verdict = smt.solve(asked, variables, model)
            seconds += process_time() - begin
            questions += 1
            if isinstance(verdict, Model):
                waiting.append((Model({**model, **verdict}), depth + 1))
            else:
                assert isinstance(verdict, Unsat)
    return Speed(what, questions, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--large", action="store_true", help="also 8 million orders (1 GB of memory)")
    options = parser.parse_args()
    with loaded():
        results = []
        for speed in measurements(options.large):
            results.append(speed)
            if not options.json:
                rate = (
                    f"{speed.per_second:>9,.0f} a second"
                    if speed.questions > 1
                    else f"{speed.seconds:>9.2f} s"
                )
                print(f"{speed.what:<60} {speed.questions:>7,} questions {rate}", flush=True)
    if options.json:
        print(json.dumps([{**asdict(each), "per_second": each.per_second} for each in results]))


if __name__ == "__main__":
    main()
