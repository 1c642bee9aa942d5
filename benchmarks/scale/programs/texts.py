"""Programs over text and bytes."""

from __future__ import annotations

WORD = 4  # bytes compared at a time


def compare_and_count(old: list[int], new: list[int]) -> int:
    """Where two blocks of bytes first differ: words are compared first, then the bytes of a word.

    The last word is compared byte by byte in any case.
    """
    place = 0
    while place + WORD < len(old) and old[place : place + WORD] == new[place : place + WORD]:
        place += WORD  # hot
    while place < len(old) and old[place] == new[place]:
        place += 1
    return place


def boyer_moore(text: str, pattern: str = "abc") -> int:
    """The first place of a pattern, by Boyer and Moore's bad characters and good suffixes."""
    length = len(pattern)
    last = {character: place for place, character in enumerate(pattern)}
    shift = _good_suffixes(pattern)
    start = 0
    while start + length <= len(text):
        place = length - 1
        while place >= 0:
            same = pattern[place] == text[start + place]  # hot
            if not same:
                break
            place -= 1
        if place < 0:
            return start
        start += max(shift[place], place - last.get(text[start + place], -1))
    return -1


def _good_suffixes(pattern: str) -> list[int]:
    length = len(pattern)
    shift = []
    for place in range(length):
        step = 1
        while not all(
            at < step or (pattern[at - step] == pattern[at]) == (at != place) for at in range(place, length)
        ):
            step += 1
        shift.append(step)
    return shift


def horspool(text: str, pattern: str = "abc") -> int:
    """The first place of a pattern; only the last character of a window decides how far it moves."""
    length = len(pattern)
    skip = {character: length - 1 - place for place, character in enumerate(pattern[:-1])}
    start = 0
    while start + length <= len(text):
        place = length - 1
        while place >= 0:
            same = pattern[place] == text[start + place]  # hot
            if not same:
                break
            place -= 1
        if place < 0:
            return start
        start += skip.get(text[start + length - 1], length)
    return -1


def naive_match(text: str, pattern: str) -> int:
    for start in range(len(text) - len(pattern) + 1):
        place = 0
        while place < len(pattern) and text[start + place] == pattern[place]:
            place += 1  # hot
        if place == len(pattern):
            return start
    return -1


def pruned_lcs(xs: list[int], ys: list[int]) -> int:
    """The length of the longest common subsequence; a row that is all matched ends the search."""
    before = [0] * (len(ys) + 1)
    for i in range(len(xs)):
        row = [0] * (len(ys) + 1)
        for j in range(len(ys)):
            if xs[i] == ys[j]:
                row[j + 1] = before[j] + 1
            else:
                row[j + 1] = max(row[j], before[j + 1])  # hot
        if row[-1] == len(ys):
            break
        before = row
    return before[-1]
