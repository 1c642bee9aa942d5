"""What each stage promises beyond right verdicts."""

from __future__ import annotations

from math import factorial

import pytest

from slowpath.expr.comparison import compare, member
from slowpath.expr.condition import FALSE, Condition, all_of
from slowpath.expr.linear import Linear
from slowpath.expr.term import apply, real
from slowpath.expr.variable import BOOLEAN, Characters, Integers, Reals, Variable
from slowpath.model.charset import CharSet
from slowpath.solve.cache import Cached
from slowpath.solve.chain import chain, session
from slowpath.solve.rank import rank, unrank
from slowpath.solve.slicing import Slicing, groups
from slowpath.solve.smt import Smt
from slowpath.solve.statistics import Statistics
from slowpath.solve.verdict import Model, Unknown, Unsat, completed

X, Y, Z = (Linear.variable(index) for index in range(3))
INTEGERS = [Variable(index, name) for index, name in enumerate("xyz")]


class Recorder:
    """Passes questions on and keeps them."""

    def __init__(self, inside):
        self.inside = inside
        self.asked = []

    def solve(self, conditions, variables, hint=None):
        self.asked.append(list(conditions))
        return self.inside.solve(conditions, variables, hint)


def test_only_the_group_that_the_hint_violates_is_solved():
    recorder = Recorder(Smt())
    conditions = [compare(X, "<", Y), compare(Z, ">", 10)]
    verdict = Slicing(recorder).solve(conditions, INTEGERS, {0: 5, 1: 9, 2: 0})
    assert isinstance(verdict, Model)
    assert (verdict[0], verdict[1]) == (5, 9)
    assert recorder.asked == [[conditions[1]]]


def test_groups_share_variables_by_others():
    conditions = [compare(X, "<", 3), compare(Z, "<", 3), compare(X, "<", Y), compare(Y, ">", 1), FALSE]
    assert groups(conditions) == [[0, 2, 3], [1], [4]]


def test_a_false_condition_is_the_core():
    assert chain().solve([compare(X, "<", 3), FALSE], INTEGERS) == Unsat((1,))


def test_answers_are_remembered_for_more_and_fewer_conditions():
    recorder = Recorder(Smt())
    cached = Cached(recorder)
    product = compare(apply("*", X, Y), "==", 35)
    small, large = compare(X, "<", 3), compare(X, ">", 4)
    assert isinstance(cached.solve([product, large], INTEGERS), Model)
    assert isinstance(cached.solve([product], INTEGERS), Model)  # fewer: the model still serves
    assert len(recorder.asked) == 1
    assert cached.solve([small, large], INTEGERS) == Unsat((0, 1))
    assert len(recorder.asked) == 2
    assert cached.solve([product, large, small], INTEGERS) == Unsat((1, 2))  # more: the core is in it
    assert cached.solve([large, small], INTEGERS) == Unsat((0, 1))
    assert len(recorder.asked) == 2


def test_other_variables_forget_the_answers():
    recorder = Recorder(Smt())
    cached = Cached(recorder)
    condition = compare(X, ">", 4)
    assert isinstance(cached.solve([condition], INTEGERS), Model)
    assert cached.solve([condition], [Variable(0, "x", Integers(0, 3))]) == Unsat((0,))
    assert len(recorder.asked) == 2


def test_a_timeout_is_unknown():
    conditions = [
        compare(apply("+", apply("**", X, 3), apply("**", Y, 3)), "==", apply("**", Z, 3)),
        *[compare(each, ">", 0) for each in (X, Y, Z)],
    ]
    verdict = Smt(milliseconds=50).solve(conditions, INTEGERS)
    assert isinstance(verdict, Unknown)
    assert "Z3" in verdict.reason


def test_what_z3_cannot_be_told_is_unknown():
    assert isinstance(Smt().solve([compare(apply("**", X, Y), "==", 8)], INTEGERS), Unknown)


def test_z3_keeps_the_common_prefix():
    smt = Smt()
    product = compare(apply("*", X, Y), "==", 12)
    for op, expected in ((">", Model), ("<", Model), ("==", Unsat)):
        verdict = smt.solve([product, compare(X, op, Y)], INTEGERS)
        assert isinstance(verdict, expected)
    assert smt.solve([compare(X, ">", Y), compare(Y, ">", X)], INTEGERS) == Unsat((0, 1))


@pytest.mark.parametrize(
    ("conditions", "hint", "expected"),
    [
        ([compare(X, "<", Y)], {0: 0, 1: 0, 2: 0}, {0: 0, 1: 1, 2: 0}),
        ([compare(X, "<", Y)], {0: 3, 1: 8, 2: 1}, {0: 3, 1: 8, 2: 1}),
        ([compare(Y, "<=", 9), compare(X, ">", Y + 4)], {0: 7, 1: 9, 2: 2}, {0: 14, 1: 9, 2: 2}),
        ([compare(apply("*", X, Y), ">", 10)], {0: 4, 1: 2, 2: 5}, {1: 2, 2: 5}),
    ],
)
def test_values_stay_where_they_can(conditions, hint, expected):
    verdict = chain().solve(conditions, INTEGERS, hint)
    assert isinstance(verdict, Model)
    assert {index: verdict[index] for index in expected} == expected


