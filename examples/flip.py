"""Find a text that a pattern is slow on: flip the character tests of the costliest run so far.

    python examples/flip.py '(a+)+$' [length]

A run over symbolic text records each test of a character. One of the costliest run is negated, those before
it kept, and solved for another text, and so on; every other time one of the run in which some part of the
pattern tests most characters, the parts by turns: what is slow behind a long way may begin with little cost.
A run that spends its budget ends the search.
"""

from __future__ import annotations

import heapq
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from slowpath.expr.variable import Values
from slowpath.model.charset import CharSet
from slowpath.model.target import Build
from slowpath.run.traced import Tracer
from slowpath.shape.library import const, text
from slowpath.solve.chain import session
from slowpath.solve.verdict import Model
from slowpath.target.load import load
from slowpath.values.hooks import trace_hooks
from slowpath.values.path import Path

BUDGET = 5_000  # ops of one run; twenty characters of quadratic cost take up to a quarter of it
RUNS = 400
PRINTABLE = CharSet.between(" ", "~") | CharSet.of("\t\n")


def search(pattern: str, text: str) -> bool:
    """What is run: the pattern is given, the text is looked for."""
    return re.search(pattern, text) is not None


@dataclass(frozen=True, slots=True)
class Found:
    """The costliest text; `runs` were needed, `spent` tells whether it spends the budget."""

    text: str
    cost: int
    runs: int
    spent: bool


def flip(pattern: str, length: int, runs: int = RUNS, budget: int = BUDGET) -> Found:
    """Return the costliest text of a length that so many runs find."""
    target = load(f"{__file__}:search", build=Build.TRACE, more=trace_hooks)
    shapes = {"pattern": const(pattern), "text": text(length, PRINTABLE)}
    tracer = Tracer(target, shapes, length, max_ops=budget)
    with tracer.installed():
        best = tracer.run({})
        waiting, seen = Waiting(), {_text(best.model)}
        waiting.enter(best)
        while len(seen) < runs and best.cost < budget and (model := waiting.next()) is not None:
            if _text(model) not in seen:
                seen.add(_text(model))
                path = tracer.run(model)
                waiting.enter(path)
                best = max(best, path, key=lambda each: each.cost)
    return Found(_text(best.model), best.cost, len(seen), best.cost >= budget)


class Waiting:
    """Paths with decisions to negate: by cost, and by the number of decisions at each place."""

    def __init__(self) -> None:
        self._costly: list[Any] = []
        self._places: dict[int, list[Any]] = {}
        self._turn = self._entered = 0

    def enter(self, path: Path) -> None:
        """Keep a path; where two are equal, the shorter one is taken first, then the newer one."""
        self._entered += 1
        last = (len(path.taken), -self._entered)
        heapq.heappush(self._costly, (-path.cost, *last, _others(path, range(len(path.taken))[::-1])))
        for place, times in Counter(path.sites).items():
            chosen = [position for position, each in enumerate(path.sites) if each == place]
            heapq.heappush(
                self._places.setdefault(place, []), (-times, *last, _others(path, [chosen[-1], *chosen]))
            )

    def next(self) -> Model | None:
        """A text that decides otherwise somewhere than the path whose turn it is; None where no path does."""
        self._turn += 1
        if self._turn % 2 and self._places:
            chosen = list(self._places.values())[self._turn // 2 % len(self._places)]
            if (model := _first(chosen)) is not None:
                return model
        return _first(self._costly)


def _first(waiting: list[Any]) -> Model | None:
    while waiting:
        model: Model | None = next(waiting[0][-1], None)
        if model is not None:
            return model
        heapq.heappop(waiting)
    return None


def _others(path: Path, positions: Sequence[int]) -> Iterator[Model]:
    """Texts that decide as a path does up to some decision, and otherwise there."""
    asking = session(path.variables)
    held = [path.held(position) for position in range(len(path.taken))]
    for position in positions:
        asking.follow(held[:position])
        verdict = asking.solve(held[position].negated(), path.model)
        if isinstance(verdict, Model):
            yield verdict


def _text(model: Values) -> str:
    return "".join(chr(int(code)) for code in model.values())


if __name__ == "__main__":
    length = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    found = flip(sys.argv[1], length)
    more = ", and more: its budget is spent" if found.spent else ""
    print(f"{found.text!r} costs {found.cost:,} ops{more}; {found.runs} runs")
