"""A suite has the worst case first, whichever way it is searched."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from slowpath.expr.variable import Values
from slowpath.search.beam import suite as module
from slowpath.search.beam.beam import Beam
from slowpath.search.beam.suite import suite
from tests.unit.search.beam.support import prepared, worst

SMALL = Beam(tests=2, look_ahead=6, width=16, mutation=0)


def test_small_sizes_ask_for_no_recipes(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def starts(at: object, size: int, *more: object, knowledge: object) -> list[Values]:
        asked.append(size)
        return []

    monkeypatch.setattr(module, "starts", starts)
    monkeypatch.setattr(module, "LARGE", 5)
    for size in (4, 5):
        suite(lambda size: prepared("insertion", size), size, SMALL)
    assert asked == [5]


def test_what_recipes_suggest_is_where_the_search_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    orders = list(permutations(range(5)))
    chosen = prepared("insertion", 5)
    with chosen.tracer.installed():
        best = max(orders, key=lambda order: chosen.plain(dict(enumerate(order)), ()).cost)
    monkeypatch.setattr(module, "starts", lambda *_, knowledge: [dict(enumerate(best))])
    monkeypatch.setattr(module, "LARGE", 5)
    once = Beam(tests=1, look_ahead=1, width=1, mutation=0, again=False, max_size=1)
    found = suite(lambda size: chosen, 5, once)
    assert found.tests[0].cost == worst(chosen)
    without = suite(lambda size: chosen, 5, replace(once, leaps=False))
    assert without.tests[0].cost < worst(chosen)
