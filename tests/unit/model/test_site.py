"""Places in the target's source."""

from __future__ import annotations

from slowpath.model.site import file_and_line


def test_a_place_has_a_file_and_a_line() -> None:
    assert file_and_line("/src/parser.py:12") == ("/src/parser.py", 12)
    assert file_and_line("C:/src/parser.py:12") == ("C:/src/parser.py", 12)
