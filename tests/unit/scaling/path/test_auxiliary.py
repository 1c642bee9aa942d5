"""Sums that grow become variables; the solutions stay the same."""

from __future__ import annotations

from itertools import accumulate

import numpy as np

from slowpath.scaling.path.auxiliary import LONG, shortened
from slowpath.scaling.path.system import Block, Ragged

COUNT = LONG + 4


def growing(sequence: list[int]) -> Block:
    """Rows over the first variable, the first two, ...: each sum is at most 0."""
    rows = [row for row in range(len(sequence)) for _ in range(row + 1)]
    variables = [variable for row in range(len(sequence)) for variable in sequence[: row + 1]]
    ragged = Ragged(1, np.array(rows), np.array(variables))
    return Block("<=", (), (), np.zeros(len(sequence), np.int64), ragged=(ragged,))


def test_rows_over_prefixes_have_one_term_each() -> None:
    sequence = list(range(COUNT))
    blocks, count = shortened([growing(sequence)], COUNT)
    assert count == COUNT + COUNT + 1  # the sums of the first 0, 1, ... of them
    assert not any(block.ragged for block in blocks)
    zero, step, rows = blocks
    values = np.array([3, -5, *range(COUNT - 2)])
    every = np.concatenate([values, [0], list(accumulate(values.tolist()))])
    assert [every[column].tolist() for column in zero.columns] == [[0]]
    after, before, added = (every[column] for column in step.columns)
    assert (after - before - added == 0).all()
    assert every[rows.columns[0]].tolist() == list(accumulate(values.tolist()))


def test_the_same_sums_are_defined_once() -> None:
    sequence = list(range(COUNT))
    one, _ = shortened([growing(sequence)], COUNT)
    two, count = shortened([growing(sequence), growing(sequence)], COUNT)
    assert len(two) == len(one) + 1
    assert count == COUNT + COUNT + 1


def test_short_sums_and_others_stay_as_they_are() -> None:
    short = growing(list(range(LONG - 1)))
    assert shortened([short], COUNT) == ([short], COUNT)
    unlike = Ragged(1, np.array([0, 1, 1]), np.array([0, 1, 2]))  # not the first of one sequence
    block = Block("<=", (), (), np.zeros(2, np.int64), ragged=(unlike,))
    assert shortened([block], COUNT) == ([block], COUNT)
