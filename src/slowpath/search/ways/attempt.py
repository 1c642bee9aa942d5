"""What one way to a worst case comes to: an input and its cost, or why there is none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from slowpath.recipe.recipe import Recipe


class By(StrEnum):
    """How a worst case was found."""

    PATH = "path space"
    PLACES = "a policy by place"
    HISTORY = "a policy by history"
    INPUT = "input space"
    EXPLORED = "exploration"
    RANDOM = "random inputs"
    CLIMB = "a climb"


@dataclass(frozen=True, slots=True)
class WorstInput:
    """The costliest input that was found at a size, confirmed by a counted run.

    `expected` is the worst cost as far as the costs at small sizes follow a form; it is a guess unless it is
    `proven` at a size that was held out. `stopped` says of each way that was tried in vain, or fell short,
    why. `recipe` gives inputs of any size, where one is known. `slack` is the share by which the expected
    cost may be off.
    """

    inputs: dict[str, Any]
    cost: int
    by: By
    expected: int | None
    stopped: Mapping[By, str]
    recipe: Recipe | None = None
    slack: float = 0.0
    proven: bool = True

    @property
    def reached(self) -> bool:
        """Whether the input costs just what small sizes promise; one that costs more refutes the form."""
        if self.expected is None or not self.proven:
            return False
        return abs(self.cost - self.expected) <= self.slack * self.expected


@dataclass(frozen=True, slots=True)
class Attempt:
    """What one way came to: an input with its counted cost, or `why` it has none or is not certain.

    `sources` are the input as Python, by parameter: expressions in N where `recipe` gives them. `conditions`
    is how many different rows path space solved.
    """

    by: By
    worst: WorstInput | None
    why: str | None
    sources: Callable[[], dict[str, str]] = dict
    conditions: int | None = None
    seconds: float = 0.0

    @property
    def reached(self) -> bool:
        return self.worst is not None and self.worst.reached
