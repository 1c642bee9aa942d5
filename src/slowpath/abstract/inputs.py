"""Inputs of the abstraction: leaves are variables or unknown, lengths are chosen one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from slowpath.abstract.heap import Listed
from slowpath.abstract.kind import known
from slowpath.abstract.state import Work
from slowpath.abstract.store import Store
from slowpath.abstract.value import KnownValue, Ref, Top, Tup, Value
from slowpath.errors import NotAbstracted
from slowpath.expr.linear import Linear
from slowpath.expr.variable import Values
from slowpath.model.charset import CharSet
from slowpath.shape import constants
from slowpath.shape.base import Shape
from slowpath.shape.maker import ClassRef


@dataclass(slots=True)
class AbstractMaker:
    """Makes abstract inputs in a heap. `script` are the choices to make; `others` those not made.

    Variables have the numbers that runs give them, since shapes ask for leaves in one order.
    """

    work: Work
    script: Sequence[int]
    others: list[tuple[int, ...]] = field(default_factory=list)
    chosen: dict[int, int] = field(default_factory=dict)  # by variable
    _made: list[int] = field(default_factory=list)
    _count: int = 0

    def _variable(self) -> int:
        self._count += 1
        return self._count - 1

    def _choice(self, lo: int, hi: int) -> int:
        index, place = self._variable(), len(self._made)
        if place < len(self.script):
            value = self.script[place]
        else:
            value = lo
            self.others += [(*self._made, other) for other in range(lo + 1, hi + 1)]
        self._made.append(value)
        self.chosen[index] = value
        return value

    def integer(self, name: str, lo: int | None, hi: int | None) -> Value:
        index = self._variable()
        if lo is not None or hi is not None:
            self.work.store = self.work.store.with_range(index, (lo, hi, frozenset()))
        return Linear.variable(index)

    def real(self, name: str, lo: float | None, hi: float | None) -> Value:
        self._variable()
        return Top("float")

    def boolean(self, name: str) -> Value:
        return known(bool(self._choice(0, 1)))

    def text(self, name: str, length: int, alphabet: CharSet) -> Value:
        for _ in range(length):
            self._variable()
        return Top("str")

    def blob(self, name: str, length: int) -> Value:
        for _ in range(length):
            self._variable()
        return Top("bytes")

    def choose(self, name: str, count: int, meaning: Sequence[str] = ()) -> int:
        return self._choice(0, count - 1)

    def length(self, name: str, lo: int, hi: int) -> int:
        return self._choice(lo, hi)

    def const(self, source: str) -> Value:
        return self._constant(constants.evaluate(source))

    def expression(self, source: str) -> Value:
        raise NotAbstracted(
            f"the trace abstraction cannot make an input by an expression, {source}",
            "Give a shape whose parts it can vary, or leave --driven out.",
        )

    def _constant(self, value: Any) -> Value:
        if isinstance(value, list):
            return self.gather("", "list", [self._constant(each) for each in value])
        return known(value) if value is None or isinstance(value, int | float | str | tuple) else Top()

    def gather(self, name: str, kind: str, items: Sequence[Any]) -> Value:
        if kind == "list":
            return self.work.new(Listed(KnownValue(len(items), "int"), tuple(items)))
        if kind == "tuple":
            return Tup(tuple(items))
        return Top(kind if kind in ("set", "dict") else "any")

    def construct(
        self, name: str, ref: ClassRef, arguments: Sequence[Any], fields: Mapping[str, Any]
    ) -> Value:
        raise NotAbstracted(
            f"the trace abstraction cannot make an input of the class {ref}",
            "Name a function that makes the object itself, or leave --driven out.",
        )

    def member(self, ref: ClassRef, name: str) -> Value:
        return known(getattr(ref.resolve(), name))


@dataclass(frozen=True, slots=True)
class AbstractInput:
    """An abstract input: arguments by name in a heap, and what was chosen for it by variable."""

    arguments: Mapping[str, Value]
    work: Work
    chosen: Values


def inputs(shapes: Mapping[str, Shape], size: int) -> list[AbstractInput]:
    """Every abstract input of the shapes: one for each choice of lengths and the like."""
    found: list[AbstractInput] = []
    scripts: list[tuple[int, ...]] = [()]
    while scripts:
        maker = AbstractMaker(Work([], [], Store(), [], {}), scripts.pop())
        arguments = {name: shape.build(size, maker, name) for name, shape in shapes.items()}
        scripts += maker.others
        found.append(AbstractInput(arguments, maker.work, maker.chosen))
    return sorted(found, key=lambda each: sorted(each.chosen.items()))


def forget_items(work: Work, value: Value, keeps: bool, lengths: bool) -> None:
    """Let the items of a list of the input, and its length, be unknown."""
    if isinstance(value, Tup):
        for each in value.items:
            forget_items(work, each, keeps, lengths)
    if not isinstance(value, Ref):
        return
    cell = work.heap[value.address]
    assert isinstance(cell, Listed)
    assert cell.items is not None
    items = cell.items
    for each in items:
        forget_items(work, each, keeps, lengths)
    if not keeps:
        items = tuple([Top("int") if isinstance(each, Linear) else each for each in items])
    if lengths:
        work.heap[value.address] = Listed(cell.length, items)
    else:
        work.heap[value.address] = Listed(Top("int"), None, items[0] if items else Top())
