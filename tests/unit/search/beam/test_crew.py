"""Any number of processes finds the same states; one that dies costs what it was doing."""

from __future__ import annotations

import os
from collections.abc import Sequence

import pytest

from slowpath.errors import WorkerError
from slowpath.expr.condition import Condition
from slowpath.expr.variable import Values
from slowpath.search.beam import crew
from slowpath.search.beam.crew import Crew
from slowpath.search.beam.states import BeamState, CostedInput, ops
from slowpath.search.beam.window import Window
from slowpath.values.path import Path
from tests.unit.search.beam.support import prepared

STATES = [BeamState(CostedInput({0: value}, 0)) for value in range(6)]


def test_two_processes_find_what_one_does() -> None:
    chosen = prepared("insertion", 5)
    with chosen.tracer.installed():
        window = Window(chosen.run, chosen.judge, lambda: 0.0, width=4)
        one, two = Crew(window), Crew(window, jobs=2)
        found = one.extended(STATES, 4)
        assert two.extended(STATES, 4) == found
        assert found == [state for each in STATES for state in window.extended(each, 4)[0]]
    assert one.tally == two.tally
    assert one.tally.runs >= len(STATES)
    assert two.extended([], 4) == []


def test_a_process_that_dies_costs_the_state_that_it_extends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "PARTS", 1)  # two processes, so that there are states behind the deadly one
    chosen = prepared("insertion", 5)

    def dies(model: Values, known: Sequence[Condition]) -> Path:
        if model == {0: 1}:
            os._exit(1)
        return chosen.run(model, known)

    with chosen.tracer.installed():
        window = Window(dies, ops, lambda: 0.0, width=1)
        together = Crew(window, jobs=2)
        found = together.extended(STATES, 3)
        alone = Crew(window)
        assert found == alone.extended([*STATES[:1], *STATES[2:]], 3)
    assert together.tally.died == 1


def test_the_search_ends_if_every_process_dies() -> None:
    def dies(model: Values, known: Sequence[Condition]) -> Path:
        os._exit(1)

    window = Window(dies, ops, lambda: 0.0, width=1)
    with pytest.raises(WorkerError, match="every process of the search died"):
        Crew(window, jobs=2).extended(STATES[:3], 3)
