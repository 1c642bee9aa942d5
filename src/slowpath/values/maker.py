"""Inputs whose leaves are symbolic: the variables of a run, in the order in which shapes ask for them."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any

from slowpath.expr.comparison import compare
from slowpath.expr.linear import Linear
from slowpath.expr.term import real
from slowpath.expr.variable import (
    BOOLEAN,
    LARGEST,
    Characters,
    Domain,
    Integers,
    Reals,
    Value,
    Values,
    Variable,
)
from slowpath.model.charset import CharSet
from slowpath.shape.maker import PlainMaker
from slowpath.values.blob import SymBytes, blob
from slowpath.values.bytearrays import array
from slowpath.values.flags import Undecided, settled
from slowpath.values.gathering import gather
from slowpath.values.integer import SymInt
from slowpath.values.real import SymFloat
from slowpath.values.text.char import Part, SymChar
from slowpath.values.text.classes import BYTES, CharClass, class_of
from slowpath.values.text.text import text
from slowpath.values.trace import Trace
from slowpath.values.views import SymView


class Leaves:
    """The variables of earlier runs, by place, name and domain: runs of the same structure share them."""

    def __init__(self) -> None:
        self.integers: dict[tuple[int, str, int | None, int | None], tuple[Variable, Linear]] = {}
        self.others: dict[tuple[int, str, Domain], Variable] = {}


class SymbolicMaker(PlainMaker):
    """Makes each leaf a variable with the value of a model, or a plain value where the model has none.

    The variables in `plain` have their values, but the leaf does not tell that it depends on the input.
    """

    def __init__(
        self, trace: Trace, model: Values, leaves: Leaves | None = None, plain: Container[int] = ()
    ) -> None:
        self.values: dict[int, Value] = {}  # what the variables are in this run
        self._trace = trace
        self._model = model
        self._leaves = Leaves() if leaves is None else leaves
        self._plain = plain

    def _variable(self, name: str, domain: Domain, meaning: Sequence[str] = ()) -> tuple[Variable, Value]:
        key = (len(self._trace.variables), name, domain)
        variable = self._leaves.others.get(key)
        if variable is None:
            variable = self._leaves.others[key] = Variable(*key, tuple(meaning))
        return variable, self._value(variable)

    def _value(self, variable: Variable) -> Value:
        """Let a variable be the next of the run, and return its value."""
        self._trace.variables.append(variable)
        value = self._model.get(variable.index)
        if value is None or not variable.admits(value):
            value = variable.default()
        self.values[variable.index] = value
        return value

    def integer(self, name: str, lo: int | None, hi: int | None) -> Any:
        key = (len(self._trace.variables), name, lo, hi)
        leaf = self._leaves.integers.get(key)
        if leaf is None:
            index = key[0]
            leaf = self._leaves.integers[key] = (
                Variable(index, name, Integers(lo, hi)),
                Linear.variable(index),
            )
        variable, form = leaf
        value = self._value(variable)
        assert isinstance(value, int)
        return value if variable.index in self._plain else SymInt(value, form, self._trace)

    def real(self, name: str, lo: float | None, hi: float | None) -> Any:
        variable, value = self._variable(
            name, Reals(-LARGEST if lo is None else lo, LARGEST if hi is None else hi)
        )
        if variable.index in self._plain:
            return float(value)
        return SymFloat(float(value), real(variable.index), self._trace)

    def boolean(self, name: str) -> Any:
        """A plain bool: nothing can stand for True and False, so a run decides for one at the start."""
        return settled(self.flag(name))

    def flag(self, name: str) -> Any:
        """A bool that a run decides where it uses it."""
        variable, value = self._variable(name, BOOLEAN, (f"not {name}", name))
        plain = variable.index in self._plain
        return bool(value) if plain else Undecided(variable.index, bool(value), self._trace)

    def text(self, name: str, length: int, alphabet: CharSet) -> Any:
        return text([self._character(f"{name}[{place}]", class_of(alphabet)) for place in range(length)])

    def blob(self, name: str, length: int) -> Any:
        return blob([self._character(f"{name}[{place}]", BYTES, octets=True) for place in range(length)])

    def gather(self, name: str, kind: str, items: Sequence[Any]) -> Any:
        if kind == "bytearray" and len(items) == 1 and type(items[0]) is SymBytes:
            return array(items[0].parts)
        if kind == "memoryview" and len(items) == 1 and type(items[0]) is SymBytes:
            return SymView(memoryview(items[0]), items[0], range(len(items[0])))
        gathered = gather(kind, items)
        return super().gather(name, kind, items) if gathered is None else gathered

    def _character(self, name: str, alphabet: CharClass, octets: bool = False) -> Part:
        variable, value = self._variable(name, Characters(alphabet.chars, octets))
        assert isinstance(value, int)
        return (
            value if variable.index in self._plain else SymChar(value, self._trace, variable.index, alphabet)
        )

    def choose(self, name: str, count: int, meaning: Sequence[str] = ()) -> int:
        return self._decided(name, 0, count - 1, meaning)

    def length(self, name: str, lo: int, hi: int) -> int:
        return self._decided(name, lo, hi)

    def _decided(self, name: str, lo: int, hi: int, meaning: Sequence[str] = ()) -> int:
        variable, value = self._variable(name, Integers(lo, hi), meaning)
        if variable.index in self._plain:
            return int(value)
        form = Linear.variable(variable.index)
        for candidate in range(lo, hi):
            if self._trace.decide(compare(form, "==", candidate), value == candidate, 1):
                return candidate
        return hi
