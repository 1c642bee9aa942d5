"""One of several shapes, and values that do not vary."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from slowpath.errors import ShapeError
from slowpath.shape import constants
from slowpath.shape.base import Inner, Shape, wrong_kind
from slowpath.shape.maker import Maker
from slowpath.shape.mappings import Dicts, Entries
from slowpath.shape.objects import Members
from slowpath.shape.scalars import Boolean, Char, Integer, Real
from slowpath.shape.sequences import FixedTuple, Matrix, Sequences
from slowpath.shape.strings import Blob, Text


@dataclass(frozen=True, slots=True)
class Const(Shape):
    """A value that does not vary, by its source; every input has a fresh one."""

    source: str

    def build(self, size: int, maker: Maker, name: str = "") -> Any:
        return maker.const(self.source)

    def fault(self, value: Any, size: int | None, name: str = "it") -> str | None:
        known = constants.evaluate(self.source)
        if value is known or constants.source_of(value) == self.source:
            return None
        if constants.is_same_function(value, known):
            return None
        if type(value) is type(known) and bool(value == known):
            return None
        return wrong_kind(value, self.source, name)

    def render(self, value: Any) -> str:
        return self.source

    def describe(self) -> str:
        return f"const({self.source})"


@dataclass(frozen=True, slots=True)
class OneOf(Shape):
    """What any of the options admits."""

    options: tuple[Shape, ...]

    def __post_init__(self) -> None:
        if not self.options:
            raise ShapeError(
                "one_of() admits nothing", "Name at least one shape: one_of(integer(), text(N))."
            )

    def build(self, size: int, maker: Maker, name: str = "") -> Any:
        count = len(self.options)
        which = maker.choose(f"which({name})", count, self._meaning(name)) if count > 1 else 0
        return self.options[which].build(size, maker, name if self._has_one_leaf() else f"{name}|{which}")

    def _meaning(self, name: str) -> list[str]:
        """The condition on the input that each choice is; none where a value may come of several."""
        sources = [option.source for option in self.options if isinstance(option, Const)]
        if len(sources) == len(self.options):
            return [f"{name} {'is' if each == NONE.source else '=='} {each}" for each in sources]
        if len(self.options) == 2 and self.options[0] == NONE:
            return [f"{name} is None", f"{name} is not None"]
        types = [_type_name(option) for option in self.options if option != NONE]
        if None in types or len(set(types)) < len(types):
            return []
        return [
            f"{name} is None" if option == NONE else f"type({name}) is {_type_name(option)}"
            for option in self.options
        ]

    def _has_one_leaf(self) -> bool:
        """Whether at most one option uses the name, and not for a choice of its own (`which(x)`)."""
        varying = [option for option in self.options if not isinstance(option, Const)]
        return len(varying) < 2 and not any(isinstance(option, OneOf | Members) for option in varying)

    def fault(self, value: Any, size: int | None, name: str = "it") -> str | None:
        faults = [option.fault(value, size, name) for option in self.options]
        return None if None in faults else "; ".join(dict.fromkeys(filter(None, faults)))

    def render(self, value: Any) -> str:
        fitting = [option for option in self.options if option.fault(value, None) is None]
        return (fitting or self.options)[0].render(value)

    def describe(self) -> str:
        texts = [option.describe() for option in self.options]
        if len(self.options) == 2 and self.options[0] == NONE and self.options[1] != NONE:
            return f"optional({texts[1]})"
        fixed = [option.source for option in self.options if isinstance(option, Const)]
        if len(fixed) == len(self.options):
            return f"literal({', '.join(fixed)})"
        return f"one_of({', '.join(texts)})"

    def inner(self) -> Inner:
        return [("", option) for option in self.options]


NONE = Const("None")


def options_of(shape: Shape) -> tuple[Shape, ...]:
    """Return the shapes that a choice is between; a shape that is no choice is the only one."""
    return shape.options if isinstance(shape, OneOf) else (shape,)


def either(options: Sequence[Shape]) -> Shape:
    """Return what any of the options admits: nested choices are flat, equal ones occur once, None first."""
    flat: dict[Shape, None] = {}
    for option in options:
        flat.update(dict.fromkeys(options_of(option)))
    ordered = sorted(flat, key=lambda option: option != NONE)
    return ordered[0] if len(ordered) == 1 else OneOf(tuple(ordered))


def _type_name(shape: Shape) -> str | None:
    """The builtin type of every value of a shape; None if there are several, or if it is no builtin."""
    match shape:
        case Const(source=source):
            name = type(constants.evaluate(source)).__name__
        case Blob(kind=kind) | Sequences(kind=kind) | Dicts(kind=kind):
            name = kind
        case _:
            name = _TYPES.get(type(shape), "")
    return name if hasattr(builtins, name) else None


_TYPES: dict[type[Shape], str] = {
    Integer: "int",
    Real: "float",
    Boolean: "bool",
    Char: "str",
    Text: "str",
    Matrix: "list",
    FixedTuple: "tuple",
    Entries: "dict",
}
