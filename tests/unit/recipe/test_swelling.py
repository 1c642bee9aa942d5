"""The power of N in the size of what a program makes, as its text tells it."""

from __future__ import annotations

import pytest

from slowpath.recipe.expression import expression
from slowpath.recipe.parsing import parse_program
from slowpath.recipe.swelling import power


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("'a' * N", 1),
        ("'ab' * (2 * (N + 1)) * N", 2),
        ("'a' * (N * N * (N * N))", 4),
        ("['a' * N] * N", 2),
        ("[['a' * N] * N for i in range(N)]", 3),
        ("['a' * i for i in range(N)]", 2),
        ("{i: 'a' * N for i in range(N)}", 2),
        ("[N for i in range(N)]", 1),
        ("[i * 2 for i in range(N)]", 1),
        ("f'{N}' * N", 1),
        ("f'{text}' * N", 2),
        ("text * N", 2),
        ("text + 'a' * N", 1),
        ("'a' * 4", 0),
        ("str(i)", 0),
        ("list(range(i))", 1),
    ],
)
def test_factors_multiply_and_terms_do_not(source: str, expected: int) -> None:
    assert power(expression(source), {"text": 1}) == expected


@pytest.mark.parametrize(
    ("source", "swelling"),
    [
        ("v = 'a' * N\nw = v * N\nread(w)", 2),
        ("v = list(range(N))\nw = [v] * N\nread(w)", 2),
        ("v = make('a' * N)\nfor i in range(N):\n    v.add(v)\nread(v)", 1),
        ("node = make()\nfor i in range(N):\n    node = node.child('a')\nnode.read()", 1),
    ],
)
def test_what_has_a_name_grows_as_its_expression_does_not_as_what_calls_make(
    source: str, swelling: int
) -> None:
    assert parse_program(source).swelling == swelling


@pytest.mark.parametrize(
    "source",
    [
        "'a' * N",
        "'abc' * N",
        "b'\\xff' * 4 * (3 * (N * 5))",
        "[0, 1] * (2 * N)",
        "list(range(3 * N))",
        "['a' * 5 for i in range(N)]",
        "([0, 1] * N * 4) * 1",
        "'a' * N * (4 + 1)",
        "b'a' * N * (4 // 1)",
        "'a' * N * (7 // 2)",
    ],
)
def test_the_length_of_a_value_is_what_it_holds(source: str) -> None:
    # Otherwise a program would seem to cost more for its length the more often it multiplies.
    held = len(eval(source, {"N": 7}))
    assert parse_program(f"read({source})").length(7) == held
