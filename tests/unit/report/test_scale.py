from __future__ import annotations

from dataclasses import replace

from click import unstyle

from slowpath.model.run import Lost
from slowpath.model.scale import ScaleReport, SmallSize, Way
from slowpath.model.stop import StopReason
from slowpath.report.scale import document, guard, text
from tests.unit.report.reports import TARGET

PATH = Way(
    "path space", None, False, None, None, False, "the operator '*' on the input, at m.py:3", None, 0.0
)
GUIDED = Way("a policy by place", {"xs": "[3, 2, 1]"}, False, 30, 31, False, "its input costs 30", None, 0.5)
INPUT = Way("input space", {"xs": "list(range(N, 0, -1))"}, True, 30, 31, False, None, None, 0.1)
REPORT = ScaleReport(
    target=TARGET,
    size=3,
    hot=None,
    small=(SmallSize(2, 10, True), SmallSize(4, 40, False)),
    ways=(PATH, GUIDED, INPUT),
    best=GUIDED,
    cost=30,
    costs={"ops": 30},
    raises="ValueError: \x1b[31m",
    recipe={"xs": "list(range(N, 0, -1))"},
    stopped_because=StopReason.BELOW_PROMISE,
    elapsed=1.23456,
)


def test_text_tells_each_way_and_what_stopped_it() -> None:
    shown = text(REPORT)
    assert "2: 10, 4: 40 (every path up to N = 2 was seen)" in shown
    assert "stopped: the operator '*' on the input, at m.py:3" in shown
    assert "predicted 31, counted in a fresh process" in shown
    assert "xs = list(range(N, 0, -1))" in shown
    assert "xs = [3, 2, 1]" in shown
    assert "raises ValueError: \\x1b[31m" in shown


def test_the_document() -> None:
    made = document(REPORT)
    assert (made["by"], made["cost"], made["predicted"], made["measure"]) == (
        "a policy by place",
        30,
        31,
        "ops",
    )
    assert [way["stopped_by"] for way in made["ways"]] == [PATH.why, GUIDED.why, None]
    assert made["elapsed"] == 1.235


def test_the_guard_prefers_the_recipe() -> None:
    source = guard(replace(REPORT, scope=("pkg",)))
    assert source is not None
    assert "list(range(N, 0, -1))" in source
    assert "size=3, scope=('pkg',)" in source
    assert "<= 30" in source
    compile(source, "guard", "exec")
    literal = guard(replace(REPORT, recipe=None))
    assert literal is not None
    assert "'[3, 2, 1]'" in literal


def test_where_nothing_was_found() -> None:
    nothing = replace(REPORT, ways=(PATH,), best=None, cost=None, costs={}, recipe=None, raises=None)
    assert "no input was found" in text(nothing)
    assert document(nothing)["input"] is None
    assert document(nothing)["inconclusive"] == nothing.inconclusive
    assert REPORT.inconclusive is None
    unended = replace(REPORT, cost=None)
    assert "inconclusive: no run of the target came to its end" in unstyle(text(unended))
    assert guard(nothing) is None


def test_a_run_that_does_not_repeat_is_told() -> None:
    doubtful = replace(REPORT, lost=(Lost("N = 3", "30 during the search, 20 in a fresh process", 1),))
    assert "not confirmed" in text(doubtful)
    assert "20 in a fresh process" in text(doubtful)
