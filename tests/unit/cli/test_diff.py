"""`diff`: two targets, and an exit code that says whether they differ."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from slowpath.model.stop import StopReason
from tests.unit.cli.asked import invoked
from tests.unit.report.test_diff import ALIKE, REPORT


def test_options_reach_the_api(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = ["-a", "n=integer()", "--size", "32", "--by", "difference", "--delta", "2.5", "--seed", "4"]
    _, asked = invoked(monkeypatch, tmp_path, "diff", REPORT, "m:old", "m:new", *options)
    assert asked.positional == ("m:old", "m:new")
    given = {"shapes": {"n": "integer()"}, "size": 32, "by": "difference", "delta": 2.5, "seed": 4}
    assert {name: asked.named[name] for name in given} == given


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({}, 1),
        ({"cases": (ALIKE,)}, 0),
        ({"stopped_because": StopReason.INTERRUPTED}, 130),
    ],
)
def test_the_exit_code_says_whether_they_differ(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: dict[str, object], code: int
) -> None:
    report = replace(REPORT, **more)  # type: ignore[arg-type]
    result, _ = invoked(monkeypatch, tmp_path, "diff", report, "m:old", "m:new")
    assert result.return_value == code
