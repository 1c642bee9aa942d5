"""What a measure charges: per block, per native operation, per allocation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from slowpath.counting import native
from slowpath.counting.ledger import MILLI, Ledger
from slowpath.counting.measures import counts, parse
from slowpath.counting.model import CPYTHON, CostModel, Size
from slowpath.counting.native.units import UNITS
from slowpath.errors import UsageError


@dataclass(frozen=True, slots=True)
class Weighing:
    """A measure on traces. Costs are kept in parts of a unit, `scale` of them."""

    measure: str
    units: Sequence[int]  # per block, in parts of a unit
    scale: int = 1
    native: bool = False
    model: CostModel | None = None
    _meter: _Meter = field(default_factory=lambda: _Meter(), compare=False)

    @property
    def repeating(self) -> tuple[int, int]:
        """The native work of each item of a list that is repeated, as a factor and a divisor."""
        return UNITS["repeat.sequence"], 1000  # micro-ops

    def size(self, kind: str) -> Size | None:
        """What an allocation takes, where the measure is one of memory."""
        return None if self.model is None else self.model.size(kind)

    def work(self, perform: Any, operands: Sequence[Any]) -> int:
        """The native work of an operation on such operands."""
        return self._meter.work(perform, operands)


def weighing(measure: str, ledger: Ledger, model: CostModel = CPYTHON) -> Weighing:
    """Return how an elementary measure weighs traces of copies with this ledger."""
    units = [0] * len(ledger.sites)
    terms = parse(model.spelled(measure)).terms
    if len(terms) != 1 or terms[0][0] != 1:
        raise UsageError(
            f"{measure!r} is a sum of measures", "Name one measure: traces are put in its order."
        )
    atom = terms[0][1]
    match atom.name:
        case "ops":
            return Weighing(measure, [each * MILLI for each in ledger.units], MILLI, native=True)
        case "instructions":  # the paper's M_ins
            return Weighing(measure, ledger.units)
        case "calls" | "iterations":
            for site in ledger.sites:
                units[site.block] += counts(site, atom)
            return Weighing(measure, units)
        case "memory" | "allocated":
            return Weighing(measure, units, model=model)
    raise UsageError(
        f"{measure!r} cannot be computed on traces", "There are instructions, ops, calls, iterations, memory."
    )


class _Meter:
    """Performs native operations on stand-ins and tells what they are charged."""

    def __init__(self) -> None:
        self._work = [0]
        self._hooks: dict[str, Callable[..., Any]] = dict(native.hooks(self._work, lambda milli: None, {}))
        self._known: dict[tuple[Any, ...], int] = {}

    def work(self, perform: Any, operands: Sequence[Any]) -> int:
        key = (perform, *[(type(each), _extent(each)) for each in operands])
        if key not in self._known:
            self._work[0] = 0
            if isinstance(perform, str):
                self._hooks[perform](0, *operands)
            else:
                self._hooks["call"](0, perform, *operands)
            self._known[key] = self._work[0]
        return self._known[key]


def _extent(value: Any) -> Any:
    return len(value) if isinstance(value, list | tuple | str | bytes) else value
