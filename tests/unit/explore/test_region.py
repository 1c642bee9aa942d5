"""A region says in few words which inputs it holds, and rules what holds on them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from slowpath.explore.region import Region, Truth, renamed
from slowpath.expr.comparison import compare, member
from slowpath.expr.condition import TRUE, Condition, all_of
from slowpath.expr.linear import Linear
from slowpath.expr.term import apply
from slowpath.expr.variable import Characters, Integers, Variable
from slowpath.model.charset import CharSet

X, Y, C = Linear.variable(0), Linear.variable(1), Linear.variable(2)
VARIABLES = (
    Variable(0, "x", Integers(-6, 6)),
    Variable(1, "y"),
    Variable(2, "c", Characters(CharSet.between("a", "z"))),
)
COMPARISONS = st.tuples(st.sampled_from(["<", "<=", ">", ">=", "==", "!="]), st.integers(-7, 7))


def region(*held: Condition, x: int = 0, y: int = 0, c: str = "a") -> Region:
    return Region(VARIABLES, held, {0: x, 1: y, 2: ord(c)})


def test_conditions_on_one_variable_are_put_together() -> None:
    text = region(
        compare(X, ">", 0), compare(Y, "!=", 0), compare(X, ">", 1), compare(X, "!=", 6), x=3, y=1
    ).text()
    assert text == "x >= 2 and x <= 5 and y != 0"
    assert region(compare(X, ">=", 2), compare(X, "<", 4), compare(X, "!=", 3), x=2).text() == "x == 2"
    assert region(compare(X, ">=", -6)).text() == "True"  # its domain says so already
    assert region().text() == "True"


def test_characters() -> None:
    vowel, early = member(2, CharSet.of("aeiou")), compare(C, "<", ord("f"))
    assert region(vowel, early, compare(C, "!=", ord("a")), c="e").text() == "c == 'e'"


@given(st.lists(COMPARISONS, max_size=5), st.integers(-6, 6))
def test_the_words_mean_the_conditions(comparisons: list[tuple[str, int]], x: int) -> None:
    held = [compare(X, op, limit) for op, limit in comparisons]
    wanted = [each for each in range(-6, 7) if all_of(held).holds({0: each})]
    if not wanted:
        return
    found = region(*held, x=wanted[0])
    assert all_of(found.simplified()).holds({0: x}) is (x in wanted)
    assert found.fixed().get(0) == (wanted[0] if len(wanted) == 1 else None)
    domain = found.narrowed()[0].domain
    assert isinstance(domain, Integers)
    assert (domain.lo, domain.hi) == (wanted[0], wanted[-1])


def test_rulings_have_examples() -> None:
    small = region(compare(X, ">=", 2), x=2)
    assert small.rule(compare(X, ">", 1)).truth is Truth.ALWAYS
    assert small.rule(compare(X, "<", 2)).truth is Truth.NEVER
    ruling = small.rule(compare(X, ">", 4))
    assert ruling.truth is Truth.SOMETIMES
    assert ruling.values is not None
    assert 4 < ruling.values[0] <= 6
    assert small.rule(compare(X, "<", 5)).values == small.values
    assert small.rule(TRUE).truth is Truth.ALWAYS


def test_expressions_are_reduced() -> None:
    assert region(compare(X, "==", 3), x=3).reduced(4 * X + 12) == 24
    assert region(compare(X, "==", 3), x=3).reduced(4 * X + Y) == Y + 12
    assert region(compare(X + Y, "==", 5), x=2, y=3).reduced(2 * X + 2 * Y) == 10
    assert region(compare(X, ">=", 4), x=4).reduced(apply("//", X, 4)) == 1
    assert region().reduced(7) == 7


def test_intervals() -> None:
    assert region(compare(X, ">=", 2), x=2).interval(4 * X + 12) == (20, 36)
    assert region().interval(Y)[1] == float("inf")


def test_renaming() -> None:
    others = (Variable(0, "y"), Variable(1, "x"))
    assert renamed(2 * X + 3, VARIABLES, others) == Linear.of({1: 2}, 3)
    assert renamed(C, VARIABLES, others) is None
    assert renamed(5, VARIABLES, others) == 5
