"""A question about several variables is answered otherwise by moving each of them alone."""

from __future__ import annotations

from slowpath.expr.variable import Characters, Integers, Reals, Variable
from slowpath.model.charset import CharSet
from slowpath.search.beam.sides import fixed, sides
from slowpath.shape.library import text
from tests.unit.search.beam.support import prepared, ran


def test_either_of_two_numbers_moves() -> None:
    chosen = prepared("insertion", 4)
    path = ran(chosen, 10, 20, 30, 40)
    found = [list(dict(sorted(values.items())).values()) for values in sides(path, 1)]
    assert len(found) == 2
    for xs in found:
        assert xs[1] > xs[2]
        assert [xs[0], xs[3]] == [10, 40]
    assert {(xs[1] == 20, xs[2] == 30) for xs in found} == {(True, False), (False, True)}


def test_a_question_about_one_number_has_no_sides() -> None:
    path = ran(prepared("within", 3), 0, 1, 0)
    assert list(sides(path, 0)) == []


def test_characters_move_within_their_alphabet() -> None:
    chosen = prepared("search", 2, shapes={"text": text(2, "ab"), "pattern": text(1, "bc")})
    path = ran(chosen, ord("b"), ord("b"), ord("b"))
    assert list(path.taken) == [1]
    found = ["".join(chr(int(code)) for _, code in sorted(values.items())) for values in sides(path, 0)]
    assert sorted(found) == ["abb", "bbc"]


def test_a_fixed_variable_has_one_value() -> None:
    for domain, value, other in (
        (Integers(0, 9), 4, 5),
        (Reals(0.0, 1.0), 0.25, 0.26),
        (Characters(CharSet.between(97, 122)), 100, 101),
    ):
        made = fixed(Variable(0, "x", domain), {0: value})
        assert made.admits(value)
        assert not made.admits(other)
        assert type(made.domain) is type(domain)
    octet = fixed(Variable(0, "b", Characters(CharSet.between(0, 255), octets=True)), {0: 65})
    assert octet.domain == Characters(CharSet.between(65, 65), octets=True)
