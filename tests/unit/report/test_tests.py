"""The tests that are written for cases run, and fail if a cost changes."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from slowpath.counting.model import CostModel, Size
from slowpath.model.report import CaseRow
from slowpath.report.tests import cases
from slowpath.testing import Counter
from tests.unit.report import reports
from tests.unit.report.found import HOSTILE

ROW = CaseRow("n >= 1", "n > 7", {"n": "8"}, {"ops": "12 + 4*n"}, {"ops": 44}, "ValueError: bad")


def names(source: str) -> dict[str, Any]:
    made: dict[str, Any] = {}
    exec(compile(source, "test_written.py", "exec"), made)
    return made


def test_cases_are_listed_with_input_cost_and_exception() -> None:
    made = names(cases(reports.cases(ROW, scope=("json",))))
    assert made["CASES"] == [({"n": "8"}, {"ops": 44}, "ValueError: bad")]
    assert (made["TARGET"], made["MEASURES"], made["SCOPE"]) == ("shop:dedupe", ("ops", "memory"), ("json",))
    assert made["MODEL"] is None


def test_what_people_want_to_know_is_a_comment() -> None:
    source = cases(reports.cases(ROW))
    for told in ("n >= 1", "under n > 7", "ops = 12 + 4*n"):
        assert any(told in line for line in source.splitlines() if line.lstrip().startswith("#"))


def test_a_cost_model_comes_along() -> None:
    model = CostModel("own", {"list": Size(1, 2)}, {"room": "memory"})
    assert names(cases(reports.cases(ROW), model))["MODEL"] == model.document()


def test_hostile_texts_stay_texts() -> None:
    row = CaseRow(HOSTILE + "\nimport os", None, {"n": repr(HOSTILE)}, {}, {}, HOSTILE)
    source = cases(reports.cases(row)).encode("utf-8", "backslashreplace").decode()
    tree = ast.parse(source)
    imported = [node for node in ast.walk(tree) if isinstance(node, ast.Import)]
    assert [each.names[0].name for each in imported] == ["pytest"]


def test_the_written_test_counts(tmp_path: Path) -> None:
    file = tmp_path / "counted.py"
    file.write_text("def f(n):\n    return [0 for _ in range(n)]\n")
    with Counter(f"{file}:f", measures=("iterations",), size=3) as counter:
        costs: Mapping[str, Any] = counter.run({"n": "8"}).costs
    assert costs == {"iterations": 8}
    row = CaseRow("n >= 1", None, {"n": "8"}, costs, costs)
    report = reports.cases(row, measures=("iterations",), target=replace(reports.TARGET, spec=f"{file}:f"))
    made = names(cases(report))
    with Counter(made["TARGET"], measures=made["MEASURES"], size=3) as counter:
        ((inputs, cost, raises),) = made["CASES"]
        made["test_cost"](counter, inputs, cost, raises)
        with pytest.raises(AssertionError):
            made["test_cost"](counter, {"n": "9"}, cost, raises)
