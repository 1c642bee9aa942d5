"""Text, bytes and lists that repeat themselves: `prefix + pump + suffix` of an exact length."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from slowpath.scaling.pattern.orders import bracketed

MOST_ENDS = 3  # items of a prefix, and of a suffix: small inputs have about 5 items in all
MOST_PERIOD = 4  # items that repeat: a small input of 5 items shows no longer period

Write = Callable[[Sequence[Any]], str]  # the source of some items


def repeated(items: Sequence[Any], length: str, write: Write) -> Iterator[str]:
    """Expressions of a length that give these items; those with the shortest ends come first."""
    ends = [(before, behind) for before in range(MOST_ENDS + 1) for behind in range(MOST_ENDS + 1)]
    for before, behind in sorted(ends, key=lambda each: (sum(each), each)):
        middle = items[before : len(items) - behind]
        for period in range(1, MOST_PERIOD + 1):
            if len(middle) >= max(2, period + 1) and _repeats(middle, period):
                yield _written(items, before, behind, period, length, write)
                break


def _repeats(items: Sequence[Any], period: int) -> bool:
    return all(items[place] == items[place - period] for place in range(period, len(items)))


def _written(items: Sequence[Any], before: int, behind: int, period: int, length: str, write: Write) -> str:
    ends = before + behind
    count = f"{length} - {ends}" if ends else length
    pump = write(items[before : before + period])
    if period > 1:
        middle = f"({pump} * {bracketed(length)})[:{count}]"
    else:
        middle = f"{pump} * {bracketed(count)}"
    parts = [middle]
    if before:
        parts.insert(0, write(items[:before]))
    if behind:
        parts.append(write(items[len(items) - behind :]))
    return " + ".join(parts)
