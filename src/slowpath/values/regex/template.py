"""Replacements: what sub() puts in the place of a match, and what expand() makes of one."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from slowpath.values.text.calls import TEXTUAL
from slowpath.values.text.char import Part, Parts, is_same, values_of
from slowpath.values.text.kind import TextKind
from slowpath.values.text.operations import plain
from slowpath.values.text.templates import tell

BACKSLASH = ord("\\")

Template = tuple[Any, ...]  # pieces of text, and numbers of groups


@lru_cache(maxsize=256)
def parsed(source: Any, pattern: re.Pattern[Any]) -> Template:
    """The pieces of a plain template that the interpreter accepts."""
    from re import _parser  # type: ignore[attr-defined]

    found = _parser.parse_template(source, pattern)
    if sys.version_info >= (3, 12):
        return tuple(each for each in found if each != source[:0])
    groups, literals = found
    pieces = list(literals)
    for place, group in groups:
        pieces[place] = group
    return tuple(pieces)


Groups = Callable[[int], Any]  # the text of a group, or None


def decide(source: Any) -> None:
    """Decide where the first backslash of a template is that depends on the input, and all behind it."""
    parts = source.parts if type(source) in TEXTUAL else ()
    for place, part in enumerate(parts):
        if is_same(part, BACKSLASH):
            for each in parts[place + 1 :]:
                tell(each)
            return


def replacement(source: Any, pattern: re.Pattern[Any], kind: TextKind) -> Callable[[Groups], Any]:
    """What makes the text that stands in the place of a match, by a template that is decided."""
    literal = _literal(source)
    if literal == len(source) and type(source) in TEXTUAL:
        return lambda group: source
    template = (source[:literal], *parsed(plain(source)[literal:], pattern))
    return lambda group: kind.make(_filled(template, group, kind))


def _literal(source: Any) -> int:
    """How much of a template stands for itself."""
    if type(source) not in TEXTUAL:
        return 0
    codes = values_of(source.parts)
    return codes.index(BACKSLASH) if BACKSLASH in codes else len(codes)


def _filled(template: Template, group: Groups, kind: TextKind) -> Parts:
    built: list[Part] = []
    for piece in template:
        text = group(piece) if isinstance(piece, int) else piece
        if text is not None:
            built += kind.parts(text)
    return tuple(built)
