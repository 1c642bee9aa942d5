"""Claims about objects in a search: what `breed` finds alone, and what a constructor is solved for."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random

import pytest

from slowpath.search.judge import Judge
from slowpath.search.race import Race
from slowpath.search.strategies.breed import Breed
from slowpath.search.strategies.flip import Flip
from slowpath.search.strategy import Strategy
from slowpath.shape.library import integer, records, text
from tests.unit.search.staged import Staged, staged

SHELVES = """
class Shelf:
    def __init__(self):
        self.rows = {}

    def begin(self, row: str):
        self.rows[row] = []

    def put(self, row: str, book):
        self.rows[row].append(book)

    def twice(self, row: str):
        return [each for each in self.rows[row] if self.rows[row].count(each) > 1]


class Gate:
    def __init__(self, key: str, level: int):
        if level * 3 != 51 or ord(key[0]) * 2 + ord(key[1]) != 333 or key[2] != key[0]:
            raise ValueError("refused")
        self.key = key


def twins(gate: Gate):
    return sum(1 for one in gate.key for other in gate.key if one == other)
"""
QUADRATIC = 3.7  # the steepness at least; that of n * n is 4


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("objects") / "shelves.py"
    made.write_text(SHELVES)
    return made


def is_quadratic_within(stage: Staged, strategy: Strategy, most: int) -> bool:
    """Whether one of the first proposals of a strategy costs n * n."""
    judge = Judge(stage.meter)
    with stage.meter.installed():
        race = Race(stage.scene, judge, [strategy], 300.0).run()
        for judged, is_best in islice(race, most):
            if is_best and judged.bend is not None and judge.confirmed(judged.bend).steepness >= QUADRATIC:
                return True
    return False


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_breed_begins_a_row_before_it_fills_it(file: Path, seed: int) -> None:
    stage = staged(file, "Shelf.twice", {})
    stage.scene.random = Random(seed)
    assert is_quadratic_within(stage, Breed(), 300)


def test_a_constructor_is_solved_for_arguments_that_pass(file: Path) -> None:
    shape = records("shelves:Gate", key=text(), level=integer())
    assert is_quadratic_within(staged(file, "twins", {"gate": shape}), Flip(), 100)
