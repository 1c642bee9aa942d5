"""grep: the lines in which a pattern matches."""

from __future__ import annotations

import re

from slowpath_unix.posix import is_plain, translated


def grep(
    lines: list[str],
    *,
    pattern: str,
    extended: bool = False,
    fixed: bool = False,
    ignore_case: bool = False,
    invert: bool = False,
    count: bool = False,
) -> list[str]:
    """Return the lines in which the pattern matches, or the others if `invert`; their number if `count`.

    A pattern without operators is looked for character by character; others become patterns of `re`.
    """
    kept: list[str] = []
    if fixed or is_plain(pattern, extended=extended):
        word = lowered(pattern) if ignore_case else pattern
        for line in lines:
            if occurs(word, lowered(line) if ignore_case else line) != invert:
                kept.append(line)
    else:
        flags = re.ASCII | re.IGNORECASE if ignore_case else re.ASCII
        compiled = re.compile(translated(pattern, extended=extended), flags)
        for line in lines:
            if (compiled.search(line) is not None) != invert:
                kept.append(line)
    return [str(len(kept))] if count else kept


def occurs(word: str, line: str) -> bool:
    """Whether a word is part of a line."""
    for start in range(len(line) - len(word) + 1):
        length = 0
        while length < len(word) and line[start + length] == word[length]:
            length += 1
        if length == len(word):
            return True
    return False


def lowered(line: str) -> str:
    """Return a line with the letters A to Z as small ones."""
    result = []
    for character in line:
        if "A" <= character <= "Z":
            character = chr(ord(character) + 32)
        result.append(character)
    return "".join(result)
