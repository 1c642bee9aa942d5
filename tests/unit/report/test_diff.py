"""Comparisons of two implementations, as documents and as text."""

from __future__ import annotations

from dataclasses import replace

from click import unstyle

from slowpath.model.diff import Difference, DiffReport
from slowpath.model.run import Lost
from slowpath.model.stop import StopReason
from slowpath.report.diff import document, text

SLOW = Difference({"n": "7"}, 10, 40)
OTHER = Difference({"n": "3"}, 10, 12, ("1", "ValueError: no"))
ALIKE = Difference({"n": "1"}, 10, 11)
REPORT = DiffReport(
    old="m:old",
    new="m:new",
    measure="ops",
    size=16,
    by="ratio",
    delta=1.5,
    seed=0,
    runs=77,
    cases=(SLOW, OTHER, ALIKE),
    stopped_because=StopReason.NO_QUESTION_LEFT,
    elapsed=1.23456,
    lost=(Lost("n=9", "a fresh run ended otherwise", 1),),
)


def test_the_document() -> None:
    told = document(REPORT)
    assert [(case["input"], case["ratio"], case["difference"]) for case in told["cases"]] == [
        ({"n": "7"}, 4.0, 30),
        ({"n": "3"}, 1.2, 2),
        ({"n": "1"}, 1.1, 1),
    ]
    assert [case["finding"] for case in told["cases"]] == [True, True, False]
    assert [case["results"] for case in told["cases"]] == [None, ["1", "ValueError: no"], None]
    assert told["elapsed"] == 1.235
    assert told["lost"] == [{"site": "n=9", "reason": "a fresh run ended otherwise", "count": 1}]


def test_the_text_marks_findings() -> None:
    lines = text(REPORT).splitlines()
    assert lines[0] == "m:old -> m:new"
    assert lines[1] == "ops at N = 16; more than 1.5 times as much is a finding"
    assert [line.split() for line in lines[4:8]] == [
        ["10", "40", "4.00", "n=7", "<-"],
        ["10", "12", "1.20", "n=3", "<-"],
        ["results", "differ:", "1,", "ValueError:", "no"],
        ["10", "11", "1.10", "n=1"],
    ]
    assert lines[-1] == "2 findings in 77 runs of both; stopped because: no run asks more"


def test_differences_are_told_as_such() -> None:
    lines = text(replace(REPORT, by="difference", delta=30.0, cases=(SLOW, ALIKE))).splitlines()
    assert lines[1] == "ops at N = 16; more than 30 more is a finding"
    assert lines[-1].startswith("no findings in 77 runs")


def test_what_the_target_says_does_not_move_the_cursor() -> None:
    hostile = replace(OTHER, results=("'a'", "ValueError: \x1b[2J" + "x" * 99))
    told = text(replace(REPORT, cases=(hostile,)))
    assert "\x1b" not in told
    assert "ValueError: \\x1b[2J" in told
    assert "..." in told


def test_a_comparison_without_a_run_is_inconclusive() -> None:
    empty = replace(REPORT, cases=())
    assert "inconclusive: no run of the target came to its end" in unstyle(text(empty))
    assert document(empty)["inconclusive"] == empty.inconclusive
    assert REPORT.inconclusive is None
