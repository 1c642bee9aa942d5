"""Shapes from type hints: every sized part gets size N."""

from __future__ import annotations

import collections
import collections.abc
import dataclasses
import datetime
import decimal
import enum
import fractions
import io
import numbers
import os
import re
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from slowpath.errors import ShapeError
from slowpath.shape import library as lib
from slowpath.shape.annotations import UNKNOWN, constructor_hints, hints_of
from slowpath.shape.base import Shape
from slowpath.shape.choices import NONE, either
from slowpath.shape.foreign import path, shape_of_class
from slowpath.shape.formula import N, Number, as_formula
from slowpath.shape.functions import ANY_FUNCTION, function_of
from slowpath.shape.mappings import Entry
from slowpath.shape.objects import Members, Records, reference
from slowpath.shape.protocols import asked, classes_fitting, is_protocol, plain_fitting
from slowpath.shape.scalars import Integer, Real

# Classes within classes, and a class within itself. A shape has a part for every field at every level: a
# class with three fields of classes has 3**5 = 243 at the fifth. A node needs one other node to be more
# than a leaf.
_DEEPEST = 5
_REPEATS = 2  # the node and one other

_SCALARS: Mapping[Any, Callable[[], Shape]] = {
    **lib.SCALARS,
    memoryview: lib.memoryviews,
    types.NoneType: lambda: NONE,
    None: lambda: NONE,
    complex: lambda: lib.records("builtins:complex", lib.real(), lib.real()),
    range: lambda: lib.records("builtins:range", lib.integer(0, N)),
    types.EllipsisType: lambda: lib.const(...),
    numbers.Number: lib.integer,
    numbers.Integral: lib.integer,
    numbers.Rational: lib.integer,
    numbers.Real: lib.real,
    numbers.Complex: lib.real,
    typing.SupportsInt: lib.integer,
    typing.SupportsIndex: lib.integer,
    typing.SupportsFloat: lib.real,
    typing.SupportsAbs: lib.integer,
    typing.SupportsRound: lib.real,
    typing.SupportsBytes: lib.blob,
    typing.LiteralString: lib.text,
    collections.abc.Hashable: lib.integer,
    collections.abc.Sized: lib.ints,
    fractions.Fraction: lambda: lib.records("fractions:Fraction", lib.integer(), lib.integer(1, 10**6)),
    decimal.Decimal: lambda: lib.records("decimal:Decimal", lib.integer()),
    datetime.date: lambda: lib.records(
        "datetime:date", lib.integer(1, 9999), lib.integer(1, 12), lib.integer(1, 28)
    ),
    datetime.datetime: lambda: lib.records(
        "datetime:datetime",
        *(lib.integer(1, 9999), lib.integer(1, 12), lib.integer(1, 28)),
        *(lib.integer(0, 23), lib.integer(0, 59), lib.integer(0, 59)),
    ),
    datetime.time: lambda: lib.records(
        "datetime:time", lib.integer(0, 23), lib.integer(0, 59), lib.integer(0, 59)
    ),
    datetime.timedelta: lambda: lib.records(
        "datetime:timedelta", lib.integer(-(10**6), 10**6), lib.integer(0, 86_399)
    ),
    io.StringIO: lambda: lib.records("io:StringIO", lib.text()),
    io.BytesIO: lambda: lib.records("io:BytesIO", lib.blob()),
    typing.TextIO: lambda: lib.records("io:StringIO", lib.text()),
    typing.BinaryIO: lambda: lib.records("io:BytesIO", lib.blob()),
    typing.IO: lambda: lib.records("io:StringIO", lib.text()),
    typing.IO[bytes]: lambda: lib.records("io:BytesIO", lib.blob()),
    os.PathLike: lambda: path("pathlib:PurePath"),
    os.PathLike[bytes]: lambda: lib.blob(),  # no class of the standard library is one
    re.Pattern: lambda: lib.records("re:compile", lib.literal("a", r"\w+", "(a|b)*c")),
    re.Pattern[bytes]: lambda: lib.records("re:compile", lib.literal(b"a", rb"\w+", b"(a|b)*c")),
    collections.abc.Callable: lambda: ANY_FUNCTION,
}
_CONTAINERS: Mapping[Any, Callable[..., Shape]] = {
    list: lib.lists,
    set: lib.sets,
    frozenset: lib.frozensets,
    collections.deque: lib.deques,
    collections.abc.Sequence: lib.lists,
    collections.abc.MutableSequence: lib.lists,
    collections.abc.Collection: lib.lists,
    collections.abc.Container: lib.lists,
    collections.abc.Iterable: lib.lists,
    collections.abc.Reversible: lib.lists,
    collections.abc.Iterator: lib.iterators,
    collections.abc.Generator: lib.iterators,
    collections.abc.Set: lib.sets,
    collections.abc.MutableSet: lib.sets,
}
_MAPPINGS: Mapping[Any, str] = {
    dict: "dict",
    collections.OrderedDict: "OrderedDict",
    collections.defaultdict: "defaultdict",
    collections.abc.Mapping: "dict",
    collections.abc.MutableMapping: "dict",
}
_ORIGINALS: Mapping[tuple[str, str], type] = {
    (each.__module__, each.__qualname__): each
    for each in (*_SCALARS, *_CONTAINERS, *_MAPPINGS, collections.Counter)
    if isinstance(each, type)
}
_WRAPPERS = (typing.Final, typing.ClassVar, typing.Required, typing.NotRequired)


