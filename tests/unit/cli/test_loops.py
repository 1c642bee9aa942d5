"""`loops`: depth and iterations are numbers as users write them, and programs are written as tests."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from slowpath.errors import UsageError
from slowpath.model.stop import StopReason
from tests.unit.cli.asked import invoked, mistake
from tests.unit.report.test_loops import REPORT

WRITTEN = Path("guards", "test_pkg_box_box_has_loops.py")


def test_options_reach_the_api(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = [
        "--depth",
        "3",
        "--iterations",
        "2k",
        "--algorithm",
        "mio",
        "--seed",
        "7",
        "--fresh",
        "-j",
        "2",
    ]
    more = ["--without", "usages", "--without", "knowledge", "--max-ops", "5M", "--budget", "2m"]
    result, asked = invoked(monkeypatch, tmp_path, "loops", REPORT, "pkg.box", *options, *more)
    assert result.return_value == 0
    assert asked.positional == ("pkg.box",)
    given = {"depth": 3, "iterations": 2000, "algorithm": "mio", "seed": 7, "fresh": True, "jobs": 2}
    assert {name: asked.named[name] for name in given} == given
    assert asked.named["without"] == ("usages", "knowledge")
    assert (asked.named["settings"].max_ops, asked.named["settings"].budget) == (5_000_000, 120.0)


def test_what_is_not_given_is_as_the_help_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, asked = invoked(monkeypatch, tmp_path, "loops", REPORT, "pkg.box")
    usual = {"depth": 2, "iterations": 1024, "algorithm": "dynamosa", "seed": 0, "fresh": False, "jobs": 1}
    assert {name: asked.named[name] for name in usual} == usual
    assert asked.named["without"] == ()
    told, _ = invoked(monkeypatch, tmp_path, "loops", REPORT, "--help")
    for shown in ("[default: 2]", "[default: 1024]", "[default: dynamosa]"):
        assert shown in told.output


def test_the_report_is_shown_as_text_or_as_one_document(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result, _ = invoked(monkeypatch, tmp_path, "loops", REPORT, "pkg.box")
    assert "1 of 2 goals reached in 1,234 runs" in result.output
    result, _ = invoked(monkeypatch, tmp_path, "loops", REPORT, "pkg.box", "--json")
    told = json.loads(result.output)
    assert (told["target"], told["reached"], len(told["goals"])) == ("pkg.box", 1, 2)


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({}, 0),
        ({"reached": 0, "goals": ()}, 0),
        ({"inconclusive": "pkg.box: it cannot be imported"}, 3),
        ({"stopped_because": StopReason.INTERRUPTED}, 130),
    ],
    ids=["reached", "nothing", "inconclusive", "interrupted"],
)
def test_the_exit_code_says_whether_the_search_could_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: dict[str, Any], code: int
) -> None:
    result, _ = invoked(monkeypatch, tmp_path, "loops", replace(REPORT, **more), "pkg.box")
    assert result.return_value == code


def test_programs_are_written_as_tests_that_nobody_loses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result, _ = invoked(monkeypatch, tmp_path, "loops", REPORT, "pkg.box", "-o", "guards")
    assert [each.name for each in (tmp_path / "guards").iterdir()] == [WRITTEN.name]
    compile((tmp_path / WRITTEN).read_text(), "test", "exec")
    assert f"tests written to {WRITTEN}" in result.output
    (tmp_path / WRITTEN).write_text("mine")
    result, _ = invoked(monkeypatch, tmp_path, "loops", REPORT, "pkg.box", "-o", "guards")
    assert isinstance(result.exception, UsageError)
    assert (tmp_path / WRITTEN).read_text() == "mine"
    assert "1 of 2 goals reached" in result.output  # what was searched is shown nevertheless
    result, _ = invoked(monkeypatch, tmp_path, "loops", REPORT, "pkg.box", "-o", "guards", "--force")
    assert result.return_value == 0
    assert "TARGET" in (tmp_path / WRITTEN).read_text()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--depth", "0"], "--depth must be more than zero"),
        (["--iterations", "many"], "--iterations"),
        (["--algorithm", "best"], "'best' is not one of"),
        (["--without", "luck"], "'luck' is not one of"),
        (["--jobs", "0"], "--jobs"),
        (["--seed", str(1 << 70)], "--seed"),
        (["-o", "taken"], "is a file"),
    ],
    ids=["depth", "iterations", "algorithm", "without", "jobs", "seed", "output"],
)
def test_mistakes_are_told_before_the_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], told: str
) -> None:
    (tmp_path / "taken").write_text("a file")
    result, asked = invoked(monkeypatch, tmp_path, "loops", REPORT, "pkg.box", *options)
    assert told in mistake(result)
    assert asked.positional == ()
