"""`cost`: the input is parsed, and a run that did not come to its end makes the exit code 2."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from slowpath.model.run import End, Lost
from tests.unit.cli.asked import invoked
from tests.unit.report import reports


def test_inputs_and_size_reach_the_api(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = ["-i", "xs=[0] * N", "-i", "key=None", "--size", "2k", "--max-ops", "5M", "-m", "memory"]
    result, asked = invoked(monkeypatch, tmp_path, "cost", reports.cost(), "m:f", *options)
    assert result.return_value == 0
    assert asked.positional == ("m:f",)
    assert asked.named["inputs"] == {"xs": "[0] * N", "key": "None"}
    assert asked.named["size"] == 2000
    assert asked.named["settings"].max_ops == 5_000_000
    assert asked.named["settings"].measures == ("memory",)
    assert "shop:dedupe(xs=list(range(N)))" in result.output


def test_json_is_one_document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result, _ = invoked(monkeypatch, tmp_path, "cost", reports.cost(), "m:f", "--json", "--lines", "1")
    told = json.loads(result.output)
    assert told["target"] == "shop:dedupe"
    assert len(told["lines"]) == 1


@pytest.mark.parametrize(
    ("end", "code"), [(End.RETURNED, 0), (End.RAISED, 0), (End.BUDGET, 2), (End.DIED, 2)]
)
def test_a_run_without_an_end_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: End, code: int
) -> None:
    run = replace(reports.RUN, end=end, detail="it was stopped", raises="ValueError")
    result, _ = invoked(monkeypatch, tmp_path, "cost", reports.cost(run), "m:f")
    assert result.return_value == code
    assert ("error: m:f: it was stopped" in result.output) is (code == 2)


def test_a_measure_that_was_asked_for_and_is_missing_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = replace(reports.RUN, costs={"ops": 7}, lost=(Lost("memory", "it took too long", 1),))
    result, _ = invoked(monkeypatch, tmp_path, "cost", reports.cost(run), "m:f", "-m", "memory")
    assert result.return_value == 2
    assert "error: m:f: no memory: it took too long" in result.output
    result, _ = invoked(monkeypatch, tmp_path, "cost", reports.cost(run), "m:f")
    assert result.return_value == 0
