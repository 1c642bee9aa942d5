"""Processes that search one target side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Self

import msgspec

from slowpath.model.find import StrategyFigures
from slowpath.model.run import Lost
from slowpath.search.hunter import Hunter, Key, added
from slowpath.search.hunting import Accepted, Caught, FoundUnending, HuntOrder
from slowpath.search.role import Role
from slowpath.shape.infer import Inferred


class Pack:
    """The hunters of one search. A context manager.

    One begins alone, since many answers are near. Of two, the first tries words in their order, and the other
    runs the traced strategies and breeds; the rest breed with other random choices.
    """

    def __init__(self, order: HuntOrder, jobs: int, deadline: float, tell: Callable[[str], None]) -> None:
        self.deadline = deadline
        self._order = order
        self._jobs = jobs
        self._tell = tell
        self._hunters: list[Hunter] = []
        self._join(Role.ALL if jobs == 1 else Role.SWEEP)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        for hunter in self._hunters:
            hunter.close()

    @property
    def first(self) -> Hunter:
        """The hunter that begins; its shapes are the likeliest ones."""
        return self._hunters[0]

    @property
    def blocks(self) -> tuple[int, int]:
        """How many blocks runs executed, and how many there are in the same functions, in any one process."""
        return max(each.blocks for each in self._hunters)

    @property
    def accepted_as(self) -> Accepted | None:
        """A plain recipe for which the target returned."""
        return next((each.accepted_as for each in self._hunters if each.accepted_as is not None), None)

    def begin(self) -> bool:
        """Wait until the search goes on; return False if it cannot even begin."""
        return self.first.begin()

    def join(self) -> bool:
        """Let another hunter join in; return whether there is one."""
        place = len(self._hunters)
        if place >= self._jobs or not self.first.grows:
            return False
        self._join(Role.SCOUT if place == 1 else Role.BREED)
        return True

    def _join(self, role: Role) -> None:
        order = msgspec.structs.replace(self._order, role=role)
        self._hunters.append(Hunter(order, self.deadline, self._tell, len(self._hunters)))

    def listen(self, seconds: float) -> bool:
        """Take in what comes within a time without a word; return whether something new was caught."""
        new = [hunter.listen(seconds / len(self._hunters)) for hunter in self._hunters]
        self._tell(f"{self.tried[0]:,} recipes tried, {len(self.caught)} suspicious")
        return any(new)

    @property
    def tried(self) -> tuple[int, int]:
        """How many recipes were tried, and for how many of them the target returned."""
        hunters = self._hunters
        return sum(each.tried for each in hunters), sum(each.accepted for each in hunters)

    @property
    def returned(self) -> int:
        """In how many runs the target returned, with those that told what it takes."""
        return sum(each.returned for each in self._hunters)

    @property
    def is_over(self) -> bool:
        return all(hunter.is_over for hunter in self._hunters)

    @property
    def gave_up(self) -> bool:
        """Whether a hunter was not started again, since its processes ended too often."""
        return any(hunter.gave_up for hunter in self._hunters)

    def inferred_for(self, name: Key) -> Mapping[str, Inferred]:
        """The shapes of the search that caught a recipe: they differ if kinds of input are guessed."""
        return next(hunter.inferred for hunter in self._hunters if name in hunter.caught)

    @property
    def caught(self) -> dict[Key, Caught]:
        """What was caught so far, by its recipe."""
        return {name: each for hunter in reversed(self._hunters) for name, each in hunter.caught.items()}

    @property
    def unending(self) -> list[FoundUnending]:
        """Recipes that do not terminate at N = 1, the plainest of each hunter."""
        return [each for hunter in self._hunters for each in hunter.unending[-1:]]

    @property
    def strategies(self) -> list[StrategyFigures]:
        """What each strategy did."""
        done: dict[str, StrategyFigures] = {}
        for hunter in self._hunters:
            done = added(done, hunter.strategies)
        return list(done.values())

    @property
    def worked(self) -> float:
        """How long a hunter has searched on average: seconds that go slowly while a busy machine lets it
        wait."""
        return sum(each.seconds for each in self.strategies) / len(self._hunters)

    @property
    def lost(self) -> tuple[Lost, ...]:
        """Where the search could not see how the target depends on its input, or could not go on."""
        return tuple(each for hunter in self._hunters for each in hunter.lost)
