"""What a policy is: for each place that asks, and the decisions before, the answer that is wanted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from slowpath.values.trace import Place

History = tuple[int, ...]  # the decisions before one, the last one last: twice the place, and 1 if it held


@dataclass(frozen=True, slots=True)
class Rule:
    """The answer that is wanted: always, or (not `certain`) wherever it is feasible. None where worst paths
    answer both ways, and the way matters."""

    answer: bool | None
    certain: bool = True

    def __str__(self) -> str:
        if self.answer is None:
            return "either"
        return f"{'always' if self.certain else 'if feasible'} {str(self.answer).lower()}"


EITHER = Rule(None)


@dataclass(frozen=True, slots=True)
class Policy:
    """Rules by place and history. Where a history is new, a shorter one decides; a new place has no rule.

    `length` is that of the longest histories: 0 for WISE.
    """

    name: str
    length: int
    places: Mapping[Place, int]
    rules: Mapping[tuple[int, History], Rule]

    def rule(self, place: int, history: Sequence[int]) -> Rule:
        """The rule at a place behind some decisions; place -1 is one that is not known."""
        for length in range(min(self.length, len(history)), -1, -1):
            known = self.rules.get((place, tuple(history[len(history) - length :])))
            if known is not None:
                return known
        return EITHER

    @property
    def is_decided(self) -> bool:
        """Whether the longest histories leave no choice."""
        shorter = {(place, history[1:]) for place, history in self.rules if history}
        return all(rule.answer is not None for key, rule in self.rules.items() if key not in shorter)

    def described(self) -> list[str]:
        """The rules of places, one per line: those that need no history first."""
        names = {number: f"{place[1]}:{place[3][0] or place[2]}" for place, number in self.places.items()}
        lines = []
        for (place, history), rule in sorted(self.rules.items(), key=lambda each: (each[0][0], each[0][1])):
            behind = ", ".join(f"{names[step >> 1]} {'yes' if step & 1 else 'no'}" for step in history)
            lines.append(f"{names[place]}{f' behind {behind}' if behind else ''}: {rule}")
        return lines
