"""Caches for recursions."""

from __future__ import annotations

import pytest

from slowpath.oracle.remedy.rules.caching import CachingRule
from tests.unit.oracle.remedy.rules.proposing import proposed

SOURCE = """
def target(n: int) -> int:
    return n if n < 2 else target(n - 1) + target(n - 2)
"""


def test_numbers_are_told_apart_by_their_type() -> None:
    cached, kept = proposed(CachingRule, SOURCE)
    assert "@functools.lru_cache(maxsize=None, typed=True)\ndef target" in cached
    assert "import functools" in cached
    assert "key = (type(n), n)" in kept
    assert "_target_results[key] = result" in kept


def test_texts_need_no_types() -> None:
    source = "def target(s: str) -> str:\n    return s if not s else target(s[1:]) + target(s[2:])\n"
    assert "@functools.cache\n" in proposed(CachingRule, source)[0]


@pytest.mark.parametrize(
    "changed",
    [
        SOURCE.replace("n: int", "n"),  # 1, True and 1.0 are one key
        SOURCE.replace("-> int", "-> list[int]"),  # callers may change the result
        SOURCE.replace("n: int", "n: list"),  # no hash
        SOURCE.replace("return n ", "print(n)\n    return n "),
        SOURCE.replace("return n ", "return clock() + n "),
        "total = 0\n" + SOURCE.replace("return n ", "global total\n    return n "),
        "table = {}\n" + SOURCE.replace("return n ", "return table.get(n, 0) + n "),
        SOURCE.replace("+ target(n - 2)", "+ 1"),  # one call: no argument comes twice
    ],
)
def test_no_cache_for_what_is_not_a_plain_pure_recursion(changed: str) -> None:
    assert proposed(CachingRule, changed) == []
