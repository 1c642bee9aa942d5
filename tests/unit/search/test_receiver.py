"""What else may be done with the receiver of a method."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.knowledge.catalogue import ALL, NONE, Knowledge
from slowpath.model.slot import Slot, closed_by, filled_by, filled_by_each, for_each
from slowpath.search.receiver import other_calls
from slowpath.shape.base import Shape
from slowpath.shape.library import integer, text
from slowpath.target.load import load

SOURCE = """
class Box:
    def __init__(self):
        self.kept = []

    def add(self, name: str, count: int):
        self.kept.append(name)

    def set_size(self, size: int):
        self.size = size

    def feed(self, data: str):
        self.kept.append(data)

    def close(self):
        self.kept.clear()

    def count(self):
        return len(self.kept)

    def find(self, wanted: str, start: int = 0):
        return self.kept.index(wanted, start)

    def update_count(self):
        self.size = len(self.kept)

    def at(self, place: int):
        return self.kept[place]

def plain(data: str):
    return data
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "boxes.py"
    path.write_text(SOURCE)
    return path


def calls(file: Path, name: str, shapes: dict[str, Shape], knowledge: Knowledge = ALL) -> dict[Slot, str]:
    loaded = load(f"{file}:{name}")
    with loaded.copies.installed():
        return {each: shape.describe() for each, shape in other_calls(loaded, shapes, knowledge).items()}


FILLING = {
    filled_by("feed", "data"): "text(N)",
    filled_by_each("feed", "data"): "lists(text(N), N)",
    filled_by("add", "name"): "text(N)",
    filled_by("add", "count"): "integer()",
    filled_by_each("add", "name"): "lists(text(N), N)",
}


def test_an_object_is_filled_by_methods_whose_inputs_grow(file: Path) -> None:
    found = calls(file, "Box.count", {})
    assert found == {**FILLING, closed_by("close"): "const(())"}  # set_size takes nothing that grows


def test_a_method_that_fills_is_called_many_times(file: Path) -> None:
    found = calls(file, "Box.feed", {"data": text()})
    assert found == {for_each("data"): "lists(text(N), N)", closed_by("close"): "const(())"}


def test_a_method_that_asks_is_called_on_a_filled_object(file: Path) -> None:
    found = calls(file, "Box.find", {"wanted": text(), "start": integer()})
    assert found == {**FILLING, for_each("wanted"): "lists(text(N), N)", closed_by("close"): "const(())"}


def test_a_method_that_seems_to_fill_but_is_given_nothing_is_called_on_a_filled_object(file: Path) -> None:
    assert calls(file, "Box.update_count", {}) == {**FILLING, closed_by("close"): "const(())"}


def test_a_number_is_the_same_in_each_of_many_calls(file: Path) -> None:
    """Numbers that grow make each call cost more, however many there are."""
    assert calls(file, "Box.at", {"place": integer()})[for_each("place")] == "lists(const(0), N)"


def test_what_closes_is_not_closed_again(file: Path) -> None:
    assert closed_by("close") not in calls(file, "Box.close", {})


def test_without_knowledge_no_method_is_known_to_fill(file: Path) -> None:
    assert calls(file, "Box.count", {}, NONE) == {}


def test_a_function_has_no_receiver(file: Path) -> None:
    assert calls(file, "plain", {"data": text()}) == {}
