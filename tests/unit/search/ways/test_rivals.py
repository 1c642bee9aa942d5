"""Random inputs and climbs, on programs whose worst input is known."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate, count

from slowpath.scaling.path.subject import subject
from slowpath.search.ways.rivals import Rival, climbed, costliest_random
from slowpath.shape.formula import N
from slowpath.shape.library import ints
from tests.unit.scaling.path.support import FILE, program


def never() -> bool:
    return False


def asked(times: int) -> Callable[[], bool]:
    """What is over when it has been asked some times."""
    numbers = count()
    return lambda: next(numbers) >= times


def inversions(xs: list[int]) -> int:
    return sum(one > other for at, other in enumerate(xs) for one in xs[:at])


def test_the_costliest_of_random_inputs_is_a_costly_one() -> None:
    target = program("insertion_sort")
    found = costliest_random(target, 6, never)
    assert found is not None
    assert found.cost == inversions(found.inputs["xs"])
    assert inversions(eval(found.sources["xs"])) == found.cost
    assert 11 <= found.cost <= 15  # of 200 inputs; one in seven has 11 inversions or more


def test_one_random_input_runs_when_the_time_is_over() -> None:
    target = program("insertion_sort")
    first, best = costliest_random(target, 6, lambda: True), costliest_random(target, 6, never)
    assert first is not None
    assert best is not None
    assert first.cost == inversions(first.inputs["xs"]) < best.cost


def test_a_climb_from_a_sorted_list_gets_to_the_worst_order() -> None:
    target = program("insertion_sort")
    start = Rival({"xs": [1, 2, 3, 4, 5, 6]}, {"xs": "list(range(1, N + 1))"}, 0)
    found = climbed(target, 6, start, never)
    assert found.cost == 15 == inversions(found.inputs["xs"])
    assert eval(found.sources["xs"]) == found.inputs["xs"]
    assert start.inputs == {"xs": [1, 2, 3, 4, 5, 6]}  # neither the target nor the climb changes it


def test_a_climb_without_a_gain_gives_its_start_back() -> None:
    start = Rival({"xs": [6, 5, 4, 3, 2, 1]}, {"xs": "list(range(N, 0, -1))"}, 15)
    assert climbed(program("insertion_sort"), 6, start, never) is start


def test_a_climb_ends_when_the_time_is_over() -> None:
    target = program("insertion_sort")
    start = Rival({"xs": [1, 2, 3, 4, 5, 6]}, {"xs": "[1, 2, 3, 4, 5, 6]"}, 0)
    assert climbed(target, 6, start, lambda: True) is start
    assert climbed(target, 6, start, asked(20)).cost < 15


def test_a_climb_stays_within_shapes_and_precondition() -> None:
    line = next(
        number for number, text in enumerate(FILE.read_text().splitlines(), 1) if "hot: prefix_sums" in text
    )
    shapes = {"xs": ints(N, 0, 5)}
    target = subject(f"{FILE}:prefix_sums", shapes, requires="xs[0] == 0", hot=line)
    found = climbed(target, 5, Rival({"xs": [0, 3, 3, 3, 3]}, {"xs": "[0] + [3] * (N - 1)"}, 1), never)
    xs = found.inputs["xs"]
    assert xs[0] == 0
    assert all(0 <= x <= 5 for x in xs)
    assert found.cost == sum(total > 10 for total in accumulate(xs)) == 2  # as in [0, 5, 5, 5, 5]
