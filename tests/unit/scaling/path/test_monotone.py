from __future__ import annotations

import numpy as np

from slowpath.scaling.path.monotone import least


def solved(rows: list[tuple[int, dict[int, int], int]], count: int) -> list[int] | None:
    """Rows are a head, the factors of others, and a constant."""
    terms = [(row, each, factor) for row, (_, body, _) in enumerate(rows) for each, factor in body.items()]
    row, variable, factor = np.array(terms, np.int64).reshape(-1, 3).T
    head = np.array([each[0] for each in rows])
    constant = np.array([each[2] for each in rows])
    values = least(np.zeros(count, np.int64), head, constant, row, variable, factor)
    return None if values is None else values.tolist()


def test_the_least_values_come_level_by_level() -> None:
    rows = [(2, {0: 1, 1: 1}, 1), (1, {0: 2}, 3), (3, {2: 1}, 1), (3, {0: 1}, 9), (0, {}, 2)]
    assert solved(rows, 5) == [2, 7, 10, 11, 0]


def test_a_variable_that_depends_on_itself_has_none() -> None:
    assert solved([(0, {1: 1}, 1), (1, {0: 1}, 1)], 2) is None


def test_values_that_grow_beyond_measure_are_refused() -> None:
    assert solved([(0, {}, 1), *[(i + 1, {i: 100}, 0) for i in range(20)]], 21) is None
