"""Sets of characters and a distance of texts: what CharSetUtils and StringUtils of Commons Lang document."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class CharRange:
    """The characters from `start` to `end`, or all others if it is negated."""

    start: str
    end: str
    negated: bool = False

    def __contains__(self, character: str) -> bool:
        return (self.start <= character <= self.end) != self.negated


class CharSet:
    """A set of characters, given by ranges such as `a-e`, `^x` or single characters."""

    def __init__(self, *definitions: str | None) -> None:
        self._ranges: list[CharRange] = []
        for definition in definitions:
            if definition:
                self._ranges.extend(_ranges(definition))

    def contains(self, character: str) -> bool:
        """Tell whether a range has the character."""
        for each in self._ranges:  # loop char-set
            if character in each:
                return True
        return False


def squeeze(text: str | None, *definitions: str) -> str | None:
    """Write characters of the set once where they follow each other. Stands for CharSetUtils.squeeze."""
    if not text or not any(definitions):
        return text
    characters = CharSet(*definitions)
    kept = last = text[0]
    for character in text[1:]:  # loop squeeze
        if character == last and characters.contains(character):
            continue
        kept += character
        last = character
    return kept


def levenshtein_distance(first: str, second: str) -> int:
    """Return how many characters have to be changed, added or left out. Stands for getLevenshteinDistance."""
    if not first or not second:
        return max(len(first), len(second))
    above = list(range(len(first) + 1))
    for row, wanted in enumerate(second, 1):  # loop levenshtein-rows
        current = [row]
        for column, character in enumerate(first, 1):  # loop levenshtein-columns
            changed = above[column - 1] + (character != wanted)
            current.append(min(changed, above[column] + 1, current[column - 1] + 1))
        above = current
    return above[-1]


def _ranges(definition: str) -> Iterator[CharRange]:
    """The ranges of a definition: `^a-c`, `a-c`, `^a` or `a`, one after the other."""
    place = 0
    while place < len(definition):
        negated = definition[place] == "^" and place + 1 < len(definition)
        place += negated
        start = end = definition[place]
        if definition[place + 1 : place + 2] == "-" and place + 2 < len(definition):
            end = definition[place + 2]
            place += 2
        place += 1
        yield CharRange(min(start, end), max(start, end), negated)
