"""Answers about types, each worked out once.

A type of the target lives no longer for it, as its end may be what the target waits for, and the `__hash__`
of its metaclass is not asked. So an answer must not hold the type: names instead of methods or slots.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar
from weakref import ref

Answer = TypeVar("Answer")

_MOST = 4096  # types whose answers are kept; a target that makes more of them is asked anew


def by_type(function: Callable[[type], Answer]) -> Callable[[type], Answer]:
    """Keep what a function of a type answers, as long as the type lives."""
    known: dict[int, tuple[ref[type], Answer]] = {}

    @wraps(function)
    def answer(kind: type) -> Answer:
        found = known.get(id(kind))
        if found is not None and found[0]() is kind:  # an identity may be used again
            return found[1]
        if len(known) >= _MOST:
            known.clear()
        answer = function(kind)
        known[id(kind)] = ref(kind), answer
        return answer

    return answer
