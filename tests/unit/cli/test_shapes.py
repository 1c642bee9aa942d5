"""`shapes`: all of them or some, as text or as one document."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from slowpath.cli.shapes import shapes
from slowpath.errors import UsageError
from slowpath.shape.alphabet import NAMED
from slowpath.shape.library import SHAPES
from slowpath.shape.syntax import parse_shape


def _output(*arguments: str) -> str:
    done = CliRunner().invoke(shapes, arguments, standalone_mode=False)
    assert (done.exception, done.return_value) == (None, 0)
    return done.output


def _names(*arguments: str) -> list[str]:
    return [each["name"] for each in json.loads(_output(*arguments, "--json"))["shapes"]]


def test_all_shapes_are_listed_with_what_can_be_written() -> None:
    assert _names() == list(SHAPES)
    told = json.loads(_output("--json"))
    for each in told["shapes"]:
        parse_shape(each["example"])
    assert told["alphabets"] == list(NAMED)
    shown = _output()
    assert all(each["example"] in shown for each in told["shapes"])


@pytest.mark.parametrize(
    "order", [("text", "dicts"), ("dicts", "text"), ("dicts", "text", "dicts")], ids=" ".join
)
def test_some_are_listed_once_in_the_order_of_the_reference(order: tuple[str, ...]) -> None:
    assert _names(*order) == ["text", "dicts"]
    lines = _output(*order).splitlines()
    assert [line.partition("(")[0] for line in lines[:4] if not line.startswith(" ")] == ["text", "dicts"]
    assert not any(line.startswith("ints(") for line in lines)


def test_a_shape_that_is_not_there_is_a_mistake() -> None:
    done = CliRunner().invoke(shapes, ["text", "txt"], standalone_mode=False)
    assert isinstance(done.exception, UsageError)
    assert "no shape 'txt'" in done.exception.message
    assert "text, " in done.exception.hint
    assert done.output == ""
