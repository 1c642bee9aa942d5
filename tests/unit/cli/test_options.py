"""Options become settings, and the arguments of the functions of the API."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import pytest

from slowpath import api, config
from slowpath.cli import options
from slowpath.cli.cases import cases
from slowpath.cli.diff import diff
from slowpath.cli.find import find
from slowpath.cli.scale import scale
from slowpath.cli.suite import suite
from slowpath.errors import UsageError
from slowpath.search import strategy_names


@pytest.mark.parametrize("verb", [cases, diff, find, scale, suite], ids=lambda verb: str(verb.name))
def test_every_option_of_a_search_reaches_somebody(verb):
    """An option is a setting, or the command itself takes it, or it is a parameter of the API."""
    own = inspect.signature(verb.callback).parameters
    function = inspect.signature(getattr(api, verb.name)).parameters
    for parameter in verb.params:
        name = parameter.name
        taken = name in own or name in function or name in ("args", "size")
        assert taken or config.is_setting(name.replace("_", "-")), name


def test_shapes_and_size_are_read_and_settings_left_out():
    given = {"args": ("xs=ints(N)", "n = const(3)"), "size": "1k", "seed": 7, "max_ops": "5M", "budget": None}
    assert options.arguments(given) == {
        "shapes": {"xs": "ints(N)", "n": "const(3)"},
        "size": 1000,
        "seed": 7,
    }


def test_a_size_that_is_not_given_is_the_default_of_the_api():
    assert "size" not in options.arguments({"args": (), "size": None})


def test_shapes_are_by_parameter() -> None:
    given = options.arguments({"args": ("xs=ints(N, 0, 9)", " s = text(N, '=') ")})["shapes"]
    assert given == {"xs": "ints(N, 0, 9)", "s": "text(N, '=')"}


@pytest.mark.parametrize("texts", [["ints(N)"], ["=ints(N)"], ["xs=ints(N)", "xs=text(N)"]])
def test_a_shape_names_its_parameter_once(texts: list[str]) -> None:
    with pytest.raises(UsageError, match="names no parameter, or one twice"):
        options.arguments({"args": tuple(texts)})


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
