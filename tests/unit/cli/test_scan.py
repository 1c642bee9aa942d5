"""`scan`: which targets are searched, what a baseline makes of the findings, and the files of a scan."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from slowpath.errors import UsageError
from slowpath.model.stop import StopReason
from slowpath.report import scan as shown
from tests.unit.cli.asked import invoked, mistake
from tests.unit.report.test_scan import REPORT

CLEAN = replace(REPORT, findings=(), reports=())


def _baseline(folder: Path, **change: str) -> str:
    """A file with the document of a scan with the same finding, with something changed in it."""
    document = shown.document(REPORT)
    document["findings"][0].update(change)
    (folder / "before.json").write_text(json.dumps(document))
    return "before.json"


def test_options_reach_the_api(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = ["--include", "*:f", "--include", "*:g", "--exclude", "*.old:*", "--private", "--seed", "4"]
    more = ["--per-target", "2m", "--budget", "1h", "-j", "3", "--fresh", "--without", "beam"]
    result, asked = invoked(monkeypatch, tmp_path, "scan", CLEAN, "shop", *options, *more)
    assert result.return_value == 0
    assert asked.positional == ("shop",)
    given: dict[str, Any] = {
        "include": ("*:f", "*:g"),
        "exclude": ("*.old:*",),
        "private": True,
        "seed": 4,
        "per_target": 120.0,
        "jobs": 3,
        "fresh": True,
    }
    assert {name: asked.named[name] for name in given} == given
    assert (asked.named["settings"].budget, asked.named["settings"].switched_off) == (3600.0, ("beam",))
    _, asked = invoked(monkeypatch, tmp_path, "scan", CLEAN, "shop", "--cluster", "local:4")
    assert asked.named["cluster"] == "local:4"


def test_what_is_not_given_is_as_the_help_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, asked = invoked(monkeypatch, tmp_path, "scan", CLEAN, "shop")
    usual: dict[str, Any] = {
        "include": (),
        "exclude": (),
        "private": False,
        "since": None,
        "seed": 0,
        "per_target": 20.0,
        "jobs": None,
        "fresh": False,
        "cluster": "",
    }
    assert {name: asked.named[name] for name in usual} == usual
    told, _ = invoked(monkeypatch, tmp_path, "scan", CLEAN, "--help")
    assert "[default: 20s]" in " ".join(told.output.split())


@pytest.mark.parametrize(
    ("options", "since"),
    [
        (["--since", "main"], "main"),
        (["--changed"], "HEAD"),
        (
            ["--changed", "--since", "main"],
            "main",
        ),  # what changed since then includes what changed since HEAD
    ],
    ids=["since", "changed", "both"],
)
def test_only_what_changed_may_be_searched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], since: str
) -> None:
    _, asked = invoked(monkeypatch, tmp_path, "scan", CLEAN, "shop", *options)
    assert asked.named["since"] == since


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({}, 1),
        ({"findings": ()}, 0),
        ({"findings": (), "scans": REPORT.scans[2:]}, 3),  # the only one that was begun means nothing
        ({"findings": (), "scans": (), "targets": 0, "unread": ()}, 0),  # there was nothing to search
        ({"scans": REPORT.scans[2:]}, 1),
        ({"stopped_because": StopReason.INTERRUPTED}, 130),
    ],
    ids=["found", "clean", "inconclusive", "empty", "found-nevertheless", "interrupted"],
)
def test_the_exit_code_says_what_was_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: dict[str, Any], code: int
) -> None:
    result, _ = invoked(monkeypatch, tmp_path, "scan", replace(REPORT, **more), "shop")
    assert result.return_value == code


@pytest.mark.parametrize(
    ("change", "code"),
    [({}, 0), ({"function": "other"}, 1), ({"class": "O(n^3)"}, 1)],
    ids=["same", "place", "class"],
)
def test_only_findings_that_the_baseline_lacks_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: dict[str, str], code: int
) -> None:
    options = ["--baseline", _baseline(tmp_path, **change)]
    result, _ = invoked(monkeypatch, tmp_path, "scan", REPORT, "shop", *options)
    assert result.return_value == code
    assert ("(in the baseline)" in result.output) is (code == 0)
    result, _ = invoked(monkeypatch, tmp_path, "scan", REPORT, "shop", *options, "--json")
    (finding,) = json.loads(result.output)["findings"]
    assert finding["new"] is (code == 1)


def test_a_scan_that_could_read_nothing_is_inconclusive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unread = replace(CLEAN, targets=0, scans=())
    assert invoked(monkeypatch, tmp_path, "scan", unread, "shop")[0].return_value == 3
    assert invoked(monkeypatch, tmp_path, "scan", unread, "shop", "--changed")[0].return_value == 0


def test_a_known_finding_does_not_hide_that_nothing_could_be_searched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = replace(REPORT, scans=REPORT.scans[2:])
    result, _ = invoked(monkeypatch, tmp_path, "scan", report, "shop", "--baseline", _baseline(tmp_path))
    assert result.return_value == 3


def test_files_are_written_and_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result, _ = invoked(monkeypatch, tmp_path, "scan", REPORT, "shop", "-o", "out")
    written = sorted((tmp_path / "out").iterdir())
    assert {"index.html"} < {each.name for each in written}
    assert {each.suffix for each in written} == {".html", ".py"}
    assert sorted(result.output.split("written: ")[1:]) == [f"{Path('out', each.name)}\n" for each in written]
    (tmp_path / "out" / "index.html").write_text("mine")
    result, asked = invoked(monkeypatch, tmp_path, "scan", REPORT, "shop", "-o", "out")
    assert isinstance(result.exception, UsageError)
    assert asked.positional == ()  # it is told before the search
    result, _ = invoked(monkeypatch, tmp_path, "scan", REPORT, "shop", "-o", "out", "--force")
    assert result.return_value == 1
    assert (tmp_path / "out" / "index.html").read_text() != "mine"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--per-target", "soon"], "--per-target"),
        (["--budget", "soon"], "budget"),
        (["--jobs", "0"], "--jobs"),
        (["--seed", str(1 << 70)], "--seed"),
        (["--without", "guess"], "no strategy 'guess'"),
        (["--baseline", "missing.json"], "missing.json"),
        (["--baseline", "taken"], "--baseline taken"),
        (["-o", "taken"], "is a file"),
    ],
    ids=["per-target", "budget", "jobs", "seed", "without", "no-baseline", "baseline", "output"],
)
def test_mistakes_are_told_before_the_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], told: str
) -> None:
    (tmp_path / "taken").write_text("a file")
    result, asked = invoked(monkeypatch, tmp_path, "scan", CLEAN, "shop", *options)
    assert told in mistake(result)
    assert asked.positional == ()
