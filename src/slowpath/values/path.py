"""One path of a target: the decisions of a run, the input that takes it, and what it costs."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Self

from slowpath.expr.condition import Condition
from slowpath.expr.variable import Values, Variables


class Cut(StrEnum):
    """Why a run did not go to its end."""

    BUDGET = "cost budget"
    LOOP = "loop bound"
    BLOCK = "block bound"
    RECURSION = "recursion bound"
    TRACE = "left its trace"
    REJECTED = "rejected"  # a precondition, or a constructor, refuses the input


@dataclass(frozen=True, slots=True)
class Path:
    """The decisions are parallel sequences: a question, whether it held, where, and the cost by then.

    `lost` counts, by site and reason, where results stopped to tell how they depend on the input. What
    `cut` a run short leaves the decisions before it; they can be decided otherwise. `raises` is an exception
    in one line, `exception` the name of its class. `outside` are the modules outside the scope that were
    given symbolic values.
    """

    model: Values
    variables: Variables
    conditions: list[Condition]
    taken: bytearray
    sites: array[int]
    costs: array[int]
    cost: int
    result: Any = None
    raises: str | None = None
    cut: Cut | None = None
    lost: Mapping[tuple[int, str], int] = field(default_factory=dict)
    exception: str | None = None
    outside: Collection[str] = ()

    def held(self, position: int) -> Condition:
        """The condition that held at a decision."""
        condition = self.conditions[position]
        return condition if self.taken[position] else condition.negated()

    def key(self) -> tuple[bytes, bytes]:
        """What tells this path from others: where it decided what."""
        return self.sites.tobytes(), bytes(self.taken)

    def renumbered(self, sites: Mapping[int, int]) -> Self:
        """The path with other numbers for some of its sites."""
        if not sites:
            return self
        numbers = array("q", [sites.get(site, site) for site in self.sites])
        lost = {(sites.get(site, site), reason): count for (site, reason), count in self.lost.items()}
        return replace(self, sites=numbers, lost=lost)

    def follows(self, other: Path, place: int) -> bool:
        """Tell whether this path decides as another before a place, and otherwise there."""
        return (
            len(self.taken) > place
            and self.sites[: place + 1] == other.sites[: place + 1]
            and self.taken[:place] == other.taken[:place]
            and self.taken[place] != other.taken[place]
        )
