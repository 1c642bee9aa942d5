from __future__ import annotations

from slowpath.scaling.path.context import Context
from tests.unit.scaling.path.support import program


def contexts(name: str, numbers: list[int]) -> list[Context]:
    return program(name).recorded(len(numbers), dict(enumerate(numbers)))[1]


def test_questions_know_how_far_the_loops_around_them_are() -> None:
    found = contexts("insertion_sort", [3, 2, 1])
    assert len({context.static for context in found}) == 1
    # The first iteration of the outer loop asks once, the second twice; `while` asks before its body.
    assert [context.coordinates for context in found] == [(1, 0), (2, 0), (2, 1)]


def test_recursion_counts_by_depth_and_call() -> None:
    found = contexts("quicksort", [1, 2, 3])
    assert all(context.recursive for context in found)
    # partition() of three at depth 0; of the two above the pivot in the second call at depth 1.
    assert [context.coordinates for context in found] == [(0, 0, 1), (0, 0, 2), (1, 1, 1)]
    assert [spot[1] for spot in found[0].static] == ["quicksort", "partition"]


def test_questions_of_a_precondition_are_flat() -> None:
    found = program("merge").recorded(2, {0: 1, 1: 2, 2: 1, 3: 2})[1]
    assert found[0].static[-1][0] == "--requires"
    assert found[0].coordinates == found[1].coordinates == ()
