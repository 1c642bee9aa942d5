"""Cost models are data, and say what is wrong with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from slowpath.counting.model import CPYTHON, CostModel, Size, from_document, read
from slowpath.errors import MeasureError, UsageError


def test_a_file_gives_sizes_and_weights(tmp_path: Path) -> None:
    file = tmp_path / "small.toml"
    file.write_text('[sizes]\nlist = {header = 8, each = 4}\n[weights]\nenergy = "2*ops + memory"\n')
    model = read(file)
    assert model == CostModel("small", {"list": Size(8, 4)}, {"energy": "2*ops + memory"})
    assert model.size("list") == Size(8, 4)
    assert model.size("dict") == Size(0, 0)  # what is left out takes nothing
    assert model.spelled("energy") == "2*ops + memory"
    assert model.spelled("ops") == "ops"


def test_a_document_is_read_as_written() -> None:
    assert from_document(CPYTHON.document(), "here") == CPYTHON


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ({"size": {}}, "no 'size'"),
        ({"sizes": 4}, r"\[sizes\] must be a table"),
        ({"sizes": {"array": {"each": 4}}}, "no kind 'array'"),
        ({"sizes": {"list": 4}}, "the size of list is 4"),
        ({"sizes": {"list": {"every": 4}}}, "the size of list"),
        ({"sizes": {"list": {"each": -4}}}, "-4, no number of bytes"),
        ({"weights": {"ops": "memory"}}, "cannot be named 'ops'"),
        ({"weights": {"energy": 3}}, "the measure energy is 3"),
    ],
)
def test_mistakes_are_named(document: dict[str, Any], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        from_document(document, "small.toml")


def test_weights_are_measures() -> None:
    with pytest.raises(MeasureError, match="joules"):
        from_document({"weights": {"energy": "2*joules"}}, "small.toml")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot read"):
        read(tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_text("= 3")
    with pytest.raises(UsageError, match=r"bad\.toml"):
        read(tmp_path / "bad.toml")
