from __future__ import annotations

from slowpath.scaling.promise import Promise, is_followed, promised

EUCLID = {2: 2, 3: 3, 4: 3, 5: 4, 6: 4, 7: 4, 8: 5, 9: 5}  # steps for numbers up to N; N//2 + 1 by chance


def test_a_form_that_gives_the_held_out_cost_promises() -> None:
    costs = {size: size * (size - 1) // 2 for size in (2, 3, 4, 5, 10)}
    assert promised(costs, 500) == Promise(500 * 499 // 2, proven=True)


def test_a_form_that_misses_the_held_out_cost_is_a_guess() -> None:
    by_chance = {size: EUCLID[size] for size in range(2, 7)}
    assert promised(by_chance, 500) == Promise(251, proven=False)
    beyond = promised({**EUCLID, 18: 6}, 500)
    assert beyond is None or not beyond.proven


def test_a_form_of_all_sizes_but_the_held_out_one_is_no_promise() -> None:
    line = {size: size for size in range(2, 6)}
    assert promised({**line, 10: 10}, 500) == Promise(500, proven=True)
    missed = promised({**line, 10: 7}, 500)
    assert missed is None or not missed.proven


def test_the_largest_size_is_not_learned_from() -> None:
    three = {2: 1, 3: 2, 4: 3}
    assert promised(three, 100) == Promise(99, proven=False)
    assert promised({**three, 5: 4}, 100) == Promise(99, proven=True)


def test_costs_with_rounded_parts_follow_a_form_before_they_are_rounded() -> None:
    fine = {size: 13_000 * size * size + 1_234 * size for size in (2, 3, 4, 5, 6, 12)}
    exact = promised(fine, 100, fineness=1000)
    assert exact == Promise((13_000 * 100 * 100 + 1_234 * 100) // 1000, proven=True)
    rounded = promised({size: cost // 1000 for size, cost in fine.items()}, 100)
    assert rounded is None or not rounded.proven


def test_no_costs_tell_nothing() -> None:
    assert promised({}, 10) is None
    assert promised({2: 7, 3: 1}, 10) is None


def test_a_rule_that_was_learned_elsewhere_may_miss_the_smallest_sizes_only() -> None:
    squares = {size: size * size for size in range(2, 9)}
    assert is_followed(lambda size: size * size, {**squares, 2: 0, 3: 0})
    assert not is_followed(lambda size: size * size, {**squares, 4: 0})
    assert not is_followed(lambda size: 60 * size + 7, {2: 91, 3: 133, 4: 211, 5: 262, 6: 313, 12: 727})
