"""Known orders and tables have the length they are asked for."""

from __future__ import annotations

from typing import Any

import pytest

from slowpath.knowledge.catalogue import NONE
from slowpath.scaling.pattern.orders import bracketed, constants, orders, tables


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


def test_lists_of_one_value() -> None:
    assert [made(source, 2) for source in constants("N + 1", iter(("0", "N")))] == [[0, 0, 0], [2, 2, 2]]


def test_without_knowledge_there_are_plain_tables_alone() -> None:
    assert list(orders("N", NONE)) == []
    assert [made(source, 2) for source in tables("N", "N", NONE)] == [[[1, 1], [1, 1]], [[0, 0], [0, 0]]]


@pytest.mark.parametrize("length", ["N", "7", "N + 1", "2 * N"])
def test_a_bracketed_length_is_an_operand(length: str) -> None:
    assert made(f"3 * {bracketed(length)}", 5) == 3 * made(length, 5)
