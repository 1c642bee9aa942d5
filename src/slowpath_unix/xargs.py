"""xargs: a function is applied to the words, or to the lines, that come in.

GNU xargs starts a further command if the words of one exceed 128 KB; here only `count` divides them.
"""

from __future__ import annotations

from collections.abc import Callable

from slowpath_unix.grep import grep


def xargs(lines: list[str], function: Callable[[list[str]], list[str]], *, count: int = 0) -> list[str]:
    """Return the lines that a function gives for all words, or for `count` of them at a time.

    Without words it is called once, as the command would be.
    """
    words: list[str] = []
    for line in lines:
        words += words_of(line)
    if count == 0 or not words:
        return function(words)
    result: list[str] = []
    for start in range(0, len(words), count):
        result += function(words[start : start + count])
    return result


def xargs_each(lines: list[str], function: Callable[[str], list[str]]) -> list[str]:
    """Return the lines that a function gives for each line that is not blank, as `-I` does."""
    result: list[str] = []
    for line in lines:
        start = 0
        while start < len(line) and (line[start] == " " or line[start] == "\t"):
            start += 1
        if start < len(line):
            result += function("".join(words_of(line[start:], blanks=False)))
    return result


def xargs_echo(lines: list[str], *, words: tuple[str, ...] = (), count: int = 0) -> list[str]:
    """Return what `echo` prints for the words: echo takes no options here."""

    def echo(given: list[str]) -> list[str]:
        return [" ".join([*words, *given])]

    return xargs(lines, echo, count=count)


def xargs_grep(
    lines: list[str], *, replaced: str, pattern: str, book: list[str], **options: bool
) -> list[str]:
    """Return the lines of `book` that `grep` finds for each line: it replaces `replaced` in the pattern."""

    def search(item: str) -> list[str]:
        return grep(book, pattern=pattern.replace(replaced, item), **options)

    return xargs_each(lines, search)


def words_of(line: str, *, blanks: bool = True) -> list[str]:
    """Return the words of a line, quotes and backslashes read; one word if blanks do not separate."""
    words: list[str] = []
    word: list[str] = []
    quote = ""
    begun = escaped = False
    for character in line:
        if escaped:
            word.append(character)
            escaped = False
        elif quote:
            if character == quote:
                quote = ""
            else:
                word.append(character)
        elif character == "\\":
            escaped = begun = True
        elif character == "'" or character == '"':
            quote = character
            begun = True
        elif blanks and (character == " " or character == "\t"):
            if begun:
                words.append("".join(word))
            word = []
            begun = False
        else:
            word.append(character)
            begun = True
    if quote:
        raise ValueError(f"a quote {quote} is open at the end of a line")
    if begun:
        words.append("".join(word))
    return words
