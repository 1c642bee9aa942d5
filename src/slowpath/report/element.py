"""Elements of an HTML page. Every text from outside goes through `markup`."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import starmap

from slowpath.report.style import STYLE
from slowpath.report.visible import markup

_POWER = re.compile(r"\^([\w.]+)")


def document(title: str, body: Iterable[str], script: str = "") -> str:
    """A whole page of some parts; empty ones are left out. A browser runs no other script than this one."""
    digest = b64encode(sha256(script.encode()).digest()).decode()
    allowed = f"; script-src 'sha256-{digest}'" if script else ""
    scripted = f"<script>{script}</script>\n" if script else ""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        f"style-src 'unsafe-inline'{allowed}\">\n"
        f"<title>{markup(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(filter(None, body))
        + f"\n</main>\n{scripted}</body>\n</html>\n"
    )


def section(title: str, body: str) -> str:
    """A part of the page with a heading."""
    return f"<section><h2>{title}</h2>{body}</section>"


def paragraph(text: str, kind: str = "") -> str:
    """A sentence: its first letter is made a capital, and it ends in a full stop."""
    told = text[:1].upper() + text[1:]
    stop = "" if told.endswith((".", "!", "?", "...")) else "."
    begin = f'<p class="{kind}">' if kind else "<p>"
    return f"{begin}{markup(told)}{stop}</p>"


def raised(words: str) -> str:
    """Text in which n^2 is shown as n with a raised 2."""
    return _POWER.sub(r"<sup>\1</sup>", markup(words))


def table(
    head: Sequence[str], rows: Iterable[Sequence[str]], text: Sequence[int] = (), code: Sequence[int] = ()
) -> str:
    """A table of numbers; the columns in `text` are texts, those in `code` look like code. "" if there are no
    rows."""

    def cell(column: int, content: str) -> str:
        shown = f"<code>{markup(content)}</code>" if column in code else markup(content)
        return f'<td class="text">{shown}</td>' if column in text else f"<td>{shown}</td>"

    body = "".join(f"<tr>{''.join(starmap(cell, enumerate(row)))}</tr>" for row in rows)
    if not body:
        return ""
    top = "".join(
        f'<th class="text">{name}</th>' if i in text else f"<th>{name}</th>" for i, name in enumerate(head)
    )
    return f'<div class="wide"><table><tr>{top}</tr>{body}</table></div>'


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table that can be sorted: what is shown, which is markup, and what it is sorted by."""

    shown: str
    key: float | str | None


def sortable(head: Sequence[str], rows: Iterable[Sequence[Cell]], text: Sequence[int] = ()) -> str:
    """A table of numbers that a click on a name in its head sorts; the columns in `text` are texts. "" if
    there are no rows."""

    def cell(column: int, each: Cell) -> str:
        key = "" if each.key is None else markup(str(each.key))
        kind = ' class="text"' if column in text else ""
        return f'<td{kind} data-key="{key}">{each.shown}</td>'

    body = "".join(f"<tr>{''.join(starmap(cell, enumerate(row)))}</tr>" for row in rows)
    if not body:
        return ""
    top = "".join(
        (
            f'<th class="text"><button>{name}</button></th>'
            if i in text
            else f"<th><button>{name}</button></th>"
        )
        for i, name in enumerate(head)
    )
    return (
        f'<div class="wide"><table class="sortable"><thead><tr>{top}</tr></thead><tbody>{body}</tbody>'
        "</table></div>"
    )


def pairs(rows: Iterable[tuple[str, str]], kind: str) -> str:
    """Names with what they stand for; `kind` is how they are laid out. Pairs without a text are left out."""
    shown = "".join(f"<div><dt>{name}</dt><dd>{text}</dd></div>" for name, text in rows if text)
    return f'<dl class="{kind}">{shown}</dl>' if shown else ""


def code(source: str) -> str:
    """Lines of code, as they are."""
    return f"<pre>{markup(source)}</pre>"


def folded(summary: str, body: str) -> str:
    """What is shown when its summary is clicked; the summary is markup."""
    return f"<details><summary>{summary}</summary>{body}</details>"
