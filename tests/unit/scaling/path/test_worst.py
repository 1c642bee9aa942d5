from __future__ import annotations

from slowpath.scaling.path.worst import WorstEffort, worst
from tests.unit.scaling.path.support import program


def test_all_paths_are_seen_where_they_are_few() -> None:
    found = worst(program("insertion_sort"), 4, WorstEffort())
    assert found.exact
    assert (found.cost, found.runs, len(found.paths)) == (6, 24, 1)
    assert found.first == 0  # equal numbers are in order already


def test_every_path_of_the_worst_cost_is_kept() -> None:
    found = worst(program("merge"), 3, WorstEffort())
    assert found.cost == 5
    # The last of the first list is left to the end in C(4, 2) orders, that of the second in as many.
    assert len(found.paths) == 12
    assert {path.cost for path in found.paths} == {5}


def test_the_climb_reaches_the_worst_case_where_paths_are_too_many() -> None:
    found = worst(program("product"), 3, WorstEffort(paths=50, patience=500))
    assert not found.exact
    assert found.cost == 27  # of 2**18 inputs one
    assert found.runs < 2_500
