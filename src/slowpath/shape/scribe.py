"""Inputs as Python source, without making them: no class of the target is needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from slowpath.model.charset import CharSet
from slowpath.shape.maker import ClassRef, Maker
from slowpath.shape.objects import write_member
from slowpath.shape.source import write_call, write_class, write_gathered, write_integer


class Scribe:
    """Writes the input that another maker decides; `spell` writes the name of a class."""

    def __init__(self, inner: Maker, spell: Callable[[ClassRef], str] = write_class) -> None:
        self._inner = inner
        self._spell = spell

    def integer(self, name: str, lo: int | None, hi: int | None) -> str:
        return write_integer(self._inner.integer(name, lo, hi))

    def real(self, name: str, lo: float | None, hi: float | None) -> str:
        return repr(self._inner.real(name, lo, hi))

    def boolean(self, name: str) -> str:
        return repr(self._inner.boolean(name))

    def text(self, name: str, length: int, alphabet: CharSet) -> str:
        return repr(self._inner.text(name, length, alphabet))

    def blob(self, name: str, length: int) -> str:
        return repr(self._inner.blob(name, length))

    def choose(self, name: str, count: int, meaning: Sequence[str] = ()) -> int:
        return self._inner.choose(name, count)

    def length(self, name: str, lo: int, hi: int) -> int:
        return self._inner.length(name, lo, hi)

    def const(self, source: str) -> str:
        return source

    def expression(self, source: str) -> str:
        return source

    def gather(self, name: str, kind: str, items: Sequence[str] | Sequence[tuple[str, str]]) -> str:
        return write_gathered(kind, items)

    def construct(self, name: str, ref: ClassRef, arguments: Sequence[str], fields: Mapping[str, str]) -> str:
        return write_call(self._spell(ref), arguments, fields)

    def member(self, ref: ClassRef, name: str) -> str:
        return write_member(ref, name)
