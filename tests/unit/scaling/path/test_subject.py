from __future__ import annotations

import pytest

from slowpath.errors import UsageError
from slowpath.scaling.path.subject import inferred
from tests.unit.scaling.path.support import FILE, program


def test_a_line_is_executed_as_often_as_the_block_of_it_that_ran_most() -> None:
    target = program("insertion_sort")
    line = next(n for n, text in enumerate(FILE.read_text().splitlines(), 1) if "while j >= 0" in text)
    loop = inferred(f"{FILE}:insertion_sort", {"xs": "ints(N)"}, hot=line)
    assert target.cost({"xs": [3, 2, 1]}) == 3
    assert loop.cost({"xs": [3, 2, 1]}) >= 3


def test_shapes_come_from_hints() -> None:
    target = inferred(f"{FILE}:insertion_sort", {})
    assert {name: shape.describe() for name, shape in target.shapes.items()} == {"xs": "ints(N)"}


def test_a_line_without_code_is_refused_at_once() -> None:
    with pytest.raises(UsageError, match="no code that can be counted"):
        inferred(f"{FILE}:insertion_sort", {}, hot=10_000)


def test_a_counted_run_ends_at_its_budget() -> None:
    full = inferred(f"{FILE}:insertion_sort", {})
    short = inferred(f"{FILE}:insertion_sort", {}, max_ops=3_000)
    xs = list(range(300, 0, -1))
    assert short.cost({"xs": xs[:]}) < full.cost({"xs": xs[:]}) // 10


def test_what_only_the_first_run_does_is_no_cost() -> None:
    cold, warm = (inferred("statistics:mode", {"data": "ints(N)"}) for _ in range(2))
    warm.warm(2)
    again = warm.cost({"data": [1, 2, 2]})
    assert warm.cost({"data": [1, 2, 2]}) == again
    assert cold.cost({"data": [1, 2, 2]}) >= again
