"""Cases tell what their paths cost: numbers, or expressions that hold on every input of the path."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowpath.counting.model import CostModel, Size
from slowpath.explore.cases import written
from slowpath.explore.costs import CostedPath
from slowpath.expr.term import evaluate
from slowpath.model.target import Build
from slowpath.target.load import load
from tests.unit.explore.gathered import cases, cost, listed, shapes_of, target

FIELDS = CostModel("fields", {"object": Size(0, 4), "list": Size(10, 1)})


def test_memory_depends_on_the_input() -> None:
    found = {case.condition(): cost(case, "memory") for case in cases("reserve")}
    assert found == {
        "n <= 0": 56,
        "n >= 1 and n <= 100": "56 + 8*n",
        "n >= 101": 56 + 800,
    }


def test_native_work_depends_on_the_input() -> None:
    found = {case.condition(): cost(case, "ops") for case in cases("reserve")}
    assert "(280 * n) // 1000" in str(found["n >= 1 and n <= 100"])
    assert isinstance(found["n >= 101"], int)


def test_a_cost_that_the_conditions_fix_is_a_number() -> None:
    """n + m == 10 leaves no choice about the sum, though it does about n and about m."""
    found = {case.condition(): cost(case, "memory") for case in cases("pair")}
    assert found["n >= 1 and m >= 1 and n + m == 10"] == 2 * 56 + 80
    assert found["n >= 1 and m >= 1 and n + m != 10"] == "112 + 8*n + 8*m"


@settings(max_examples=30, deadline=None)
@given(n=st.integers(-5, 120))
def test_expressions_are_what_other_inputs_cost(n: int) -> None:
    """Whatever the input, the case whose conditions it meets costs it what a counted run does."""
    met = [case for case in _RESERVE if all(each.holds({0: n}) for each in case.region.held)]
    assert len(met) == 1
    counted = load(target("reserve").loaded.target.spec, build=Build.COUNT)
    counted.ledger.start()
    with counted.copies.installed():
        counted.function(n)
    counted.ledger.stop()
    assert evaluate(met[0].costs["ops"], {0: n}) == counted.ledger.ops()


_RESERVE = cases("reserve")


def test_objects_cost_their_fields_and_lists_what_they_hold() -> None:
    found = cases("chain", ("memory", "calls:Node.__init__"), FIELDS)
    memory = {case.cost("calls:Node.__init__"): case.cost("memory") for case in found}
    assert memory == {count: 10 + count * (8 + 1) for count in range(4)}


def test_allocations_are_seen_once() -> None:
    (path,) = listed("containers").exploration.paths()
    assert isinstance(path, CostedPath)
    allocated = path.spent.allocated
    # [x, x], the comprehension, the list that is sliced, the slice, list("ab")
    assert allocated.things["list"] == 5
    assert allocated.parts["list"] == 2 + 3 + 3 + 2 + 2
    assert (allocated.things["dict"], allocated.parts["dict"]) == (1, 2)
    assert (allocated.things["set"], allocated.parts["set"]) == (1, 1)
    assert (allocated.things["tuple"], allocated.parts["tuple"]) == (2, 2 + 7)
    assert (allocated.things["text"], allocated.parts["text"]) == (1, 4)


def test_what_a_precondition_allocates_does_not_count() -> None:
    plain = {case.condition(): cost(case, "memory") for case in cases("reserve")}
    asked = {case.condition(): cost(case, "memory") for case in cases("reserve", requires="len([n, n]) == 2")}
    assert asked == plain


def test_an_example_is_source() -> None:
    shapes = shapes_of("chain", {"xs": "ints(upto(N))"})
    found = cases("chain", shapes={"xs": "ints(upto(N))"}, size=2)
    sources = {case.condition(): written(case, shapes, 2)["xs"] for case in found}
    assert sources["len(xs) == 0"] == "[]"
    assert eval(sources["len(xs) == 2 and xs[0] >= 1 and xs[1] >= 1"]) == [1, 1]


@pytest.mark.parametrize("jobs", [1, 2])
def test_cases_are_the_same_from_several_processes(jobs: int) -> None:
    found = cases("chain", ("memory", "calls"), FIELDS, jobs=jobs)
    assert len(found) == 8
    assert sorted(case.cost("memory") for case in found) == [10, 19, 19, 19, 28, 28, 28, 37]
