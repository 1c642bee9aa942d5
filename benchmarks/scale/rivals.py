"""Other ways to a large worst case, as columns of the table beside path space.

A rival is a letter for the heading, a name, and a function: given a program, a size and a limit in seconds it
answers with the CPU seconds it took and the cost of its input, or None where it found none in time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from catalogue import Program


@dataclass(frozen=True, slots=True)
class Answer:
    """What a rival reached."""

    seconds: float
    cost: int


@dataclass(frozen=True, slots=True)
class Rival:
    """A column of the table."""

    letter: str
    name: str
    find: Callable[[Program, int, float], Answer | None]


RIVALS: tuple[Rival, ...] = ()
