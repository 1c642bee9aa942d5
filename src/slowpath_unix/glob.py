"""Patterns of file names: `*`, `?`, `[a-z]`, `[!a]` and escapes."""

from __future__ import annotations

from slowpath_unix.characters import Span, class_spans, has

Piece = tuple[bool, list[Span]]  # characters outside the spans if true, else inside them
ANY: Piece = (True, [])


def pieces_of(pattern: str) -> list[Piece | None]:
    """Return what a pattern asks of each character; None stands for any number of them."""
    pieces: list[Piece | None] = []
    place = 0
    while place < len(pattern):
        character = pattern[place]
        place += 1
        if character == "*":
            pieces.append(None)
        elif character == "?":
            pieces.append(ANY)
        elif character == "[" and bracket_end(pattern, place) > 0:
            end = bracket_end(pattern, place)
            pieces.append(bracket(pattern[place:end]))
            place = end + 1
        else:
            if character == "\\" and place < len(pattern):
                character = pattern[place]
                place += 1
            pieces.append((False, [(character, character)]))
    return pieces


def bracket_end(pattern: str, place: int) -> int:
    """Return where a bracket expression that begins at a place is closed; 0 if it is not."""
    if pattern[place : place + 1] in ("!", "^"):
        place += 1
    if pattern[place : place + 1] == "]":  # a bracket that stands first is a member
        place += 1
    while place < len(pattern) and pattern[place] != "]":
        if pattern.startswith("[:", place) and pattern.find(":]", place) > 0:
            place = pattern.find(":]", place) + 1
        place += 1
    return place if place < len(pattern) else 0


def bracket(text: str) -> Piece:
    """Return what the inside of a bracket expression asks for."""
    negated = text[0] in "!^"
    place = 1 if negated else 0
    spans: list[Span] = []
    while place < len(text):
        if text.startswith("[:", place):
            end = text.find(":]", place)
            spans += class_spans(text[place + 2 : end])
            place = end + 2
            continue
        low = high = text[place]
        place += 1
        if place + 1 < len(text) and text[place] == "-":
            high = text[place + 1]
            place += 2
        spans.append((low, high))
    return negated, spans


def matches(pieces: list[Piece | None], name: str) -> bool:
    """Whether a name fits a pattern. After a mismatch, the last star takes one more character."""
    place = piece = 0
    star = mark = -1
    while place < len(name):
        wanted = pieces[piece] if piece < len(pieces) else (False, [])
        if wanted is None:
            star, mark = piece, place
            piece += 1
        elif has(wanted[1], name[place]) != wanted[0]:
            place += 1
            piece += 1
        elif star >= 0:
            mark += 1
            place, piece = mark, star + 1
        else:
            return False
    while piece < len(pieces) and pieces[piece] is None:
        piece += 1
    return piece == len(pieces)
