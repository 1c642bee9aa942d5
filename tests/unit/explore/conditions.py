"""Targets whose conditions are printed and evaluated; the comment of each names what it asks."""

from __future__ import annotations

import enum
import math
from typing import Literal


def first_byte(b: bytes) -> int:
    return 1 if b[0] == 65 else 2


def byte_range(b: bytes) -> int:
    return 1 if 48 <= b[0] <= 57 else 2 if b[1] > b[0] else 3


def byte_prefix(b: bytes) -> bool:
    return b.startswith(b"AB")


def byte_members(b: bytes) -> int:
    return 1 if b[0] in (1, 7, 200) else 2


def byte_search(b: bytes) -> int:
    return b.find(b"\n")


def byte_sum(b: bytes) -> bool:
    return b[0] + b[1] > 300


def byte_array(b: bytearray) -> int:
    return 1 if b[0] < 10 else 2


def byte_digits(b: bytes) -> bool:
    return b.isdigit()


def first_letter(s: str) -> int:
    return 1 if s[0] == "x" else 2


def text_order(s: str) -> int:
    return 1 if s[0] < s[1] else 2 if s[0] == s[1] else 3


def text_class(s: str) -> int:
    return 1 if s[0].isdigit() else 2 if s[0].isalpha() else 3


def text_strip(s: str) -> int:
    return len(s.strip())


def text_find(s: str) -> int:
    return s.find(",")


def text_code(s: str) -> int:
    return 1 if ord(s[0]) > 200 else 2


def text_vowel(s: str) -> int:
    return 1 if s[0] in "aeiou" else 2


def text_not_in(s: str) -> int:
    return 1 if s[0] not in " \t\n\r'\"\\" else 2


def sign(n: int) -> int:
    return -1 if n < 0 else 0 if n == 0 else 1


def two_numbers(n: int, m: int) -> int:
    return 1 if n + 2 * m > 7 else 2 if n == m else 3


def remainder(n: int) -> int:
    return 1 if n % 3 == 2 else 2


def quotient(n: int, m: int) -> int:
    return n // m if n > m else 0


def product(n: int, m: int) -> int:
    return 1 if n * m > 12 else 2


def gaps(n: int) -> int:
    return 1 if n not in (2, 4, 9) and 0 <= n < 12 else 2


def fraction(x: float) -> int:
    return 1 if x > 0.5 else 2 if x < -1.25 else 3


def rounded(x: float) -> int:
    return 1 if math.floor(x) == 3 else 2


def two_floats(x: float, y: float) -> int:
    return 1 if x < y else 2 if x == y else 3


def switch(flag: bool) -> int:
    return 1 if flag else 2


def switches(a: bool, b: bool) -> int:
    return 1 if a and b else 2


def flags(fs: list[bool]) -> int:
    return 1 if fs[0] else 2


def listed(xs: list[int]) -> int:
    return 1 if xs[0] > xs[1] else 2


def lengths(xs: list[int]) -> int:
    return 0 if not xs else 1 if xs[-1] == 5 else 2


def nested(rows: list[list[int]]) -> int:
    return 1 if rows[0][1] > rows[1][0] else 2


def words(ws: list[str]) -> int:
    return 1 if ws[0] == ws[1] else 2


def pair(p: tuple[int, str]) -> int:
    return 1 if p[0] > 3 else 2 if p[1] == "ab" else 3


def entry(d: dict[str, int]) -> int:
    return 1 if d["low"] < d["high"] else 2


def perhaps(d: dict[str, int]) -> int:
    return d["age"] > 17 if "age" in d else 2


def option(o: int | None) -> int:
    return 0 if o is None else 1 if o > 3 else 2


def options(o: int | None, s: str | None) -> int:
    if o is None:
        return 0
    return 1 if s is None else 2 if s[0] == "q" else 3


def mode(m: Literal["fast", "slow", "off"], n: int) -> int:
    if m == "off":
        return 0
    return 1 if m == "fast" and n > 4 else 2


def level(k: Literal[1, 2, 5]) -> int:
    return 1 if k > 1 else 2


def least(n: int, m: int) -> int:
    return 1 if min(n, m) > 3 else 2 if abs(n) == 2 else 3


def absent(n: int, o: int | None) -> int:
    return 1 if o is not None and o + n == 4 else 2


def mixed(o: int | str | list[int]) -> int:
    if isinstance(o, int):
        return 1 if o > 2 else 2
    return 3 if o[0] == "a" else 4 if o[0] == 5 else 5


def number_or_flag(o: bool | int | None) -> int:
    return 0 if o is None else 1 if o else 2


def quoted_option(d: dict[str, int | str]) -> int:
    value = d["a|1"]
    return 1 if isinstance(value, int) and value > 3 else 2 if value == "ab" else 3


class Colour(enum.Enum):
    RED = 1
    GREEN = 2
    BLUE = 3


def colour(c: Colour) -> int:
    return 1 if c is Colour.RED else 2 if c is Colour.BLUE else 3


def colours(cs: list[Colour]) -> int:
    return 1 if cs[0] is cs[1] else 2
