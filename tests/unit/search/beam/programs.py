"""Targets of beams."""

from __future__ import annotations


def insertion(xs: list[int]) -> list[int]:
    for i in range(1, len(xs)):
        x, j = xs[i], i - 1
        while j >= 0 and xs[j] > x:
            xs[j + 1] = xs[j]
            j -= 1
        xs[j + 1] = x
    return xs


def total(xs: list[int]) -> int:
    return sum(xs)


def hoard(flags: list[bool]) -> int:
    """A flag costs memory, its absence time."""
    kept = []
    steps = 0
    for flag in flags:
        if flag:
            kept.append([0] * 1000)
        else:
            for _ in range(2000):
                steps += 1
    return steps + len(kept)


def unclosed(text: str) -> int:
    place = 0
    while place < len(text):
        if text[place] == "<":
            end = place + 1
            while end < len(text) and text[end] != ">":
                end += 1
            place = end if end < len(text) else place
        place += 1
    return place


def quick(xs: list[int]) -> list[int]:
    """The first of a part is its pivot."""
    parts = [(0, len(xs) - 1)]
    while parts:
        low, high = parts.pop()
        pivot, boundary = xs[low], low
        for place in range(low + 1, high + 1):
            if xs[place] < pivot:
                boundary += 1
                xs[boundary], xs[place] = xs[place], xs[boundary]
        xs[low], xs[boundary] = xs[boundary], xs[low]
        parts += [part for part in ((low, boundary - 1), (boundary + 1, high)) if part[0] < part[1]]
    return xs


def within(xs: list[int]) -> int:
    """How many are 0, after the first is found to be."""
    if xs[0] > 0 or xs[0] < 0:
        return -1
    return sum(1 for x in xs if x == 0)


def search(text: str, pattern: str) -> int:
    for start in range(len(text) - len(pattern) + 1):
        place = 0
        while place < len(pattern) and text[start + place] == pattern[place]:
            place += 1
        if place == len(pattern):
            return start
    return -1
