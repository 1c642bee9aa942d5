"""Cases as text: a row for each, what it costs, its condition and how it ends."""

from __future__ import annotations

import re

from click import unstyle

from slowpath.model.report import CaseRow, CasesReport, Traces
from slowpath.model.run import Lost
from slowpath.report.terminal_cases import WIDEST, cases
from tests.unit.report import reports

PLAIN = CaseRow("xs[0] <= 0", None, {"xs": "[0]"}, {"ops": 1234, "memory": 56}, {"ops": 1234, "memory": 56})
SYMBOLIC = CaseRow(
    "n >= 1", "n > 7", {"n": "8"}, {"ops": "12 + 4*n"}, {"ops": 44, "memory": 120}, "ValueError: bad"
)


def lines(report: CasesReport) -> list[str]:
    return unstyle(cases(report)).splitlines()


def unstyled(report: CasesReport) -> str:
    """The text without the colours of the report itself."""
    return re.sub(r"\x1b\[[0-9;]*m", "", cases(report))


def test_a_case_has_its_costs_its_input_and_its_condition() -> None:
    told = lines(reports.cases(PLAIN))
    assert told[0] == "shop:dedupe   N = 3, criterion loop-4"
    (row,) = [line for line in told if "xs=[0]" in line]
    assert row.split() == ["1,234", "56", "xs=[0]"]
    assert told[told.index(row) + 1].strip() == "where xs[0] <= 0"
    assert told[-1].startswith("1 case; stopped because: ")


def test_numbers_stand_below_their_measures() -> None:
    told = lines(reports.cases(PLAIN, SYMBOLIC))
    head, first, second = (next(line for line in told if mark in line) for mark in ("input", "xs=[0]", "n=8"))
    for left, right in (("ops", "1,234"), ("memory", "56")):
        assert head.index(left) + len(left) == first.index(right) + len(right)
    assert second.index("n=8") == first.index("xs=[0]") == head.index("input")
    assert "?" in second  # its memory is not known


def test_what_a_policy_demands_and_what_is_raised_is_told() -> None:
    told = [line.strip() for line in lines(reports.cases(SYMBOLIC, policy="ops > 40"))]
    assert "policy ops > 40" in told[0]
    assert "under n > 7: here ops 44, memory 120" in told
    assert "raises ValueError: bad" in told


def test_the_summary_says_what_was_dropped_rejected_and_followed() -> None:
    traces = Traces("enhanced", 40, 9, 1)
    fields = {"policy": "ops > 40", "mode": "driven", "traces": traces, "complete": False}
    last = lines(reports.cases(PLAIN, found=3, rejected=1, **fields))[-1]
    assert last.startswith("1 of 3 cases (2 dropped); 9 of 40 enhanced traces followed, 1 feasible; stopped")
    assert "1 input rejected" in last
    assert last.endswith("not all paths were seen")


def test_cases_that_did_not_run_are_not_dropped() -> None:
    assert lines(reports.cases(PLAIN, found=9, unconfirmed=8))[-1].startswith(
        "1 of 9 cases (8 not confirmed in time); stopped"
    )
    both = lines(reports.cases(PLAIN, found=9, unconfirmed=3, policy="ops > 40"))[-1]
    assert both.startswith("1 of 9 cases (5 dropped, 3 not confirmed in time); stopped")
    assert lines(reports.cases(PLAIN, found=2))[-1].startswith("1 of 2 cases; stopped")  # the notes say why


def test_what_was_lost_comes_last() -> None:
    lost = (Lost("a.py:3", "float()", 2), Lost("a.py:4", "hash()", 1))
    told = lines(reports.cases(PLAIN, lost=lost, complete=False))
    assert told[-3:] == ["not known", "  a.py:3: float() (2 times)", "  a.py:4: hash()"]
    assert [line for line in told if line.endswith("not complete: see below")]


def test_long_texts_are_shortened() -> None:
    long = CaseRow("x" * 500, None, {"xs": "y" * 500}, {}, {})
    assert all(len(line) <= WIDEST + 40 for line in lines(reports.cases(long)))
    assert [line for line in lines(reports.cases(long)) if line.endswith("xxx...")]


def test_nothing_in_a_case_moves_the_cursor() -> None:
    clear = "\x1b[2J"
    row = CaseRow(clear, clear, {"xs": clear}, {}, {}, f"ValueError: {clear}")
    assert clear not in unstyled(reports.cases(row, lost=(Lost("a.py:3", clear, 1),)))


def test_a_list_without_cases_says_why_it_means_nothing() -> None:
    empty = reports.cases(complete=False, found=0)
    assert "inconclusive: no run of the target came to its end" in unstyled(empty)
    rejected = reports.cases(complete=True, found=0, rejected=7)
    assert "inconclusive: every input was rejected" in unstyled(rejected)
    dropped = reports.cases(complete=False, found=3, policy="worst")
    assert "inconclusive: no case is known that the policy wants" in unstyled(dropped)
    assert "inconclusive" not in unstyled(reports.cases(complete=True, found=3, policy="ops > 9"))
