"""Operations that no solver knows are decided on small domains by trying all values."""

from __future__ import annotations

from itertools import product

import pytest

from slowpath.shape.library import integer
from slowpath.solve.chain import Options
from tests.unit.explore import programs
from tests.unit.explore.support import exploration

SHAPES = {"a": integer(0, 7), "b": integer(0, 3)}


@pytest.mark.parametrize("name", ["powers", "bit_tricks"])
@pytest.mark.parametrize("options", [Options(), Options(smt=False)])
def test_every_path_is_found(name: str, options: Options) -> None:
    explored = exploration(name, shapes=SHAPES, options=options)
    found = [path.result for path in explored.paths()]
    assert explored.tally.complete
    function = getattr(programs, name)
    assert sorted(found) == sorted({function(a, b) for a, b in product(range(8), range(4))})
