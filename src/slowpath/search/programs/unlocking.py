"""What can be done with an object only after something else was done with it.

A session takes messages when it is open, a gate opens for one person each time, an edge needs its nodes. So
what fails at first is tried again behind each thing that works: once, and in turns with it in every round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from slowpath.recipe.place import free_names
from slowpath.search.programs.workshop import Action, CallTemplate, Workshop

_DEEPEST = 3  # steps in a row: connect, log in, select
_WIDEST = 4  # rows of steps that others are tried behind, at each depth
_MOST_TRIALS = 600  # for one way to make an object: classes that work in any order pay this for nothing

Lines = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unlocked:
    """Steps, done once, and what can be done after them: in each round, or in turns with another action."""

    steps: Lines
    actions: tuple[Action, ...]
    turns: tuple[tuple[str, str], ...]


class Unlocking:
    """Looks for steps that unlock what can be done with one object."""

    def __init__(
        self,
        workshop: Workshop,
        base: Lines,
        kind: type,
        actions: Sequence[Action],
        once: Callable[[str], str],
    ) -> None:
        """`actions` are what can be done at once; `once` returns an action as it is done once."""
        self._workshop = workshop
        self._base = base
        self._once = once
        self._turns: dict[str, str] = {}  # one action for each callable, with distinct values if there is one
        for each in actions:
            name = each.source.partition("(")[0]
            if name not in self._turns or "i" in free_names(each.source):
                self._turns[name] = each.source
        self._locked = [each for each in workshop.callees(kind) if each.name not in self._turns]
        self._known: set[str] = set()  # names of what was unlocked
        self._end = workshop.trials + _MOST_TRIALS

    def found(self) -> Iterator[Unlocked]:
        """Yield rows of steps behind which something works that did not before."""
        begun: list[Lines] = [()]
        for _ in range(_DEEPEST):
            longer: list[Lines] = []
            for steps in begun[:_WIDEST]:
                single = self._single(steps)
                self._known |= single.keys()
                open_turns = {self._once(source): source for source in self._turns.values()}
                for step in dict.fromkeys((*map(self._once, single.values()), *open_turns)):
                    after = self._after((*steps, step), open_turns.get(step, ""), single)
                    if after is not None:
                        longer.append(after.steps)
                        yield after
            begun = longer

    def _single(self, steps: Lines) -> dict[str, str]:
        """What works once after some steps, of what cannot be done in rounds at first."""
        found = {}
        for each in self._locked:
            source = self._tried_once(steps, each)
            if source is not None:
                found[each.name] = source
        return found

    def _tried_once(self, steps: Lines, callee: CallTemplate) -> str | None:
        if self._workshop.trials >= self._end:
            return None
        return self._workshop.once(self._setup(steps), callee)

    def _after(self, steps: Lines, turn: str, before: dict[str, str]) -> Unlocked | None:
        """What the last of the steps unlocks; None if that is nothing new."""
        actions: list[Action] = []
        turns: list[tuple[str, str]] = []
        new: set[str] = set()
        for callee in self._locked:
            if callee.name in before or self._tried_once(steps, callee) is None:
                continue
            new.add(callee.name)
            setup = self._setup(steps)
            actions += self._workshop.done(setup, callee)
            if turn:
                both = self._workshop.done(setup, callee, before=turn)
                turns += [(turn, each.source) for each in both if self._adds(setup, turn, each.source)]
        if new <= self._known:
            return None
        self._known |= new
        return Unlocked(steps, tuple(actions), tuple(turns))

    def _adds(self, setup: str, turn: str, source: str) -> bool:
        """Whether the object holds more if both are done in each round, not only one of them."""
        rounds = f"{setup}\nfor i in range(N):\n    {turn}"
        return self._workshop.holds_more(f"{rounds}\n    {source}", rounds)

    def _setup(self, steps: Lines) -> str:
        return "\n".join((*self._base, *steps))
