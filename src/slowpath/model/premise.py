"""What every input of a search has in common, because the user said so."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Premise:
    """Inputs that are not searched: expressions in N by parameter, which may use what the code of `setup`
    makes. Both are made anew for each run."""

    setup: str = ""
    inputs: tuple[tuple[str, str], ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        """The parameters that are not searched; `self` is the receiver of a method."""
        return tuple(label for label, _ in self.inputs)


NO_PREMISE = Premise()
