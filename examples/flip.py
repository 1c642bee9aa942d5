"""Find a text that a pattern is slow on: flip the character tests of the costliest run so far.

    python examples/flip.py '(a+)+$' [length]

A run over symbolic text records each test of a character. One of the costliest run is negated, those before
it kept, and solved for another text, and so on. A run that spends its budget ends the search.
"""

from __future__ import annotations

import heapq
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass

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

BUDGET = 20_000  # ops of one run
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
        waiting = [(-best.cost, 0, _others(best))]
        seen, count = {_text(best.model)}, 1
        while waiting and count < runs and best.cost < budget:
            model = next(waiting[0][2], None)
            if model is None:
                heapq.heappop(waiting)
            elif _text(model) not in seen:
                path = tracer.run(model)
                count += 1
                seen.add(_text(model))
                heapq.heappush(waiting, (-path.cost, -count, _others(path)))
                best = max(best, path, key=lambda each: each.cost)
    return Found(_text(best.model), best.cost, count, best.cost >= budget)


def _others(path: Path) -> Iterator[Model]:
    """Texts that decide as a path does up to some decision, and otherwise there; the last one first."""
    asking = session(path.variables)
    held = [path.held(place) for place in range(len(path.taken))]
    for place in reversed(range(len(held))):
        asking.follow(held[:place])
        verdict = asking.solve(held[place].negated(), path.model)
        if isinstance(verdict, Model):
            yield verdict


def _text(model: Values) -> str:
    return "".join(chr(int(code)) for code in model.values())


if __name__ == "__main__":
    length = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    found = flip(sys.argv[1], length)
    more = ", and more: its budget is spent" if found.spent else ""
    print(f"{found.text!r} costs {found.cost:,} ops{more}; {found.runs} runs")
