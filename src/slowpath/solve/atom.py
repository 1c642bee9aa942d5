"""The orders inside conditions: x - y <= c, where either side may be missing.

A condition is a conjunction of such atoms, a choice between conditions, or neither. Real variables
take part by their rank.
"""

from __future__ import annotations

from typing import NamedTuple

from slowpath.expr.condition import EQ, LE, NE, All, Compare, Condition, Constant, Member, Ranked, Some
from slowpath.expr.term import Term
from slowpath.model.charset import CharSet
from slowpath.solve.rank import rank


class Atom(NamedTuple):
    """values[x] - values[y] <= c; a missing variable counts as zero."""

    x: int | None
    y: int | None
    c: int


def atoms_of(condition: Condition) -> list[Atom] | None:
    """The orders whose conjunction a condition is, or None."""
    if isinstance(condition, Compare):
        return _of_compare(condition)
    if isinstance(condition, Member):
        if len(condition.chars.spans) == 1:
            ((low, high),) = condition.chars.spans
            return [Atom(condition.index, None, high), Atom(None, condition.index, -low)]
        return None
    if isinstance(condition, Ranked):
        return _of_ranked(condition)
    if isinstance(condition, All):
        found: list[Atom] = []
        for part in condition.parts:
            atoms = atoms_of(part)
            if atoms is None:
                return None
            found += atoms
        return found
    if isinstance(condition, Constant) and condition.truth:
        return []
    return None


def alternatives_of(condition: Condition, values: dict[int, int]) -> list[Condition | Atom] | None:
    """Conditions of which one holds exactly if a violated `condition` does, or None.

    Where a number must leave its place, one alternative lies above and the other below it.
    """
    if isinstance(condition, Some):
        return list(condition.parts)
    if isinstance(condition, Member):
        return _around(condition.index, values[condition.index], condition.chars)
    if isinstance(condition, Compare) and condition.op is NE:
        atoms = _of_compare(Compare(condition.parts, condition.constant, EQ))
    elif isinstance(condition, Ranked) and condition.op is NE:
        atoms = _of_ranked(Ranked(condition.left, EQ, condition.right))
    elif isinstance(condition, Constant):
        return []
    else:
        return None
    return None if atoms is None else [Atom(x, y, c - 1) for x, y, c in atoms]


def is_row(condition: Condition) -> bool:
    """Whether a condition compares a linear form that is no difference of two variables, nor one of them."""
    if type(condition) is not Compare:
        return False
    parts = condition.parts
    if len(parts) == 2:
        return parts[0][1] + parts[1][1] != 0 or parts[0][1] not in (1, -1)
    return len(parts) != 1 or parts[0][1] not in (1, -1)


def _of_compare(condition: Compare) -> list[Atom] | None:
    if condition.op is NE:
        return None
    parts = condition.parts
    x = y = None
    if len(parts) == 1:
        ((index, factor),) = parts
        if factor == 1:
            x = index
        elif factor == -1:
            y = index
        else:
            return None
    elif len(parts) == 2:
        (i, a), (j, b) = parts
        if a == 1 and b == -1:
            x, y = i, j
        elif a == -1 and b == 1:
            x, y = j, i
        else:
            return None
    else:
        return None
    if condition.op is LE:
        return [Atom(x, y, -condition.constant)]
    return [Atom(x, y, -condition.constant), Atom(y, x, condition.constant)]


def _of_ranked(condition: Ranked) -> list[Atom] | None:
    if condition.op is NE:
        return None
    x, x_rank = _side(condition.left)
    y, y_rank = _side(condition.right)
    c = y_rank - x_rank
    if condition.op is EQ:
        return [Atom(x, y, c), Atom(y, x, -c)]
    return [Atom(x, y, c if condition.op is LE else c - 1)]


def _side(side: Term | float) -> tuple[int | None, int]:
    if isinstance(side, Term):
        return side.operands[0], 0  # type: ignore[return-value]  # the operand of "real" is an index
    return None, rank(side)


def _around(index: int, value: int, chars: CharSet) -> list[Condition | Atom]:
    above, below = chars.at_least(value), chars.at_most(value)
    found: list[Condition | Atom] = []
    if above is not None:
        found.append(Atom(None, index, -above))
    if below is not None:
        found.append(Atom(index, None, below))
    return found
