"""What paths cost: numbers, or expressions over the input where that decides the size of an allocation or
of native work.

A run keeps what it has executed and allocated; a cost model makes costs of that afterwards (test cases
with cost, Definition 4 of Albert, Gómez-Zamalloa and Rojas, LOPSTR 2011). Unlike there, what is kept is no
trace of instructions but their counts, which is all that the sums need.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields

from slowpath.counting.ledger import MILLI, Ledger
from slowpath.counting.measures import BUILDS, Measure, MeasureAtom, evaluate, listener, parse
from slowpath.counting.model import CPYTHON, SIZED, CostModel
from slowpath.counting.observer import Listener, Observer
from slowpath.expr.condition import Condition
from slowpath.expr.term import Expression, apply
from slowpath.expr.variable import Values
from slowpath.model.cost import Number
from slowpath.run.traced import Bound
from slowpath.values.events import Allocated, Events, added, memory_of
from slowpath.values.path import Cut, Path

COUNTED = ("calls", "iterations")

Run = Callable[[Values, Sequence[Condition]], Path]


@dataclass(frozen=True, slots=True)
class RunTotals:
    """What a run came to: counts by the text of their measure, native work in milli-ops, allocations."""

    counts: Mapping[str, Number] = field(default_factory=dict)
    work: int = 0
    allocated: Allocated = field(default_factory=Allocated)


@dataclass(frozen=True, slots=True)
class CostedPath(Path):
    """A path with what it spent."""

    spent: RunTotals = field(default_factory=RunTotals)


Hear = Callable[
    [Sequence[Listener]], None
]  # lets listeners hear the audit events of this process from now on


class PathMeter:
    """Keeps what each run of an exploration spends; `events` are those of the target's hooks.

    Measures of the user's own are kept where `hear` lets them hear audit events.
    """

    def __init__(
        self, ledger: Ledger, events: Events, measures: Sequence[str], hear: Hear | None = None
    ) -> None:
        self._ledger = ledger
        self._events = events
        self._observer = Observer(ledger)
        self._hear = hear
        atoms = {atom.text: atom for text in measures for atom in parse(text).atoms}
        self._own = [atom for atom in atoms.values() if hear is not None and atom.name not in BUILDS]
        self._atoms = [atom for atom in atoms.values() if atom.name in COUNTED] + self._own
        self._listeners = self._made()

    def bounded(self, bound: Bound | None) -> Bound:
        """A bound that ends runs as another does, and forgets what was spent before the target began."""
        begun = _Begun(bound, self._ledger, self._events)
        if self._own:
            begun.begin, begun.mark = self._begin, self._heard(begun.mark)
        return begun

    def metered(self, run: Run) -> Run:
        """Runs whose paths tell what they spent."""

        def costed(values: Values, known: Sequence[Condition] = ()) -> Path:
            path = run(values, known)
            if self._hear is not None:
                self._hear(())
            same = {each.name: getattr(path, each.name) for each in fields(Path)}
            return CostedPath(**same, spent=self._spent())

        return costed

    def _spent(self) -> RunTotals:
        counts = {
            atom.text: evaluate(atom, self._ledger, self._observer, self._listeners) for atom in self._atoms
        }
        return RunTotals(counts, sum(self._ledger.work), self._events.allocated())

    def _made(self) -> dict[str, Listener]:
        return {atom.text: listener(atom) for atom in self._own}

    def _begin(self) -> None:
        self._listeners = self._made()
        if self._hear is not None:
            self._hear(tuple(self._listeners.values()))

    def _heard(self, mark: Callable[[int], int]) -> Callable[[int], int]:
        """What listeners hear before a block is counted."""

        def heard(block: int) -> int:
            for each in self._listeners.values():
                each.block(self._ledger.sites[block])
            return mark(block)

        return heard


class _Begun:
    """A bound, or none, whose runs begin with no events."""

    def __init__(self, bound: Bound | None, ledger: Ledger, events: Events) -> None:
        self._bound = bound
        self._events = events
        self.begin: Callable[[], None] | None = None
        # The very method: bounds look at the frame that calls them.
        self.mark: Callable[[int], int] = ledger.mark if bound is None else bound.mark

    @property
    def cut(self) -> Cut | None:
        return None if self._bound is None else self._bound.cut

    @cut.setter
    def cut(self, why: Cut | None) -> None:
        if self._bound is not None:
            self._bound.cut = why

    def start(self) -> None:
        self._events.start()
        if self._bound is not None:
            self._bound.start()
        if self.begin is not None:
            self.begin()


def ops_of(path: CostedPath) -> Expression:
    """The weighted bytecodes and the native work of a path."""
    spent = path.spent
    if isinstance(spent.allocated.work, int):
        return path.cost
    milli = added(spent.work - spent.allocated.counted, spent.allocated.work)
    return added(instructions_of(path), apply("//", milli, MILLI))


def instructions_of(path: CostedPath) -> int:
    """The weighted bytecodes of a path."""
    return path.cost - path.spent.work // MILLI


def cost_of(path: CostedPath, measure: Measure, model: CostModel = CPYTHON) -> Expression | None:
    """What a path costs by a measure; None where only a run outside the trace build can tell."""
    total: Expression = 0
    for factor, atom in measure.terms:
        cost = _atom_cost(path, atom, model)
        if cost is None:
            return None
        total = added(total, cost if factor == 1 else apply("*", cost, factor))
    return total


def _atom_cost(path: CostedPath, atom: MeasureAtom, model: CostModel) -> Expression | None:
    if atom.name == "ops":
        return ops_of(path)
    if atom.name == "instructions":
        return instructions_of(path)
    if atom.name in SIZED:
        return memory_of(path.spent.allocated, model)
    return path.spent.counts.get(atom.text)
