"""`scale`: the first small size, the hot line, and the test that is written if there is an input."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from slowpath.config import SCALE_FIRST
from tests.unit.cli.asked import invoked
from tests.unit.report.test_scale import REPORT


def test_options_reach_the_api(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = ["-a", "xs=ints(N)", "--size", "1k", "--from", "3", "--hot", "11"]
    result, asked = invoked(monkeypatch, tmp_path, "scale", REPORT, "m:f", *options)
    assert result.return_value == 0
    given = {"shapes": {"xs": "ints(N)"}, "size": 1000, "first": 3, "hot": 11}
    assert {name: asked.named[name] for name in given} == given
    _, asked = invoked(monkeypatch, tmp_path, "scale", REPORT, "m:f")
    assert asked.named["first"] == SCALE_FIRST
    assert "size" not in asked.named


def test_the_input_is_written_as_a_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result, _ = invoked(monkeypatch, tmp_path, "scale", REPORT, "m:f", "-o", "test_it.py")
    assert "shop:dedupe" in (tmp_path / "test_it.py").read_text()
    assert "a test" in result.output


def test_without_an_input_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = replace(REPORT, best=None, cost=None, costs={}, recipe=None)
    result, _ = invoked(monkeypatch, tmp_path, "scale", nothing, "m:f", "-o", "test_it.py")
    assert not (tmp_path / "test_it.py").exists()
    assert "no input to write to test_it.py" in result.output
