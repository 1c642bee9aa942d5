"""Options that commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from slowpath.cli import options
from slowpath.errors import UsageError
from slowpath.search import strategy_names


def test_shapes_are_by_parameter() -> None:
    given = options.shapes(["xs=ints(N, 0, 9)", " s = text(N, '=') "])
    assert given == {"xs": "ints(N, 0, 9)", "s": "text(N, '=')"}


@pytest.mark.parametrize("texts", [["ints(N)"], ["=ints(N)"], ["xs=ints(N)", "xs=text(N)"]])
def test_a_shape_names_its_parameter_once(texts: list[str]) -> None:
    with pytest.raises(UsageError, match="names no parameter, or one twice"):
        options.shapes(texts)


def test_a_size_is_a_whole_number() -> None:
    assert options.size(None, "--size") is None
    assert options.size("2k", "--size") == 2000
    with pytest.raises(UsageError, match="--size must be a whole number"):
        options.size("2.5", "--size")


def test_options_come_before_the_settings_of_the_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.slowpath]\nbudget = "7s"\nscope = ["one"]\ncpu = 3\n')
    monkeypatch.chdir(tmp_path)
    given: dict[str, Any] = {"scope": ("two",), "max_ops": "5k", "budget": None, "memory": None}
    made = options.settings(given)
    assert (made.budget, made.max_ops, made.scope) == (7.0, 5000, ("one", "two"))
    assert made.limits.cpu == 3


def test_every_strategy_can_be_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = ("knowledge", *strategy_names())
    assert options.settings({"without": names}).switched_off == names
    with pytest.raises(UsageError, match="no strategy 'guess'"):
        options.settings({"without": ("guess",)})
