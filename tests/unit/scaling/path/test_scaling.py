from __future__ import annotations

import pytest

from slowpath.scaling.path.family import Stopped
from slowpath.scaling.path.scaling import PathPlan, Predicted, learned, predicted
from slowpath.scaling.path.system import synthesize
from tests.unit.scaling.path.support import learnt, program, rows_of_blocks, rows_of_path

TRUTH = {
    "insertion_sort": lambda n: n * (n - 1) // 2,
    "float_sort": lambda n: n * (n - 1) // 2,
    "quicksort": lambda n: n * (n - 1) // 2,  # recursion
    "merge": lambda n: 2 * n - 1,  # many worst paths
    "prefix_sums": lambda n: n,  # rows of different lengths
    "shortest": lambda n: n * (n - 1) // 2,  # rows of three variables
    "windows": lambda n: n - 1,  # characters
    "chains": lambda n: n * (n - 1) // 2,  # remainders
}
EXACT = sorted(TRUTH.keys() - {"float_sort", "chains"})  # floats and remainders are records of other kinds


def made(name: str, size: int) -> Predicted:
    family = learnt(name).family
    assert family is not None, learnt(name).stopped
    result = predicted(program(name), family, size)
    assert isinstance(result, Predicted), result
    return result


@pytest.mark.parametrize("name", sorted(TRUTH))
def test_an_input_of_a_large_size_has_the_true_worst_cost(name: str) -> None:
    result = made(name, 60)
    assert result.cost == TRUTH[name](60)
    assert program(name).cost(result.inputs) == TRUTH[name](60)


@pytest.mark.parametrize("name", EXACT)
def test_synthesis_gives_the_path_condition_that_the_run_has(name: str) -> None:
    family = learnt(name).family
    assert family is not None
    size = max(learnt(name).costs) + 2  # nothing of this size was explored
    path, _ = program(name).recorded(size, made(name, size).model())
    assert rows_of_blocks(synthesize(family, size)) == rows_of_path(path)
    assert family.rows(size) == len(path.taken)


def test_generators_of_insertion_sort_are_those_of_the_paper() -> None:
    family = learnt("insertion_sort").family
    assert family is not None
    (generator,) = family.generators
    assert generator.described() == [
        "incre(const(0, N - 1), incre(0, N - 2, 1), 1)",  # the prefix is sorted in falling order by then
        "const(incre(1, N - 1, 1), incre(1, N - 1, 1))",
    ]
    assert family.cost is not None
    assert family.cost.text() == "(N*N - N)//2"


def test_small_sizes_are_explored_to_the_last_path() -> None:
    found = learnt("insertion_sort")
    assert found.exact == set(found.costs) == {2, 3, 4, 5}
    assert found.runs == 2 + 6 + 24 + 120


def test_the_whole_measure_can_be_the_cost() -> None:
    subject = program("insertion_sort", hot=False)
    found = learned(subject, PathPlan(last=6))
    assert found.family is not None
    result = predicted(subject, found.family, 30)
    assert isinstance(result, Predicted)
    assert result.inputs["xs"] == sorted(result.inputs["xs"], reverse=True)
    assert subject.cost(result.inputs) == result.cost == subject.cost({"xs": list(range(30, 0, -1))})


def test_the_construct_that_stops_a_model_is_named() -> None:
    found = learned(program("same_remainders"), PathPlan(last=5))
    assert found.family is None
    assert isinstance(found.stopped, Stopped)
    assert "operator '%'" in found.stopped.construct
