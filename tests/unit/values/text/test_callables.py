"""Builtins that C code calls, over symbolic text."""

from pathlib import Path

import pytest

from slowpath.model.charset import CharSet
from slowpath.shape.library import text
from tests.unit.values.expressions import Expressions

CASES = [
    "list(map(ord, s))",
    "list(map(str.upper, s))",
    "sum(map(ord, s)) > 150",
    "all(map(str.isalpha, s))",
    "','.join(map(str, map(ord, s)))",
    "list(map(len, s.split('a')))",
    "list(filter(str.isdigit, s))",
    "[key for key, _ in itertools.groupby(s, str.isdigit)]",
    "[len(list(group)) for _, group in itertools.groupby(s, key=str.lower)]",
    "list(itertools.takewhile(str.isalpha, s))",
    "list(itertools.dropwhile(str.isalpha, s))",
    "list(itertools.filterfalse(str.isupper, s))",
    "sorted(s, key=str.lower)",
    "max(s, key=ord)",
    "min(s.split('1'), key=len)",
    "list(map('aZ'.__contains__, s))",
    "list(map(b'aZ'.__contains__, s.encode()))",
    "list(filter('ab'.__eq__, [s, s[::-1]]))",
    "str([s, (s[0],), 1, None]).count('a')",
    "repr((s,)) == \"('ab',)\"",
    "f'{[s]}'.upper()",
]


@pytest.fixture(scope="module")
def expressions(tmp_path_factory):
    file: Path = tmp_path_factory.mktemp("callables") / "callables.py"
    values = ["aA", "1a", "Z9", "ab", "11"]
    return Expressions(file, {"s": (text(2, CharSet.of("abAZ19")), values)}, CASES, head="import itertools")


@pytest.mark.parametrize("case", CASES)
def test_models_are_called(expressions, case):
    assert not expressions.check(case).lost
