"""Changes of case, and translate(): maps of characters, some to several, some to none.

A character that a method maps to one other stays one character with a map. The few that it maps to several
are told apart: first whether it is any of them, then which.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from slowpath.model.charset import LAST, CharSet
from slowpath.values.text.char import Part, Parts, SymChar, fulfils, is_in, is_same, mapped, reach, settled
from slowpath.values.text.classes import FEW, UNIFORM, CharClass, Image, assigned, image_of
from slowpath.values.text.kind import Model, TextKind, note

SIGMA, FINAL_SIGMA = 0x3A3, 0x3C2  # the only letter whose lower case depends on its place in a word
CASED = tuple(span for span in assigned() if span not in UNIFORM)  # no others have case

Change = Callable[[str], str]  # what becomes of one character


class Effect:
    """What becomes of the characters of a class: those of `several` become not one, the others by `image`."""

    __slots__ = ("image", "several")

    def __init__(self, image: Image, several: CharClass) -> None:
        self.image = image
        self.several = several


@lru_cache(maxsize=256)
def effect(change: Change, domain: CharClass) -> Effect:
    """What a change does to the characters of a domain."""
    if len(domain.chars) > FEW:
        return _effect_on_all(change)
    return _effect(change, map(ord, domain.chars))


@lru_cache(maxsize=16)
def _effect_on_all(change: Change) -> Effect:
    return _effect(change, (code for first, last in CASED for code in range(first, last + 1)))


def _effect(change: Change, codes: Iterable[int]) -> Effect:
    characters = list(map(chr, codes))
    pairs = [pair for pair in zip(characters, map(change, characters), strict=True) if pair[0] != pair[1]]
    several = CharSet.of(character for character, to in pairs if len(to) != 1)
    table = tuple([(ord(character), ord(to)) for character, to in pairs if len(to) == 1])
    return Effect(image_of(table), CharClass(several))


def changed(part: Part, change: Change, done: Effect | None = None) -> Parts:
    """What a change makes of a character; `done` tells its effect where it is known."""
    if not isinstance(part, SymChar):
        return tuple(map(ord, change(chr(part))))
    done = done or effect(change, reach(part))
    if done.several.chars and is_in(part, done.several):
        return tuple(map(ord, change(chr(settled(part, done.several)))))
    return (mapped(part, done.image),)


# -- text ------------------------------------------------------------------------------------------------


def lower(kind: TextKind, plain: Any, self: Any) -> Any:
    parts = kind.parts(self)
    return kind.make([to for place in range(len(parts)) for to in _lowered(parts, place)])


def upper(kind: TextKind, plain: Any, self: Any) -> Any:
    return kind.make([to for part in kind.parts(self) for to in changed(part, str.upper)])


def casefold(kind: TextKind, plain: Any, self: Any) -> Any:
    return kind.make([to for part in kind.parts(self) for to in changed(part, str.casefold)])


def capitalize(kind: TextKind, plain: Any, self: Any) -> Any:
    parts = kind.parts(self)
    rest = [to for place in range(1, len(parts)) for to in _lowered(parts, place)]
    return kind.make([*changed(parts[0], str.title), *rest])


def swapcase(kind: TextKind, plain: Any, self: Any) -> Any:
    parts = kind.parts(self)
    built: list[Part] = []
    for place, part in enumerate(parts):
        sigma = _is_sigma(part)
        built += _lowered(parts, place) if sigma else changed(part, str.swapcase)
    return kind.make(built)


def title(kind: TextKind, plain: Any, self: Any) -> Any:
    parts = kind.parts(self)
    built: list[Part] = []
    inside = False
    for place, part in enumerate(parts):
        built += _lowered(parts, place) if inside else changed(part, str.title)
        inside = fulfils(part, _is_cased)
    return kind.make(built)


def _is_cased(character: str) -> bool:
    """Whether a letter behind it is inside a word: str.title() tells."""
    return (character + "a").title()[-1] == "a"


def _is_sigma(part: Part) -> bool:
    return is_same(part, SIGMA)


def _lowered(parts: Parts, place: int) -> Parts:
    """The lower case of a character; that of sigma depends on what stands around it."""
    part = parts[place]
    if _is_sigma(part):
        return (FINAL_SIGMA if _ends_word(parts, place) else ord("σ"),)
    return changed(part, str.lower)


def _ends_word(parts: Parts, place: int) -> bool:
    before = _first_visible(parts[:place][::-1])
    if before is None or not fulfils(before, _precedes_final):
        return False
    behind = _first_visible(parts[place + 1 :])
    return behind is None or not fulfils(behind, _precedes_final)


def _first_visible(parts: Parts) -> Part | None:
    """The first character that counts when words are looked for."""
    return next((part for part in parts if not fulfils(part, _is_ignored)), None)


def _precedes_final(character: str) -> bool:
    return (character + "Σ").lower()[-1] == "ς"


def _is_ignored(character: str) -> bool:
    return ("a" + character + "Σ").lower()[-1] == "ς" and not _precedes_final(character)


# -- bytes -----------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _byte_change(name: str) -> Change:
    method = getattr(bytes, name)

    def change(character: str) -> str:
        if ord(character) > 255:
            return character
        changed: str = method(bytes([ord(character)])).decode("latin-1")
        return changed

    return change


def _each_byte(name: str) -> Model:
    def model(kind: TextKind, plain: Any, self: Any) -> Any:
        return kind.make([to for part in kind.parts(self) for to in changed(part, _byte_change(name))])

    return model


def capitalize_bytes(kind: TextKind, plain: Any, self: Any) -> Any:
    parts = kind.parts(self)
    rest = [to for part in parts[1:] for to in changed(part, _byte_change("lower"))]
    return kind.make([*changed(parts[0], _byte_change("upper")), *rest])


def title_bytes(kind: TextKind, plain: Any, self: Any) -> Any:
    built: list[Part] = []
    inside = False
    for part in kind.parts(self):
        built += changed(part, _byte_change("lower" if inside else "upper"))
        inside = fulfils(part, kind.predicate("isalpha"))
    return kind.make(built)


# -- translate -------------------------------------------------------------------------------------------


def translate(kind: TextKind, plain: Any, self: Any, table: Any) -> Any:
    """str.translate() by a dict; any other table is asked the concrete characters."""
    if type(table) is str:
        entries: dict[int, str | None] = dict(enumerate(table))
    elif isinstance(table, dict) and _is_told(table):
        entries = {
            key: _entry(value) for key, value in dict.items(table) if type(key) is int and 0 <= key <= LAST
        }
    else:
        note("translate() by a table of another kind", self)
        return plain
    change, done = _translation(tuple(entries.items()))
    return kind.make([to for part in kind.parts(self) for to in changed(part, change, done)])


def _is_told(table: dict[Any, Any]) -> bool:
    """Tell whether the entries of a table are all that it says, and do not depend on the input."""
    from slowpath.values.recording import DICTS

    kind = type(table)
    own = kind.__getitem__ is dict.__getitem__ and not hasattr(kind, "__missing__")
    if not own and kind not in (DICTS[dict], DICTS[OrderedDict]):
        return False
    return not any(hasattr(each, "trace") for pair in dict.items(table) for each in pair)


def _entry(value: Any) -> str | None:
    return chr(value) if isinstance(value, int) else value if value is None else str(value)


@lru_cache(maxsize=256)
def _translation(entries: tuple[tuple[int, str | None], ...]) -> tuple[Change, Effect]:
    """The change that a table makes, and its effect on all characters."""
    table = {chr(code): to or "" for code, to in entries}

    def change(character: str) -> str:
        return table.get(character, character)

    return change, _effect(change, map(ord, table))


def translate_bytes(kind: TextKind, plain: Any, self: Any, table: Any, /, delete: Any = b"") -> Any:
    entries: dict[int, str | None] = (
        dict(enumerate(bytes(table).decode("latin-1"))) if table is not None else {}
    )
    entries |= dict.fromkeys(bytes(delete))
    change, done = _translation(tuple(entries.items()))
    return kind.make([to for part in kind.parts(self) for to in changed(part, change, done)])


TEXT_CASE: Mapping[str, Model] = {
    "lower": lower,
    "upper": upper,
    "casefold": casefold,
    "capitalize": capitalize,
    "swapcase": swapcase,
    "title": title,
    "translate": translate,
}
BYTE_CASE: Mapping[str, Model] = {
    **{name: _each_byte(name) for name in ("lower", "upper", "swapcase")},
    "capitalize": capitalize_bytes,
    "title": title_bytes,
    "translate": translate_bytes,
}

__all__ = ["BYTE_CASE", "TEXT_CASE"]
