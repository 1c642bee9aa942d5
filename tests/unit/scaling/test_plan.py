"""Which sizes are run."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowpath.scaling.growth import fit
from slowpath.scaling.plan import PATIENCE, next_size, sizes

BUDGET = 10**7


def planned(cost, budget=BUDGET, **options):
    """Run the plan to its end: the points, and the sizes over the budget."""
    points: list[tuple[int, float]] = []
    over: list[int] = []
    while (size := next_size(points, over, budget, **options)) is not None:
        assert size not in over
        assert size not in dict(points)
        if cost(size) > budget:
            over.append(size)
        else:
            points.append((size, cost(size)))
        assert len(points) + len(over) < 60
    return points, over


def test_sizes_double():
    assert list(sizes(16, 100)) == [16, 32, 64]
    assert list(sizes(7, 7)) == [7]
    assert list(sizes(8, 7)) == []


def test_a_cheap_target_is_doubled_up_to_the_limit():
    points, over = planned(lambda n: 5, limit=1000)
    assert [n for n, _ in points[:7]] == [8, 16, 32, 64, 128, 256, 512]
    assert not over


def test_a_polynomial_target_is_doubled_within_the_budget():
    points, over = planned(lambda n: 5 * n * n + 100)
    assert [n for n, _ in points[:8]] == [8, 16, 32, 64, 128, 256, 512, 1024]
    assert not over


@pytest.mark.parametrize("start", [1, 8, 16, 64, 500])
@pytest.mark.parametrize(
    ("cost", "klass"),
    [
        (lambda n: 5 * 2**n, "O(2^n)"),
        (lambda n: 30 * 1.618034**n, "O(1.62^n)"),
        (lambda n: 5 * math.factorial(n), "O(n!)"),
        (lambda n: 5 * n**5, "O(n^5)"),
        (lambda n: 1000 * n * n, "O(n^2)"),
    ],
)
def test_an_explosive_target_shows_its_class_from_any_start(cost, klass, start):
    points, _ = planned(cost, start=start)
    assert fit(points).klass == klass


def test_a_first_size_over_the_budget_is_halved():
    assert next_size([], [], 100, start=16) == 16
    assert next_size([], [16], 100, start=16) == 8
    assert next_size([], [16, 8, 4, 2], 100, start=16) == 1
    assert next_size([], [16, 8, 4, 2, 1], 100, start=16) is None


def test_sizes_stay_within_the_bounds():
    points, _ = planned(lambda n: n**3, start=20, smallest=10, limit=90)
    assert all(10 <= n <= 90 for n, _ in points)
    assert next_size([], [], start=100, limit=50) == 50


def test_a_jump_in_the_cost_is_approached_from_below():
    points, over = planned(lambda n: n if n < 50 else 10**9)
    assert max(n for n, _ in points) < 50 <= min(over)


def test_a_hopeless_target_is_left():
    assert next_size([(1, 5)], range(2, 2 + PATIENCE), 100) is None


@settings(max_examples=100, deadline=None)
@given(
    st.floats(0, 6),
    st.floats(1, 3),
    st.integers(1, 10**5),
    st.integers(1, 10**9),
    st.integers(1, 300),
)
def test_every_plan_ends(power, base, factor, budget, start):
    def cost(n):
        return factor * (n**power + min(base**n, 1e30) if n < 600 else n**power + 1e30)

    points, over = planned(cost, budget, start=start)
    assert len(over) <= PATIENCE
    assert all(cost <= budget for _, cost in points)
