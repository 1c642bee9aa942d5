"""Rows as arrays say what their blocks say."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from slowpath.scaling.path.rows import gathered
from slowpath.scaling.path.system import Block, Ragged

PLAIN = np.arange(3)
BLOCKS = {
    "pair": Block("<=", (1, -1), (np.array([0, 1]), np.array([1, 2])), np.array([1, 0])),
    "turned pair": Block("<=", (-1, 1), (np.array([0]), np.array([2])), np.array([-1])),
    "sum": Block("<=", (2, 1), (np.array([0, 1]), np.array([1, 2])), np.array([-3, 1])),
    "ragged": Block(
        "<=",
        (-1,),
        (np.array([0, 1]),),
        np.array([0, -1]),
        ragged=(Ragged(1, np.array([0, 1, 1]), np.array([1, 1, 2])),),
    ),
}


def total(block: Block, row: int, values: tuple[int, ...]) -> int:
    result = int(block.constant[row])
    for factor, column in zip(block.factors, block.columns, strict=True):
        result += factor * values[int(column[row])]
    for ragged in block.ragged:
        result += sum(ragged.factor * values[int(each)] for each in ragged.variable[ragged.row == row])
    return result


@pytest.mark.parametrize("name", BLOCKS)
def test_rows_are_broken_where_their_conditions_do_not_hold(name: str) -> None:
    block = BLOCKS[name]
    table = gathered([block], PLAIN)
    assert len(table) == len(block)
    for values in product(range(-2, 3), repeat=3):
        sums = [total(block, row, values) for row in range(len(block))]
        assert table.broken(np.array(values), "<=").tolist() == [each > 0 for each in sums]
        assert table.broken(np.array(values), "!=").tolist() == [each == 0 for each in sums]


@pytest.mark.parametrize("name", BLOCKS)
def test_an_equation_is_two_rows(name: str) -> None:
    block = BLOCKS[name]
    table = gathered([Block("==", block.factors, block.columns, block.constant, None, block.ragged)], PLAIN)
    for values in product(range(-2, 3), repeat=3):
        holds = all(total(block, row, values) == 0 for row in range(len(block)))
        assert table.broken(np.array(values), "<=").any() != holds


@pytest.mark.parametrize("sign", [1, -1])
def test_chosen_rows_are_strict(sign: int) -> None:
    blocks = list(BLOCKS.values())
    table = gathered(blocks, PLAIN)
    pairs = [(block, row) for block in blocks[:2] for row in range(len(block))]
    order = [*pairs, *[(block, row) for block in blocks[2:] for row in range(len(block))]]
    for place, (block, row) in enumerate(order):
        which = np.arange(len(table)) == place
        strict = table.chosen(which, sign)
        for values in product(range(-2, 3), repeat=3):
            assert strict.broken(np.array(values), "<=").tolist() == [
                not sign * total(block, row, values) < 0
            ]


def test_joined_tables_have_the_rows_of_both() -> None:
    one, other = gathered([BLOCKS["pair"], BLOCKS["sum"]], PLAIN), gathered([BLOCKS["ragged"]], PLAIN)
    both = one.joined(other)
    assert len(both) == len(one) + len(other)
    for values in product(range(-2, 3), repeat=3):
        at = np.array(values)
        assert both.broken(at, "<=").sum() == one.broken(at, "<=").sum() + other.broken(at, "<=").sum()


def test_variables_that_rows_mention() -> None:
    assert gathered([BLOCKS["turned pair"]], PLAIN).involved(4).tolist() == [True, False, True, False]
    assert gathered([BLOCKS["sum"]], np.zeros(3, np.int64)).involved(2).tolist() == [True, False]
