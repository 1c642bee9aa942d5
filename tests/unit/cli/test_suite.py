"""`suite`: the look-ahead is chosen or given, and the suite is written into a folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.errors import UsageError
from slowpath.report.suite import file_name
from tests.unit.cli.asked import invoked
from tests.unit.report.test_suite import REPORT


@pytest.mark.parametrize(
    ("given", "look_ahead"), [([], None), (["--look-ahead", "auto"], None), (["--look-ahead", "16"], 16)]
)
def test_the_look_ahead_is_chosen_or_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: list[str], look_ahead: int | None
) -> None:
    result, asked = invoked(monkeypatch, tmp_path, "suite", REPORT, "m:f", *given)
    assert result.return_value == 0
    assert asked.named["look_ahead"] == look_ahead
    assert asked.named["constraints"] is None


def test_other_options_reach_the_api(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = ["-a", "xs=ints(N)", "--size", "64", "--tests", "3", "--constraints", "1k", "-m", "memory"]
    _, asked = invoked(monkeypatch, tmp_path, "suite", REPORT, "m:f", *options)
    given = {"shapes": {"xs": "ints(N)"}, "size": 64, "tests": 3, "constraints": 1000}
    assert {name: asked.named[name] for name in given} == given
    assert asked.named["settings"].measures == ("memory",)


def test_what_is_no_number_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result, _ = invoked(monkeypatch, tmp_path, "suite", REPORT, "m:f", "--look-ahead", "far")
    assert isinstance(result.exception, UsageError)
    assert "--look-ahead" in result.exception.message


def test_the_suite_is_written_into_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result, _ = invoked(monkeypatch, tmp_path, "suite", REPORT, "m:f", "-o", "load")
    assert (tmp_path / "load" / file_name("m:f")).is_file()
    assert "2 tests" in result.output
    (tmp_path / "load" / file_name("m:f")).write_text("edited")
    result, asked = invoked(monkeypatch, tmp_path, "suite", REPORT, "m:f", "-o", "load")
    assert isinstance(result.exception, UsageError)
    assert asked.positional == ()  # it is told before the search
    result, _ = invoked(monkeypatch, tmp_path, "suite", REPORT, "m:f", "-o", "load", "--force")
    assert "2 tests" in result.output
    (tmp_path / "taken").write_text("")
    result, asked = invoked(monkeypatch, tmp_path, "suite", REPORT, "m:f", "-o", "taken")
    assert isinstance(result.exception, UsageError)
    assert asked.positional == ()
