"""From a finding to the functions to change, and the change as a diff."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.model.cost import LineCost, Ops
from slowpath.model.growth import Growth
from slowpath.oracle.remedy.remedies import places, remedy_for, unified
from slowpath.oracle.remedy.suspect import Suspect
from tests.unit.oracle.remedy.local import Local, remedy


def suspect(*lines: LineCost) -> Suspect:
    return Suspect("m:f", {}, Growth(((1, 1),), "O(n^2)", 2.0, 1.0), lines, {})


def line(file: str, function: str, ops: int) -> LineCost:
    return LineCost(file, 1, function, Ops(ops), Ops(0), 1, "")


def test_the_costliest_functions_come_first_and_those_without_source_are_left_out(tmp_path: Path) -> None:
    file = str(tmp_path / "m.py")
    Path(file).touch()
    lines = [
        line(file, "f", 3),
        line(file, "g", 4),
        line(file, "f", 2),
        line("/gone.py", "h", 9),
        line(file, "", 9),
    ]
    assert places(suspect(*lines)) == [(file, "f"), (file, "g")]


def test_a_diff_has_relative_paths(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    text = unified("a\nb", "a\nc", str(tmp_path / "sub" / "m.py"))
    assert text.startswith("--- a/sub/m.py\n+++ b/sub/m.py\n")
    assert "-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n" in text


def test_a_second_change_may_build_on_the_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    # Either change alone leaves a scan in every round.
    source = """
def target(items: list[int], others: list[int], more: list[int]) -> int:
    count = 0
    for item in items:
        if item in others:
            count += 1
        if item in more:
            count += 1
    return count
"""
    recipe = {"items": "[0] * N", "others": "list(range(1, N))", "more": "list(range(1, N))"}
    found = remedy(monkeypatch, tmp_path, source, recipe)
    assert found is not None
    assert "set(others)" in found.diff
    assert "set(more)" in found.diff


def test_no_time_is_no_remedy(tmp_path: Path) -> None:
    file = tmp_path / "m.py"
    file.write_text("def f(items, others):\n    return [item for item in items if item in others]\n")
    worker: Local | None = None
    assert remedy_for(suspect(line(str(file), "f", 1)), worker, 0.0) is None  # type: ignore[arg-type]


def test_a_property_is_read_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    source = """
class Basket:
    def __init__(self, prices: list[int]) -> None:
        self.prices = prices

    @property
    def total(self) -> int:
        return sum(self.prices)

    def expensive(self) -> list[int]:
        return [price for price in self.prices if 10 * price > self.total]
"""
    found = remedy(monkeypatch, tmp_path, source, {"prices": "[1] * N"}, name="Basket.expensive")
    assert found is not None
    assert "+        total = self.total\n" in found.diff
    assert (found.before, found.after) == ("O(n^2)", "O(n)")
