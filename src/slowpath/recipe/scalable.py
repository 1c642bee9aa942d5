"""What a recipe and the use of a program have in common: both are an input for every size."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from slowpath.run.setup import Unmade


class Scalable(Protocol):
    """An input of any size, as the judge, the archive and a run take it."""

    @property
    def sources(self) -> dict[str, str]:
        """Parameter -> expression in N, as a run takes it."""

    @property
    def setup(self) -> str:
        """The code in N that makes what the expressions use; empty if they use nothing."""

    @property
    def weight(self) -> int:
        """How hard it is to read."""

    @property
    def swelling(self) -> float:
        """The power of N by which grows what the input holds; 1 at least."""

    def length(self, size: int) -> int:
        """How large the input is at a size."""

    def values(self, size: int) -> Mapping[str, Any] | Unmade:
        """The input at a size, or how a run makes it."""
