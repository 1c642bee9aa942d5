"""`shapes`: what it lists can be written as it says."""

from __future__ import annotations

import pytest

from slowpath.command.shapes import ShapesOrder, run
from slowpath.errors import UsageError
from slowpath.report.shapes import document, reference
from slowpath.shape.library import SHAPES
from slowpath.shape.syntax import parse_shape


def test_every_shape_is_listed_with_an_example_that_works() -> None:
    report = run(ShapesOrder())
    assert [each.name for each in report.shapes] == list(SHAPES)
    for each in report.shapes:
        parse_shape(each.example)
        assert each.admits.endswith(".")
    text = reference(report)
    assert all(each.example in text and each.admits.splitlines()[0] in text for each in report.shapes)
    for alphabet in report.alphabets:
        parse_shape(f"text(N, {alphabet})")
        assert alphabet in text


def test_some_of_them() -> None:
    report = run(ShapesOrder(names=("dicts", "text")))
    assert [each["name"] for each in document(report)["shapes"]] == ["text", "dicts"]
    with pytest.raises(UsageError, match="no shape 'txt'") as error:
        run(ShapesOrder(names=("txt",)))
    assert "text, blob" in error.value.hint
