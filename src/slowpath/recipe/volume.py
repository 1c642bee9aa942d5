"""How much an input holds, whatever its shape: a cost in proportion to that is no surprise."""

from __future__ import annotations

import io
from collections import deque
from pathlib import PurePath
from typing import Any

from slowpath.files import held
from slowpath.model.slot import RunValues

_WORD = 64  # bits of a number that count as one
_MOST = 1_000_000  # beyond this nothing is counted: such a thing swells


def volume(inputs: RunValues) -> int:
    """Return the characters, items and words of numbers in some values, all levels together."""
    waiting: list[Any] = list(inputs.values())
    total = 0
    while waiting and total < _MOST:
        value = waiting.pop()
        match value:
            case str() | PurePath() if (size := held(value)) is not None:
                total += 1 + size
            case str() | bytes() | bytearray():
                total += 1 + len(value)
            case bool() | None:
                total += 1
            case int():
                total += 1 + value.bit_length() // _WORD
            case dict():
                total += 1
                waiting += [*value.keys(), *value.values()]
            case list() | tuple() | set() | frozenset() | deque():
                total += 1
                waiting += value
            case io.StringIO() | io.BytesIO():
                total += 1 + len(value.getvalue())
            case _:
                total += 1
    return total
