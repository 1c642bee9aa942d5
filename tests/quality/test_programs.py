"""The strategy `program` finds slow paths of objects that other calls build, by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.recipe.use import Use
from slowpath.search.catching import Catch
from slowpath.search.hunt import Hunt
from slowpath.search.strategy import strategies
from slowpath.target.load import load
from tests.unit.search.programs.trees import written

MOST = 1_500  # programs that are judged


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("name", ["Node.depths", "Node.adopt", "Table.repeated"])
def test_quadratic_methods_of_objects(tmp_path: Path, name: str, seed: int) -> None:
    others = tuple(each.name for each in strategies() if each.name != "program")
    hunt = Hunt(load(f"{written(tmp_path)}:{name}"), given={}, seed=seed, without=others)
    for caught in hunt.catches(300):
        if isinstance(caught, Catch):
            assert 2.8 <= caught.steepness <= 4.3  # the cost is a square of the number of nodes or values
            assert isinstance(caught.recipe, Use)
            assert caught.recipe.setup
            assert hunt.tried <= MOST
            return
    raise AssertionError(f"nothing caught among {hunt.tried} programs")