@dataclasses.dataclass(frozen=True, slots=True)
class Hinted:
    """What a hint tells: the shape, None where it tells nothing, and what was assumed beyond it.

    It `lacks_objects` if it asks for objects of a class that cannot be made.
    """

    shape: Shape | None
    assumed: tuple[str, ...] = ()
    lacks_objects: bool = False


def shape_of_hint(hint: Any) -> Hinted:
    """Return the shape of what a type hint allows. Parts of which it tells nothing are taken as ints."""
    reader = _Reader()
    shape = reader.read(hint, ())
    return Hinted(shape, tuple(dict.fromkeys(reader.assumed)), reader.lacks_objects)


def is_free(hint: Any, hints: Iterable[Any]) -> bool:
    """Whether a hint is a type variable that may be anything: it has no bound, and no other hint holds it."""
    if not isinstance(hint, typing.TypeVar) or hint.__bound__ is not None or hint.__constraints__:
        return False
    return not any(_holds(each, hint) for each in hints if each is not hint)


def _holds(hint: Any, variable: typing.TypeVar) -> bool:
    """Whether a type variable is part of a hint."""
    return hint is variable or any(_holds(each, variable) for each in typing.get_args(hint))


class _Reader:
    """Reads one hint; `within` are the classes whose constructors are being read, and the aliases."""

    def __init__(self) -> None:
        self.assumed: list[str] = []
        self.lacks_objects = False

    def read(self, hint: Any, within: tuple[Any, ...]) -> Shape | None:
        """The shape of a hint, or None where it tells nothing."""
        if isinstance(hint, Shape):
            return hint
        hint = _original(hint)
        scalar = _scalar(hint)
        if scalar is not None:
            return scalar()
        special = self._special(hint, within)
        if special is not None:
            return special[0]
        origin, arguments = _original(typing.get_origin(hint) or hint), typing.get_args(hint)
        scalar = _scalar(origin)
        if scalar is not None:
            return scalar()
        if origin is tuple:
            return self._tuple(arguments, within)
        if _known(origin, _CONTAINERS):
            return self._container(_CONTAINERS[origin], arguments, within)
        if origin is collections.Counter:
            return lib.dicts(self._part(arguments, 0, within, "Counter"), lib.integer(0), N, "Counter")
        if _known(origin, _MAPPINGS):
            return self._mapping(_MAPPINGS[origin], arguments, within)
        return self._class(origin, within) if isinstance(origin, type) else None

    def _special(self, hint: Any, within: tuple[Any, ...]) -> tuple[Shape | None] | None:
        """What a form that is not a class stands for, in a tuple; None where it is no such form."""
        origin = typing.get_origin(hint)
        if origin is typing.Annotated:
            return (self._annotated(hint, within),)
        if origin in (typing.Union, types.UnionType):
            options = [self.read(each, within) for each in typing.get_args(hint)]
            known = [each for each in options if each is not None]
            return (either(known) if known else None,)
        if origin is typing.Literal:
            return (either([_literal(each) for each in typing.get_args(hint)]),)
        if origin in _WRAPPERS:
            return (self.read(typing.get_args(hint)[0], within),)
        if isinstance(hint, dataclasses.InitVar):
            return (self.read(hint.type, within),)
        if isinstance(hint, typing.NewType):
            return (self.read(hint.__supertype__, within),)
        if isinstance(hint, typing.TypeVar):
            return (self._variable(hint, within),)
        if origin is collections.abc.Callable:
            parameters, returns = typing.get_args(hint) or (..., Any)
            return (self._function(parameters, returns, within),)
        if hint is typing.Self:
            return (self.read(within[-1], within) if within else None,)
        if hasattr(hint, "__value__"):  # `type Name = ...`; it may name itself
            if within.count(hint) >= _REPEATS:
                return (None,)
            return (self.read(hint.__value__, (*within, hint)),)
        return None

    def _function(self, parameters: Any, returns: Any, within: tuple[Any, ...]) -> Shape:
        """A small function; the parameters are unknown if there is a ParamSpec in their place."""
        if not isinstance(parameters, list):
            return ANY_FUNCTION
        known = returns not in (Any, object) and not isinstance(returns, typing.TypeVar)
        return function_of(parameters, returns, self.read(returns, within) if known else None)

    def _variable(self, hint: typing.TypeVar, within: tuple[Any, ...]) -> Shape | None:
        """One constraint stands for all: parameters of one type variable are of one type."""
        if hint.__constraints__:
            constraints = hint.__constraints__
            return self.read(str if str in constraints else constraints[0], within)
        bound = self.read(hint.__bound__, within) if hint.__bound__ is not None else None
        if bound is None:
            self.assumed.append(f"{hint.__name__} is int")
        return bound or lib.integer()

    def _annotated(self, hint: Any, within: tuple[Any, ...]) -> Shape | None:
        """A shape among the annotations, or the annotated type within the bounds they name."""
        shapes = [each for each in hint.__metadata__ if isinstance(each, Shape)]
        if shapes:
            return shapes[0]
        shape = self.read(hint.__origin__, within)
        for each in hint.__metadata__:
            shape = _narrowed(shape, each)
        return shape

    def _tuple(self, arguments: tuple[Any, ...], within: tuple[Any, ...]) -> Shape:
        if len(arguments) == 2 and arguments[1] is ...:
            return self._container(lib.tuples, arguments[:1], within)
        if not arguments:
            return self._container(lib.tuples, (), within)
        if arguments == ((),):
            return lib.row()
        return lib.row(*(self._part(arguments, i, within, "tuple") for i in range(len(arguments))))

    def _container(
        self, make: Callable[..., Shape], arguments: tuple[Any, ...], within: tuple[Any, ...]
    ) -> Shape:
        if arguments and self._is_too_deep(arguments[0], within):
            return make(lib.integer(), 0)
        return make(self._part(arguments, 0, within, make.__name__), N)

    def _mapping(self, kind: str, arguments: tuple[Any, ...], within: tuple[Any, ...]) -> Shape:
        if len(arguments) > 1 and self._is_too_deep(arguments[1], within):
            return lib.dicts(lib.integer(), lib.integer(), 0)
        keys = self._part(arguments, 0, within, "dicts")
        values = self._part(arguments, 1, within, "dicts")
        if kind == "defaultdict":
            made = typing.get_origin(arguments[1]) or arguments[1] if len(arguments) > 1 else int
            factory = made if made in (int, float, str, list, set, dict) else int
            kind = f"defaultdict[{factory.__name__}]"
        return lib.dicts(keys, values, N, kind)

    def _part(self, arguments: tuple[Any, ...], place: int, within: tuple[Any, ...], where: str) -> Shape:
        shape = self.read(arguments[place], within) if place < len(arguments) else None
        if shape is None:
            self.assumed.append(f"parts of {where} are ints")
            self.lacks_objects |= any(
                isinstance(each, type) and each not in (object, type, Any)
                for each in arguments[place : place + 1]
            )
        return shape or lib.integer()

    def _is_too_deep(self, hint: Any, within: tuple[Any, ...]) -> bool:
        return isinstance(hint, type) and (within.count(hint) >= _REPEATS or len(within) >= _DEEPEST)

    def _class(self, cls: type, within: tuple[Any, ...]) -> Shape | None:
        if issubclass(cls, enum.Enum):
            named = [each.name for each in cls if each.name]
            return Members(reference(cls), tuple(named)) if named else None
        if typing.is_typeddict(cls):
            return self._typed_dict(cls, within)
        if self._is_too_deep(cls, within) or cls in (object, type) or cls.__module__ == "typing":
            return None
        known = shape_of_class(cls)
        if known is not None:
            return known
        if is_protocol(cls):
            return self._fitting(cls, within)
        return self._constructed(cls, (*within, cls))

    def _fitting(self, protocol: type, within: tuple[Any, ...]) -> Shape | None:
        """What has what a protocol asks for: a plain value, or an object of a class of its package."""
        plain = plain_fitting(protocol)
        if plain is not None:
            return plain
        for cls in classes_fitting(protocol):
            made = None if self._is_too_deep(cls, within) else self._constructed(cls, (*within, cls))
            if made is not None:
                return made
        return self._stand_in(protocol, within)

    def _stand_in(self, protocol: type, within: tuple[Any, ...]) -> Shape | None:
        """A plain object with the members that a protocol asks for."""
        members = asked(protocol)
        if members is None:
            return None
        parts: dict[str, Shape] = {}
        for name, each in members.items():
            if each.parameters is None:
                parts[name] = self._part((each.hint,), 0, (*within, protocol), protocol.__name__)
            else:
                parts[name] = self._function(list(each.parameters), each.hint, (*within, protocol))
        return lib.records("types:SimpleNamespace", **parts)

    def _typed_dict(self, cls: Any, within: tuple[Any, ...]) -> Shape | None:
        """A mapping with the keys that a class tells; None if the hint of a key cannot be evaluated."""
        fields = hints_of(cls)
        if set(fields) != set(cls.__required_keys__ | cls.__optional_keys__):
            return None
        return lib.entries(
            **{
                key: Entry(key, self._part((hint,), 0, within, cls.__name__), _is_required(cls, key, hint))
                for key, hint in fields.items()
            }
        )

    def _constructed(self, cls: type, within: tuple[Any, ...]) -> Shape | None:
        """An object by its constructor; None where a required argument is unknown."""
        parameters = constructor_hints(cls)
        if parameters is None:
            return None
        arguments: list[Shape] = []
        fields: dict[str, Shape] = {}
        for parameter in parameters:
            shape = None if parameter.hint is UNKNOWN else self.read(parameter.hint, within)
            if shape is None and parameter.required:
                return None
            if shape is None:
                continue
            if parameter.positional:
                arguments.append(shape)
            else:
                fields[parameter.name] = shape
        try:
            optional = frozenset(each.name for each in parameters if not each.required)
            return Records(reference(cls), tuple(arguments), tuple(fields.items()), optional)
        except ShapeError:
            return None


