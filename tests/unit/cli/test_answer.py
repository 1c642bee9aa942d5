"""How a command answers: on standard output, in files, and by its exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from slowpath.cli.answer import check_file, drawn, exit_code, show, write
from slowpath.errors import UsageError
from slowpath.model.growth import Growth, GrowthTerm
from slowpath.model.stop import StopReason


def never() -> str:
    raise AssertionError("only one of the two is made")


def test_a_report_is_one_document_or_text(capsys: pytest.CaptureFixture[str]) -> None:
    show(True, lambda: {"cost": {"ops": 7}, "text": "é"}, never)
    out = capsys.readouterr().out
    assert json.loads(out) == {"cost": {"ops": 7}, "text": "é"}
    assert "é" in out
    show(False, lambda: {"unused": never()}, lambda: "seven ops")
    assert capsys.readouterr().out == "seven ops\n"


@pytest.mark.parametrize(
    ("stopped", "found", "code"),
    [
        (StopReason.TIME, False, 0),
        (StopReason.TIME, True, 1),
        (StopReason.INTERRUPTED, False, 130),
        (StopReason.INTERRUPTED, True, 130),
    ],
)
def test_ctrl_c_goes_before_what_was_found(stopped: StopReason, found: bool, code: int) -> None:
    assert exit_code(stopped, found=found) == code


def test_a_search_that_means_nothing_has_a_code_of_its_own() -> None:
    assert exit_code(StopReason.TIME, inconclusive=True) == 3
    assert exit_code(StopReason.INTERRUPTED, inconclusive=True) == 130


def test_a_file_needs_its_folder(tmp_path: Path) -> None:
    check_file(None)
    check_file(str(tmp_path / "new.svg"))
    (tmp_path / "mine.py").write_text("x = 1")
    check_file(str(tmp_path / "mine.py"))
    with pytest.raises(UsageError, match="was edited since"):
        check_file(str(tmp_path / "mine.py"), force=False)
    with pytest.raises(UsageError, match=r"cannot write a plot to '.*x\.svg': no folder '.*missing'"):
        check_file(str(tmp_path / "missing" / "x.svg"), "a plot ")


def test_a_file_is_written_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "deep" / "test_it.py"
    write(path, "x = '\ud800é'\n", "test")
    assert path.read_text(encoding="utf-8").partition("\n")[2] == "x = '\\ud800é'\n"
    assert capsys.readouterr() == ("", f"test written to {path}\n")


def test_a_file_that_cannot_be_written_is_a_mistake(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot write"):
        write(tmp_path / "file" / "below.py", "", "test")


def test_a_chart_is_no_wider_than_people_can_follow(monkeypatch: pytest.MonkeyPatch) -> None:
    points = tuple((2**k, 4**k) for k in range(3, 10))
    growth = Growth(points, "O(n^2)", 2.0, 1.0, terms=(GrowthTerm(1.0, power=2),))
    for columns, most in ((300, 100), (60, 60)):
        monkeypatch.setenv("COLUMNS", str(columns))
        lines = drawn(growth, 12).splitlines()
        assert most - 10 <= max(map(len, lines)) <= most
