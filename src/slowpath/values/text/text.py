"""Symbolic text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from slowpath.values.items import settled
from slowpath.values.text.char import Char, Part, Parts, trace_of
from slowpath.values.text.kind import Kind, modelled, text_of, text_predicate
from slowpath.values.text.shared import SHARED

if TYPE_CHECKING:
    from slowpath.values.trace import Trace


class SymStr(str):
    """A str some of whose characters depend on the input."""

    parts: Parts
    trace: Trace

    def __new__(cls, parts: Sequence[Part], trace: Trace) -> SymStr:
        made = str.__new__(cls, text_of(parts))
        made.parts = tuple(parts)
        made.trace = trace
        return made

    @property
    def __class__(self) -> type:  # type: ignore[misc]
        return str

    def __hash__(self) -> int:
        self.trace.give_up("hash of text")
        return str.__hash__(self)

    def __getitem__(self, key: Any) -> Any:
        key = settled(key)
        str.__getitem__(self, key)  # raises where Python does
        parts = self.parts
        if isinstance(key, slice):
            chosen = parts[key]
            return self if len(chosen) == len(parts) and key.step in (None, 1) else text(chosen)
        part = parts[key]
        return chr(part) if type(part) is int else SymStr((part,), self.trace)

    def __iter__(self) -> Iterator[Any]:
        trace = self.trace
        for part in self.parts:
            yield chr(part) if type(part) is int else SymStr((part,), trace)

    def __radd__(self, other: Any) -> Any:
        if not isinstance(other, str):
            return NotImplemented
        return text(parts_of(other) + self.parts)

    def __str__(self) -> str:
        return self

    def __getnewargs__(self) -> tuple[str]:
        return (text_of(self.parts),)

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (text_of(self.parts),)

    def __reduce_ex__(self, protocol: Any) -> tuple[type[str], tuple[str]]:
        return self.__reduce__()

    def __copy__(self) -> SymStr:
        return self

    def __deepcopy__(self, memo: Any) -> SymStr:
        return self


def text(parts: Sequence[Part]) -> Any:
    """The text of characters: plain where none depends on the input."""
    trace = trace_of(parts)
    return text_of(parts) if trace is None else SymStr(parts, trace)


def parts_of(value: Any) -> Parts:
    """The characters of a text."""
    return value.parts if type(value) is SymStr else tuple(map(ord, str.__str__(value)))


def is_symbolic(value: Any) -> bool:
    """Tell whether a value is symbolic text."""
    return type(value) is SymStr


def _is_break(character: str) -> bool:
    return bool(character) and character.splitlines() == [""]


TEXT = Kind(str, text, parts_of, is_symbolic, text_predicate, _is_break)

for _name, _model in SHARED.items():
    setattr(SymStr, _name, modelled(TEXT, _name, _model))

SymStr.__name__ = SymStr.__qualname__ = "str"

__all__ = ["TEXT", "Char", "SymStr", "text"]