def test_both_sides_move_where_bounds_stop_one():
    variables = [Variable(0, "x", Integers(0, 10)), Variable(1, "y", Integers(0, 10)), INTEGERS[2]]
    model = chain().solve([compare(X - Y, "<=", -10)], variables, {0: 5, 1: 5, 2: 5})
    assert model == {0: 0, 1: 10, 2: 5}
    verdict = chain().solve([compare(X - Y, "<=", -11)], variables)
    assert verdict == Unsat((0,))


def test_characters_get_readable_values():
    variables = [Variable(0, "s[0]", Characters(CharSet.everything()))]
    for chars, expected in (
        (CharSet.from_predicate(str.isalpha), "a"),
        (CharSet.from_predicate(str.isdigit), "0"),
    ):
        model = chain().solve([member(0, chars)], variables, {0: 0x10FFFF})
        assert model == {0: ord(expected)}


def test_the_core_of_sets_names_no_idle_membership():
    variables = [Variable(0, "s[0]", Characters(CharSet.everything()))]
    conditions = [
        member(0, ~CharSet.of("x")),
        member(0, CharSet.from_predicate(str.isalpha)),
        member(0, ~CharSet.of("y")),
        member(0, ~CharSet.from_predicate(str.isalnum)),
    ]
    assert chain().solve(conditions, variables) == Unsat((1, 3))


def test_floats_get_plain_values():
    variables = [Variable(0, "f", Reals()), Variable(1, "g", Reals())]
    model = chain().solve([compare(real(0), "<", real(1))], variables)
    assert model == {0: 0.0, 1: 1.0}
    narrow = chain().solve([compare(real(0), ">", 0.5), compare(real(0), "<", 0.75)], variables)
    assert isinstance(narrow, Model)
    assert narrow[0] == 0.6


def test_ranks_keep_the_order_of_floats():
    floats = [-1e308, -2.5, -5e-324, 0.0, 5e-324, 1.0, 1.0000000000000002, 1e308, float("inf")]
    ranks = [rank(each) for each in floats]
    assert ranks == sorted(set(ranks))
    assert [unrank(each) for each in ranks] == floats
    assert rank(-0.0) == rank(0.0) == 0


def test_booleans_are_integers():
    flag = Variable(0, "flag", BOOLEAN)
    assert chain().solve([compare(X, "!=", 0)], [flag]) == {0: 1}
    assert chain().solve([compare(X, "!=", 0), compare(X, "!=", 1)], [flag]) == Unsat((0, 1))


def test_float_arithmetic_is_exact_or_unknown():
    variables = [Variable(0, "f", Reals(0.0, 10.0)), Variable(1, "g", Reals(0.0, 10.0))]
    conditions = [compare(apply("+", real(0), 0.1), "==", 0.30000000000000004)]
    verdict = chain().solve(conditions, variables)
    assert not isinstance(verdict, Unsat)
    assert isinstance(verdict, Unknown) or conditions[0].holds(verdict)


def test_statistics_tell_who_answered():
    statistics = Statistics()
    solver = chain(statistics=statistics)
    solver.solve([compare(X, "<", Y)], INTEGERS)
    assert statistics.stage("order").sat == 1
    assert statistics.stage("smt").queries == 0
    before, behind = ["check", "order", "elimination", "local"], ["linear", "smt", "cache"]
    assert list(statistics.stages) == [*before, "enumeration", *behind]


def insertion_sort(model: Model, count: int) -> list[Condition]:
    """The decisions of insertion sort on the values of a model."""
    numbers = [(model[index], Linear.variable(index)) for index in range(count)]
    path: list[Condition] = []
    for i in range(1, count):
        for j in range(i, 0, -1):
            (left, left_form), (right, right_form) = numbers[j - 1], numbers[j]
            condition = compare(right_form, "<", left_form)
            path.append(condition if right < left else condition.negated())
            if right >= left:
                break
            numbers[j - 1], numbers[j] = numbers[j], numbers[j - 1]
    return path


@pytest.mark.parametrize("domain", [Integers(), Integers(0, 4)], ids=["unbounded", "just enough"])
@pytest.mark.parametrize("count", range(1, 6))
def test_depth_first_search_of_insertion_sort_finds_every_permutation(count, domain):
    variables = [Variable(index, f"x{index}", domain) for index in range(count)]
    walk = session(variables)
    first = Model(completed(None, variables))
    waiting = [(first, 0)]
    paths = set()
    while waiting:
        model, start = waiting.pop()
        path = insertion_sort(model, count)
        paths.add(tuple(path))
        for depth in range(start, len(path)):
            walk.follow(path[:depth])
            verdict = walk.solve(path[depth].negated(), model)
            assert not isinstance(verdict, Unknown)
            if isinstance(verdict, Model):
                waiting.append((verdict, depth + 1))
    assert len(paths) == factorial(count)


def test_a_word_and_its_negation():
    variables = [Variable(index, f"s[{index}]", Characters(CharSet.everything())) for index in range(5)]
    word = all_of([member(index, CharSet.of(letter)) for index, letter in enumerate("hello")])
    walk = session(variables)
    model = walk.solve(word, completed(None, variables))
    assert isinstance(model, Model)
    assert "".join(chr(int(model[index])) for index in range(5)) == "hello"
    other = walk.solve(word.negated(), model)
    assert isinstance(other, Model)
    assert sum(other[index] != model[index] for index in range(5)) == 1
    walk.push(word)
    assert walk.solve(member(2, CharSet.of("x")), model) == Unsat((0, 1))
