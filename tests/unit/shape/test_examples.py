"""Texts of documentation and tests."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

from slowpath.shape.examples import LONGEST, example_texts

SOURCE = '''
"""Reads.

    >>> read("<doc>x</doc>")
    7
"""

def read(text):
    """A text is "not an example" here.

    >>> read(b"raw" + b"e")
    """
    return len(text) or "a word of the code"
'''
TESTS = '''
"""Not an example either."""
import reading

CASES = ["[one]", "two lines\\nof text", "x"]

def test_it():
    """Nor is this."""
    assert reading.read("a" * 2 + "bb")
'''


def module_at(folder: Path, source: str, tests: str) -> ModuleType:
    (folder / "tests").mkdir()
    (folder / "reading.py").write_text(source)
    (folder / "tests" / "test_reading.py").write_text(tests)
    (folder / "tests" / "test_others.py").write_text("TEXT = 'of others'\n")
    spec = importlib.util.spec_from_file_location("reading", folder / "reading.py")
    assert spec is not None
    return importlib.util.module_from_spec(spec)


def test_texts_of_doctests_and_tests(tmp_path: Path) -> None:
    module = module_at(tmp_path, SOURCE, TESTS)
    assert example_texts(module) == [
        *("<doc>x</doc>", "raw"),
        *("[one]", "two lines\nof text", "two lines", "of text", "bb"),
    ]


def test_texts_of_other_sources_come_first(tmp_path: Path) -> None:
    found = example_texts(module_at(tmp_path, SOURCE, TESTS), ["read('told')", "read("])
    assert found[0] == "told"
    assert "<doc>x</doc>" in found


def test_long_texts_are_read_line_by_line(tmp_path: Path) -> None:
    long = "\n".join(["first line", "y" * LONGEST, "last line"])
    module = module_at(tmp_path, "", f"TEXT = {long!r}\n")
    assert example_texts(module) == ["first line", "y" * LONGEST, "last line"]


def test_what_cannot_be_read_has_none(tmp_path: Path) -> None:
    assert example_texts(module_at(tmp_path, "def broken(:\n", "also broken(\n")) == []
    assert example_texts(ModuleType("without_a_file")) == []
