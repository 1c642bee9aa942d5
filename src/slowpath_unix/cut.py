"""cut: some fields or some characters of each line."""

from __future__ import annotations

from slowpath_unix.ranges import Range, holds, ranges_of


def cut(
    lines: list[str],
    *,
    fields: str = "",
    characters: str = "",
    delimiter: str = "\t",
    only_delimited: bool = False,
) -> list[str]:
    """Return the chosen parts of each line, in the order of the line.

    A line without the delimiter is kept whole, unless `only_delimited`.
    """
    if (fields == "") == (characters == ""):
        raise ValueError("cut needs a list of fields or a list of characters, and not both")
    if len(delimiter) != 1:
        raise ValueError(f"the delimiter of cut is one character, not {delimiter!r}")
    chosen = ranges_of(fields or characters)
    if characters:
        return [chosen_characters(line, chosen) for line in lines]
    result: list[str] = []
    for line in lines:
        if delimiter not in line:
            if not only_delimited:
                result.append(line)
        else:
            result.append(chosen_fields(line, delimiter, chosen))
    return result


def chosen_characters(line: str, chosen: list[Range]) -> str:
    """Return the characters of a line at the chosen places."""
    kept = []
    for place in range(len(line)):
        if holds(chosen, place + 1):
            kept.append(line[place])
    return "".join(kept)


def chosen_fields(line: str, delimiter: str, chosen: list[Range]) -> str:
    """Return the chosen fields of a line, joined by the delimiter."""
    kept = []
    start, number = 0, 1
    for place in range(len(line) + 1):
        if place == len(line) or line[place] == delimiter:
            if holds(chosen, number):
                kept.append(line[start:place])
            start, number = place + 1, number + 1
    return delimiter.join(kept)
