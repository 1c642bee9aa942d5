"""The machines of the patterns that a run uses."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final

from slowpath.counting.regex._matcher import Machine
from slowpath.counting.regex.characters import Locale, locale
from slowpath.counting.regex.machine import machine
from slowpath.counting.regex.program import of_lexicon, parsed

# Machines that are kept at a time; then all are forgotten. A target that makes a pattern of each input
# must not fill the memory with them; a program with more than 4,096 patterns in use compiles them again
# and again.
MOST: Final = 4096
SOURCES: Final = 512  # as many as `re` keeps compiled (`re._MAXCACHE`)

Machines = dict[object, tuple[object, Machine | None]]


def enter(machines: Machines, key: object, pattern: Any, flags: Any) -> Machine | None:
    """Return the machine of a pattern, a pattern's source or a re.Scanner, and keep it under `key`; None
    where it cannot be told. A key with flags is not found again, a pattern that depends on the locale is
    always made anew."""
    if len(machines) >= MOST:
        machines.clear()
    made = _made(pattern, flags)
    machines[key] = (pattern, made)
    if flags is not None or _asks_locale(pattern):
        del machines[key]
        machines[("latest",)] = (pattern, made)  # the caller borrows it
    return made


def _made(pattern: Any, flags: Any) -> Machine | None:
    # Types are looked at, and values taken, without code of the target.
    try:
        if type(pattern) is re.Scanner:  # type: ignore[attr-defined]
            return machine(of_lexicon(pattern))
        compiled = type(pattern) is re.Pattern
        source = pattern.pattern if compiled else pattern
        given = pattern.flags if compiled else flags
        if given is not None and not issubclass(type(given), int):
            return None
        wanted = 0 if given is None else int.__index__(given)
        if issubclass(type(source), str):
            return _of_source(str.__str__(source), wanted, _here(wanted))
        for kind in (bytes, bytearray):
            if issubclass(type(source), kind):
                return _of_source(bytes(kind.__getitem__(source, slice(None))), wanted, _here(wanted))
        return None
    except (re.error, ValueError, TypeError, OverflowError, RecursionError, AttributeError):
        return None  # the interpreter raises its own error


@lru_cache(maxsize=SOURCES, typed=True)
def _of_source(source: str | bytes, flags: int, here: Locale | None) -> Machine:
    return machine(parsed(source, flags))


def _here(flags: int) -> Locale | None:
    return locale() if flags & re.LOCALE else None


def _asks_locale(pattern: Any) -> bool:
    return type(pattern) is re.Pattern and bool(pattern.flags & re.LOCALE)
