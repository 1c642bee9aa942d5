"""What a remedy is looked for: a target, an input family on which it is slow, and how it grows there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from slowpath.model.cost import LineCost
from slowpath.model.growth import Growth
from slowpath.model.redundancy import RedundancyKind
from slowpath.model.scenario import ONE_CALL, Scenario
from slowpath.run.limits import Limits
from slowpath.shape.infer import Inferred


@dataclass(frozen=True, slots=True)
class Suspect:
    """A target that is slow on a family of inputs: expressions in N, and what else a run does.

    `lines` are its costliest lines there. `inferred` are the shapes of its parameters. Without `kinds`, every
    rule is tried.
    """

    spec: str
    recipe: Mapping[str, str]
    growth: Growth
    lines: tuple[LineCost, ...]
    inferred: Mapping[str, Inferred]
    scenario: Scenario = ONE_CALL
    scope: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    kinds: frozenset[RedundancyKind] = frozenset()
    seed: int = 0

    @property
    def setup(self) -> str:
        """The code in N that makes what the recipe uses; empty if it uses nothing."""
        return self.scenario.setup
