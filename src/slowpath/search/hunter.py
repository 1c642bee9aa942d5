"""A hunt seen from outside. A process that ends too early is followed by another."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Self

from slowpath.errors import SlowpathError
from slowpath.model.find import StrategyFigures
from slowpath.model.run import Lost
from slowpath.model.scenario import ONE_CALL, Scenario
from slowpath.run.begun import Begun
from slowpath.run.remote import Remote
from slowpath.search.hunting import (
    Accepted,
    Caught,
    FoundUnending,
    Going,
    HuntOrder,
    Over,
    TargetLoaded,
    Told,
    serve,
)
from slowpath.shape.infer import Inferred

MOST_STARTS = 4  # processes: a target that ends three of them ends the fourth as well, mostly
_LOAD_TIME = 45.0  # seconds before the search begins, at least: large packages load slowly on a busy machine
_FEWEST, _LATE_SHARE = 2.0, 0.2  # seconds for the first runs in any case; share of the budget beyond its end
_FIRST_RUNS = 15.0  # seconds for the first runs, or the budget: they are short if the target ends at all
_STILL, _STILL_SHARE = 20.0, 0.3  # seconds, and share of the time, without a word: it hangs in C code
_OTHER_SEED = 1_000_003  # between the seed of a process and that of the one after it: users count from 0
_SPARE = 0.5  # seconds that are left to hear the end of a search before its time is over

Key = tuple[str, ...]


class Hunter:
    """Listens to a search: what it caught so far, and what it did. A context manager.

    A run of the target may end the process, or hang in code that no budget stops. The search then goes on in
    another process, with other random choices and without tracing.
    """

    def __init__(
        self,
        order: HuntOrder,
        deadline: float,
        tell: Callable[[str], None] = lambda text: None,
        place: int = 0,
    ) -> None:
        """`order` says what to search; `place` is its place among those that search side by side."""
        self.deadline = deadline
        self.inferred: Mapping[str, Inferred] = {}
        self.caught: dict[Key, Caught] = {}
        self.accepted_as: Accepted | None = None  # the plainest recipe for which the target returned
        self.unending: list[FoundUnending] = []  # recipes that do not terminate, the plainest last
        self.grows = True
        self.is_over = False
        self.is_loaded = False  # whether the target was loaded
        self._begun = False
        self._order = order
        self._tell = tell
        self._seed = order.seed + place * MOST_STARTS * _OTHER_SEED
        self._starts = 0
        self._before: dict[str, StrategyFigures] = {}  # what earlier processes did
        self.gave_up = False  # whether so many processes ended that no other was started
        self._tried_before = self._accepted_before = self._returned_before = 0
        self._blocks_before = (0, 0)
        self._lost_before: dict[Lost, None] = {}
        self._going = Going(0, (), ())
        self._gone: dict[str, int] = {}  # how earlier processes ended
        self._heard = 0.0
        self._remote = self._started()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """End the search."""
        self._remote.close()

    @property
    def tried(self) -> int:
        """How many recipes were tried, in all processes."""
        return self._tried_before + self._going.tried

    @property
    def accepted(self) -> int:
        """For how many recipes the target returned, in all processes."""
        return self._accepted_before + self._going.accepted

    @property
    def returned(self) -> int:
        """In how many runs the target returned, in all processes."""
        return self._returned_before + self._going.returned

    @property
    def blocks(self) -> tuple[int, int]:
        """How many blocks runs executed, and how many there are in the same functions, in any one process."""
        return max(self._blocks_before, self._going.blocks)

    @property
    def strategies(self) -> list[StrategyFigures]:
        """What each strategy did, in all processes."""
        return list(added(self._before, self._going.strategies).values())

    @property
    def lost(self) -> tuple[Lost, ...]:
        """Where the search could not see how the target depends on its input, or could not go on."""
        ends = tuple(Lost(self._order.spec, how, count) for how, count in self._gone.items())
        return (*ends, *dict.fromkeys((*self._lost_before, *self._going.lost)))

    def begin(self) -> bool:
        """Wait until the search goes on; return False if it cannot even begin."""
        until = time.monotonic() + max(_LOAD_TIME, self._left())
        while not self._begun:
            message = self._remote.hear(max(until - time.monotonic(), 0.0))
            if message is None:
                return False
            self._take(message)
            if isinstance(message, TargetLoaded):
                until = time.monotonic() + max(self._first_runs, self._left())
        return True

    @property
    def _first_runs(self) -> float:
        """Seconds that the first runs may take: so long that the answer is hardly late."""
        seconds = min(_FIRST_RUNS, self._order.seconds)
        return max(min(seconds, self._left() + _LATE_SHARE * self._order.seconds), min(_FEWEST, seconds))

    @property
    def ended(self) -> bool:
        """Whether the process is gone."""
        return self._remote.ended

    def listen(self, seconds: float) -> bool:
        """Take in what comes within a time without a word; return whether something new was caught."""
        known = len(self.caught)
        while not self.is_over:
            try:
                message = self._remote.hear(seconds)
            except SlowpathError as error:
                if not self._begun:
                    raise
                self.go_on(f"the search failed: {error.message}")
                continue
            if message is None:
                break
            self._take(message)
        still = time.monotonic() - self._heard > max(_STILL, _STILL_SHARE * self._order.seconds)
        if not self.is_over and (self._remote.ended or still):
            self.go_on("a run ended the searching process" if self._remote.ended else "a run hung")
        return len(self.caught) > known

    def go_on(self, how: str) -> None:
        """Start another process in the place of one that is gone or hangs."""
        self._remote.close()
        self._gone[how] = self._gone.get(how, 0) + 1
        self._before = added(self._before, self._going.strategies)
        self._tried_before += self._going.tried
        self._accepted_before += self._going.accepted
        self._returned_before += self._going.returned
        self._blocks_before = self.blocks
        self._lost_before |= dict.fromkeys(self._going.lost)
        self._going = Going(0, (), ())
        self.gave_up = self._starts >= MOST_STARTS
        if self.gave_up or self._left() < 1:
            self.is_over = True
            return
        self._tell("the searching process is started again")
        self._remote = self._started()

    def _left(self) -> float:
        return self.deadline - time.monotonic()

    def _started(self) -> Remote[Told]:
        import msgspec

        remote: Remote[Told] = Remote(serve, Told)
        role = self._order.role
        remote.ask(
            msgspec.structs.replace(
                self._order,
                seed=self._seed + self._starts * _OTHER_SEED,
                seconds=max(_SPARE, self._left() - _SPARE),
                role=role if self._starts == 0 else role.untraced,
            )
        )
        self._starts += 1
        self._heard = time.monotonic()
        return remote

    def _take(self, message: Told) -> None:
        self._heard = time.monotonic()
        match message:
            case TargetLoaded():
                self.is_loaded = True
            case Begun(inferred=inferred):
                self._begun, self.inferred = True, inferred.value
            case Going():
                self._going = message
            case Caught(recipe=recipe, scenario=scenario):
                self.caught.setdefault(key(recipe, scenario), message)
            case Accepted():
                self.accepted_as = message
            case FoundUnending():
                self.unending.append(message)
            case Over(grows=grows):
                self.grows, self.is_over = grows, True


def key(recipe: Mapping[str, str], scenario: Scenario = ONE_CALL) -> Key:
    """What tells recipes apart."""
    fed = () if scenario.feed is None else (scenario.feed.method, scenario.feed.items)
    around = (scenario.setup, *scenario.each, *scenario.closing, *fed)
    return (*around, *(f"{name}={source}" for name, source in sorted(recipe.items())))


def added(
    before: Mapping[str, StrategyFigures], more: Iterable[StrategyFigures]
) -> dict[str, StrategyFigures]:
    """What each strategy did here and there, by its name."""
    sums = dict(before)
    for each in more:
        known = sums.get(each.name, StrategyFigures(each.name, 0, 0, 0, 0.0))
        sums[each.name] = StrategyFigures(
            each.name,
            known.runs + each.runs,
            known.solves + each.solves,
            max(known.best, each.best),
            known.seconds + each.seconds,
        )
    return sums
