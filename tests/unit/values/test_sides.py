"""A plain float, bool or member of an IntEnum on the left lets a symbolic number on the right answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from slowpath.shape.library import integer
from tests.unit.counting.native.apart import run_apart
from tests.unit.values.expressions import Expressions

HEAD = """
import datetime, decimal, enum, fractions, numpy, operator

class Color(enum.IntEnum):
    RED = 1
    BLUE = 2

class Bits(enum.IntFlag):
    ONE = 1
    TWO = 2

class Celsius(float):
    pass

class Own(int):
    def __sub__(self, other):
        return "own"

    def __lt__(self, other):
        return "less"

def reflecting(kind):
    class Reflecting(kind):
        def __radd__(self, other):
            return "radd", other, kind(self)

        def __rrshift__(self, other):
            return "rrshift", other

        def __rpow__(self, other):
            return "rpow", other

        def __rdivmod__(self, other):
            return "rdivmod", other

        def __rmul__(self, other):
            return NotImplemented

        def __rsub__(self, other):
            return None

        def __gt__(self, other):
            return "gt", other

        def __eq__(self, other):
            return NotImplemented

        __hash__ = None

    return Reflecting

Whole, Broken = reflecting(int), reflecting(float)

def twice(x):
    return x * 2

def looking(a, b):
    if 2 < twice(a) < b + 3:
        a = 7
    return sorted(locals().items())

def within(a, b):
    class Within:
        limits = [0 < twice(x) < b for x in (a, b)], 0 < twice(a) < b
    return Within

def summed(total, a, b):
    total += a
    total -= b
    total /= b
    total *= a
    return total

def kept(a):
    class Box:
        pass
    box, row = Box(), [0.5]
    box.x, box.n = 0.5, True
    box.x += a
    box.x /= 2
    box.x -= a
    box.n += a
    row[0] -= a
    row[a - a] += a
    return box.x, box.n, row

def divided(a):
    class Box:
        x = 1.5
    box = Box()
    box.x /= a
    return box.x

def highest(a, b):
    best = -1.5
    for each in [a, b]:
        if best < each:
            best = each
    return best
