"""Text from targets and inputs, made safe to show: nothing in it moves a cursor, hides or runs."""

from __future__ import annotations

import html
import shutil
import textwrap
from collections.abc import Sequence

_KEPT = " \t\n"
_NARROWEST, _WIDEST = 40, 100  # columns: longer lines are hard to read


def visible(text: str) -> str:
    """Return the text with what cannot be printed spelled as Python does: a zero byte as \\x00."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() or char in _KEPT else ascii(char)[1:-1] for char in text)


def in_docstring(text: str) -> str:
    """Return the source of a text inside a docstring: escapes and quotes in it stay as they are."""
    return visible(text).replace("\\", "\\\\").replace('"""', r"\"\"\"")


def markup(text: object) -> str:
    """Return the text as HTML that shows it, in an element or in a quoted attribute."""
    return html.escape(visible(str(text)), quote=True)


def wrapped(text: str, indent: int = 0, *, is_code: bool = False) -> str:
    """Return text in lines that fit the terminal; all but the first are indented.

    Lines end at spaces if they can. Code keeps these: nothing of it is left out.
    """
    width = max(min(shutil.get_terminal_size().columns, _WIDEST), _NARROWEST)
    shown = visible(text)
    begin = len(shown) - len(shown.lstrip(" "))
    lines = textwrap.wrap(
        shown[begin:],
        width,
        initial_indent=" " * begin,
        subsequent_indent=" " * indent,
        expand_tabs=False,
        replace_whitespace=False,
        drop_whitespace=not is_code,
        break_on_hyphens=False,
    )
    return "\n".join(lines)


def comment(sentences: Sequence[str], indent: str = "", width: int = 100) -> str:
    """Return sentences as lines of a Python comment, a paragraph each."""
    lines: list[str] = []
    for sentence in sentences:
        told = " ".join(visible(sentence).split())
        lines += textwrap.wrap(told, width - len(indent) - 2, break_on_hyphens=False)
    return "".join(f"{indent}# {line}\n" for line in lines)
