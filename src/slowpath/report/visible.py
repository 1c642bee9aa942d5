"""Text from targets and inputs, made safe to show: nothing in it moves a cursor, hides or runs."""

from __future__ import annotations

import html
import textwrap
from collections.abc import Sequence

_KEPT = " \t\n"


def visible(text: str) -> str:
    """Return the text with what cannot be printed spelled as Python does: a zero byte as \\x00."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() or char in _KEPT else ascii(char)[1:-1] for char in text)


def markup(text: object) -> str:
    """Return the text as HTML that shows it, in an element or in a quoted attribute."""
    return html.escape(visible(str(text)), quote=True)


def comment(sentences: Sequence[str], indent: str = "", width: int = 100) -> str:
    """Return sentences as lines of a Python comment, a paragraph each."""
    lines: list[str] = []
    for sentence in sentences:
        told = " ".join(visible(sentence).split())
        lines += textwrap.wrap(told, width - len(indent) - 2, break_on_hyphens=False)
    return "".join(f"{indent}# {line}\n" for line in lines)
