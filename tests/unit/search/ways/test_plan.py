"""A plan divides the seconds of a search among its ways."""

from __future__ import annotations

import pytest

from slowpath.search.ways.plan import ScalePlan, within


def test_a_plan_divides_its_seconds() -> None:
    plan = within(100.0, 3)
    given = [
        plan.path.seconds,
        plan.small.seconds,
        2 * plan.guiding.seconds,  # by place and by history
        plan.recipes.seconds,
        plan.held_out.seconds,
        plan.rivals,
    ]
    assert sum(given) == pytest.approx(plan.seconds)
    assert plan.seconds is not None
    assert plan.seconds < 100
    assert (plan.path.first, plan.small.first) == (3, 3)


def test_one_size_takes_no_more_than_all_sizes() -> None:
    plan = within(10.0)
    assert plan.path.effort.seconds <= plan.path.seconds
    assert plan.small.effort.seconds <= plan.small.seconds


def test_a_recipe_is_looked_for_only_within_a_time() -> None:
    assert within(1.0).recipe
    assert not ScalePlan().recipe
