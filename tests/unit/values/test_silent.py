"""Nothing is lost in silence: where two inputs give different results, or go different ways, a decision tells
them apart, the result depends on the input by its form, or it is noted that this is not known."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from slowpath.shape.library import integer, text
from tests.unit.values.expressions import Expressions
from tests.unit.values.generated import expression

HEAD = "import bisect, collections, functools, heapq, itertools, operator\n"
COUNT = 100

# Found by generated expressions, or by reading; told by decisions and forms.
TOLD = r"""
operator.lt(1.5, a); operator.eq(True, a); operator.mul([1], b); operator.mul(b, "ab"); operator.is_(a, 1)
operator.is_not(a, 1); operator.add(1.5, a); operator.and_(True, a); operator.sub(a, 1.5); a * [1] == 1
list(map(operator.mul, [1.5, True], [a, b])); functools.reduce(operator.add, [1.5, a]); {**5, a: 1}
heapq.nlargest(b, [1, 2, 3]); list(itertools.product([a], repeat=b)); list(itertools.product(range(b), [a]))
collections.Counter([1, 1, 2]).most_common(b); bisect.bisect([1, 2, 3, 4], 0, b); bisect.bisect([0, 2], a)
bisect.bisect([1, 2, 3, 4], 0, lo=b); collections.UserList([1, 2, 3])[b]; collections.UserString("abc")[b]
collections.UserList([1, 2, 3]) * b; collections.UserList([1, 2, 3])[a:b]; collections.ChainMap({1: 2})[a]
{**{a: b, 2: 0}, b: 3}; {**{1: 1}, a: 2}; {a: 1, **{b: 2}}; {**{a: 1}, **{b: 2}, 3: 4}; {**[(1, 2)]}
{**collections.OrderedDict([(a, 1)]), b: 2}; {**{}, (1, a): 2, (1, b): 3}; "abc".center(a + 5); {**{a: 1}}
"abc".ljust(a + 3, "x"); "7".zfill(b + 1); "a,b,c".split(",", a); "a b c".rsplit(None, a)
"ab".count("", a); "ab".find("", a); b"ab".rfind(b"", a); "abcabc".find("a", a); "abcabc".count("a", a, b)
"abcabc".replace("a", "x", a); "a\tb".expandtabs(a)
"abc".startswith("b", a)
"abc".endswith(("b", "c"), a); b"abcabc".find(b"a", a); b"abc".center(b + 4); b"abc".find(b + 97)
b"abcabc".replace(b"a", b"x", a); "ab\ncd".splitlines(b); "abc".index("c", a); b"a,b".split(b",", a)
list(itertools.accumulate([1.5, a, b])); list(itertools.accumulate([a, 1], max, initial=b))
"%s" % [s]; "%s %s" % ([s], a); "%r" % ([s, a],); "{}".format([s]); "{!r}".format([s]); "{:{}}".format("x", b)
f"{s!r:>{b + 3}}"; f"{1.5:.{b}f}"; f"{a:{b + 3}}"; "{:>{}}".format(s, b + 3); f"{[s]!r:>9}"
"""
NOTED = r"""
a == 1 + 0j; a + 1j; 1j + a; "%s" % {"k": s}; "{}".format({1: s}); str({"k": s}); str({s}); f"{ {1: s} }"
str([[s]]); str([{"k": s}]); repr(collections.deque([s])); "%s" % ({1: [s]},); bisect.bisect_left([1.5], a)
"""


def _stripped(expressions: str) -> list[str]:
    return [each.strip() for each in expressions.replace("\n", ";").split(";") if each.strip()]


def _generated() -> list[str]:
    rng = Random(20)
    kinds = [(rng.choice("incctlde"), rng.choice((1, 2, 2, 3))) for _ in range(COUNT)]
    return list(dict.fromkeys(expression(rng, kind, depth) for kind, depth in kinds))


@pytest.fixture(scope="module")
def every(tmp_path_factory: Any) -> Expressions:
    whole = integer(None, None)
    domains = {
        "a": (whole, (-1, 0, 1, 3)),
        "b": (whole, (0, 2)),
        "s": (text(2), ("ab", "a1", "%s")),
    }
    file = Path(tmp_path_factory.mktemp("silent")) / "silent_expressions.py"
    return Expressions(file, domains, [*_stripped(TOLD), *_stripped(NOTED), *_generated()], HEAD)


@pytest.mark.parametrize("expression", _stripped(TOLD))
def test_told(every: Expressions, expression: str) -> None:
    assert not every.check(expression, costs=False).lost


@pytest.mark.parametrize("expression", _stripped(NOTED))
def test_noted(every: Expressions, expression: str) -> None:
    assert every.check(expression, costs=False).lost


def test_generated(every: Expressions) -> None:
    for each in _generated():
        every.check(each, costs=False)
