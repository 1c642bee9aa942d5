"""Parsers of the standard library, and documents of any length for them."""

from __future__ import annotations

import shlex
from html.parser import HTMLParser
from urllib.parse import urlsplit

SCOPE = ("html", "_markupbase", "shlex", "urllib")
NAMES = ("html_parser", "shlex_split", "url_split")
_PIECES = {
    "html_parser": "<p class='a' id=b>some text &amp; more</p><!-- note --><br/>",
    "shlex_split": 'word \'single quoted\' "double \\" quoted" --flag=value ',
    "url_split": "http://user@host.example:8080/path/to;params?key=value&other=1#part",
}


class _Collector(HTMLParser):
    """Keeps what it is told."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[object] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, attrs))

    def handle_data(self, data: str) -> None:
        self.seen.append(data)


def html_parser(document: str) -> list[object]:
    parser = _Collector()
    parser.feed(document)
    parser.close()
    return parser.seen


def shlex_split(document: str) -> list[str]:
    return shlex.split(document)


def url_split(document: str) -> object:
    return urlsplit(document)


def document(name: str, length: int) -> str:
    """A document of a length that a parser accepts: the same piece again and again, and blanks."""
    piece = _PIECES[name]
    return (piece * (length // len(piece))).ljust(length, "x" if name == "url_split" else " ")
