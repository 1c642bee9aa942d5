"""What a run reads again is told with its place, how often, and what it costs."""

from __future__ import annotations

import pytest

from slowpath.model.redundancy import Rereading
from slowpath.run.reads import RECURSION
from tests.unit.oracle.read_runs import Reads

RESCAN = """
def rescan(xs):
    total = 0
    for _ in xs:
        for x in xs:
            total += x
    return total
"""
CALLED = """
def total(xs, log):
    WRITE
    found = 0
    for x in xs:
        found += x
    return found

def shares(xs, log):
    found = []
    for x in xs:
        found.append(total(xs, log))
    return found
"""
FIBONACCI = """
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
"""


def rereadings(source: str, call: str, size: int, least: int = 7) -> tuple[Rereading, ...]:
    return Reads(source, "m.py").run(call, size, least).rereadings


def only(source: str, call: str, size: int, least: int = 7) -> Rereading:
    (found,) = rereadings(source, call, size, least)
    return found


def test_a_loop_that_reads_the_same_in_every_round() -> None:
    found = only(RESCAN, "rescan(list(range(N)))", 20)
    assert (found.outer_place, found.inner_place, found.function) == ("m.py:4", "m.py:5", "rescan")
    assert (found.what, found.operand, found.call, found.both_comprehensions) == ("", "", None, False)
    assert (found.alike, found.first, found.last) == (20, 20, 20)
    assert found.flags == frozenset()


def test_its_work_is_that_of_all_its_rounds() -> None:
    tens = [only(RESCAN, "rescan(list(range(N)))", size) for size in (10, 20)]
    assert tens[1].work == 4 * tens[0].work
    found = [*tens, only(RESCAN, "rescan(list(range(N)))", 30, 30)]
    rest = [each.total - each.work for each in found]  # a constant, and the rounds of the outer loop
    assert rest[2] - rest[1] == rest[1] - rest[0] > 0


def test_a_native_operation_names_itself_and_its_operand() -> None:
    source = """
def unique(items):
    seen = []
    for item in items:
        if item not in seen:
            seen.append(item)
    return seen
"""
    found = only(source, "unique(list(range(N)))", 20)
    assert (found.what, found.operand) == ("in", "list")
    assert (found.outer_place, found.inner_place) == ("m.py:4", "m.py:5")
    assert found.last == 19  # the list is that long at the last look
    assert 7 <= found.alike <= 20


@pytest.mark.parametrize(("write", "call"), [("pass", "total"), ("log.append(1)", None)])
def test_a_function_is_named_if_it_is_called_with_the_same_arguments_and_writes_nothing(
    write: str, call: str | None
) -> None:
    found = only(CALLED.replace("WRITE", write), "shares(list(range(N)), [])", 20)
    assert (found.function, found.call, found.alike) == ("total", call, 20)
    assert (found.outer_place, found.inner_place) == ("m.py:11", "m.py:5")


def test_calls_take_the_place_of_a_loop_in_a_recursion() -> None:
    source = """
def deep(n, xs):
    found = 0
    for x in xs:
        found += x
    return found if n == 0 else deep(n - 1, xs)
"""
    found = only(source, "deep(N, list(range(30)))", 20)
    assert (found.outer, found.outer_place, found.inner_place) == (None, "m.py:2", "m.py:4")
    assert found.alike == 19  # of 21 calls, the first is in no recursion and the second has none before it


def test_a_recursion_on_the_same_arguments() -> None:
    found = only(FIBONACCI, "fib(N)", 12)
    total = 2 * 233 - 1  # calls: twice the 13th Fibonacci number, less one
    assert (found.what, found.function, found.inner_place) == (RECURSION, "fib", "m.py:2")
    assert (found.last, found.first) == (total, 11)  # 2 to 12 are called on
    assert found.alike == (total - 1) // 2 - 11  # of the calls that call on, those that are not the first
    assert 0.9 * found.total < found.work < found.total


@pytest.mark.parametrize(
    ("source", "call", "least"),
    [
        ("def f(xs):\n    for x in xs:\n        pass\n", "f(list(range(N)))", 7),
        ("def f(n):\n    return 0 if n == 0 else f(n - 1)\n", "f(N)", 7),
        (RESCAN, "rescan(list(range(6)))", 7),
        (FIBONACCI, "fib(5)", 7),
    ],
)
def test_what_does_nothing_again_or_seldom_is_not_told(source: str, call: str, least: int) -> None:
    assert rereadings(source, call, 20, least) == ()


def test_executions_beyond_those_that_are_kept_are_told() -> None:
    run = Reads(RESCAN, "m.py").run("rescan(list(range(N)))", 40, 7)
    (found,) = run.rereadings
    assert run.sampled
    assert "more" in found.flags
    assert found.alike < 40
    assert only(RESCAN, "rescan(list(range(N)))", 40, 40).alike == 40  # as many are kept as are asked for
