"""The path condition that is synthesised at a size is that of a run of the worst case there."""

from __future__ import annotations

from dataclasses import replace

from slowpath.scaling.path.system import synthesize
from tests.unit.scaling.path.support import learnt

WORST = {"insertion_sort": lambda n: range(n, 0, -1), "prefix_sums": lambda n: [11] + [0] * (n - 1)}


def test_nothing_is_asked_below_the_first_size() -> None:
    family = learnt("insertion_sort").family
    assert family is not None
    assert synthesize(family, 1) == []
    later = replace(family, generators=tuple([replace(each, first=20) for each in family.generators]))
    assert synthesize(later, 19) == []
    assert len(synthesize(later, 20)) == len(synthesize(family, 20)) > 0
