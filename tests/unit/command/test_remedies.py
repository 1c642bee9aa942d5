"""Suspects get their share of the time, and an interruption keeps what was found."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from slowpath.command.order import silent, worker_for
from slowpath.command.remedies import Prepared, measured_suspect, remedies
from slowpath.model.loops import LoopInput
from slowpath.model.redundancy import RedundancyKind, Remedy
from slowpath.oracle.remedy import remedies as oracle
from slowpath.run.order import Order

SOURCE = """
class Shelf:
    def __init__(self):
        self.names = []

    def missing(self, names: list[str]) -> list[str]:
        return [name for name in names if name not in self.names]
"""


def ready(suspect: str) -> Prepared:
    given: Any = (suspect, "worker")
    return lambda seconds: given


def test_an_interruption_keeps_the_remedies_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, float]] = []

    def remedy_for(suspect: str, worker: str, seconds: float, listener: Any) -> Remedy:
        if suspect == "third":
            raise KeyboardInterrupt
        asked.append((suspect, seconds))
        return Remedy(suspect, "", "", "")

    monkeypatch.setattr(oracle, "remedy_for", remedy_for)
    nothing: Prepared = lambda seconds: None  # noqa: E731
    suspects = [ready("first"), nothing, ready("second"), ready("third")]
    found, is_whole = remedies(suspects, time.monotonic() + 100.0, silent)
    assert [each and each.diff for each in found] == ["first", None, "second"]
    assert not is_whole
    assert asked[0][1] == pytest.approx(25.0, abs=2.0)
    assert asked[1][1] == pytest.approx(50.0, abs=3.0)  # what others leave is shared
    assert remedies(suspects[:2], time.monotonic() - 9.0, silent)[1]
    assert asked[-1][1] == pytest.approx(8.0, abs=1.0)  # the least, if the search took all the time


def test_a_program_is_counted_at_growing_sizes(tmp_path: Path) -> None:
    file = tmp_path / "shelves.py"
    file.write_text(SOURCE)
    order = Order(spec=f"{file}:Shelf.missing", seconds=20.0, max_ops=1_000_000, seed=3)
    kinds = frozenset({RedundancyKind.MEMBERSHIP})
    given = LoopInput(order.spec, {"self": "s", "names": "['a'] * N"}, "s = Shelf()\ns.names = ['b'] * N", 8)
    with worker_for(order) as worker:
        suspect = measured_suspect(given, kinds, order, {}, worker, 20.0)
        assert suspect is not None
        assert (suspect.growth.words, suspect.kinds, suspect.seed) == ("O(n^2)", kinds, 3)
        assert suspect.lines[0].function == "Shelf.missing"
        assert suspect.setup == given.setup
        broken = LoopInput(order.spec, {"self": "s", "names": "nosuch"}, given.setup, 8)
        assert measured_suspect(broken, kinds, order, {}, worker, 20.0) is None
