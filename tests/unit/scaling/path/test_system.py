"""The path condition that is synthesised at a size is that of a run of the worst case there."""

from __future__ import annotations

import pytest

from slowpath.scaling.path.system import synthesize
from tests.unit.scaling.path.support import learnt, program, rows_of_blocks, rows_of_path

WORST = {"insertion_sort": lambda n: range(n, 0, -1), "prefix_sums": lambda n: [11] + [0] * (n - 1)}


@pytest.mark.parametrize("name", WORST)
@pytest.mark.parametrize("size", [9, 12])
def test_rows_are_those_of_the_worst_path(name: str, size: int) -> None:
    family = learnt(name).family
    assert family is not None
    blocks = synthesize(family, size)
    path, _ = program(name).recorded(size, dict(enumerate(WORST[name](size))))
    assert rows_of_blocks(blocks) == rows_of_path(path)
    assert sum(map(len, blocks)) == family.rows(size)


def test_nothing_is_asked_below_the_first_size() -> None:
    family = learnt("insertion_sort").family
    assert family is not None
    assert synthesize(family, 1) == []
