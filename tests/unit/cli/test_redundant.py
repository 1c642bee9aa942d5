"""`redundant`: options reach the API, and remedies are written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from slowpath.errors import UsageError
from slowpath.model.redundancy import RedundantReport, Remedy
from slowpath.oracle.remedy import extra
from tests.unit.cli.asked import invoked
from tests.unit.report.test_redundant import FOUND, REPORT

REMEDY = Remedy("--- a\n+++ b\n", "equal on 3 inputs", "O(n^2)", "O(n)")


def _helped() -> RedundantReport:
    return replace(REPORT, findings=(replace(FOUND, remedy=REMEDY), replace(FOUND, remedy=REMEDY)))


def test_options_reach_the_api(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = ["-a", "xs=ints(N)", "-i", "ys=[1] * N", "--size", "9", "--iterations", "8", "--seed", "7"]
    result, asked = invoked(monkeypatch, tmp_path, "redundant", REPORT, "m:f", *options, "--remedy")
    assert result.return_value == 1
    assert asked.positional == ("m:f",)
    named = asked.named
    assert (named["shapes"], named["inputs"], named["size"]) == ({"xs": "ints(N)"}, {"ys": "[1] * N"}, 9)
    assert (named["iterations"], named["seed"], named["remedy"]) == (8, 7, True)


def test_remedies_are_looked_for_by_default_if_they_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not invoked(monkeypatch, tmp_path, "redundant", REPORT, "m:f")[1].named["remedy"]
    assert invoked(monkeypatch, tmp_path, "redundant", REPORT, "m:f", "-o", "out")[1].named["remedy"]
    assert not (tmp_path / "out").exists()  # there is no remedy
    without = ["-o", "out", "--no-remedy"]
    assert not invoked(monkeypatch, tmp_path, "redundant", REPORT, "m:f", *without)[1].named["remedy"]


def test_equal_remedies_are_written_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result, _ = invoked(monkeypatch, tmp_path, "redundant", _helped(), "m:f", "-o", "out")
    (written,) = (tmp_path / "out").iterdir()
    assert written.name == "pkg_box_unique.diff"
    assert written.read_text().count("+++ b") == 1
    assert f"written: {Path('out', written.name)}" in result.output
    written.write_text("mine")
    again, asked = invoked(monkeypatch, tmp_path, "redundant", _helped(), "pkg.box:unique", "-o", "out")
    assert isinstance(again.exception, UsageError)
    assert not asked.positional, "nothing is searched if nothing can be written"


def test_a_remedy_needs_libcst(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extra, "is_available", lambda: False)
    result, asked = invoked(monkeypatch, tmp_path, "redundant", REPORT, "m:f", "--remedy")
    assert isinstance(result.exception, UsageError)
    assert not asked.positional
    assert not invoked(monkeypatch, tmp_path, "redundant", REPORT, "m:f", "-o", "out")[1].named["remedy"]
