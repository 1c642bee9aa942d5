"""Objects of classes: by constructor, or members of an enumeration."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from slowpath.errors import ShapeError
from slowpath.shape.base import Inner, Shape, wrong_kind
from slowpath.shape.maker import ClassRef, Maker
from slowpath.shape.source import write_call, write_class

Parts = tuple[list[Any], dict[str, Any]]  # positional and named arguments of a constructor


@dataclass(frozen=True, slots=True)
class Records(Shape):
    """An object that a class (or a function) makes of arguments, each of a shape of its own.

    The fields named in `optional` may be left out: the constructor has defaults for them.
    """

    ref: ClassRef
    arguments: tuple[Shape, ...] = ()
    fields: tuple[tuple[str, Shape], ...] = ()
    optional: frozenset[str] = field(default=frozenset(), compare=False)

    @property
    def needed(self) -> Records:
        """The same object with the arguments alone that its constructor needs."""
        kept = tuple(each for each in self.fields if each[0] not in self.optional)
        return Records(self.ref, self.arguments, kept)

    def build(self, size: int, maker: Maker, name: str = "") -> Any:
        arguments = [shape.build(size, maker, f"{name}.{i}") for i, shape in enumerate(self.arguments)]
        fields = {key: shape.build(size, maker, f"{name}.{key}") for key, shape in self.fields}
        return maker.construct(name, self.ref, arguments, fields)

    def fault(self, value: Any, size: int | None, name: str = "it") -> str | None:
        if not is_instance(value, self.ref):
            return wrong_kind(value, f"a {self.ref}", name)
        if not _is_transparent(value, self.ref):
            return None
        arguments, fields = self._parts(value)
        checked = [
            *((f"{name}.{i}", shape, arguments[i]) for i, shape in enumerate(self.arguments)),
            *((f"{name}.{key}", shape, fields[key]) for key, shape in self.fields),
        ]
        return next(filter(None, (shape.fault(part, size, where) for where, shape, part in checked)), None)

    def render(self, value: Any) -> str:
        """The call that makes the value, its arguments read from the attributes of the same names.

        An object that does not keep its arguments cannot be rendered; `Scribe` writes an input of any
        shape while it is built.
        """
        arguments, fields = self._parts(value)
        return write_call(
            write_class(self.ref),
            [shape.render(part) for shape, part in zip(self.arguments, arguments, strict=True)],
            {key: shape.render(fields[key]) for key, shape in self.fields},
        )

    def describe(self) -> str:
        return write_call(
            "records",
            [repr(str(self.ref)), *(shape.describe() for shape in self.arguments)],
            {key: shape.describe() for key, shape in self.fields},
        )

    def inner(self) -> Inner:
        return [(f".{key}", shape) for key, shape in (*enumerate(self.arguments), *self.fields)]

    def _parts(self, value: Any) -> Parts:
        reader = READERS.get(str(self.ref))
        if reader is not None:
            return list(reader(value))[: len(self.arguments)], {}
        names = _positional_names(self.ref.resolve(), len(self.arguments)) if self.arguments else []
        return (
            [_attribute(value, key, self.ref) for key in names],
            {key: _attribute(value, key, self.ref) for key, _ in self.fields},
        )


@dataclass(frozen=True, slots=True)
class Members(Shape):
    """A member of an enumeration, by name."""

    ref: ClassRef
    names: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.names:
            raise ShapeError(f"the enumeration {self.ref} has no members", "Use a constant: const(1).")

    def build(self, size: int, maker: Maker, name: str = "") -> Any:
        meaning = [f"{name}.name == {member!r}" for member in self.names]
        which = maker.choose(f"which({name})", len(self.names), meaning) if len(self.names) > 1 else 0
        return maker.member(self.ref, self.names[which])

    def fault(self, value: Any, size: int | None, name: str = "it") -> str | None:
        if is_instance(value, self.ref) and getattr(value, "name", None) in self.names:
            return None
        return wrong_kind(value, f"a member of {self.ref}", name)

    def render(self, value: Any) -> str:
        return write_member(self.ref, value.name)

    def describe(self) -> str:
        return write_call("members", [repr(str(self.ref)), *map(repr, self.names)], {})


def write_member(ref: ClassRef, name: str) -> str:
    """Return an expression for a member of an enumeration."""
    return f"{write_class(ref)}.{name}" if name.isidentifier() else f"{write_class(ref)}[{name!r}]"


def reference(thing: Any) -> ClassRef:
    """Return the reference to a class or a function that can be found by its name."""
    module, qualname = getattr(thing, "__module__", None), getattr(thing, "__qualname__", None)
    if module is None or qualname is None or "<" in qualname:
        raise ShapeError(
            f"{qualname or thing!r} cannot be found by name", "Define the class at the top of a module."
        )
    return ClassRef(module, qualname)


def is_instance(value: Any, ref: ClassRef) -> bool:
    """Whether a value is of a class, or of another copy of it. What a function makes is not checked."""
    if any(
        (each.__module__, each.__qualname__) == (ref.module, ref.qualname) for each in type(value).__mro__
    ):
        return True
    made = ref.resolve()
    return not isinstance(made, type) or isinstance(value, made)


# What the constructor of a class of the standard library was given, or the same in other words.
READERS: dict[str, Callable[[Any], tuple[Any, ...]]] = {
    "builtins:complex": lambda value: (value.real, value.imag),
    "builtins:range": lambda value: (value.start, value.stop, value.step) if value.start else (value.stop,),
    "datetime:date": lambda value: (value.year, value.month, value.day),
    "datetime:datetime": lambda value: (
        value.year,
        value.month,
        value.day,
        value.hour,
        value.minute,
        value.second,
    ),
    "datetime:time": lambda value: (value.hour, value.minute, value.second),
    "datetime:timedelta": lambda value: (value.days, value.seconds),
    "decimal:Decimal": lambda value: (int(value),),
    "fractions:Fraction": lambda value: (value.numerator, value.denominator),
    "io:BytesIO": lambda value: (value.getvalue(),),
    "io:StringIO": lambda value: (value.getvalue(),),
    "numpy:array": lambda value: (value.tolist(),),
    "pathlib:Path": lambda value: (str(value),),
    "pathlib:PurePath": lambda value: (str(value),),
    "pathlib:PurePosixPath": lambda value: (str(value),),
    "pathlib:PureWindowsPath": lambda value: (str(value),),
    "re:compile": lambda value: (value.pattern,),
}


def _is_transparent(value: Any, ref: ClassRef) -> bool:
    """Whether the attributes of a value are what its constructor was given."""
    kind = type(value)
    return (
        dataclasses.is_dataclass(kind)
        or hasattr(kind, "__attrs_attrs__")
        or (isinstance(value, tuple) and hasattr(kind, "_fields"))
        or str(ref) in ("builtins:complex", "datetime:date", "datetime:datetime", "datetime:time")
    )


def _attribute(value: Any, key: str, ref: ClassRef) -> Any:
    for name in (key, f"_{key}"):
        try:
            return getattr(value, name)
        except AttributeError:
            continue
    raise ShapeError(
        f"an object of {ref} cannot be written: it does not keep its argument {key!r}",
        f"Keep it as an attribute: self.{key} = {key}.",
    )


def _positional_names(made: Any, count: int) -> list[str]:
    try:
        return list(inspect.signature(made).parameters)[:count]
    except (ValueError, TypeError):
        raise ShapeError(
            f"{made!r} does not tell its parameters", "Name them: records(Class, x=...)."
        ) from None
