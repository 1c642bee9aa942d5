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
