"""Options become settings, and the arguments of the functions of the API."""

from __future__ import annotations

import inspect

import pytest

from slowpath import api, config
from slowpath.cli import options
from slowpath.cli.cases import cases
from slowpath.cli.diff import diff
from slowpath.cli.find import find
from slowpath.cli.scale import scale
from slowpath.cli.suite import suite
from slowpath.errors import UsageError


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


def test_a_shape_names_its_parameter_once():
    with pytest.raises(UsageError, match="names no parameter, or one twice"):
        options.arguments({"args": ("xs=ints(N)", "xs=ints(2)")})