def _is_required(cls: Any, key: str, hint: Any) -> bool:
    """Whether a TypedDict needs a key; it does not see qualifiers in hints that are text."""
    qualifier = typing.get_origin(hint)
    if qualifier in (typing.Required, typing.NotRequired):
        return qualifier is typing.Required
    return key in cls.__required_keys__


def _original(hint: Any) -> Any:
    """The class that a copied class of the standard library stands for; anything else as it is."""
    if not isinstance(hint, type):
        return hint
    return _ORIGINALS.get((hint.__module__, hint.__qualname__), hint)


def _scalar(hint: Any) -> Callable[[], Shape] | None:
    return _SCALARS[hint] if _known(hint, _SCALARS) else None


def _known(hint: Any, table: Mapping[Any, Any]) -> bool:
    try:
        return hint in table
    except TypeError:  # not hashable
        return False


def _literal(value: Any) -> Shape:
    if isinstance(value, enum.Enum):
        return Members(reference(type(value)), (value.name,))
    return lib.const(value)


def _narrowed(shape: Shape | None, note: Any) -> Shape | None:
    """Apply bounds in the manner of annotated-types: `ge`, `gt`, `le`, `lt`."""
    if not isinstance(shape, Integer | Real):
        return shape
    step = 1 if isinstance(shape, Integer) else 0
    lo, hi = _number(note, "ge"), _number(note, "le")
    above, below = _number(note, "gt"), _number(note, "lt")
    lo = above + step if lo is None and above is not None else lo
    hi = below - step if hi is None and below is not None else hi
    return type(shape)(shape.lo if lo is None else as_formula(lo), shape.hi if hi is None else as_formula(hi))


def _number(note: Any, name: str) -> Number | None:
    value = getattr(note, name, None)
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None
