"""The ways to make a short text as long as one likes: repeat it, a stretch of it, or its two halves."""

from __future__ import annotations

import re
from collections.abc import Iterator

from slowpath.recipe.numbered import Numbered
from slowpath.recipe.part import PartKind, Pumped

_STRETCH = 4  # tokens of a stretch that is repeated: a tag, a quoted word, a pair
_NUMBERED = 3  # words of a text that get a number, one at a time: names are among the first
_BETWEEN = ("", "\n", ",", " ")  # what separates pieces: nothing, lines, items, words
_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")


def pumps(kind: PartKind, text: str) -> Iterator[Pumped]:
    """Yield the text repeated whole, as a line, by a stretch of its tokens, and with what opens and what
    closes apart."""
    tokens = _TOKEN.findall(text)
    yield Pumped(kind, ("", text, "", "", ""))
    if not text.endswith("\n"):
        yield Pumped(kind, ("", f"{text}\n", "", "", ""))
    for length in range(1, min(_STRETCH, len(tokens) - 1) + 1):
        for start in range(len(tokens) - length + 1):
            before, pump = "".join(tokens[:start]), "".join(tokens[start : start + length])
            yield Pumped(kind, (before, pump, "", "", "".join(tokens[start + length :])))
    for place in range(1, len(tokens)):
        yield Pumped(kind, ("", "".join(tokens[:place]), "", "".join(tokens[place:]), ""))


def numberings(kind: PartKind, text: str) -> Iterator[Numbered]:
    """Yield the text, or a stretch of its tokens, repeated with another number behind one of its words.

    Marks without a word, such as "&" or "<>", have the number in front, between them or behind.
    """
    tokens = _TOKEN.findall(text)
    places = [place for place, token in enumerate(tokens) if token[0].isalnum()]
    if not places:
        for place in range(min(len(tokens), _NUMBERED) + 1):
            yield Numbered(kind, ("", "".join(tokens[:place]), "".join(tokens[place:]), ""))
    for place in places[:_NUMBERED]:
        word = "" if tokens[place].isdigit() else tokens[place]
        for start, end in _stretches(place, len(tokens)):
            prefix, suffix = "".join(tokens[:start]), "".join(tokens[end:])
            before, after = "".join(tokens[start:place]) + word, "".join(tokens[place + 1 : end])
            for between in _BETWEEN:
                yield Numbered(kind, (prefix, before, after + between, suffix))


def _stretches(place: int, length: int) -> Iterator[tuple[int, int]]:
    """All tokens, then the shorter stretches around a place: where they start and end."""
    yield 0, length
    for start in range(max(0, place - _STRETCH + 1), place + 1):
        for end in range(place + 1, min(start + _STRETCH, length) + 1):
            if end - start < length:
                yield start, end
