"""Methods of patterns, and functions of `re`, that are kept or handed on: counted, and followed over text."""

from __future__ import annotations

from pathlib import Path as File

import pytest

from slowpath.errors import BudgetExceeded
from slowpath.model.charset import CharSet
from slowpath.model.target import Build
from slowpath.shape.library import text
from tests.unit.values.expressions import Expressions
from tests.unit.values.tracing import loaded

HEAD = """
import functools
import itertools
import re
from re import match, search as look

P = re.compile("(a+)+$")
MATCH = P.match

class Holder:
    of_class = P.search

    def __init__(self):
        self._kept = P.search

    def kept(self, s):
        return self._kept(s)

    def held(self, s):
        return self.of_class(s)

def apply(function, *arguments):
    return function(*arguments)

def local(s):
    m = P.match
    return m(s)

def default(s, find=P.search):
    return find(s)

def generated(s):
    return [each.span() for found in map(P.finditer, [s]) for each in found]
"""
CASES = [
    "sorted([s, 'a'], key=P.findall)",
    "min([s, 'a'], key=P.split)",
    "list(map(P.search, [s, 'b']))",
    "list(filter(P.match, [s, s[1:]]))",
    "functools.partial(P.sub, 'x')(s)",
    "functools.partial(re.sub, '(a+)+$', 'x')(s)",
    "list(map(functools.partial(P.sub, 'x'), [s]))",
    "list(map(re.compile('(a+)+$').split, [s]))",
    "list(map(MATCH, [s]))",
    "list(map(re.match, ['(a+)+$'], [s]))",
    "list(map(match, ['(a+)+$'], [s]))",
    "look('(a+)+$', s)",
    "apply(re.match, '(a+)+$', s)",
    "apply(P.fullmatch, s)",
    "Holder().kept(s)",
    "Holder().held(s)",
    "getattr(P, 'mat' + 'ch')(s)",
    "{'a': P.match}['a'](s)",
    "{'a': re.subn}['a'](P, '', s)",
    "list(map(re.Pattern.match, [P], [s]))",
    "list(itertools.starmap(re.match, [(P, s)]))",
    "list(map(re.Scanner([('(a+)+$', None)]).scan, [s]))",
    "local(s)",
    "default(s)",
    "generated(s)",
]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> File:
    return tmp_path_factory.mktemp("handed") / "handed.py"


@pytest.fixture(scope="module")
def expressions(file: File) -> Expressions:
    values = ["aa", "ab", "bb", "ba"]
    return Expressions(file, {"s": (text(2, CharSet.of("abc")), values)}, CASES, head=HEAD)


@pytest.mark.parametrize("case", CASES)
def test_text_is_followed(expressions: Expressions, case: str) -> None:
    explored = expressions.check(case)
    assert explored.paths > 1
    assert not explored.lost


@pytest.mark.parametrize("build", [Build.COUNT, Build.TRACE])
@pytest.mark.parametrize("case", CASES)
def test_a_catastrophic_call_ends_at_the_budget(
    expressions: Expressions, file: File, case: str, build: Build
) -> None:
    target = loaded(file, "run", build)
    with target.copies.installed():
        target.ledger.start(10_000)
        try:
            with pytest.raises(BudgetExceeded):
                target.function(CASES.index(case), "a" * 60 + "b")
        finally:
            target.ledger.stop()
    assert 10_000 < target.ledger.ops() < 10_100  # what calls it is charged too
    assert not [each for each in target.ledger.lost() if "native work" in each.reason]
