"""Texts that are cut from the front, put together piece by piece, or matched by a pattern made each time."""

from __future__ import annotations

import re


def words(text: str) -> list[str]:
    """Return the words of a text, which single spaces separate."""
    found: list[str] = []
    while text:
        space = text.find(" ")
        if space < 0:
            space = len(text)
        found.append(text[:space])
        text = text[space + 1 :]
    return found


def blocks(data: bytes, size: int = 4) -> list[bytes]:
    """Return the data in blocks of some bytes; the last one may be shorter."""
    found: list[bytes] = []
    while data:
        found.append(data[:size])
        data = data[size:]
    return found


def expanded(text: str) -> str:
    """Return a text in which `a3` stands for `aaa`; a letter and a digit follow each other."""
    parts: list[str] = []
    while len(text) >= 2:
        parts.append(text[0] * int(text[1]))
        text = text[2:]
    return "".join(parts)


def leading(text: str, letter: str = "a") -> int:
    """Return how often a letter stands at the start of a text."""
    count = 0
    while text.startswith(letter):
        text = text[1:]
        count += 1
    return count


def without_leading(items: list[int], value: int = 0) -> list[int]:
    """Return the items without those at the start that have a value."""
    while items and items[0] == value:
        items = items[1:]
    return items


def reversed_lines(lines: list[str]) -> str:
    """Return the lines as a text, the last line first."""
    text = ""
    for line in lines:
        text = line + "\n" + text
    return text


def packed(values: list[int]) -> bytes:
    """Return each value as two bytes."""
    data = b""
    for value in values:
        data += bytes([value % 256, value // 256 % 256])
    return data


def as_tuple(items: list[int]) -> tuple[int, ...]:
    """Return twice each item, as a tuple."""
    result: tuple[int, ...] = ()
    for item in items:
        result += (2 * item,)
    return result


def flat(lists: list[list[int]]) -> list[int]:
    """Return the items of all lists as one list."""
    return sum(lists, [])


class Transcript:
    """A text that is written line by line."""

    def __init__(self) -> None:
        self.text = ""

    def write_all(self, lines: list[str]) -> str:
        """Add lines at the end, and return the whole text."""
        for line in lines:
            self.text += line + "\n"
        return self.text


def mentioned(lines: list[str], names: list[str]) -> list[str]:
    """Return the lines in which one of the names stands."""
    return [line for line in lines if re.search("|".join(map(re.escape, names)), line)]


def masked(lines: list[str], secrets: list[str]) -> list[str]:
    """Return the lines with `*` in the place of each secret."""
    result: list[str] = []
    for line in lines:
        pattern = re.compile("|".join(re.escape(each) for each in secrets))
        result.append(pattern.sub("*", line))
    return result


def fields(lines: list[str], separators: str) -> list[list[str]]:
    """Return each line in pieces, cut at any of the separators."""
    return [re.split("[" + re.escape(separators) + "]", line) for line in lines]


def known_words(candidates: list[str], text: str) -> int:
    """Return how many candidates are words of a text, in any case."""
    return sum(1 for each in candidates if each.lower() in text.lower().split())


def characters_at(text: str, wanted: list[int]) -> list[str]:
    """Return the characters at some places of a text."""
    return [list(text)[place] for place in wanted]


def allowed(requests: list[str], allowed_names: list[str]) -> list[str]:
    """Return the requests that are allowed."""
    return [each for each in requests if each in set(allowed_names)]


def selected_lines(text: str, numbers: list[int]) -> list[str]:
    """Return some lines of a text by their numbers."""
    return [text.split("\n")[number] for number in numbers]
