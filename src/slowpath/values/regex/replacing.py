"""sub() and subn() where the text, or what replaces matches in it, depends on the input."""

from __future__ import annotations

import re
from typing import Any

from slowpath.counting.regex.machine import Mode, Spans
from slowpath.errors import BudgetExceeded
from slowpath.values.items import settled
from slowpath.values.regex.match import kind_of
from slowpath.values.regex.scanning import AFTERWARDS, PatternCall, Scan, is_symbolic
from slowpath.values.regex.template import decide, replacement
from slowpath.values.text.char import Part
from slowpath.values.text.kind import checked
from slowpath.values.text.operations import plain

Piece = tuple[tuple[int, int], Any]  # where a match is, and what comes in its place


def sub(call: PatternCall) -> Any:
    """`pattern.sub(repl, string, count)`"""
    return _replaced(call, False)


def subn(call: PatternCall) -> Any:
    """`pattern.subn(repl, string, count)`"""
    return _replaced(call, True)


def _replaced(call: PatternCall, counting: bool) -> Any:
    """What sub() gives, or with `counting` subn()."""
    most = settled(call.given.get("count", 0))
    string = call.given["string"]
    scan = call.scan() if is_symbolic(string) else None
    decide(call.given["repl"])
    if callable(call.given["repl"]):
        result, pieces = _by_calls(call, scan, most)
    elif scan is not None:
        result, pieces = _by_template(call, scan, most)
    else:
        result, pieces = _in_plain_text(call, most)
    text = string if scan is None else scan.text
    made = _joined(text, pieces)
    return checked((made, len(pieces)) if counting else made, result, "sub()", text, *_replacements(pieces))


def _by_calls(call: PatternCall, scan: Scan | None, most: int) -> tuple[Any, list[Piece]]:
    """The interpreter finds the matches in the plain text, and asks for each replacement once."""
    repl = call.given["repl"]
    pieces: list[Piece] = []

    def replaced(found: re.Match[Any]) -> Any:
        made = repl(found if scan is None else scan.match(found, scan.next(Mode.SEARCH)))
        pieces.append((found.span(), made))
        return plain(made)

    try:
        result = call.native(replaced)
    except BudgetExceeded:
        if scan is not None:
            scan.next(Mode.SEARCH, AFTERWARDS)
        raise
    if scan is not None and scan.start <= scan.end and (not most or len(pieces) < most):
        scan.next(Mode.SEARCH)
    return result, pieces


def _by_template(call: PatternCall, scan: Scan, most: int) -> tuple[Any, list[Piece]]:
    result = call.performed(lambda again: again.follow(most))
    make = replacement(call.given["repl"], scan.pattern, scan.kind)

    def piece(spans: Spans) -> Piece:
        return spans[0], make(lambda group: scan.piece(spans[group]))

    return result, [piece(spans) for spans in scan.all(most)]


def _in_plain_text(call: PatternCall, most: int) -> tuple[Any, list[Piece]]:
    """The replacement alone depends on the input."""
    result = call.native()
    pattern, string = call.pattern(), call.given["string"]
    make = replacement(call.given["repl"], pattern, kind_of(string))
    pieces: list[Piece] = []
    for found in pattern.finditer(string) if most >= 0 else ():
        if most and len(pieces) >= most:
            break
        pieces.append((found.span(), make(found.group)))
    return result, pieces


def _replacements(pieces: list[Piece]) -> list[Any]:
    return [made for _, made in pieces]


def _joined(text: Any, pieces: list[Piece]) -> Any:
    """A text with some pieces replaced; None stands for nothing."""
    if not pieces:
        return text
    kind = kind_of(text)
    parts = kind.parts(text)
    built: list[Part] = []
    last = 0
    for (start, end), made in pieces:
        built += parts[last:start]
        built += kind.parts(made) if made is not None else ()
        last = end
    built += parts[last:]
    return kind.make(built)
