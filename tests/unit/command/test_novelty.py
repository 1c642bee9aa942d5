from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from slowpath.command.novelty import compared, read_baseline
from slowpath.errors import UsageError
from slowpath.model.growth import Growth
from slowpath.report import scan as shown
from tests.unit.report.found import FINDING, QUADRATIC
from tests.unit.report.test_scan import REPORT, SITE


def known(tmp_path: Path, document: object) -> Path:
    file = tmp_path / "scan.json"
    file.write_text(json.dumps(document))
    return file


def test_what_the_baseline_has_is_not_new_even_if_its_line_moved(tmp_path: Path) -> None:
    document = shown.document(REPORT)
    document["findings"][0]["site"] = "/elsewhere/shop.py:77"
    report = compared(REPORT, read_baseline(known(tmp_path, document)))
    assert report.new == frozenset()


@pytest.mark.parametrize("change", [{"function": "other"}, {"growth": replace(QUADRATIC, klass="O(n^3)")}])
def test_another_function_or_class_is_new(tmp_path: Path, change: dict[str, str | Growth]) -> None:
    before = read_baseline(known(tmp_path, shown.document(REPORT)))
    finding = replace(FINDING, **change)  # type: ignore[arg-type]
    report = compared(replace(REPORT, findings=(replace(SITE, finding=finding),)), before)
    assert report.new == frozenset({FINDING.site})


@pytest.mark.parametrize("document", [[], {"findings": 3}, {"target": "x"}])
def test_a_file_that_is_no_scan(tmp_path: Path, document: object) -> None:
    with pytest.raises(UsageError, match="--baseline") as caught:
        read_baseline(known(tmp_path, document))
    assert "slowpath scan --json" in caught.value.hint
