from __future__ import annotations

from slowpath.search.loops.plan import Plan


def test_a_plan_knows_how_much_of_the_time_is_over() -> None:
    now = [10.0]
    plan = Plan("mosa", 0, 10.0, 30.0, 1, lambda: now[0])
    assert (plan.elapsed, plan.is_over) == (0.0, False)
    now[0] = 25.0
    assert (plan.elapsed, plan.is_over) == (0.75, False)
    now[0] = 30.0
    assert plan.is_over
