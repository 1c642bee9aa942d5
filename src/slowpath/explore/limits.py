"""Where an exploration stops, and what it did by then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from slowpath.model.stop import StopReason
from slowpath.values.path import Cut


@dataclass(frozen=True, slots=True)
class ExploreLimits:
    """Where an exploration stops: None is no limit.

    `decisions` is how deep decisions are taken otherwise: paths go on behind it, but do not branch there.
    `seconds` are those of the clock that the explorer is given.
    """

    runs: int | None = None
    solves: int | None = None
    decisions: int | None = None
    seconds: float | None = None


@dataclass(slots=True)
class Tally:
    """What an exploration did.

    A *divergence* is a run that left the path predicted for its input. Paths behind questions that the
    solver could not answer are `unknown`; `deep` are paths with decisions beyond the limit on them.
    `cut` counts the runs that did not go to their end, by reason. `died` counts the processes that ended
    before they had told all they saw. `lost` counts, by site and reason, where results stopped to tell how
    they depend on the input.
    """

    runs: int = 0
    solves: int = 0
    unknown: int = 0
    divergences: int = 0
    deep: int = 0
    cut: Counter[Cut] = field(default_factory=Counter)
    died: int = 0
    lost: Counter[tuple[int, str]] = field(default_factory=Counter)
    stopped: StopReason | None = None

    @property
    def complete(self) -> bool:
        """Whether every path within the bounds was seen to its end, and every decision with it."""
        return not (self.lost or self.undecided or self.stopped is not None)

    @property
    def undecided(self) -> bool:
        """Whether paths that are known to branch off were not seen, or not to their end."""
        return bool(self.unknown or self.divergences or self.deep or self.died or self.cut[Cut.BUDGET])

    @property
    def rejected(self) -> int:
        """How many inputs a precondition refused."""
        return self.cut[Cut.REJECTED]

    @property
    def pruned(self) -> int:
        """How many paths go beyond the bound on loops, blocks or recursion."""
        return self.cut[Cut.LOOP] + self.cut[Cut.BLOCK] + self.cut[Cut.RECURSION]

    def add(self, other: Tally, sites: Mapping[int, int] | None = None) -> None:
        """Add what another exploration did; `sites` tells its numbers of sites in terms of these."""
        for each in fields(self):
            if each.type == "int":
                setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))
        self.cut += other.cut
        for (site, reason), count in other.lost.items():
            self.lost[sites.get(site, site) if sites else site, reason] += count
        self.stopped = self.stopped or other.stopped
