"""Rows over longer and longer sums, kept short by auxiliary variables: the sums themselves.

A loop that adds up its input asks about x0, x0 + x1, x0 + x1 + x2, ... Where the variables of each row are
the first of one sequence, the sum of its first k is a variable of its own, and each row has one of them. So n
rows have some 3n terms instead of n*n/2. The paper's single-assignment variables do the same for every
assignment; here only sums that grow get one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from slowpath.expr.condition import EQ
from slowpath.scaling.path.system import Block, Ragged

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[np.int64]]

LONG = 8  # terms of a row that are worth an auxiliary variable: each adds a row of its own


def shortened(blocks: Sequence[Block], count: int) -> tuple[list[Block], int]:
    """The blocks with sums as variables from `count` on, and how many variables there are then."""
    made: list[Block] = []
    sums: dict[bytes, int] = {}  # a sequence of variables -> the variable that is its empty sum
    for block in blocks:
        kept: list[Ragged] = []
        factors, columns = list(block.factors), list(block.columns)
        for ragged in block.ragged:
            lengths, sequence = _prefixes(ragged, len(block))
            if sequence is None or len(sequence) < LONG:
                kept.append(ragged)
                continue
            first = sums.get(sequence.tobytes())
            if first is None:
                first = sums[sequence.tobytes()] = count
                made += _defined(first, sequence)
                count += len(sequence) + 1
            factors.append(ragged.factor)
            columns.append(first + lengths)
        made.append(
            replace(block, factors=tuple(factors), columns=tuple(columns), ragged=tuple(kept))
            if len(kept) < len(block.ragged)
            else block
        )
    return made, count


def _prefixes(ragged: Ragged, rows: int) -> tuple[Array, Array | None]:
    """How many terms each row has, and the sequence of which they are the first, if there is one."""
    import numpy as np

    lengths = np.bincount(ragged.row, minlength=rows)
    begins = np.cumsum(lengths) - lengths
    place = np.arange(len(ragged.row)) - np.repeat(begins, lengths)
    longest = int(lengths.argmax()) if rows else 0
    sequence = (
        ragged.variable[begins[longest] : begins[longest] + lengths[longest]] if rows else ragged.variable
    )
    same = bool((ragged.variable == sequence[place]).all())
    return lengths, sequence if same else None


def _defined(first: int, sequence: Array) -> list[Block]:
    """The rows that say what the sums of a sequence are."""
    import numpy as np

    length = len(sequence)
    before = first + np.arange(length)
    zero = Block(EQ, (1,), (np.array([first]),), np.zeros(1, np.int64))
    step = Block(EQ, (1, -1, -1), (before + 1, before, sequence), np.zeros(length, np.int64))
    return [zero, step]
