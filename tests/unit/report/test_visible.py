from __future__ import annotations

from slowpath.model.run import Lost
from slowpath.report import terminal


def test_nothing_in_an_input_moves_the_cursor() -> None:
    assert terminal.shortened("'\x1b[2J' * N", 70) == "'\\x1b[2J' * N"
    assert terminal.shortened("\x1b" * 100, 10) == "\\x1b\\x1..."
    assert "\x1b[2J" not in "".join(terminal.notes([Lost("a.py:1", "\x1b[2J", 1)]))
