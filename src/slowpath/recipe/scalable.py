"""What a recipe and the use of a program have in common: both are an input for every size."""

from __future__ import annotations

from typing import Protocol

from slowpath.model.slot import RunValues
from slowpath.run.setup import Unmade


class Scalable(Protocol):
    """An input of any size, as the judge, the archive and a run take it."""

    @property
    def sources(self) -> dict[str, str]:
        """Parameter -> expression in N; `recipe.spelling` has the rest of what a run does."""

    @property
    def weight(self) -> int:
        """How hard it is to read."""

    @property
    def swelling(self) -> float:
        """The power of N by which grows what the input holds; 1 at least."""

    def length(self, size: int) -> int:
        """How large the input is at a size."""

    def values(self, size: int) -> RunValues | Unmade:
        """The input at a size, or how a run makes it."""
