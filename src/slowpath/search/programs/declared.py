"""Values that a type hint declares, as a program writes them: one for all rounds, and one for each `i`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import Any

from slowpath.shape.base import Shape
from slowpath.shape.choices import Const, OneOf
from slowpath.shape.hints import shape_of_hint
from slowpath.shape.mappings import Dicts
from slowpath.shape.objects import Members, Records
from slowpath.shape.scalars import Boolean, Integer, Real
from slowpath.shape.sequences import FixedTuple, Sequences
from slowpath.shape.strings import Blob, Text

_DISPLAYS = {"list": "[{}]", "tuple": "({},)", "set": "{{{}}}", "frozenset": "frozenset([{}])"}


def declared_values(hint: Any, names: Mapping[str, Any]) -> list[str]:
    """Return sources of values that a hint allows, with the `names` of a module; none if it tells too
    little."""
    try:
        told = shape_of_hint(hint)
    except Exception:  # a hint may be any object, and looking into it may run its code
        return []
    if told.shape is None or told.assumed:
        return []
    written = (_written(told.shape, names, distinct=distinct) for distinct in (False, True))
    return list(dict.fromkeys(each for each in written if each is not None))


def _written(shape: Shape, names: Mapping[str, Any], *, distinct: bool) -> str | None:
    """A value of a shape, one for each `i` if it is to be `distinct`; None if there is no plain way to write
    it."""

    def inner(each: Shape) -> str | None:
        return _written(each, names, distinct=distinct)

    match shape:
        case OneOf(options=options):
            written = [each for option in options if (each := inner(option)) not in (None, "None")]
            return written[0] if written else None
        case Sequences(of=of, kind=kind) if kind in _DISPLAYS:
            return _filled(_DISPLAYS[kind], [inner(of)])
        case Dicts(keys=keys, values=values, kind="dict"):
            return _filled("{{{}: {}}}", [inner(keys), inner(values)])
        case FixedTuple(parts=parts):
            return _filled(f"({', '.join(['{}'] * len(parts))}{',' * (len(parts) == 1)})", map(inner, parts))
        case Records(ref=ref, arguments=arguments, fields=fields):
            call = _class_name(ref.resolve(), names)
            places = ["{}" for _ in arguments] + [f"{key}={{}}" for key, _ in fields]
            given = [*arguments, *(each for _, each in fields)]
            return None if call is None else _filled(f"{call}({', '.join(places)})", map(inner, given))
        case Members(ref=ref, names=[member, *_]):
            enumeration = _class_name(ref.resolve(), names)
            return None if enumeration is None else f"{enumeration}.{member}"
    return _scalar(shape, distinct=distinct)


def _scalar(shape: Shape, *, distinct: bool) -> str | None:
    match shape:
        case Text():
            return "f'a{i}'" if distinct else "'a'"
        case Blob(kind="bytes"):
            return "b'a%d' % i" if distinct else "b'a'"
        case Boolean():
            return "True"
        case Integer() | Real():
            return _number(shape, distinct=distinct)
        case Const(source=source):
            return source
    return None


def _filled(template: str, parts: Iterable[str | None]) -> str | None:
    """The template with its parts; None if one of them cannot be written."""
    written = list(parts)
    return None if None in written else template.format(*written)


def _number(shape: Integer | Real, *, distinct: bool) -> str | None:
    """A number: 1 if it may be, and counted if nothing bounds it."""
    if distinct and shape.fault(0, None) is None and shape.fault(2**32, None) is None:
        return "i" if isinstance(shape, Integer) else "float(i)"
    if shape.fault(1, None) is None:
        return "1" if isinstance(shape, Integer) else "1.0"
    return None


def _class_name(kind: type | None, names: Mapping[str, Any]) -> str | None:
    """How a module calls a class: by its name, or by the name of another module and its own."""
    name = "" if kind is None else kind.__name__
    if not name or names.get(name) is kind:
        return name or None
    for holder, value in names.items():
        if isinstance(value, ModuleType) and vars(value).get(name) is kind:
            return f"{holder}.{name}"
    return None
