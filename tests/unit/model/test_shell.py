"""Words of a command line are read by a shell as they were."""

from __future__ import annotations

import shlex
import subprocess

from hypothesis import given
from hypothesis import strategies as st

from slowpath.model.shell import command_line, quoted


@given(st.lists(st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\0"))))
def test_a_command_is_read_back(words: list[str]) -> None:
    assert shlex.split(command_line(*words)) == words


def test_a_shell_reads_what_python_does() -> None:
    words = ["a'b", 'a"b', "$HOME`x`", "\\\\'", "!x'", "a\nb"]
    done = subprocess.run(
        ["sh", "-c", f"printf '%s,' {command_line(*words)}"], capture_output=True, text=True
    )
    assert done.stdout == "".join(f"{word}," for word in words)


def test_the_shorter_quotes_are_used() -> None:
    assert quoted("xs='a' * N") == """ "xs='a' * N" """.strip()
    assert quoted('say "x"') == """'say "x"'"""
    assert quoted("plain") == "plain"
