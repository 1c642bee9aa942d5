"""Linear programs: values are found, a contradiction is told."""

from __future__ import annotations

import numpy as np
import pytest

from slowpath.solve.highs import LinearProgram, solve_program


def program(rows: list[list[int]], upper: list[float], low: float, high: float) -> LinearProgram:
    """A program with these factors in its rows, each at most so much."""
    count = len(rows[0])
    return LinearProgram(
        starts=np.arange(len(rows) + 1, dtype=np.int32) * count,
        columns=np.tile(np.arange(count, dtype=np.int32), len(rows)),
        factors=np.array(rows, float).reshape(-1),
        lower=np.full(len(rows), -np.inf),
        upper=np.array(upper),
        low=np.full(count, low),
        high=np.full(count, high),
    )


@pytest.mark.parametrize("whole", [False, True])
def test_values_meet_the_rows_and_their_bounds(whole: bool) -> None:
    asked = program([[1, 1], [-2, 0]], [1.0, -1.0], -5.0, 5.0)  # x + y <= 1, 2x >= 1
    values = solve_program(asked, 5.0, whole=whole).values
    assert values is not None
    x, y = values
    assert x + y <= 1 + 1e-6
    assert 2 * x >= 1 - 1e-6
    assert not whole or (x == round(x) and y == round(y))


def test_what_only_whole_numbers_refuse() -> None:
    asked = program([[2], [-2]], [1.0, -1.0], -np.inf, np.inf)  # 2x = 1
    assert solve_program(asked, 5.0, whole=False).values is not None
    assert solve_program(asked, 5.0, whole=True).is_infeasible


def test_a_contradiction() -> None:
    outcome = solve_program(program([[1], [-1]], [0.0, -1.0], -np.inf, np.inf), 5.0, whole=False)
    assert (outcome.values, outcome.is_infeasible, outcome.is_late) == (None, True, False)