"""

TOLD = """
1.5 + a; 1.5 - a; 1.5 * a; 1.5 / a; 1.5 // a; 1.5 % a; 1.5 ** a; True + a; True - a; True * a; True / a
True // a; True % a; True ** a; True & a; True | a; True ^ a; True << a; True >> a
Color(1) + a; Color.BLUE - a;
Celsius(2.5) * a; Celsius(2.5) < a;
1.5 < a; 1.5 <= a; 2.0 <= a; 2.0 >= a; 1.5 > a; 1.5 >= a; 1.5 == a; 2.0 == a;
2.0 != a; True == a; True != a
True < a; Color.RED == a; Color.BLUE > a; (a > 0) + b; (a > 0) == b; (a > 0) < b;
0.5 < a < 2.5; False < a <= b
1e30 < a; float("nan") < a; float("inf") > a; float("inf") == a;
a < 1.5; a <= 2.0; a == 1.5; a != 2.0; a >= float("-inf")
summed(0.5, a, b); highest(a, b); divided(a); (lambda x: x - a)(0.5); [x - a for x in (0.5, True)]
divmod(7.5, a); divmod(True, a); pow(1.5, a); pow(True, a); round(1.25, a); round(number=a, ndigits=b)
Own(3) - a; Own(3) < a; Own(3) + a;
kept(a); sum([1.5, a]); sum([a], 1.5); sum(x for x in (True, a)); sum((a, b)); sum(map(abs, [a, 1.5]))
0 < a + twice(b) < 9; 0.5 < a + twice(b) < 9.5; 0.5 < twice(a) < b; True < twice(a) < 3.5
0 < twice(1.5) < a; 0.5 < [a][0] < b + 1.5; 0.5 < (1.5 < twice(a) < b) < b; 0.5 < twice(a) in [b, 2]
0.5 < twice(a) is b; (lambda y: 0.5 < twice(y) < b)(a); [x for x in (a, b) if 1.5 < x]; looking(a, b)
[x for x in (a, b) if 0.5 < twice(x) < b]; list(x for x in (a, b) if 0.5 < twice(x) < twice(b) <= a)
[x for x in (a, b) if [5, 6, 7, 8][x] > 5]; [y for x in (a, b) if 0.5 < x for y in (1, x) if 0.5 < y]
within(a, b).limits; [a] < [b]; [[a, 1]] == [[b, 1]]; sorted([(a, 1), (b, 2)]); [1.5, a] < [1.25, 0.5]
"x" * 2 < "y"; (1.5 < a) is True; -1.5 - a - b; 1.5 - (a + b)
""".replace("\n", ";").split(";")

# A class of its own answers for a symbolic number left of it.
OWN = """
a + Whole(3); a >> Whole(3); a ** Whole(3); divmod(a, Whole(3)); a * Whole(3); a - Whole(3); a < Whole(3)
a > Whole(3); a == Whole(3); a != Whole(3); a / Whole(3); a & Whole(3); sum([a, Whole(3)]); a // Whole(0)
a + Broken(3); a ** Broken(3); divmod(a, Broken(3)); a * Broken(3); a - Broken(3); a < Broken(3)
a > Broken(3); a == Broken(3); a / Broken(3); a != Broken(3)
(a / 2) + Broken(3); (a / 2) ** Broken(3); divmod(a / 2, Broken(3)); (a / 2) * Broken(3)
(a / 2) - Broken(3); (a / 2) < Broken(3); (a / 2) > Broken(3); (a / 2) == Broken(3); (a / 2) + Whole(3)
(a / 2) < Whole(3); (a / 2) - Whole(3); (a / 2) * Whole(3)
Whole(3) + a; Whole(3) == a; Whole(3) < a; Whole(3) > a; Broken(3) < a; Broken(3) + a; Whole(3) * a
Own(3) == a; Own(3) > a; None == a; datetime.timedelta(3) == a; fractions.Fraction(1, 2) < a
Broken(3) * (a / 2); Broken(3) >= (a / 2); a + True; a & True
pow(a, Whole(3)); pow(a, Whole(3), 5)
""".replace("\n", ";").split(";")

# C code compares from either side.
LOST = """
min([1.5, a, b]); max(a, 1.5); sorted([a, True, b]); [1.5, 2].index(a); a in [True, 2]; a in (0.5, 2)
(lambda xs: (xs.sort(), xs))([1.5, a]); [2.0, 1].count(a); [1.5] < [a]; (1.5, 2) < (a, b)
[True] == [a]; [[1.5]] < [[a]]; {1: True} == {1: a}; sorted([[a], [1.5]]); min((a, 1), (1.5, 2))
(lambda xs: (xs.remove(a), xs))([True, 2])
""".replace("\n", ";").split(";")

OTHERS = {
    "int.__add__(1, a)": "int.__add__()",
    "(1.5).__lt__(a)": "float.__lt__()",
    "summed(True, a, b)": "a number behind bool",
    "Bits.ONE | a": "hash of a number",
    "a | Bits.ONE": "hash of a number",
    "numpy.float64(1.5) - a": "float64.__sub__()",
    "numpy.float64(1.5) <= a": "float64.__le__()",
    "numpy.int64(1) + a": "int64.__add__()",
    "1j * a": "complex.__mul__()",
    "1j == a": "complex.__eq__()",
    "decimal.Decimal(3) / a": "Decimal.__truediv__()",
    "decimal.Decimal(3) < a": "Decimal.__lt__()",
    "datetime.timedelta(3) * a": "timedelta.__mul__()",
    "a / 2 + numpy.float64(1.5)": "float64.__radd__()",
    "a + numpy.float64(1.5)": "float64.__radd__()",
    "a < numpy.float64(1.5)": "float64.__gt__()",
}
INTEGER = integer(None, None)


def _stripped(expressions: list[str]) -> list[str]:
    return [each.strip() for each in expressions if each.strip()]


@pytest.fixture(scope="module")
def numbers(tmp_path_factory: Any) -> Expressions:
    domains = {"a": (INTEGER, (-3, 0, 1, 2, 5)), "b": (INTEGER, (-2, 0, 1, 3))}
    file = Path(tmp_path_factory.mktemp("sides")) / "sides_expressions.py"
    return Expressions(file, domains, [*_stripped([*TOLD, *OWN, *LOST]), *OTHERS], HEAD)


@pytest.mark.parametrize("expression", _stripped(TOLD))
def test_the_right_operand_answers(numbers: Expressions, expression: str) -> None:
    assert not numbers.check(expression, costs=False).lost


@pytest.mark.parametrize("expression", _stripped(OWN))
def test_a_class_of_its_own_answers_first(numbers: Expressions, expression: str) -> None:
    assert not numbers.check(expression, costs=False).lost


@pytest.mark.parametrize("expression", _stripped(LOST))
def test_comparisons_in_c_code_are_noted(numbers: Expressions, expression: str) -> None:
    assert numbers.check(expression, costs=False).lost >= {"comparisons of mixed numbers"}


@pytest.mark.parametrize("expression", OTHERS)
def test_what_is_lost_is_said(numbers: Expressions, expression: str) -> None:
    assert OTHERS[expression] in numbers.check(expression, costs=False).lost


def test_a_float_lies_between_two_integers(numbers: Expressions) -> None:
    explored = numbers.check("1.5 < a", costs=False)
    assert (explored.paths, explored.decisions) == (2, 1)


def test_lists_that_occur_many_times_are_looked_at_once() -> None:
    run_apart(
        "from slowpath.values.sides import is_mixed, side_hooks\n"
        "from slowpath.counting.native import hooks\n"
        "less = side_hooks(hooks([0], print, {}))['lt']\n"
        "def nested(last):\n"
        "    box = [last]\n"
        "    for _ in range(4):\n"
        "        box = [box] * 1_000\n"
        "    return box\n"
        "assert less(0, nested(1), nested(2))\n"
        "assert not is_mixed(nested(1))\n"
    )
