"""Special methods of the target that answer C code with a symbolic number: what they answer is decided."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from slowpath.shape.library import integer
from tests.unit.values.expressions import Expressions

HEAD = """
import math, operator

class Sized:
    def __init__(self, n):
        self.n = n

    def __len__(self):
        if self.n == 5:
            return 5
        return self.n

    def __getitem__(self, at):
        return at

class Longer(Sized):
    def __len__(self):
        return super().__len__() + 1

class Index:
    def __init__(self, n):
        self.n = n

    def __index__(self):
        return self.n

class Number(Index):
    def __int__(self):
        return self.n

    def __float__(self):
        return self.n / 2

class Hashed(Index):
    def __hash__(self):
        return self.n

def truth(x):
    if x:
        return "yes"
    return "no"

def chosen(x, y):
    return len([each for each in (x, y) if each]), 1 if x and y else 2, 3 if y or x else 4

def waited(x):
    while not x:
        return 0
    assert x
    return 1
"""

TOLD = """
truth(Sized(a)); chosen(Sized(a), Sized(b)); waited(Sized(a)); not Sized(a); bool(Sized(a)); len(Sized(a))
len(Longer(a)); truth(Longer(a)); list(reversed(Sized(a))); Sized(a).__len__(); len(Sized(1.5))
len(Sized("x")); [1, 2, 3][Index(a)]; [1, 2, 3][:Index(a)]; "abc"[Index(a)]; range(Index(a))[Index(b)]
operator.index(Index(a)); int(Index(a)); int(Number(a)); list(range(Index(a), Index(b))); [1] * Index(a)
math.gcd(Index(a), 6); float(Number(a))
int("11", Index(a)); Index(a).__index__(); hex(Index(a)); float(Index(a)); [].insert(Index(a), 1)
chr(Index(a)); round(2.5, Index(a)); "x" * Index(a); int(Index("x")); [4, 5][Index(None)]
bytes(Index(a)); any([Sized(a)])
""".replace("\n", ";").split(";")

LOST = {
    "math.sqrt(Number(a * a))": "__float__()",
    "hash(Hashed(a))": "hash of an object",
    "len({Hashed(a): 1})": "hash of an object",
}
INTEGER = integer(None, None)


def _stripped(expressions: list[str]) -> list[str]:
    return [each.strip() for each in expressions if each.strip()]


@pytest.fixture(scope="module")
def numbers(tmp_path_factory: Any) -> Expressions:
    domains = {"a": (INTEGER, (-3, 0, 1, 2, 5)), "b": (INTEGER, (-2, 0, 1))}
    file = Path(tmp_path_factory.mktemp("special")) / "special_expressions.py"
    return Expressions(file, domains, [*_stripped(TOLD), *LOST], HEAD)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("expression", _stripped(TOLD))
def test_what_is_told_is_decided(numbers: Expressions, expression: str) -> None:
    assert not numbers.check(expression, costs=False).lost


@pytest.mark.parametrize("expression", LOST)
def test_what_is_lost_is_said(numbers: Expressions, expression: str) -> None:
    assert LOST[expression] in numbers.check(expression, costs=False).lost


def test_a_number_is_told_as_it_is(numbers: Expressions) -> None:
    assert numbers.check("int(Number(a))", costs=False).decisions == 0


def test_truth_is_not_the_length(numbers: Expressions) -> None:
    explored = numbers.check("truth(Sized(a))", costs=False)
    assert explored.paths == 4  # it is 5, negative, zero or else
