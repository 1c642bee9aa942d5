"""`find`: a finding makes the exit code 1, unless it is told not to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from slowpath import api
from slowpath.errors import UsageError
from slowpath.model.stop import StopReason
from tests.unit.cli.asked import Asked, invoked
from tests.unit.report import found
from tests.unit.report.test_diff import REPORT as COMPARED


def test_options_reach_the_api(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = ["-a", "xs=ints(N)", "--budget", "3s", "--seed", "7", "--tests", "2", "-j", "1"]
    result, asked = invoked(monkeypatch, tmp_path, "find", found.report(), "m:f", *options)
    assert result.return_value == 0
    assert asked.positional == ("m:f",)
    named = asked.named
    assert (named["shapes"], named["seed"], named["tests"], named["jobs"]) == ({"xs": "ints(N)"}, 7, 2, 1)
    assert named["settings"].budget == 3.0


@pytest.mark.parametrize(
    ("options", "more", "code"),
    [
        ([], {}, 1),
        (["--fail-on", "never"], {}, 0),
        ([], {"stopped_because": StopReason.INTERRUPTED}, 130),
    ],
)
def test_findings_are_told_by_the_exit_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], more: dict[str, Any], code: int
) -> None:
    report = found.report(found.FINDING, **more)
    result, _ = invoked(monkeypatch, tmp_path, "find", report, "m:f", *options)
    assert result.return_value == code
    assert "O(n^2)" in result.output


def test_files_are_written_and_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result, _ = invoked(monkeypatch, tmp_path, "find", found.report(found.FINDING), "m:f", "-o", "out")
    written = sorted(path.suffix for path in (tmp_path / "out").iterdir())
    assert {".html", ".py"} <= set(written)
    assert result.output.count("written: ") == len(written)


def test_against_another_implementation_it_is_a_comparison(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare = Asked(COMPARED)
    monkeypatch.setattr(api, "diff", compare)
    result, asked = invoked(monkeypatch, tmp_path, "find", None, "m:new", "--against", "m:old")
    assert asked.positional == ()
    assert compare.positional == ("m:old", "m:new")
    assert result.return_value == 1
    result, _ = invoked(monkeypatch, tmp_path, "find", None, "m:new", "--against", "m:old", "-o", "out")
    assert isinstance(result.exception, UsageError)
