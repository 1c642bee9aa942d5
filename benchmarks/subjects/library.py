"""Standard-library functions, as programs call them."""

from __future__ import annotations

import copy
import difflib
import fractions
import heapq
import html.parser
import ipaddress
import json
import shlex
import statistics
import textwrap
from typing import Any

STANDARD = frozenset(
    {"_markupbase", "copy", "difflib", "fractions", "heapq", "html", "ipaddress", "json"}
    | {"shlex", "statistics", "textwrap"}
)


def ratio(a: str, b: str) -> float:
    return difflib.SequenceMatcher(None, a, b, autojunk=False).ratio()


def wrap(text: str) -> list[str]:
    return textwrap.wrap(text, 70)


def decode(text: str) -> Any:
    return json.JSONDecoder().decode(text)


def encode(value: Any) -> str:
    return json.JSONEncoder(indent=1).encode(value)


def parse_html(text: str) -> None:
    parser = html.parser.HTMLParser()
    parser.feed(text)
    parser.close()


def tokens(text: str) -> list[str]:
    return shlex.split(text)


def heap_sort(xs: list[float]) -> list[float]:
    heap = list(xs)
    heapq.heapify(heap)
    return [heapq.heappop(heap) for _ in range(len(heap))]


def deep_copy(value: Any) -> Any:
    return copy.deepcopy(value)


def mean(xs: list[int]) -> Any:
    return statistics.mean(xs)


def harmonic(n: int) -> fractions.Fraction:
    return sum((fractions.Fraction(1, i) for i in range(1, n)), fractions.Fraction(0))


def addresses(texts: list[str]) -> list[str]:
    return [str(ipaddress.ip_address(text)) for text in texts]
