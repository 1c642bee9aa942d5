"""Patterns of `regex.py`: those that do not backtrack, and families whose growth is known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

PROSE: Final = "Lorem ipsum dolor sit amet, consectetur adipiscing elit; 42 of 1,337 agreed (see p. 9). "
TEXT: Final = PROSE * 40
CODE: Final = "def f(x, y=1):\n    return x * 'a b' + y  # note\n" * 60
MARKUP: Final = "<p class='a'>text &amp; <b>more</b></p>\n" * 80

# A pattern and what findall() is asked to do with it.
STRAIGHT: Final[tuple[tuple[str, str], ...]] = (
    ("dolor", TEXT),
    ("x", TEXT),
    ("zebra", TEXT),
    (r"\d", TEXT),
    (r"\d+", TEXT),
    (r"\w+", TEXT),
    (r"\s+", TEXT),
    (r"\S+", TEXT),
    (r"[a-z]+", TEXT),
    (r"[A-Z][a-z]*", TEXT),
    (r"[^,;.]+", TEXT),
    (r"[aeiou]", TEXT),
    (r"(\w+) (\d+)", TEXT),
    (r"(?i)lorem", TEXT),
    (r"(?i)[a-f]+", TEXT),
    (r"\bp\b", TEXT),
    (r"^Lorem", TEXT),
    (r"(?m)^\s+", CODE),
    (r"(?m)$", CODE),
    (r"\n", CODE),
    (r"[ \t]*\n", CODE),
    (r"#[^\n]*", CODE),
    (r"'[^']*'", CODE),
    (r"def|return|yield", CODE),
    (r"(?:def|return)\b", CODE),
    (r"[a-z_]\w*", CODE),
    (r"[-+*/=()]", CODE),
    (r"\d+(?:\.\d+)?", TEXT),
    (r"(?P<name>[a-z]+)=", CODE),
    (r"<[^>]+>", MARKUP),
    (r"</?\w+", MARKUP),
    (r"&\w+;", MARKUP),
    (r"(?<=<)\w+", MARKUP),
    (r"\w+(?=>)", MARKUP),
    (r"[^<&]++", MARKUP),
    (r"(?>\w+)\s", TEXT),
    (r".", TEXT),
    (r"(?s).{10}", TEXT),
    (r"(\w)\1", TEXT),
    (r".+", TEXT),
)


@dataclass(frozen=True, slots=True)
class Family:
    """A pattern, the method that is called, and its text at a size. `kind`: linear, quadratic, cubic,
    exponential."""

    kind: str
    pattern: str
    method: str
    text: Callable[[int], str]


def _repeated(unit: str, tail: str = "") -> Callable[[int], str]:
    return lambda n: unit * n + tail


SIZES: Final = {
    "linear": (20_000, 40_000, 80_000, 160_000),
    "quadratic": (1_000, 1_500, 2_250, 3_375),
    "cubic": (90, 130, 190, 275),
    "exponential": (13, 14, 15, 16, 17),
}

FAMILIES: Final[tuple[Family, ...]] = tuple(
    Family(kind, pattern, method, _repeated(unit, tail))
    for kind, pattern, method, unit, tail in (
        ("linear", "b", "search", "a", ""),
        ("linear", "abc", "search", "ab", ""),
        ("linear", "[bc]", "search", "a", ""),
        ("linear", r"\d+", "search", "a", ""),
        ("linear", "a*", "fullmatch", "a", ""),
        ("linear", r"\w*", "fullmatch", "a", ""),
        ("linear", "(?:ab)*", "fullmatch", "ab", ""),
        ("linear", "(?:a|bc)*", "fullmatch", "a", ""),
        ("linear", "(a|bc)*?$", "match", "a", ""),
        ("linear", ".*b", "match", "a", ""),
        ("linear", r"\w+", "findall", "ab ", ""),
        ("linear", "(a)(b)", "findall", "ab", ""),
        ("linear", "(?:a|b)*+c", "match", "a", ""),
        ("linear", "(?i)ab", "findall", "aB", ""),
        ("quadratic", r"\s+$", "search", " ", "x"),
        ("quadratic", "a*b", "search", "a", ""),
        ("quadratic", "<[^>]*>", "search", "<", ""),
        ("quadratic", "a*a*b", "match", "a", ""),
        ("quadratic", "a*[ab]*c", "match", "a", ""),
        ("quadratic", r"(\w+)\s", "search", "a", ""),
        ("quadratic", "(?:ab)*c", "search", "ab", ""),
        ("quadratic", ".*,", "search", "a", ""),
        ("quadratic", "a.*?b", "search", "a", ""),
        ("quadratic", r"\d+(?:\.\d+)*x", "findall", "1", ""),
        ("quadratic", "(?:ab)*?c", "search", "ab", ""),
        ("quadratic", r"(?=.*b)a", "search", "a", ""),
        ("cubic", "a*a*b", "search", "a", ""),
        ("cubic", "a*a*a*b", "match", "a", ""),
        ("cubic", r"\s*\w*\s*$", "search", " ", "!"),
        ("cubic", "(a*)(a*)(a*)c", "match", "a", ""),
        ("cubic", ".*?.*?x", "search", "a", ""),
        ("cubic", r"\w+\w+!", "search", "a", ""),
        ("exponential", "(a+)+$", "match", "a", "b"),
        ("exponential", "(a*)*b", "match", "a", ""),
        ("exponential", r"([a-z]+)*\d", "match", "a", ""),
        ("exponential", r"^(\w+\s?)*$", "match", "a", "!"),
        ("exponential", "(a|a)*b", "match", "a", ""),
        ("exponential", "(?:aa|a)*c", "match", "a", ""),
        ("exponential", "(?:a|ab?)*c", "match", "a", ""),
        ("exponential", r"(\d+)*x\1", "match", "1", ""),
    )
)
