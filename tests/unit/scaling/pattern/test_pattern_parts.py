from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowpath.scaling.pattern.fits import cell_formula, formula, item_formula, ranked
from slowpath.scaling.pattern.orders import orders, tables
from slowpath.scaling.pattern.words import repeated


def made(source: str, size: int) -> Any:
    return eval(source, {"N": size})


@pytest.mark.parametrize("source", list(orders("N")))
def test_an_order_has_its_length_at_every_size(source: str) -> None:
    assert [len(made(source, size)) for size in range(2, 9)] == list(range(2, 9))


def test_lengths_may_be_formulas() -> None:
    assert all(len(made(source, 3)) == 7 for source in orders("2 * N + 1"))


def test_a_table_has_rows_and_columns() -> None:
    for source in tables("N", "N + 1"):
        rows = made(source, 3)
        assert [len(row) for row in rows] == [4, 4, 4]


def test_bits_reversed_are_the_worst_order_of_merges_by_halves() -> None:
    source = next(each for each in orders("N") if each.endswith("reverse=True)"))
    assert made(source, 6) == [3, 5, 1, 2, 4, 0]


@given(st.text("ab", max_size=2), st.text("ab", min_size=1, max_size=3), st.text("ab", max_size=2))
def test_an_expression_of_what_repeats_gives_it_back(prefix: str, pump: str, suffix: str) -> None:
    items = prefix + pump * 4 + suffix
    sources = list(repeated(items, "N", repr))
    assert sources
    assert all(made(source, len(items)) == items for source in sources)
    assert all(len(made(source, 40)) == 40 for source in sources)


def test_the_shortest_ends_come_first() -> None:
    assert next(repeated("aaaaaa", "N", repr)) == "'a' * N"
    assert next(repeated("aaaab", "N", repr)) == "'a' * (N - 1) + 'b'"
    assert next(repeated([7, 8, 7, 8, 7], "2 * N + 1", repr)) == "([7, 8] * (2 * N + 1))[:2 * N + 1]"


def test_formulas_of_size_and_position() -> None:
    sizes = range(2, 7)
    assert formula({n: 2 * n + 1 for n in sizes}) == "2*N + 1"
    items = item_formula({n: list(range(n, 0, -1)) for n in sizes})
    assert items is not None
    assert [eval(items, {"N": 9, "i": i}) for i in range(9)] == list(range(9, 0, -1))
    cells = cell_formula({n: [[(i - j) ** 2 for j in range(n)] for i in range(n)] for n in sizes})
    assert cells is not None
    assert eval(cells, {"N": 9, "i": 2, "j": 7}) == 25
    assert item_formula({n: [pow(3, i, 7) for i in range(n)] for n in (5, 6, 7)}) is None


def test_ranks_keep_the_order_across_parameters() -> None:
    inputs = {"xs": [10, -5], "x": 7, "name": "a"}
    assert ranked(inputs) == {"xs": [2, 0], "x": 1, "name": "a"}
    assert ranked(inputs, 1, jointly=False) == {"xs": [2, 1], "x": 1, "name": "a"}
