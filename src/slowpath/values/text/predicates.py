"""isalpha(), isdigit(), istitle() and their like."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from slowpath.values.text.char import fulfils
from slowpath.values.text.kind import Model, TextKind


def _each(name: str) -> Model:
    """A predicate that asks each character the same, up to the first that fails."""

    def model(kind: TextKind, plain: Any, self: Any) -> bool:
        parts = kind.parts(self)
        if not parts:
            return bool(plain)
        test = kind.predicate(name)
        return all(fulfils(part, test) for part in parts)

    return model


def islower(kind: TextKind, plain: Any, self: Any) -> bool:
    """`text.islower()`"""
    return _has_case(kind, self, kind.predicate("islower"), _is_high)


def isupper(kind: TextKind, plain: Any, self: Any) -> bool:
    """`text.isupper()`"""
    return _has_case(kind, self, kind.predicate("isupper"), _is_low)


def _has_case(kind: TextKind, self: Any, wanted: Any, other: Any) -> bool:
    """Some character has the case wanted and none has another."""
    found = False
    for part in kind.parts(self):
        if fulfils(part, wanted):
            found = True
        elif fulfils(part, other[kind.base is bytes]):
            return False
    return found


def _upper_or_title(character: str) -> bool:
    return character.isupper() or character.istitle()


def _lower_or_title(character: str) -> bool:
    return character.islower() or (character.istitle() and not character.isupper())


def _upper_byte(character: str) -> bool:
    return "A" <= character <= "Z"


def _lower_byte(character: str) -> bool:
    return "a" <= character <= "z"


_is_high = (_upper_or_title, _upper_byte)
_is_low = (_lower_or_title, _lower_byte)


def istitle(kind: TextKind, plain: Any, self: Any) -> bool:
    """`text.istitle()`: each run of cased characters begins with the only upper one."""
    blob = kind.base is bytes
    cased = found = False
    for part in kind.parts(self):
        if fulfils(part, _is_high[blob]):
            if cased:
                return False
            cased = found = True
        elif fulfils(part, kind.predicate("islower")):
            if not cased:
                return False
            found = True
        else:
            cased = False
    return found


def isidentifier(kind: TextKind, plain: Any, self: Any) -> bool:
    """`text.isidentifier()`"""
    parts = kind.parts(self)
    if not parts or not fulfils(parts[0], str.isidentifier):
        return False
    return all(fulfils(part, _continues) for part in parts[1:])


def _continues(character: str) -> bool:
    return ("a" + character).isidentifier()


PREDICATES: Mapping[str, Model] = {
    **{name: _each(name) for name in ("isalpha", "isalnum", "isdigit", "isspace", "isascii")},
    "islower": islower,
    "isupper": isupper,
    "istitle": istitle,
}
TEXT_PREDICATES: Mapping[str, Model] = {
    **{name: _each(name) for name in ("isdecimal", "isnumeric", "isprintable")},
    "isidentifier": isidentifier,
}
