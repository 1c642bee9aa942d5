"""What stands for a value that could not be built."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Unbuilt:
    """The value of an expression that raised: the constructor of a class may refuse its arguments.

    A run refuses an input that has one.
    """

    why: str
