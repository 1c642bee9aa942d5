"""Conditions, variables and leaves as plain numbers and lists, so that summaries can be kept and read again.

No code is run to read them, as unpickling would. Sets of characters and terms occur many times: each is
written once, in a table, and named by its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from slowpath.expr.condition import (
    OPS,
    All,
    Compare,
    Condition,
    Constant,
    Member,
    Ranked,
    Relation,
    Some,
    constant,
)
from slowpath.expr.linear import Linear
from slowpath.expr.term import Term, descending
from slowpath.expr.variable import Characters, Domain, Integers, Reals, Value, Variable
from slowpath.model.charset import CharSet
from slowpath.pipeline.leaf import CharLeaf, Leaf, Pieces

Parts = tuple[
    tuple[Condition, ...], tuple[int, ...], tuple[Variable, ...], tuple[Value, ...], tuple[Leaf, ...]
]

_WORD = 1 << 62  # larger numbers are written as text: MessagePack has 64 bits


class Encoder:
    """Writes what belongs to one path."""

    def __init__(self) -> None:
        self._sets: dict[CharSet, int] = {}
        self._pieces: dict[int, tuple[int, Pieces]] = {}  # by identity: a map has the same for all characters
        self._terms: dict[Term, int] = {}
        self._rows: list[Any] = []  # of terms

    def packed(
        self,
        conditions: Sequence[Condition],
        costs: Sequence[int],
        variables: Sequence[Variable],
        values: Sequence[Value],
        leaves: Sequence[Leaf],
    ) -> bytes:
        """Return the bytes from which `Decoder` makes the same parts."""
        written = [self._condition(each) for each in conditions]
        described = [[each.name, *self._domain(each.domain), each.meaning] for each in variables]
        put = [self._leaf(each) for each in leaves]
        sets = [each.spans for each in self._sets]
        pieces = [[(shift, self._sets[chars]) for shift, chars in each] for _, each in self._pieces.values()]
        numbers = [self._number(each) for each in values]
        return msgspec.msgpack.encode(
            [sets, pieces, self._rows, written, list(costs), described, numbers, put]
        )

    def _number(self, value: Value) -> Any:
        return str(value) if isinstance(value, int) and abs(value) >= _WORD else value

    def _set(self, chars: CharSet) -> int:
        return self._sets.setdefault(chars, len(self._sets))

    def _domain(self, domain: Domain) -> tuple[Any, ...]:
        if isinstance(domain, Characters):
            return ("c", self._set(domain.chars), domain.octets)
        kind = "r" if isinstance(domain, Reals) else "i"
        return (kind, *(None if bound is None else self._number(bound) for bound in (domain.lo, domain.hi)))

    def _leaf(self, leaf: Leaf) -> Any:
        if not isinstance(leaf, CharLeaf):
            return self._operand(leaf)
        known = self._pieces.get(id(leaf.pieces))
        if known is None:
            for _, chars in leaf.pieces:
                self._set(chars)
            known = self._pieces[id(leaf.pieces)] = (len(self._pieces), leaf.pieces)
        return ["c", leaf.index, known[0], leaf.now]

    def _operand(self, operand: Any) -> Any:
        """A number, a linear form, a term or a condition."""
        if isinstance(operand, int | float):
            return self._number(operand)
        if isinstance(operand, Linear):
            return ["l", self._numbers(operand.parts), self._number(operand.constant)]
        if isinstance(operand, Term):
            for term in descending(operand, self._terms):
                row = [term.operator, [self._operand(each) for each in term.operands]]
                self._terms[term] = len(self._rows)
                self._rows.append(row)
            return ["t", self._terms[operand]]
        return ["?", self._condition(operand)]

    def _numbers(self, parts: Any) -> list[Any]:
        return [(index, self._number(factor)) for index, factor in parts]

    def _condition(self, condition: Condition) -> Any:
        match condition:
            case Compare():
                return [
                    "<",
                    self._numbers(condition.parts),
                    self._number(condition.constant),
                    condition.op,
                ]
            case Member():
                return ["m", condition.index, self._set(condition.chars)]
            case Constant():
                return condition.truth
            case Ranked():
                return ["o", self._operand(condition.left), condition.op, self._operand(condition.right)]
            case Relation():
                sides = self._operand(condition.left), self._operand(condition.right)
                return ["r", sides[0], condition.op, sides[1], condition.truth]
        kind = "&" if isinstance(condition, All) else "|"
        return [kind, [self._condition(part) for part in condition.parts]]


class Decoder:
    """Reads what an encoder has written."""

    def __init__(self, document: bytes) -> None:
        sets, pieces, rows, *self._rest = msgspec.msgpack.decode(document)
        self._sets = [CharSet([(low, high) for low, high in spans]) for spans in sets]
        self._pieces: list[Pieces] = [
            tuple([(shift, self._sets[place]) for shift, place in each]) for each in pieces
        ]
        self._terms: list[Term] = []
        for operator, operands in rows:
            self._terms.append(Term(operator, tuple([self._operand(each) for each in operands])))

    def parts(self) -> Parts:
        """Conditions, their costs, variables, their values, and leaves."""
        written, costs, described, values, put = self._rest
        return (
            tuple([self._condition(each) for each in written]),
            tuple(costs),
            tuple([self._variable(place, *each) for place, each in enumerate(described)]),
            tuple([self._number(each) for each in values]),
            tuple([self._leaf(each) for each in put]),
        )

    def _number(self, value: Any) -> Any:
        return int(value) if isinstance(value, str) else value

    def _variable(
        self, index: int, name: str, kind: str, first: Any, second: Any, meaning: list[str]
    ) -> Variable:
        domain: Domain
        if kind == "c":
            domain = Characters(self._sets[first], second)
        else:
            domain = (Reals if kind == "r" else Integers)(self._number(first), self._number(second))
        return Variable(index, name, domain, tuple(meaning))

    def _leaf(self, leaf: Any) -> Leaf:
        if isinstance(leaf, list) and leaf[0] == "c":
            return CharLeaf(leaf[1], self._pieces[leaf[2]], leaf[3])
        made: Leaf = self._operand(leaf)
        return made

    def _operand(self, operand: Any) -> Any:
        if not isinstance(operand, list):
            return self._number(operand)
        kind = operand[0]
        if kind == "l":
            return Linear(self._numbers(operand[1]), self._number(operand[2]))
        return self._terms[operand[1]] if kind == "t" else self._condition(operand[1])

    def _numbers(self, parts: Any) -> tuple[tuple[int, int], ...]:
        return tuple([(index, self._number(factor)) for index, factor in parts])

    def _condition(self, written: Any) -> Condition:
        if isinstance(written, bool):
            return constant(written)
        match written:
            case ["<", parts, number, op]:
                return Compare(self._numbers(parts), self._number(number), OPS[op])
            case ["m", index, place]:
                return Member(index, self._sets[place])
            case ["o", left, op, right]:
                return Ranked(self._operand(left), OPS[op], self._operand(right))
            case ["r", left, op, right, truth]:
                return Relation(self._operand(left), OPS[op], self._operand(right), truth)
        kind, parts = written
        return (All if kind == "&" else Some)(tuple([self._condition(part) for part in parts]))
