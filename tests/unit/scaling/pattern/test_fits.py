"""Formulas give the numbers that were observed, at other sizes too."""

from __future__ import annotations

from slowpath.scaling.pattern.fits import LARGEST, cell_formula, common_step, formula, item_formula, ranked


def test_formulas_of_size_and_position() -> None:
    sizes = range(2, 7)
    assert formula({n: 2 * n + 1 for n in sizes}) == "2*N + 1"
    items = item_formula({n: list(range(n, 0, -1)) for n in sizes})
    assert items is not None
    assert [eval(items, {"N": 9, "i": i}) for i in range(9)] == list(range(9, 0, -1))
    cells = cell_formula({n: [[(i - j) ** 2 for j in range(n)] for i in range(n)] for n in sizes})
    assert cells is not None
    assert eval(cells, {"N": 9, "i": 2, "j": 7}) == 25
    assert item_formula({n: [pow(3, i, 7) for i in range(n)] for n in (5, 6, 7)}) is None


def test_ranks_keep_the_order_across_parameters() -> None:
    inputs = {"xs": [10, -5], "x": 7, "name": "a"}
    assert ranked(inputs) == {"xs": [2, 0], "x": 1, "name": "a"}
    assert ranked(inputs, 1, jointly=False) == {"xs": [2, 1], "x": 1, "name": "a"}


def test_numbers_too_large_to_be_exact_are_not_fitted() -> None:
    assert formula(dict.fromkeys(range(2, 7), LARGEST)) is None
    assert formula(dict.fromkeys(range(2, 7), LARGEST - 1)) == str(LARGEST - 1)
    assert formula({}) is None


def test_equal_numbers_have_equal_ranks() -> None:
    assert ranked({"grid": [[7, 3], [3, 9]]}) == {"grid": [[1, 0], [0, 2]]}


def test_the_step_of_items_is_the_largest_that_divides_every_difference() -> None:
    for items in ([25, -1, 12], [-7, 5], [4, 4, 10, 1], [3, 4]):
        differences = [a - b for a in items for b in items]
        steps = [step for step in range(1, 100) if all(each % step == 0 for each in differences)]
        assert common_step(items) == max(steps)
    assert common_step([5, 5]) == common_step([5]) == 0
