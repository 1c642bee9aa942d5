"""What scaling a target to a large size answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from slowpath.model.cost import Costs, Number
from slowpath.model.search import NO_RUN_ENDED
from slowpath.model.target import Target
from slowpath.model.traced import TracedReport


@dataclass(frozen=True, slots=True)
class SmallSize:
    """A small size that was explored: the worst cost found there; `exact` where every path was seen."""

    size: int
    cost: int
    exact: bool


@dataclass(frozen=True, slots=True)
class Way:
    """A way to a worst case of the large size, and what it came to.

    `inputs` are expressions by parameter, in N where they are a recipe, and None where the way has no input.
    `predicted` is the cost that small sizes tell: a promise if it is `proven`, by a form that gives the cost
    of a size it was not learned from, else a guess. `reached` tells whether the input costs what is promised
    (in ops to two thousandths: native work is rounded). `why` tells what stopped the way, or made it fall
    short. `conditions` is how many rows path space solved, `seconds` what it took to make the input.
    `every_path` says that the size itself was explored, and that this is the worst of all its paths.
    """

    name: str
    inputs: Mapping[str, str] | None
    recipe: bool
    cost: int | None
    predicted: int | None
    reached: bool
    why: str | None
    conditions: int | None
    seconds: float
    proven: bool = True
    every_path: bool = False


@dataclass(frozen=True, slots=True)
class ScaleReport(TracedReport):
    """The costliest input of a size that was found, run again in a fresh process.

    `hot` is the line whose executions are the cost; without it the cost is ops. `best` is the way that found
    the input, `recipe` expressions in N that cost as much. `cost` is None where nothing was found, or the
    fresh run did not terminate; `ops` is what that run cost in ops. `scope` are the modules that were counted
    besides those of the target.
    """

    target: Target
    size: int
    hot: int | None
    small: tuple[SmallSize, ...]
    ways: tuple[Way, ...]
    best: Way | None
    cost: Number | None
    costs: Costs
    raises: str | None
    recipe: Mapping[str, str] | None
    scope: tuple[str, ...] = ()
    setup: str = ""  # code in N that makes what the input uses

    @property
    def inconclusive(self) -> str | None:
        """Why the search means nothing; None if an input ran to its end."""
        if self.best is None:
            return "no input was found: give more with --budget, or see slowpath cost"
        return NO_RUN_ENDED if self.cost is None else None

    @property
    def measure(self) -> str:
        """What is counted."""
        return "ops" if self.hot is None else f"executions of line {self.hot}"
