"""uniq: neighbours that are equal become one line."""

from __future__ import annotations


def uniq(lines: list[str], *, count: bool = False, repeated: bool = False) -> list[str]:
    """Return one line for each run of equal lines: with its length if `count`.

    If `repeated`, a run of one line is left out.
    """
    result: list[str] = []
    place = 0
    while place < len(lines):
        line = lines[place]
        end = place + 1
        while end < len(lines) and lines[end] == line:
            end += 1
        if not repeated or end - place > 1:
            result.append(f"{end - place:7d} {line}" if count else line)
        place = end
    return result
