"""Processes that search one target side by side."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

from slowpath.model.find import Strategy
from slowpath.model.run import Lost
from slowpath.oracle.hunter import Hunter, added
from slowpath.oracle.request import Request
from slowpath.oracle.verdict import weight
from slowpath.search.process import Caught
from slowpath.search.role import Role


class Pack:
    """The hunters of one search. A context manager.

    One begins alone, since many answers are near. Of two, the first tries words in their order, and the other
    sends out scouts and breeds; the rest breed with other random choices.
    """

    def __init__(self, request: Request, tell: Callable[[str], None], deadline: float) -> None:
        self.deadline = deadline
        self._request = request
        self._tell = tell
        self._hunters = [Hunter(request, tell, deadline, Role.ALL if request.jobs == 1 else Role.SWEEP)]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        for hunter in self._hunters:
            hunter.close()

    def begin(self) -> bool:
        """Wait until the search goes on; return False where it cannot even begin."""
        return self._hunters[0].begin()

    def join(self) -> bool:
        """Let another hunter join in; return whether there is one."""
        place = len(self._hunters)
        if place >= self._request.jobs or not self.grows:
            return False
        role = Role.SCOUT if place == 1 else Role.BREED
        self._hunters.append(Hunter(self._request, self._tell, self.deadline, role, place))
        return True

    def listen(self, seconds: float) -> bool:
        """Take in what comes within a time without a word; return whether something new was caught."""
        new = [hunter.listen(seconds / len(self._hunters)) for hunter in self._hunters]
        tried = sum(hunter.tried for hunter in self._hunters)
        self._tell(f"{tried:,} recipes tried, {len(self.caught)} suspicious")
        return any(new)

    @property
    def ended(self) -> bool:
        """Whether the process that began is gone."""
        return self._hunters[0].ended

    @property
    def is_over(self) -> bool:
        return all(hunter.is_over for hunter in self._hunters)

    @property
    def grows(self) -> bool:
        """Whether some parameter has inputs of any size."""
        return self._hunters[0].grows

    @property
    def shapes(self) -> dict[str, str]:
        """The likeliest shapes."""
        return self._hunters[0].shapes

    def shapes_of(self, name: tuple[str, ...]) -> dict[str, str]:
        """The shapes of the search that caught a recipe: they differ where kinds of input are guessed."""
        return next(hunter.shapes for hunter in self._hunters if name in hunter.caught)

    @property
    def caught(self) -> dict[tuple[str, ...], Caught]:
        """What was caught so far, by its recipe."""
        return {name: each for hunter in reversed(self._hunters) for name, each in hunter.caught.items()}

    @property
    def unending(self) -> list[dict[str, str]]:
        """Recipes that came to no end at N = 1, the plainest first."""
        return sorted((each for hunter in self._hunters for each in hunter.unending[-1:]), key=weight)

    @property
    def strategies(self) -> list[Strategy]:
        """What each way to search did."""
        done: dict[str, Strategy] = {}
        for hunter in self._hunters:
            done = added(done, hunter.strategies)
        return list(done.values())

    @property
    def lost(self) -> tuple[Lost, ...]:
        """Where the search could not see how the target depends on its input, or could not go on."""
        return tuple(each for hunter in self._hunters for each in hunter.lost)
