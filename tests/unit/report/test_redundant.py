from __future__ import annotations

from dataclasses import replace

from click import unstyle

from slowpath.model.redundancy import Redundancy, RedundancyKind, RedundantReport, Remedy
from slowpath.model.stop import StopReason
from slowpath.report.redundant import document, text

FOUND = Redundancy(
    RedundancyKind.MEMBERSHIP,
    "pkg/box.py:4",
    "pkg/box.py:5",
    "unique",
    31,
    0.875,
    "'in' goes over a list\x1b[0m",
    program="N = 8\nunique(list(range(N)))  # measured",
    size=64,
)
REPORT = RedundantReport(
    "pkg.box:unique", FOUND.program, 64, 7, (FOUND,), elapsed=1.23456, stopped_because=StopReason.TIME, seed=3
)


def test_the_document_has_what_users_read() -> None:
    shown = document(REPORT)
    assert shown["findings"] == [
        {
            "kind": "membership in a list",
            "outer": "pkg/box.py:4",
            "inner": "pkg/box.py:5",
            "function": "unique",
            "repeats": 31,
            "share": 0.875,
            "reason": "'in' goes over a list\x1b[0m",
            "program": FOUND.program,
            "size": 64,
            "remedy": None,
        }
    ]
    assert (shown["target"], shown["size"], shown["seed"]) == ("pkg.box:unique", 64, 3)
    assert (shown["elapsed"], shown["stopped_because"]) == (1.235, "time budget")


def test_a_remedy_is_part_of_its_finding() -> None:
    remedy = Remedy("--- a\n+++ b\n", "equal on 3 inputs", "O(n^2)", "O(n)")
    shown = document(replace(REPORT, findings=(replace(FOUND, remedy=remedy),)))
    assert shown["findings"][0]["remedy"] == {
        "diff": "--- a\n+++ b\n",
        "checked": "equal on 3 inputs",
        "before": "O(n^2)",
        "after": "O(n)",
    }


def test_the_text_names_place_kind_and_program() -> None:
    assert text(replace(REPORT, sampled=True)).splitlines() == [
        "pkg.box:unique",
        "",
        "pkg/box.py:5 in unique: membership in a list, 88% of the cost",
        "  'in' goes over a list\\x1b[0m",
        "  the outer loop is at pkg/box.py:4",
        "  seen with N = 64",
        "    unique(list(range(N)))  # measured",
        "",
        "1 place with redundant work (1.2 s)",
        "only the first rounds of some loops were compared",
    ]


def test_the_text_has_the_remedy_behind_its_finding() -> None:
    remedy = Remedy("--- a\n+++ b\n", "equal on 3 inputs", "O(n^2)", "O(n)")
    lines = unstyle(text(replace(REPORT, findings=(replace(FOUND, remedy=remedy), FOUND)))).splitlines()
    at = lines.index("remedy  equal on 3 inputs")
    assert lines[at - 2 : at + 4] == [
        "    unique(list(range(N)))  # measured",
        "",
        "remedy  equal on 3 inputs",
        "  --- a",
        "  +++ b",
        "",
    ]


def test_nothing_found_and_nothing_seen_are_told_apart() -> None:
    nothing = replace(REPORT, findings=())
    assert "no redundant work found (time budget)" in text(nothing)
    blind = text(replace(nothing, inconclusive="no program ran to its end"))
    assert "inconclusive: no program ran to its end" in blind
    assert "found" not in blind
