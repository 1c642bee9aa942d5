"""Theorem 1 (Albert, Gomez-Zamalloa, Rojas 2011): where the measure is observable, driven and aware
generation give the same cases, and the same worst case."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from pathlib import Path

import pytest

from slowpath.abstract.driven import Abstraction, Driven
from slowpath.counting.model import CostModel, Size
from slowpath.explore.cases import CaseList, Metered, PathCase, metered, shown_cost
from slowpath.explore.exploration import ExploreSettings
from slowpath.shape.base import Shape
from slowpath.shape.library import integer, ints, upto

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "tests/quality/corpus.py"
SUBJECTS = ROOT / "benchmarks/subjects/resource.py"
VECTOR = ROOT / "examples/vector.py"
INSTRUCTIONS = "instructions"  # the paper's M_ins

# Fields and items of 4 bytes, nothing else: the sizes of the paper.
FIELDS = CostModel("fields", {"object": Size(0, 4), "list": Size(0, 4)})

SORTS = ["insertion_sort", "bubble_sort", "selection_sort", "merge_sort", "quick_sort", "shell_sort"]
SEARCHES = ["linear_search", "binary_search", "largest", "second_largest", "pairs_with_sum", "sign_counts"]
NUMBERS = ["fizzbuzz", "triangle", "gcd", "collatz", "pick", "count_up", "clamp", "account", "bits"]
CLASSES = ["reverse_polish", "served", "power", "retried", "longest_climb", "majority", "steps_down"]
LOOPS = ["convoy", "covered", "drained", "positives", "merge", "hanoi"]
OBSERVABLE = [
    *((CORPUS, name) for name in (*SORTS, *SEARCHES, *NUMBERS)),
    *((SUBJECTS, name) for name in (*CLASSES, *LOOPS)),
]
BLOCKS_ONLY = ["contains", "two_sum", "has_duplicates", "dedupe", "divide"]  # native work depends on values


def shapes_of(target: Metered, size: int) -> dict[str, Shape]:
    names = inspect.signature(target.loaded.function).parameters
    return {name: ints(size, -2, 3) if name.endswith("s") else integer(-2, 3) for name in names}


def keys(cases: Iterable[PathCase]) -> list[tuple[object, ...]]:
    """What tells cases apart, whatever the order in which they were found."""
    return sorted((tuple(map(repr, case.region.held)), repr(case.raises), repr(case.under)) for case in cases)


def check(target: Metered, shapes: dict[str, Shape], size: int, measure: str, criterion: str) -> Driven:
    """Compare both ways under several policies."""
    settings = ExploreSettings(criterion=criterion)
    listed = CaseList(target, shapes, size, [measure], settings)
    aware = list(listed.cases())
    assert listed.exploration.tally.complete
    costs = sorted(case.cost(measure) for case in aware)
    middle = costs[len(costs) // 2]
    driven = Driven(target, shapes, size, measure, settings)
    for policy in (f"{measure} >= 0", f"{measure} > {middle}", f"{measure} <= {middle}", "returns"):
        assert keys(driven.cases(policy)) == keys(driven.parsed(policy).chosen(aware)), policy
    for policy in ("worst", "top 3", "raises and worst"):
        found, wanted = driven.cases(policy), driven.parsed(policy).chosen(aware)
        assert [case.cost(measure) for case in found] == [case.cost(measure) for case in wanted], policy
    return driven


@pytest.mark.parametrize(("file", "name"), OBSERVABLE, ids=[name for _, name in OBSERVABLE])
def test_driven_and_aware_agree(file: Path, name: str) -> None:
    target = metered(f"{file}:{name}")
    driven = check(target, shapes_of(target, 3), 3, "ops", "loop-4 and recursion-3")
    assert not driven.abstraction.unobserved


@pytest.mark.parametrize("name", BLOCKS_ONLY)
def test_instructions_are_observable_where_native_work_is_not(name: str) -> None:
    target = metered(f"{CORPUS}:{name}")
    shapes = shapes_of(target, 3)
    assert Abstraction(target, shapes, 3, "ops", criterion="loop-4").unobserved
    check(target, shapes, 3, INSTRUCTIONS, "loop-4")


@pytest.mark.parametrize(
    ("measure", "policies"),
    [
        ("memory", ["memory > 48", "memory <= 40", "memory > 48 and returns"]),
        ("calls:realloc", ["calls:realloc >= 1", "calls:realloc == 0"]),
        ("ops", ["ops > 200"]),
    ],
)
def test_symbolic_costs_of_multiples_agree(measure: str, policies: list[str]) -> None:
    target = metered(f"{VECTOR}:multiples")
    shapes = {"ns": ints(upto(4)), "div": integer(), "icap": integer()}
    settings = ExploreSettings(criterion="loop-4")
    aware = list(CaseList(target, shapes, 4, [measure], settings, FIELDS).cases())
    driven = Driven(target, shapes, 4, measure, settings, FIELDS)
    for policy in policies:
        assert keys(driven.cases(policy)) == keys(driven.parsed(policy).chosen(aware)), policy
    found, wanted = driven.cases("worst"), driven.parsed("worst").chosen(aware)
    shown = [[shown_cost(case.costs[measure], case.region) for case in each] for each in (found, wanted)]
    assert shown[0] == shown[1]


def test_the_enhanced_abstraction_of_multiples_has_the_feasible_traces_only() -> None:
    target = metered(f"{VECTOR}:multiples")
    for k in (1, 2, 3, 4):
        shapes = {"ns": ints(upto(k)), "div": integer(), "icap": integer()}
        graph = Abstraction(target, shapes, k, INSTRUCTIONS, criterion=f"loop-{k}").graph
        naive = Abstraction(target, shapes, k, INSTRUCTIONS, criterion=f"loop-{k}", naive=True).graph
        exceptions = 2 * k + 1  # icap <= 0 at each length, div == 0 at each but 0
        paths = sum(_paths(length) for length in range(k + 1))
        assert graph.count == paths + exceptions
        assert naive.count > graph.count
    assert paths == 54  # the paper's number of test cases under loop-4


def _paths(length: int) -> int:
    from math import comb

    return sum(comb(length, hits) * max(1, hits) for hits in range(length + 1))


def test_the_papers_example() -> None:
    target = metered(f"{VECTOR}:multiples")
    shapes = {"ns": ints(upto(4)), "div": integer(), "icap": integer()}
    settings = ExploreSettings(criterion="loop-4", requires="div != 0 and icap > 0")
    driven = Driven(target, shapes, 4, "memory", settings, FIELDS)
    assert len(driven.cases("memory >= 0")) == 54
    assert len(driven.cases("memory > 48")) == 54 - 23
    worst = [shown_cost(case.costs["memory"], case.region) for case in driven.cases("worst")]
    assert worst == [48, "12 + 4*icap"]


def test_the_papers_partial_trace() -> None:
    """Example 6: four iterations that all call add, and nothing said of what add does."""
    target = metered(f"{VECTOR}:multiples")
    shapes = {"ns": ints(upto(4)), "div": integer(), "icap": integer()}
    driven = Driven(target, shapes, 4, INSTRUCTIONS, ExploreSettings(criterion="loop-4"))
    complete = next(driven.abstraction.graph.traces())
    partial = complete.without(driven.blocks_of("Vector.add", "Vector.realloc"))
    cases = driven.follow(partial)
    capacities = [
        case.region.values[variable.index]
        for case in cases
        for variable in case.region.variables
        if variable.name == "icap"
    ]
    assert sorted(min(each, 4) for each in capacities) == [1, 2, 3, 4]
