"""What a traced run of a stage returned: its structure, and its leaves over the input of the run."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from slowpath.expr.condition import Condition, Member
from slowpath.expr.interval import interval_of
from slowpath.expr.linear import Linear
from slowpath.expr.term import Term
from slowpath.expr.variable import Characters, Variables
from slowpath.model.charset import CharSet
from slowpath.pipeline.leaf import CharLeaf, Leaf
from slowpath.pipeline.record import named_parts
from slowpath.pipeline.structure import LARGEST, UNBOUNDED, Bounds, ValueStructure
from slowpath.shape.alphabet import ANY
from slowpath.values.blob import SymBytes
from slowpath.values.blob import parts_of as bytes_of
from slowpath.values.integer import SymInt
from slowpath.values.real import SymFloat
from slowpath.values.text.char import Part, SymChar
from slowpath.values.text.classes import pieces
from slowpath.values.text.text import SymStr
from slowpath.values.text.text import parts_of as text_of

_SEQUENCES: dict[type, str] = {list: "list", tuple: "tuple", deque: "deque"}


@dataclass(frozen=True, slots=True)
class Output:
    """A value that a stage put out. `alphabet` holds every character that it can have on the same path, and
    `bounds` every integer, as far as the input bounds them."""

    structure: ValueStructure
    leaves: tuple[Leaf, ...]
    alphabet: CharSet
    bounds: Bounds = UNBOUNDED


class Unpipeable(Exception):
    """A value that no stage can be given: not made of text, bytes, numbers, lists, tuples and records."""


def output_of(result: Any, *, lazy: bool, conditions: Sequence[Condition], variables: Variables) -> Output:
    """The output of a run under the conditions of its path; `lazy` if it came item by item.

    Raises Unpipeable.
    """
    leaves: list[Leaf] = []
    structure = _structure(result, leaves)
    if lazy:
        structure = ValueStructure("iterator", structure.length, structure.of)
    alphabet = _alphabet(leaves, conditions, variables, structure)
    return Output(structure, tuple(leaves), alphabet, _bounds(leaves, variables))


def _structure(value: Any, leaves: list[Leaf]) -> ValueStructure:
    kind = type(value)
    if kind is SymStr or kind is str:
        parts: Sequence[Part] = text_of(value)
        leaves.extend(map(_leaf, parts))
        return ValueStructure("text", len(parts))
    if kind is SymBytes or kind is bytes:
        parts = bytes_of(value)
        leaves.extend(map(_leaf, parts))
        return ValueStructure("bytes", len(parts))
    if kind in _SEQUENCES:
        of = tuple([_structure(part, leaves) for part in value])
        return ValueStructure(_SEQUENCES[kind], len(of), of[:1] if of and all(x == of[0] for x in of) else of)
    if kind is SymInt or kind is SymFloat:
        leaves.append(value.form)
        return ValueStructure("int" if kind is SymInt else "float")
    if kind is bool or kind is int or kind is float:
        leaves.append(value)
        return ValueStructure(kind.__name__)
    if value is None:
        return ValueStructure("None")
    names = named_parts(value)
    if names is None:
        raise Unpipeable(kind.__name__)
    of = tuple([_structure(part, leaves) for part in names.values()])
    if isinstance(value, dict):
        return ValueStructure("dict", len(of), of, tuple(map(repr, names)))
    return ValueStructure("record", len(of), of, tuple(names), (kind.__module__, kind.__qualname__))


def _leaf(part: Part) -> Leaf:
    if not isinstance(part, SymChar):
        return part
    if part.form is not None:
        form: Leaf = part.form
        return form
    parts = pieces(part.image, part.domain)
    now = next((place for place, (_, chars) in enumerate(parts) if part.source in chars), 0)
    return CharLeaf(part.index, parts, now)


def _alphabet(
    leaves: Sequence[Leaf], conditions: Sequence[Condition], variables: Variables, structure: ValueStructure
) -> CharSet:
    """The characters that leaves can be, by the memberships among the conditions."""
    possible: dict[int, CharSet] = {}
    for condition in conditions:
        if isinstance(condition, Member):
            known = possible.get(condition.index)
            possible[condition.index] = condition.chars if known is None else known & condition.chars
    found: set[CharSet] = set()
    reached: dict[tuple[object, CharSet], CharSet] = {}
    codes: set[int] = set()
    for leaf in leaves:
        if isinstance(leaf, CharLeaf):
            domain = variables[leaf.index].domain
            assert isinstance(domain, Characters)
            values = possible.get(leaf.index, domain.chars)
            key = (id(leaf.pieces), values)  # the pieces of a map are one object
            if key not in reached:
                reached[key] = leaf.reach(values & domain.chars)
            found.add(reached[key])
        elif isinstance(leaf, int):
            codes.add(leaf)
        elif not isinstance(leaf, float) and "text" in _kinds(structure):
            return ANY
    chars = CharSet((code, code) for code in codes if 0 <= code <= 0x10FFFF)
    for each in found:
        chars = chars | each
    return chars & ANY


def _bounds(leaves: Sequence[Leaf], variables: Variables) -> Bounds:
    """The least and the largest integer that leaves can be."""
    found = [interval_of(leaf, variables) for leaf in leaves if isinstance(leaf, int | Linear | Term)]
    low, high = min((low for low, _ in found), default=-inf), max((high for _, high in found), default=inf)
    return (int(low) if abs(low) < LARGEST else None, int(high) if abs(high) < LARGEST else None)


def _kinds(structure: ValueStructure) -> set[str]:
    found = {structure.kind}
    for part in structure.of:
        found |= _kinds(part)
    return found
