"""Lists of places as `cut` takes them: `2`, `1,4-6`, `-3`, `5-`."""

from __future__ import annotations

Range = tuple[int, int]  # first and last place, counted from 1; the last is 0 if there is none


def ranges_of(text: str) -> list[Range]:
    """Return the ranges of a list, in its order."""
    return [range_of(part, text) for part in text.split(",")]


def range_of(part: str, text: str) -> Range:
    """Return one range of a list."""
    first, dash, last = part.partition("-")
    if not all(end == "" or (end.isascii() and end.isdigit()) for end in (first, last)) or part in ("", "-"):
        raise ValueError(f"{text!r} is no list of places; write 2, 1,4-6, -3 or 5-")
    low = int(first) if first else 1
    high = (int(last) if last else 0) if dash else low
    if low == 0 or (last and high < low):
        raise ValueError(f"{part!r} is no range: places count from 1, and the first is not behind the last")
    return low, high


def holds(ranges: list[Range], place: int) -> bool:
    """Whether a place is in one of the ranges."""
    for low, high in ranges:
        if low <= place and (high == 0 or place <= high):
            return True
    return False
