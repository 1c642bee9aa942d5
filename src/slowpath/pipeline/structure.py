"""How a value that goes from stage to stage is built: lengths and kinds, without its leaves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from slowpath.model.charset import CharSet
from slowpath.shape import library
from slowpath.shape.alphabet import ANY
from slowpath.shape.base import Inner, Length, Shape, wrong_kind
from slowpath.shape.formula import N, as_formula
from slowpath.shape.maker import ClassRef, Maker
from slowpath.shape.objects import Records
from slowpath.shape.sequences import KINDS, Sequences
from slowpath.shape.source import write_gathered

LEAVES: dict[str, Callable[[], Shape]] = {"float": library.real, "bool": library.boolean}
Bounds = tuple[int | None, int | None]  # of integers; None is no bound
UNBOUNDED: Bounds = (None, None)
LARGEST = 1 << 62  # larger ones are no bounds: a summary that is kept has 64 bits for each
# Kinds that a type hint admits.
HINTED = {
    "str": ("text",),
    "bytes": ("bytes",),
    **dict.fromkeys(("int", "float", "bool"), ("int", "float", "bool")),
    **dict.fromkeys(("list", "tuple"), ("list", "tuple", "deque", "iterator", "record")),
    "dict": ("dict",),
}
NAMED = ("dict", "record")  # kinds whose parts have names


class ValueStructure(msgspec.Struct, frozen=True):
    """The kind of a value and how long it is. `of` are its parts: one that stands for all if they are
    alike, else each. Text and bytes have none; numbers have length 1. A dict and a record have all of their
    parts, with `names`: the keys as source, or the fields of the class `ref`."""

    kind: str
    length: int = 1
    of: tuple[ValueStructure, ...] = ()
    names: tuple[str, ...] = ()
    ref: tuple[str, str] = ("", "")  # module and name

    @property
    def is_uniform(self) -> bool:
        """Whether one number says how long it is: all its parts are alike."""
        return not self.names and len(self.of) <= 1 and all(part.is_uniform for part in self.of)

    @property
    def leaves(self) -> int:
        """How many numbers and characters it has."""
        if self.kind in NAMED:
            return sum(part.leaves for part in self.of)
        if not self.of:
            return 0 if self.kind in KINDS or self.kind == "None" else self.length
        if len(self.of) == 1:
            return self.length * self.of[0].leaves
        return sum(part.leaves for part in self.of)

    def suits(self, hint: str) -> bool:
        """Whether a parameter may take it whose hint names a builtin type, or none."""
        return hint not in HINTED or self.kind in HINTED[hint]

    @property
    def parts(self) -> int:
        """How many values it has: itself, and those in it that are more than characters."""
        of = sum(part.parts for part in self.of)
        return 1 + (self.length * of if self.kind in KINDS and len(self.of) == 1 else of)

    def describe(self) -> str:
        """What it is, in a few words."""
        if self.kind in ("text", "bytes"):
            return f"{self.kind} of length {self.length:,}"
        if self.kind in NAMED:
            kind = self.ref[1] or self.kind
            parts = zip(self.names, self.of, strict=True)
            return f"{kind} with {', '.join(f'{name}: {part.describe()}' for name, part in parts)}"
        if self.kind not in KINDS:
            return self.kind
        if not self.of:
            return f"an empty {self.kind}"
        inner = self.of[0].describe() if len(self.of) == 1 else "parts that differ"
        return f"{self.kind} of {self.length:,}: {inner}"


def shape_of(structure: ValueStructure, alphabet: CharSet, bounds: Bounds = UNBOUNDED) -> tuple[Shape, int]:
    """The shape of all values of a structure whose characters are in an alphabet and whose integers are
    within bounds, and the size at which it is that.

    A uniform structure grows with the size, so what is found for small sizes tells about it.
    """
    if structure.is_uniform and (structure.kind in KINDS or structure.kind in ("text", "bytes")):
        return _shape(structure, alphabet or ANY, bounds, grows=True), structure.length
    return _shape(structure, alphabet or ANY, bounds), 1


def _shape(structure: ValueStructure, alphabet: CharSet, bounds: Bounds, *, grows: bool = False) -> Shape:
    kind, length = structure.kind, N if grows else structure.length
    if kind == "text":
        return library.text(length, alphabet)
    if kind == "bytes":
        return library.blob(length)
    if kind == "int":
        return library.integer(*bounds)
    if kind in LEAVES:
        return LEAVES[kind]()
    if kind == "None":
        return library.const(None)
    parts = [_shape(part, alphabet, bounds) for part in structure.of]
    if kind == "record":
        return Records(ClassRef(*structure.ref), (), tuple(zip(structure.names, parts, strict=True)))
    if kind == "dict":
        return KeyedDict(tuple(zip(structure.names, parts, strict=True)))
    if len(parts) == 1:
        return Sequences(parts[0], Length(as_formula(length), as_formula(length)), kind)
    return RaggedSequence(tuple(parts), kind)


@dataclass(frozen=True, slots=True)
class RaggedSequence(Shape):
    """A list, a tuple or an iterator of fixed parts, each of its own shape."""

    parts: tuple[Shape, ...]
    kind: str

    def build(self, size: int, maker: Maker, name: str = "") -> Any:
        made = [part.build(size, maker, f"{name}[{i}]") for i, part in enumerate(self.parts)]
        return maker.gather(name, self.kind, made)

    def fault(self, value: Any, size: int | None, name: str = "it") -> str | None:
        kind: Any = KINDS[self.kind][1]
        if not isinstance(value, kind):
            return wrong_kind(value, f"a {self.kind}", name)
        if self.kind == "iterator":
            return None  # looking at its parts would use it up
        if len(value) != len(self.parts):
            return f"{name} has {len(value)} parts, not {len(self.parts)}"
        pairs = enumerate(zip(self.parts, value, strict=True))
        faults = (shape.fault(part, size, f"{name}[{i}]") for i, (shape, part) in pairs)
        return next(filter(None, faults), None)

    def render(self, value: Any) -> str:
        parts = [shape.render(part) for shape, part in zip(self.parts, value, strict=True)]
        return write_gathered(self.kind, parts)

    def describe(self) -> str:
        return f"a {self.kind} of ({', '.join(part.describe() for part in self.parts)})"

    def inner(self) -> Inner:
        return [(f"[{i}]", part) for i, part in enumerate(self.parts)]


@dataclass(frozen=True, slots=True)
class KeyedDict(Shape):
    """A dict of fixed keys, given as source, with a value of a shape of its own for each."""

    items: tuple[tuple[str, Shape], ...]

    def build(self, size: int, maker: Maker, name: str = "") -> Any:
        made = [(maker.const(key), shape.build(size, maker, f"{name}[{key}]")) for key, shape in self.items]
        return maker.gather(name, "dict", made)

    def fault(self, value: Any, size: int | None, name: str = "it") -> str | None:
        if not isinstance(value, dict):
            return wrong_kind(value, "a dict", name)
        if list(map(repr, value)) != [key for key, _ in self.items]:
            return f"{name} has other keys than {', '.join(key for key, _ in self.items)}"
        pairs = zip(self.items, value.values(), strict=True)
        faults = (shape.fault(part, size, f"{name}[{key}]") for (key, shape), part in pairs)
        return next(filter(None, faults), None)

    def render(self, value: Any) -> str:
        pairs = zip(self.items, value.values(), strict=True)
        return write_gathered("dict", [(key, shape.render(part)) for (key, shape), part in pairs])

    def describe(self) -> str:
        return f"a dict of {{{', '.join(f'{key}: {shape.describe()}' for key, shape in self.items)}}}"

    def inner(self) -> Inner:
        return [(f"[{key}]", shape) for key, shape in self.items]
