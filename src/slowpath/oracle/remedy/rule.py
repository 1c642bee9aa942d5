"""What every rule is: it proposes changes of a function that do the same with less work.

A rule looks at the text alone. What it proposes may be wrong, or not help: a trial decides.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator
from importlib import import_module
from typing import ClassVar

from slowpath.model.redundancy import RedundancyKind
from slowpath.oracle.remedy import rule_names
from slowpath.oracle.remedy.edits import Edits
from slowpath.oracle.remedy.source import FunctionSource


class RemedyRule(ABC):
    """Proposes changes against some kinds of redundant work.

    A subclass says so in its header, with its place in the order of trials; its name is that of its file. A
    rule whose changes hold in a generator too says `generators=True`.
    """

    name: ClassVar[str]
    kinds: ClassVar[frozenset[RedundancyKind]]
    place: ClassVar[int]
    generators: ClassVar[bool]

    def __init_subclass__(
        cls, *, kinds: Collection[RedundancyKind], place: int, generators: bool = False
    ) -> None:
        cls.name = cls.__module__.rpartition(".")[2]
        cls.kinds = frozenset(kinds)
        cls.place = place
        cls.generators = generators

    def propose(self, source: FunctionSource) -> Iterator[Edits]:
        """Yield changes of the function, the plainest first; none if others may change its names."""
        if source.is_plain or (self.generators and source.is_own):
            yield from self.changes(source)

    @abstractmethod
    def changes(self, source: FunctionSource) -> Iterator[Edits]:
        """Yield changes of a function that leaves its names to itself, the plainest first."""


def rules(kinds: Collection[RedundancyKind] = ()) -> list[RemedyRule]:
    """Return one of each rule against some kinds, or of all, in the order of trials."""
    modules = [import_module(f"slowpath.oracle.remedy.rules.{name}") for name in rule_names()]
    classes = [
        each
        for module in modules
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, RemedyRule) and each.__module__ == module.__name__
    ]
    chosen = [each() for each in classes if not kinds or each.kinds & frozenset(kinds)]
    return sorted(chosen, key=lambda each: (each.place, each.name))
