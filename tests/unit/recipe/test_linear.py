"""Programs whose input grows faster than N are made to grow in proportion."""

from __future__ import annotations

import pytest
from hypothesis import given

from slowpath.recipe.linear import linear
from slowpath.recipe.parsing import parse_program
from slowpath.recipe.program import Program
from tests.unit.recipe.generated import PROGRAMS


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("read('ab' * (2 * (N + 1)) * N)", ["'ab' * (2 * (N + 1)) * 4", "'ab' * (2 * (4 + 1)) * N"]),
        ("read('ä' * N * N)", ["'ä' * N * 4", "'ä' * 4 * N"]),
        ("v = 'a' * N\nw = v * N\nread(w)", ["'a' * 4\nw = v * N", "'a' * N\nw = v * 4"]),
        ("for i in range(N):\n    x.add('a' * N)\nx.run()", ["range(N):\n    x.add('a' * 4)"]),
        ("for i in range(N):\n    x.add('a' * i)\nx.run()", ["range(N):\n    x.add('a' * 4)"]),
        (
            "for i in range(N):\n    for j in range(N):\n        x.add(i, j)\nx.run()",
            ["range(N):\n    j = 0\n    x.add(i, j)"],
        ),
        ("x.run([[j for j in range(N)] for i in range(N)])", ["for i in range(4)", "j in range(4)"]),
        ("x = P()\nfor s in ['a' * N] * N:\n    x.feed(s)", ["'a' * N] * 4", "'a' * 4] * N"]),
    ],
)
def test_a_few_stand_for_one_n(source: str, expected: list[str]) -> None:
    made = [each.source for each in linear(parse_program(source))]
    assert len(made) == len(expected)
    assert all(text in each for text, each in zip(expected, made, strict=True))


@pytest.mark.parametrize("source", ["read('a' * (N * N * (N * N)))", "read('a' * N * N)\n", "x.run(N * N)"])
def test_each_grows_in_proportion(source: str) -> None:
    made = list(linear(parse_program(source)))
    assert made
    assert all(each.length(20) == 2 * each.length(10) for each in made)


@given(PROGRAMS)
def test_a_program_that_grows_in_proportion_stays_as_it_is(program: Program) -> None:
    made = list(linear(program))
    assert all(each.swelling == 1 for each in made)
    if program.swelling == 1:
        assert made == [program]
