"""Rewritten code is moved to its slots."""

from __future__ import annotations

import ast
from types import CodeType

import pytest

from slowpath.model.target import Build
from slowpath.target.relocation import UNSETTLED
from slowpath.target.rewrite import Rewritten, count, rewrite
from slowpath.target.scope import Scope

SOURCE = """
def total(xs):
    found = 0
    for x in xs:
        found += x if x in (1, 2, 3) else len(str(x))
        while found > 100:
            found -= sum(y for y in range(3))
    if found:
        return sorted(xs)
    else:
        return [each * 2 for each in xs if each]

class Box:
    def __init__(self):
        self.kept = {}
"""
SCOPE = Scope(frozenset({"m"}))


def rewritten(build: Build) -> Rewritten:
    return rewrite(ast.parse(SOURCE), "m.py", build, SCOPE)


def numbers(code: CodeType) -> list[int]:
    """All whole numbers among the constants of some code."""
    found: list[int] = []
    waiting: list[object] = [code]
    while waiting:
        each = waiting.pop()
        if isinstance(each, CodeType):
            waiting += each.co_consts
        elif isinstance(each, tuple):
            waiting += each
        elif type(each) is int:
            found.append(each)
    return found


@pytest.mark.parametrize("build", list(Build))
def test_no_slot_stays_unsettled(build: Build) -> None:
    made = rewritten(build)
    assert max(numbers(made.code)) >= UNSETTLED
    moved = numbers(made.code_from(7_000))
    assert max(moved) < 7_000 + len(made.plain_sites)
    assert sum(each >= 7_000 for each in moved) > 5


@pytest.mark.parametrize("build", list(Build))
def test_sites_are_those_of_a_module_that_is_rewritten_in_its_place(build: Build) -> None:
    tree = ast.parse(SOURCE)
    original = compile(tree, "m.py", "exec")
    expected = count(tree, "m.py", 7_000, build, SCOPE).described(original)
    assert rewritten(build).sites_from(7_000) == expected
