"""`cases`: short forms of the criterion, a policy, a model, and the tests that are written."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.errors import UsageError
from slowpath.model.report import CaseRow
from tests.unit.cli.asked import invoked
from tests.unit.report import reports

REPORT = reports.cases(CaseRow("n >= 1", None, {"n": "8"}, {"ops": 44}, {"ops": 44}))


@pytest.mark.parametrize(
    ("options", "criterion"),
    [
        ([], None),
        (["--loops", "0"], "loop-0"),
        (["--loops", "4", "--recursions", "2", "--blocks", "9"], "loop-4 and block-9 and recursion-2"),
        (["--criterion", "loop-3", "--blocks", "9"], "loop-3 and block-9"),
    ],
)
def test_bounds_make_one_criterion(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], criterion: str | None
) -> None:
    result, asked = invoked(monkeypatch, tmp_path, "cases", REPORT, "m:f", *options)
    assert result.return_value == 0
    assert asked.named["criterion"] == criterion


def test_other_options_reach_the_api(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = [
        "-a",
        "n=integer()",
        "--size",
        "5",
        "--policy",
        "worst",
        "--driven",
        "--naive",
        "--requires",
        "n > 0",
    ]
    _, asked = invoked(monkeypatch, tmp_path, "cases", REPORT, "m:f", *options)
    given = {"shapes": {"n": "integer()"}, "size": 5, "policy": "worst", "driven": True, "naive": True}
    assert {name: asked.named[name] for name in given} == given
    assert asked.named["requires"] == "n > 0"


def test_tests_are_written_with_the_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own.toml").write_text('name = "own"\n[sizes]\nlist = {header = 1, each = 2}\n')
    options = ["-o", "test_it.py", "--model", "own.toml"]
    result, asked = invoked(monkeypatch, tmp_path, "cases", REPORT, "m:f", *options)
    assert asked.named["model"] == "own.toml"
    made: dict[str, object] = {}
    exec((tmp_path / "test_it.py").read_text(), made)
    assert made["MODEL"] == {"name": "own", "sizes": {"list": {"header": 1, "each": 2}}, "weights": {}}
    assert "1 tests" in result.output


def test_a_file_that_cannot_be_written_is_told_before_the_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result, asked = invoked(monkeypatch, tmp_path, "cases", REPORT, "m:f", "-o", "missing/test_it.py")
    assert isinstance(result.exception, UsageError)
    assert asked.positional == ()
