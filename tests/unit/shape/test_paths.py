from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from slowpath.errors import ShapeError
from slowpath.shape import library as lib
from slowpath.shape.formula import N
from slowpath.shape.infer import infer
from slowpath.shape.sampler import Sampler
from slowpath.shape.scribe import Scribe
from slowpath.shape.syntax import parse_shape


@pytest.mark.parametrize(
    "text",
    [
        "file(text(N))",
        "file(blob(N), '.bin')",
        'file(text(N), "", "Path")',
        "file(one_of(text(N), blob(4)))",
        "tree(N, text(4))",
        'tree(upto(3), blob(N), "Path")',
    ],
)
def test_shapes_are_read_and_written(text: str) -> None:
    shape = parse_shape(text)
    assert parse_shape(shape.describe()) == shape
    assert shape.grows


def test_defaults() -> None:
    assert parse_shape("file()") == lib.file(lib.text())
    assert parse_shape("tree()") == lib.tree(N, lib.text(16))


def test_an_input_is_a_path_to_its_content() -> None:
    path = lib.file(lib.text(5, "ab"), ".csv").build(1, Sampler(Random(0)), "x")
    assert set(Path(path).read_text()) <= {"a", "b"}
    assert path.endswith(".csv")
    folder = lib.tree(3, lib.blob(2), "Path").build(1, Sampler(Random(0)), "x")
    assert [len(each.read_bytes()) for each in folder.iterdir()] == [2, 2, 2]


def test_the_source_makes_the_file_and_gives_its_path() -> None:
    shape = lib.file(lib.text(3, "a"), ".x")
    source = shape.build(1, Scribe(Sampler(Random(0))), "x")
    assert source == "__import__('slowpath.files', fromlist=['']).file('aaa', suffix='.x')"
    assert Path(shape.parse(source)).read_text() == "aaa"


def load_path(path: Path) -> str:
    return path.read_text()


def load_text(path: str) -> str:
    return path


def load_either(path: str | Path) -> Any:
    return path


def load_number(path: int) -> int:
    return path


def test_the_hint_says_which_object_a_path_is() -> None:
    assert infer(load_path, given={"path": "file(text(N))"})["path"] == lib.file(lib.text(), kind="Path")
    assert infer(load_path, given={"path": "tree(N)"})["path"] == lib.tree(kind="Path")
    for function in (load_text, load_either):
        assert infer(function, given={"path": "file(text(N))"})["path"] == lib.file(lib.text())
    with pytest.raises(ShapeError, match="contradicts"):
        infer(load_number, given={"path": "file(text(N))"})


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("file(ints(N))", "no content"),
        ("file(bytearrays(N))", "no content"),
        ("tree(N, integer())", "no content"),
        ("file(text(N), 'a/b')", "'a/b'"),
        ("file(text(N), '', 'bytes')", "'bytes'"),
        ("file(text(N), 3)", "3"),
        ("file(7)", "7"),
    ],
)
def test_mistakes(text: str, part: str) -> None:
    with pytest.raises(ShapeError, match=part):
        parse_shape(text)
