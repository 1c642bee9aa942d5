"""What a strategy is, and what it may use.

A strategy proposes inputs, and observes how every proposal was judged, its own and those of others. The race
(`search/race.py`) runs strategies side by side under one budget. Each is a module of the folder `strategies`,
which has its name; none imports another.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from random import Random
from types import ModuleType
from typing import ClassVar

from slowpath.knowledge.catalogue import ALL, Knowledge
from slowpath.recipe.recipe import Recipe
from slowpath.recipe.use import Use
from slowpath.run.counted import Meter
from slowpath.search import strategy_names
from slowpath.search.archive import Archive
from slowpath.search.hinted import CallHints
from slowpath.search.judge import Judged
from slowpath.search.opening import OpeningSize
from slowpath.search.recipes.admitted import admits
from slowpath.search.recipes.parts import Parts
from slowpath.search.recipes.vocabulary import Vocabulary
from slowpath.shape.base import Shape
from slowpath.target.load import Loaded

Input = Mapping[str, str]  # one input as source, by parameter


@dataclass(frozen=True, slots=True)
class Proposal:
    """An input of any size, as a recipe or as a use of a program, or one input of which recipes are made.

    `size` is the first of the three sizes at which a recipe is judged; None for the usual one.
    """

    what: Recipe | Use | Input
    size: int | None = None


@dataclass(slots=True)
class Scene:
    """What a strategy may use: the target in two builds, the shapes of its inputs, words, parts made of them,
    what was found so far, the clock and the random source.

    `traced` loads the trace build; only a strategy that is `traced` asks for it. `max_ops` ends one of its
    runs. `sweeps` says whether short pumps are tried one after the other. `opening` tells the size to begin
    with. `until` is the time (of `clock`) at which the present turn of a strategy is over. `lost` counts
    (place, reason) where traced runs could not see how they depend on the input. `given` are the shapes that
    the user gave: recipes outside of them are not tried. `hints` say which programs are natural. `archive`
    has recipes, `programs` has programs. The target `is_refused` if it returns for no random input of the
    shapes.
    """

    loaded: Loaded
    meter: Meter
    shapes: Mapping[str, Shape]
    optional: Collection[str]
    random: Random
    clock: Callable[[], float]
    words: Vocabulary
    parts: Parts
    traced: Callable[[], Loaded]
    max_ops: int
    knowledge: Knowledge = ALL
    sweeps: bool = True
    archive: Archive = field(default_factory=Archive)
    programs: Archive = field(default_factory=Archive)
    opening: OpeningSize = field(default_factory=OpeningSize)
    until: float = 0.0
    lost: Counter[tuple[str, str]] = field(default_factory=Counter)
    given: Mapping[str, Shape] = field(default_factory=dict)
    is_refused: bool = False
    hints: CallHints | None = None

    def is_over(self) -> bool:
        """Whether the present turn is over."""
        return self.clock() >= self.until

    def admits(self, made: Recipe | Use) -> bool:
        """Whether a recipe stays within the shapes that the user gave, or a program within the hints of what
        it calls."""
        if isinstance(made, Use):
            return self.hints is None or self.hints.allow(made)
        return admits(made, self.given)


class Strategy(ABC):
    """One way to search. `runs` and `solves` count what it does besides the judging of its proposals.

    A subclass says in its header what it is; its name is that of its file, unless it has another.
    """

    name: ClassVar[str]
    place: ClassVar[int]  # in the order of turns: lower is earlier
    traced: ClassVar[bool]  # whether it looks at small inputs in the trace build
    eager: ClassVar[bool]  # whether what it has is tried before all else
    needs_growth: ClassVar[bool]  # whether some parameter must have inputs of any size

    def __init_subclass__(
        cls,
        *,
        place: int,
        name: str = "",
        traced: bool = False,
        eager: bool = False,
        needs_growth: bool = True,
    ) -> None:
        cls.name = name or cls.__module__.rpartition(".")[2]
        cls.place, cls.traced, cls.eager, cls.needs_growth = place, traced, eager, needs_growth

    def __init__(self) -> None:
        self.runs = 0
        self.solves = 0

    @property
    def opening(self) -> bool:
        """Whether it still goes through what it begins with."""
        return False

    @abstractmethod
    def propose(self, scene: Scene) -> Iterator[Proposal | None]:
        """Yield proposals, the most promising first. None gives the turn back: there is nothing now."""

    def observe(self, judged: Judged) -> None:
        """Hear how a proposal was judged, whoever made it."""
        return


def strategies(without: Collection[str] = ()) -> list[Strategy]:
    """Return one of each strategy in the folder `strategies`, in the order of their turns."""
    modules = [import_module(f"slowpath.search.strategies.{name}") for name in strategy_names()]
    kinds = [kind for module in modules for kind in vars(module).values() if _is_defined(kind, module)]
    ordered = sorted(kinds, key=lambda kind: kind.place)
    return [kind() for kind in ordered if kind.name not in without]


def _is_defined(kind: object, module: ModuleType) -> bool:
    """Whether this is a strategy that the module itself defines."""
    return isinstance(kind, type) and issubclass(kind, Strategy) and kind.__module__ == module.__name__
