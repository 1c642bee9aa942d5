"""The figures of the paper on resource-aware test generation, for its example in Python."""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import comb
from pathlib import Path

from slowpath.counting.model import read
from slowpath.explore.cases import CaseList, PathCase, metered, shown_cost
from slowpath.explore.exploration import ExploreSettings
from slowpath.explore.policy import exceeds, parse
from slowpath.explore.region import Truth
from slowpath.expr.text import shown
from slowpath.shape.library import integer
from slowpath.shape.syntax import parse_shape

EXAMPLES = Path(__file__).parents[2] / "examples"
MEASURES = ("memory", "ops", "calls:realloc")


@cache
def listed() -> tuple[PathCase, ...]:
    shapes = {"ns": parse_shape("ints(upto(N))", "", "ns"), "div": integer(), "icap": integer()}
    target = metered(f"{EXAMPLES / 'vector.py'}:multiples")
    model = read(EXAMPLES / "jvm.toml")
    explored = CaseList(target, shapes, 4, MEASURES, ExploreSettings(criterion="loop-4"), model)
    found = tuple(explored.cases())
    assert explored.exploration.tally.complete
    return found


def returning() -> list[PathCase]:
    return parse("returns").chosen(listed())


def memory(case: PathCase) -> int | float | str:
    return shown_cost(case.costs["memory"], case.region)


def test_example_4_has_54_cases() -> None:
    assert len(returning()) == 54 == sum(comb(n, m) * max(1, m) for n in range(5) for m in range(n + 1))


def test_the_other_cases_raise_what_java_raises_once() -> None:
    """A list's length is decided before the target runs, so each length has its own case of these."""
    raised = Counter((case.raises or "").partition(":")[0] for case in parse("raises").chosen(listed()))
    assert raised == {"ValueError": 5, "ZeroDivisionError": 4}


def test_example_5_drops_23_cases() -> None:
    kept = parse("memory > 48").chosen(returning())
    assert len(kept) == 54 - 23
    assert {(memory(case), case.demand()) for case in kept} == {("12 + 4*icap", "icap >= 10")}
    assert all(case.cost("memory") > 48 for case in kept)


def case_of(multiples: str, icap: str) -> PathCase:
    """The case of a list whose elements are multiples (m) or not (o)."""
    tests = "".join(
        f" and ns[{at}] % div {'==' if each == 'm' else '!='} 0" for at, each in enumerate(multiples)
    )
    wanted = f"len(ns) == {len(multiples)} and {icap} and div != 0{tests}"
    (case,) = [case for case in returning() if case.condition() == wanted]
    return case


def test_figure_5() -> None:
    upper, lower = case_of("mmmm", "icap == 1"), case_of("mmmm", "icap == 3")
    middle = case_of("mmmm", "icap >= 4")
    assert [memory(case) for case in (upper, middle, lower)] == [40, "12 + 4*icap", 48]
    assert [case.cost("calls:realloc") for case in (upper, middle, lower)] == [2, 0, 1]
    most = max(case.cost("ops") for case in returning() if isinstance(memory(case), int))
    assert upper.cost("ops") == most


def test_the_parametric_case_is_the_worst_where_icap_is_above_9() -> None:
    middle, lower = case_of("mmmm", "icap >= 4"), case_of("mmmm", "icap == 3")
    ruling, condition = exceeds(middle, lower, "memory")
    assert ruling.truth is Truth.SOMETIMES
    assert shown(condition, middle.region.variables) == "icap >= 10"
    kept = parse("worst memory").chosen(returning())
    assert [(memory(case), case.demand()) for case in kept] == [(48, None), ("12 + 4*icap", "icap >= 10")]


def test_example_6_has_four_cases() -> None:
    found = [case for case in returning() if case.condition().count("== 0") == 4]
    capacities = sorted(case.condition().split(" and ")[1] for case in found)
    assert capacities == ["icap == 1", "icap == 2", "icap == 3", "icap >= 4"]
