"""Symbolic text."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

from slowpath.values.integer import SymInt
from slowpath.values.text.case import TEXT_CASE
from slowpath.values.text.char import Part, Parts, trace_of
from slowpath.values.text.coding import encode, transcoded
from slowpath.values.text.figures import Unmodelled, decimal, specified
from slowpath.values.text.formatting import Fields, filled, is_printable_ascii, padded, percent, quoted
from slowpath.values.text.kind import TextKind, checked, modelled, note, text_of, text_predicate
from slowpath.values.text.predicates import PREDICATES, TEXT_PREDICATES
from slowpath.values.text.shared import SHARED, join
from slowpath.values.text.symbolic import SymChars


class SymStr(SymChars, str):
    """A str some of whose characters depend on the input."""

    __class__ = property(lambda self: str)

    def _item(self, part: Part) -> Any:
        return chr(part) if type(part) is int else SymStr((part,), self.trace)

    def __radd__(self, other: Any) -> Any:
        if not isinstance(other, str):
            return NotImplemented
        return text(parts_of(other) + self.parts)

    def __str__(self) -> str:
        return self

    def __repr__(self) -> Any:
        return checked(text(quoted(self.parts)), str.__repr__(self), "repr()", self)

    def __format__(self, specification: str) -> Any:
        plain = str.__format__(self, specification)  # raises where Python does
        try:
            return checked(text(padded(self.parts, str(specification))), plain, "format()", self)
        except Unmodelled:
            self.trace.give_up("format()")
            return plain

    def encode(self, encoding: Any = "utf-8", errors: Any = "strict") -> Any:
        from slowpath.values.blob import blob

        return modelled(TEXT, "encode", transcoded(encode, blob, encoding, errors))(self, encoding, errors)

    def format(self, /, *arguments: Any, **names: Any) -> Any:
        return fill(self, arguments, names)

    def format_map(self, mapping: Any) -> Any:
        return fill(self, None, mapping)

    def __mod__(self, values: Any) -> Any:
        return NotImplemented if answers_first(values) else by_percent(self, values)

    def __rmod__(self, template: Any) -> Any:
        return by_percent(template, self) if isinstance(template, str) else NotImplemented

    def join(self, items: Any) -> Any:
        return joined(self, items)


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


def shown(value: Any, conversion: str | None, specification: str) -> Parts:
    """The characters of a value in an f-string, a str.format() or behind a %."""
    if conversion is not None:
        value = converted(value, conversion)
    if type(value) is SymInt:
        try:
            return specified(value, specification)
        except Unmodelled:
            value.trace.give_up("text of a number", 1)
    if not specification and issubclass(type(value), CONTAINERS):
        value = converted(value, "s")
    return parts_of(format(value, specification))


CONTAINERS: tuple[Any, ...] = (list, tuple, dict, set, frozenset, deque)


def converted(value: Any, conversion: str) -> Any:
    """The text of a value by a conversion: s, r or a."""
    if conversion not in "sra":
        raise Unmodelled
    if type(value) is SymInt:
        return text(decimal(value))
    if conversion == "a":
        return to_ascii(value)
    from slowpath.values.text.calls import to_repr, to_str

    return to_str(value) if conversion == "s" else to_repr(value)


def to_ascii(value: Any) -> Any:
    """`ascii(x)`"""
    if type(value) is not SymStr:
        return ascii(value)
    return checked(
        text(quoted(value.parts, is_printable_ascii)), ascii(text_of(value.parts)), "ascii()", value
    )


def fill(template: str, arguments: tuple[Any, ...] | None, names: Mapping[str, Any]) -> Any:
    """`template.format(*arguments, **names)`; without arguments, `template.format_map(names)`."""
    parts = parts_of(template)
    try:
        return text(tuple(filled(parts, Fields(arguments, names), shown)))
    except (Unmodelled, ValueError):
        plain = text_of(parts)
        made = plain.format_map(names) if arguments is None else plain.format(*arguments, **names)
        note("str.format()", template, *(arguments or ()), *getattr(names, "values", tuple)())
        return made


def by_percent(template: str, values: Any) -> Any:
    """`template % values`"""
    parts = parts_of(template)
    try:
        return text(tuple(percent(parts, values, shown)))
    except (Unmodelled, ValueError, TypeError):
        made = str.__mod__(text_of(parts), values)
        note("the % operator", template, *(values if isinstance(values, tuple) else (values,)))
        return made


def answers_first(values: Any) -> bool:
    """Tell whether the right operand of `template % values` is a text whose class has its own say."""
    kind: Any = type(values)
    plain = vars(str)["__rmod__"]
    return issubclass(kind, str) and kind not in (str, SymStr) and kind.__rmod__ is not plain


def joined(separator: str, items: Any) -> Any:
    """`separator.join(items)`"""
    taken = items if type(items) in (list, tuple) else list(items)
    plain = str.__str__(separator).join(taken)
    if len(taken) == 1 and type(taken[0]) is str:
        return plain
    if type(separator) is not SymStr and SymStr not in map(type, taken):
        return plain
    return checked(join(TEXT, plain, separator, taken), plain, "join()", separator, *taken)


def _is_break(character: str) -> bool:
    return bool(character) and character.splitlines() == [""]


TEXT = SymStr._kind = TextKind("text", str, text_of, text, parts_of, is_symbolic, text_predicate, _is_break)

for _name, _model in {**SHARED, **PREDICATES, **TEXT_PREDICATES, **TEXT_CASE}.items():
    setattr(SymStr, _name, modelled(TEXT, _name, _model))

SymStr.__name__ = SymStr.__qualname__ = "str"

__all__ = ["TEXT", "SymStr", "text"]
