"""`pipe`: stages or a line of the shell, and the files of a pipeline."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from slowpath.errors import UsageError
from slowpath.model.stop import StopReason
from tests.unit.cli.asked import invoked, mistake
from tests.unit.report.test_pipe import REPORT


def test_options_reach_the_api(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = ["-a", "lists(text(10), N)", "--size", "2k", "--tests", "3", "--reuse", "full", "--seed", "9"]
    more = ["--store", "kept.sqlite", "--budget", "5s", "--max-ops", "1M", "--without", "knowledge"]
    result, asked = invoked(
        monkeypatch, tmp_path, "pipe", REPORT, "a:grep(_, 'x')", "a:sort", *options, *more
    )
    assert result.return_value == 0
    assert asked.positional == (("a:grep(_, 'x')", "a:sort"),)
    given = {
        "shell": None,
        "shape": "lists(text(10), N)",
        "size": 2000,
        "tests": 3,
        "reuse": "full",
        "seed": 9,
    }
    assert {name: asked.named[name] for name in given} == given
    assert asked.named["store"] == "kept.sqlite"
    settings = asked.named["settings"]
    assert (settings.budget, settings.max_ops, settings.switched_off) == (5.0, 1_000_000, ("knowledge",))


def test_what_is_not_given_is_as_the_help_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, asked = invoked(monkeypatch, tmp_path, "pipe", REPORT, "a:sort")
    usual = {"shape": None, "size": 100, "tests": 10, "reuse": "incremental", "store": None, "seed": 0}
    assert {name: asked.named[name] for name in usual} == usual
    told, _ = invoked(monkeypatch, tmp_path, "pipe", REPORT, "--help")
    for shown in ("[default: 100]", "[default: 10;", "[default: incremental]"):
        assert shown in " ".join(told.output.split())


def test_a_line_of_the_shell_takes_the_place_of_stages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, asked = invoked(monkeypatch, tmp_path, "pipe", REPORT, "--shell", "sort -r | uniq")
    assert asked.positional == ((),)
    assert asked.named["shell"] == "sort -r | uniq"


def test_the_report_is_shown_as_text_or_as_one_document(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result, _ = invoked(monkeypatch, tmp_path, "pipe", REPORT, "a:sort")
    assert "a:grep(_, '[0-9]{3}') | a:sort   N = 1,000" in result.output
    result, _ = invoked(monkeypatch, tmp_path, "pipe", REPORT, "a:sort", "--json")
    assert [each["cost"] for each in json.loads(result.output)["tests"]] == [4_000, 300]


def test_ctrl_c_is_told_by_the_exit_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupted = replace(REPORT, stopped_because=StopReason.INTERRUPTED)
    result, _ = invoked(monkeypatch, tmp_path, "pipe", interrupted, "a:sort")
    assert result.return_value == 130
    assert "2 tests composed" in result.output


def test_files_are_written_named_and_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result, _ = invoked(monkeypatch, tmp_path, "pipe", REPORT, "a:sort", "-o", "load")
    written = sorted((tmp_path / "load").iterdir())
    assert [each.suffix for each in written] == [".html", ".py", ".py"]
    for each in written:
        assert f"written: {each.relative_to(tmp_path)}\n" in result.output
    assert REPORT.glue in (tmp_path / "load" / "slowpath_pipeline.py").read_text()
    for each in written:
        before = each.read_text()
        each.write_text("mine")
        result, asked = invoked(monkeypatch, tmp_path, "pipe", REPORT, "a:sort", "-o", "load")
        assert isinstance(result.exception, UsageError)
        assert asked.positional == ()  # it is told before the search
        assert each.read_text() == "mine"
        result, _ = invoked(monkeypatch, tmp_path, "pipe", REPORT, "a:sort", "-o", "load", "--force")
        assert result.return_value == 0
        assert each.read_text() == before


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--size", "0"], "--size must be more than zero"),
        (["--size", "large"], "--size"),
        (["--tests", "0"], "--tests"),
        (["--reuse", "some"], "'some' is not one of"),
        (["--without", "beam"], "'beam' is not"),
        (["-o", "taken"], "is a file"),
    ],
    ids=["no-size", "size", "tests", "reuse", "without", "output"],
)
def test_mistakes_are_told_before_the_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], told: str
) -> None:
    (tmp_path / "taken").write_text("a file")
    result, asked = invoked(monkeypatch, tmp_path, "pipe", REPORT, "a:sort", *options)
    assert told in mistake(result)
    assert asked.positional == ()
