"""`grow`: sizes are read, and a plot is a picture."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.errors import UsageError
from tests.unit.cli.asked import invoked
from tests.unit.report import reports


def test_sizes_reach_the_api(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = ["-i", "list(range(N))", "--from", "4", "--to", "1k", "--seconds"]
    result, asked = invoked(monkeypatch, tmp_path, "grow", reports.growth(), "m:f", *options)
    assert result.return_value == 0
    assert (asked.named["start"], asked.named["to"], asked.named["seconds"]) == (4, 1000, True)
    assert asked.named["inputs"] == {"": "list(range(N))"}
    assert "O(n^2)" in result.output


def test_sizes_that_are_not_given_are_left_to_the_api(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, asked = invoked(monkeypatch, tmp_path, "grow", reports.growth(), "m:f")
    assert (asked.named["start"], asked.named["to"]) == (None, None)


@pytest.mark.parametrize("name", ["plot.txt", "plot", "missing/plot.svg"])
def test_a_plot_needs_the_name_of_a_picture_in_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    result, asked = invoked(monkeypatch, tmp_path, "grow", reports.growth(), "m:f", "--plot", name)
    assert isinstance(result.exception, UsageError)
    assert asked.positional == ()  # told before the runs


def test_a_plot_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pictures: list[tuple[str, str]] = []
    monkeypatch.setattr(
        "slowpath.report.plot.image", lambda growth, path, title: pictures.append((path, title))
    )
    result, _ = invoked(monkeypatch, tmp_path, "grow", reports.growth(), "m:f", "--plot", "it.svg")
    assert pictures == [("it.svg", "shop:dedupe: ops")]
    assert "plot written to it.svg" in result.output
