"""Which operations are native loops, by their text and by their objects."""

from __future__ import annotations

import ast
import copy
import re
from collections import deque
from typing import Any

import pytest

from slowpath.target.natives import Operands, is_native_loop


@pytest.mark.parametrize(
    "text",
    [
        *("x in xs", "x not in self.seen", "xs[1:]", "xs[a:b]", "xs[::-1]", "xs.index(x)", "s.replace(a, b)"),
        *("', '.join(xs)", "xs.extend(ys)", "sorted(xs, key=f)", "min(xs)", "max(xs, default=0)", "list(xs)"),
        *("re.sub(p, q, s)", "pattern.match(s)", "copy.deepcopy(x)", "min(*xs)", "reduce(f, xs)"),
    ],
)
def test_operations_that_may_go_over_an_operand(text: str) -> None:
    assert is_native_loop(ast.parse(text, mode="eval").body)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "x in (1, 2)",
            "x in 'abc'",
            "x == y",
            "xs[1]",
            "xs[:3]",
            "xs[1:2]",
            "xs[-2:]",
            "min(a, b)",
            "list()",
        ),
        *(
            "sum(x for x in xs)",
            "'-'.join([x for x in xs])",
            "'a b'.split()",
            "len(xs)",
            "f(xs)",
            "x.append(y)",
        ),
        *("x in [y for y in ys]", "reduce(f)", "a < b in c"),
    ],
)
def test_operations_that_do_not(text: str) -> None:
    assert not is_native_loop(ast.parse(text, mode="eval").body)


@pytest.fixture
def heard() -> list[tuple[int, int]]:
    return []


@pytest.fixture
def operands(heard: list[tuple[int, int]]) -> Operands:
    return Operands(lambda site, size: heard.append((site, size)))


def test_a_box_is_heard_of_unless_it_is_hashed(operands: Operands, heard: list[tuple[int, int]]) -> None:
    boxes: list[Any] = [[1, 2], "abc", (1,), deque([1, 2, 3, 4]), {1: 2}, {1, 2}, {1: 2}.keys()]
    for number, box in enumerate(boxes):
        assert operands.contains(number, box) is box
    assert heard == [(0, 2), (1, 3), (2, 1), (3, 4)]


def test_an_object_that_runs_python_code_to_tell_its_size_is_not_asked(
    operands: Operands, heard: list[tuple[int, int]]
) -> None:
    class Odd(list[int]):
        def __len__(self) -> int:
            raise AssertionError

    box = Odd([1, 2])
    assert operands.made(1, box) is box
    assert operands.contains(1, box) is box
    assert heard == []


def test_functions_go_over_the_argument_that_their_name_says(
    operands: Operands, heard: list[tuple[int, int]]
) -> None:
    calls: list[tuple[Any, ...]] = [
        (sorted, [3, 1, 2]),
        (re.match, "a", "text"),
        (re.sub, "a", "b", "texts"),
        (list, object()),
        (len, [1, 2]),
        ("ab".find, "b"),
        (", ".join, ["a", "b", "c"]),
        (re.compile("a").sub, "b", "longer text"),
        (dict.fromkeys, "abcd"),
    ]
    for number, call in enumerate(calls):
        assert operands.call(number, *call) == (number, *call)
    assert heard == [(0, 3), (1, 4), (2, 5), (5, 2), (6, 3), (7, 11), (8, 4)]


def test_an_iterator_is_gone_over_by_what_counts_its_items(
    operands: Operands, heard: list[tuple[int, int]]
) -> None:
    site, function, numbers = operands.call(1, list, map(abs, [-1, -2]))
    assert (site, function(numbers)) == (1, [1, 2])
    left = iter("abcd")
    assert "b" in operands.contains(2, left)
    assert list(left) == ["c", "d"]
    assert (
        operands.method(3, "join", "-", lambda site, name, receiver: getattr(receiver, name))(iter("abc"))
        == "a-b-c"
    )
    assert heard == [(1, 2), (2, 2), (3, 3)]


def test_what_does_not_consume_an_iterator_gets_it_as_it_is(
    operands: Operands, heard: list[tuple[int, int]]
) -> None:
    numbers = iter([1, 2])
    assert operands.call(1, copy.copy, numbers)[2] is numbers
    assert operands.made(2, numbers) is numbers
    operands.call(3, copy.copy, [1, 2, 3])
    assert heard == [(3, 3)]
