"""Constraint generator points: who asks what kind of question, and the leaf vectors of the questions.

Two questions belong to one point where the same place asks them in the same functions, with the same
answer, and where they are alike but for the indices of variables and the constant: the leaves.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_, or_
from typing import Any

from slowpath.expr.condition import (
    COMPARE,
    EQ,
    NE,
    All,
    Compare,
    Condition,
    Member,
    Ranked,
    Relation,
    Some,
)
from slowpath.expr.linear import Linear
from slowpath.expr.term import Term
from slowpath.expr.variable import Characters, Variable
from slowpath.model.charset import CharSet
from slowpath.scaling.path.context import Context, Spot
from slowpath.values.path import Path

MOST_RESIDUES = 1 << 12  # larger moduli are not modelled

_INDEX = re.compile(r"\[(\d+)\]")

Indices = tuple[int, ...]
Base = tuple[str, int]  # the name of a variable without its indices, and how many it has
Residues = tuple[int, frozenset[int]]
Slot = tuple[int, Base]  # a coefficient, and the kind of variable it stands before


@dataclass(frozen=True, slots=True)
class PointKind:
    """What the conditions of a point have in common: `sum of slots + constant op 0`, or membership.

    `residues` are a modulus and the remainders that a variable may have.
    """

    op: str
    slots: tuple[Slot, ...]
    chars: CharSet | None = None
    residues: Residues | None = None


@dataclass(frozen=True, slots=True)
class Key:
    """A constraint generator point."""

    static: tuple[Spot, ...]
    taken: bool
    kind: PointKind

    @property
    def place(self) -> str:
        """The file and line that ask."""
        return f"{self.static[-1][0]}:{self.static[-1][2]}" if self.static else "the input"


@dataclass(frozen=True, slots=True)
class PointRow:
    """One condition: its coordinates, the indices of the variables in each slot, and the constant."""

    coordinates: tuple[int, ...]
    terms: tuple[tuple[Indices, ...], ...]
    constant: int

    def shape(self) -> tuple[int, ...]:
        """How many variables each slot has."""
        return tuple([len(indices) for indices in self.terms])

    def leaves(self) -> tuple[int, ...]:
        """The leaf vector."""
        flat = [index for slot in self.terms for indices in slot for index in indices]
        return (*flat, self.constant)


Rows = dict[Key, list[PointRow]]


class UnmodelledPoint(Exception):
    """A condition has no leaf vector: the message says which construct makes it so."""


def split(name: str) -> tuple[Base, Indices]:
    """A variable's name without its indices, and these: `grid[2][3]` is `grid[][]` and (2, 3)."""
    indices = tuple(map(int, _INDEX.findall(name)))
    return (_INDEX.sub("[]", name), len(indices)), indices


def rows_of(path: Path, contexts: Sequence[Context]) -> Rows:
    """The rows of a path by point, in the order of execution. Raises Unmodelled."""
    names = [split(variable.name) for variable in path.variables]
    found: Rows = {}
    for place, context in enumerate(contexts):
        kind, terms, constant = _taken_apart(path.held(place), names, path.variables)
        key = Key(context.static, bool(path.taken[place]), kind)
        found.setdefault(key, []).append(PointRow(context.coordinates, terms, constant))
    return found


Parted = tuple[PointKind, tuple[tuple[Indices, ...], ...], int]


def _taken_apart(
    condition: Condition, names: Sequence[tuple[Base, Indices]], variables: Sequence[Variable]
) -> Parted:
    match condition:
        case Compare():
            return _slots(condition.op, condition.parts, condition.constant, names)
        case Member():
            base, indices = names[condition.index]
            return PointKind("in", ((1, base),), condition.chars), ((indices,),), 0
        case Ranked(left=Term() as left, op=op, right=Term() as right):
            parts = sorted([(_index(left), 1), (_index(right), -1)])
            if op in (EQ, NE):
                parts = [(parts[0][0], 1), (parts[1][0], -1)]
            return _slots(f"float {op}", parts, 0, names)
        case All() | Some():
            found = _as_set(condition, variables)
            if found is not None:
                base, indices = names[found[0]]
                return PointKind("in", ((1, base),), found[1]), ((indices,),), 0
        case Relation():
            remainder = _as_residues(condition)
            if remainder is not None:
                base, indices = names[remainder[0]]
                return PointKind("mod", ((1, base),), None, remainder[1]), ((indices,),), 0
    raise UnmodelledPoint(_construct(condition))


def _as_set(condition: Condition, variables: Sequence[Variable]) -> tuple[int, CharSet] | None:
    """The one character that a condition is about, and the set that it must be in."""
    mentioned = condition.variables()
    if len(mentioned) != 1 or not isinstance(variables[mentioned[0]].domain, Characters):
        return None
    match condition:
        case Member(index=index, chars=chars):
            return index, chars
        case Compare(op=op, constant=constant, parts=((index, factor),)) if op in (EQ, NE) and factor == 1:
            one = CharSet.between(-constant, -constant)
            return index, one if op == EQ else ~one
        case All(parts=parts) | Some(parts=parts):
            sets = [_as_set(part, variables) for part in parts]
            known = [each[1] for each in sets if each is not None]
            if len(known) < len(sets):
                return None
            return mentioned[0], reduce(and_ if isinstance(condition, All) else or_, known)
    return None


def _as_residues(condition: Relation) -> tuple[int, Residues] | None:
    """The variable whose remainder a condition compares with a number, and what the remainder may be."""
    match condition.left, condition.right:
        case Term(operator="%", operands=(Linear() as form, int(modulus))), int(number):
            sides = [(remainder, number) for remainder in range(min(modulus, MOST_RESIDUES))]
        case int(number), Term(operator="%", operands=(Linear() as form, int(modulus))):
            sides = [(number, remainder) for remainder in range(min(modulus, MOST_RESIDUES))]
        case _:
            return None
    if not 1 < modulus <= MOST_RESIDUES or len(form.parts) != 1 or form.parts[0][1] != 1:
        return None
    compared = COMPARE[condition.op]
    kept = [place for place, pair in enumerate(sides) if compared(*pair) is condition.truth]
    allowed = frozenset((remainder - form.constant) % modulus for remainder in kept)
    return form.parts[0][0], (modulus, allowed)


def _index(term: Term) -> int:
    index = term.operands[0]
    assert isinstance(index, int)
    return index


def _slots(op: str, parts: Any, constant: int, names: Sequence[tuple[Base, Indices]]) -> Parted:
    slots: dict[Slot, list[Indices]] = {}
    for index, factor in parts:
        base, indices = names[index]
        slots.setdefault((factor, base), []).append(indices)
    ordered = sorted(slots)
    return PointKind(op, tuple(ordered)), tuple([tuple(slots[slot]) for slot in ordered]), constant


def _construct(condition: Condition) -> str:
    match condition:
        case Ranked():
            return "a comparison of a float with a number"
    parts = getattr(condition, "parts", None)
    if parts is not None:
        return "a choice of conditions"
    for side in ("left", "right"):
        term = getattr(condition, side, None)
        if isinstance(term, Term):
            return f"the operator {term.operator!r} on the input"
    return "a condition that is not linear"
