from __future__ import annotations

from slowpath.recipe.parsing import parse_program
from slowpath.recipe.place import (
    ArgumentPlace,
    argument_at,
    argument_places,
    bound_names,
    free_names,
    missing_names,
    places,
    statement_at,
    with_argument,
    with_statements,
)

PROGRAM = parse_program(
    "x = Stack(1)\nfor i in range(N):\n    x.push(i, 2)\n    y = x.peek()\nx.remove(y, [i for i in range(N)])"
)


def test_places_are_those_of_statements_inside_repetitions_too() -> None:
    assert list(places(PROGRAM.statements)) == [(0,), (1,), (1, 0), (1, 1)]
    found = statement_at(PROGRAM.statements, (1, 1))
    assert with_statements((found,), (0,), []) == ()


def test_a_statement_is_replaced_by_others() -> None:
    first = statement_at(PROGRAM.statements, (0,))
    body = with_statements(PROGRAM.statements, (1, 0), [first, first])
    assert list(places(body)) == [(0,), (1,), (1, 0), (1, 1), (1, 2)]
    assert statement_at(body, (1, 1)) == first


def test_a_repetition_of_nothing_is_left_out() -> None:
    body = with_statements(PROGRAM.statements, (1, 0), [])
    assert list(places(with_statements(body, (1, 0), []))) == [(0,)]


def test_arguments_are_read_and_replaced() -> None:
    found = argument_places(PROGRAM)
    shown = [argument_at(PROGRAM, each).source for each in found]
    assert shown == ["1", "i", "2", "y", "[i for i in range(N)]"]
    assert [each.depth for each in found] == [0, 1, 1, 0, 0]
    changed = with_argument(PROGRAM, ArgumentPlace((1, 0), 1), "N")
    assert changed == with_argument(parse_program(changed.source), ArgumentPlace((1, 0), 1), "N")
    assert "x.push(i, N)" in changed.source
    assert "x.remove(0," in with_argument(PROGRAM, ArgumentPlace(None, 0), "0").source


def test_names_that_are_not_bound_before_they_are_used_are_missing() -> None:
    known = frozenset({"Stack", "range"})
    assert bound_names(PROGRAM) == ["x", "y"]
    assert missing_names(PROGRAM, known) == frozenset()
    assert missing_names(PROGRAM, frozenset({"range"})) == {"Stack"}
    late = parse_program("for i in range(N):\n    f(y)\n    y = i\nf(i)")
    assert missing_names(late, frozenset({"f", "range"})) == {"y", "i"}


def test_names_of_a_comprehension_are_its_own() -> None:
    assert free_names("[x + i for i in range(N)]") == {"x", "range", "N"}
    assert free_names("lambda a: a + b") == {"b"}
