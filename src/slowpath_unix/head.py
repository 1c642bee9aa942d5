"""head: the first lines."""

from __future__ import annotations


def head(text: str, *, count: int = 10) -> str:
    """Return the first `count` lines of a text."""
    seen = 0
    for place in range(len(text)):
        if seen == count:
            return text[:place]
        if text[place] == "\n":
            seen += 1
    return text


def head_lines(lines: list[str], *, count: int = 10) -> list[str]:
    """Return the first `count` lines."""
    result: list[str] = []
    for line in lines:
        if len(result) == count:
            break
        result.append(line)
    return result
