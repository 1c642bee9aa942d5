"""Replacements: what sub() puts in the place of a match, and what expand() makes of one."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from slowpath.values.text.calls import TEXTUAL
from slowpath.values.text.char import Part, Parts, is_same
from slowpath.values.text.kind import Kind, note
from slowpath.values.text.operations import plain

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


def replacement(source: Any, pattern: re.Pattern[Any], kind: Kind) -> Callable[[Groups], Any]:
    """What makes the text that stands in the place of a match.

    A template that depends on the input is decided to have no backslash, or else is taken as it is.
    """
    if type(source) in TEXTUAL:
        if not any(is_same(part, BACKSLASH) for part in source.parts):
            return lambda group: source
        note("a template that depends on the input", source)
    template = parsed(plain(source), pattern)
    return lambda group: kind.make(_filled(template, group, kind))


def _filled(template: Template, group: Groups, kind: Kind) -> Parts:
    built: list[Part] = []
    for piece in template:
        text = group(piece) if isinstance(piece, int) else piece
        if text is not None:
            built += kind.parts(text)
    return tuple(built)
