"""What differs between text and bytes, and how a method of either becomes a model of itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from slowpath.values.text.char import Part, Parts, is_plain, trace_of, values_of

Model = Callable[..., Any]
Predicate = Callable[[str], bool]


@dataclass(frozen=True, slots=True, eq=False)
class TextKind:
    """`name` is for messages. `base` is the builtin type; `plain` gives a value of it from characters, and
    `make` a symbolic one if some depend on the input; `parts` gives the characters of a value, a needle or a
    separator; `symbolic` tells symbolic values."""

    name: str
    base: Any
    plain: Callable[[Sequence[Part]], Any]
    make: Callable[[Sequence[Part]], Any]
    parts: Callable[[Any], Parts]
    symbolic: Callable[[Any], bool]
    predicate: Callable[[str], Predicate]
    is_break: Predicate

    def slice(self, value: Any, start: int, end: int) -> Any:
        """A piece of a value."""
        parts = self.parts(value)
        return (
            value if (start, end) == (0, len(parts)) and self.symbolic(value) else self.make(parts[start:end])
        )


@lru_cache(maxsize=64)
def text_predicate(name: str) -> Predicate:
    """The test of one character that a method of str does."""
    found: Predicate = getattr(str, name)
    return found


@lru_cache(maxsize=64)
def byte_predicate(name: str) -> Predicate:
    """The test of one byte that a method of bytes does."""
    method = getattr(bytes, name)

    def test(character: str) -> bool:
        return ord(character) < 256 and bool(method(bytes([ord(character)])))

    return test


# Methods that raise ValueError or not depending on the characters.
RAISING = frozenset({"index", "rindex", "encode", "decode"})


def modelled(kind: TextKind, name: str, model: Model) -> Model:
    """The method of a symbolic value: the builtin's own result, with what the model tells of it.

    A model takes the kind, the builtin's result (or its ValueError), the receiver and the arguments.
    """
    builtin = getattr(kind.base, name)

    def method(self: Any, *arguments: Any, **options: Any) -> Any:
        try:
            plain = builtin(self, *arguments, **options)
        except ValueError as error:
            if name in RAISING:
                model(kind, error, self, *arguments, **options)
            raise
        result = model(kind, plain, self, *arguments, **options)
        return checked(result, plain, f"{name}()", self, *arguments)

    method.__name__ = name
    method.__qualname__ = f"{kind.base.__name__}.{name}"
    method.__doc__ = builtin.__doc__
    return method


def checked(result: Any, plain: Any, name: str, *values: Any) -> Any:
    """The result of a model, or the builtin's own where they differ, which is noted."""
    if agrees(result, plain):
        return result
    note(f"the model of {name} gives another result", *values)
    return plain


def agrees(result: Any, plain: Any) -> bool:
    """Tell whether a symbolic result has the concrete value that it should have."""
    if type(plain) is list or type(plain) is tuple:
        return len(result) == len(plain) and all(map(agrees, result, plain))
    if type(plain) is str:
        return str.__eq__(plain, result)
    if type(plain) is bytes:
        return bytes.__eq__(plain, result)
    if type(plain) is bytearray:
        return bytearray.__eq__(plain, result) is True
    return True if result is plain else bool(plain.__class__.__eq__(plain, result))


def note(reason: str, *values: Any) -> None:
    """Give up, in the trace of the first value that has one."""
    for value in values:
        trace = getattr(value, "trace", None)
        if trace is not None:
            trace.give_up(reason, 1)
            return


def text_of(parts: Sequence[Part]) -> str:
    """The plain text of this run."""
    return "".join(map(chr, values_of(parts)))


def bytes_of(parts: Sequence[Part]) -> bytes:
    """The plain bytes of this run."""
    return bytes(values_of(parts))


__all__ = [
    "Model",
    "TextKind",
    "byte_predicate",
    "bytes_of",
    "is_plain",
    "modelled",
    "note",
    "text_of",
    "text_predicate",
    "trace_of",
]
