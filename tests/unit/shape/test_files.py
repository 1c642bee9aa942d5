"""Files of source that are read for examples."""

from __future__ import annotations

import ast
from pathlib import Path

from slowpath.shape.files import parse_source, read_source


def test_what_can_be_read_and_parsed(tmp_path: Path) -> None:
    file = tmp_path / "m.py"
    file.write_text("x = 1\n")
    assert ast.unparse(parse_source(read_source(file))) == "x = 1"


def test_what_cannot_has_nothing(tmp_path: Path) -> None:
    broken = tmp_path / "broken.py"
    broken.write_bytes(b"\xff\xfe")
    assert read_source(broken) == read_source(tmp_path / "none.py") == ""
    assert parse_source("def (").body == parse_source("\0").body == []
