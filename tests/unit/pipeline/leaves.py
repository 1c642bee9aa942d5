"""A map of characters in two pieces, and what leaves are for values of the variables."""

from __future__ import annotations

from slowpath.expr.term import evaluate
from slowpath.model.charset import CharSet
from slowpath.pipeline.leaf import CharLeaf

SMALL = CharSet.between("a", "h")
UPPER: tuple[tuple[int, CharSet], ...] = ((-32, CharSet.between("a", "d")), (0, CharSet.between("e", "h")))


def value(leaf, values):
    """What a leaf is for values of the variables."""
    if isinstance(leaf, CharLeaf):
        code = values[leaf.index]
        return code + next(shift for shift, part in leaf.pieces if code in part)
    return evaluate(leaf, values)
