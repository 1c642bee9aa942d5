"""A program is written as Python, and knows how large what it makes is."""

from __future__ import annotations

import pytest
from hypothesis import given

from slowpath.recipe.parsing import parse_program
from slowpath.recipe.program import Program
from tests.unit.recipe.generated import PROGRAMS

NESTED = """root = node = Element('a')
for i in range(N):
    node = SubElement(node, 'a')
root.findall('//a')"""


def test_the_measured_call_is_the_last_statement() -> None:
    program = parse_program(NESTED)
    assert program.source == f"{NESTED}  # measured"
    assert program.setup == NESTED.rpartition("\n")[0]
    assert program.measured.source == "root.findall('//a')"


@given(PROGRAMS)
def test_a_program_is_read_from_what_it_is_written_as(program: Program) -> None:
    again = parse_program(program.source)
    assert again == program
    assert again.source == program.source
    assert again.weight == program.weight > 0


@pytest.mark.parametrize(
    ("source", "at_ten", "swelling"),
    [
        (NESTED, 11, 1),
        ("x = make()\nx.run()", 1, 1),
        ("x = make('a' * N)\nx.run()", 11, 1),
        ("x.run('a' * N)", 10, 1),
        ("for i in range(N):\n    x.add('a' * N)\nx.run()", 110, 2),
        ("for i in range(N):\n    x.add('a' * i)\nx.run()", 110, 2),
        ("for i in range(N):\n    x.add(str(i))\nx.run()", 10, 1),
        ("for i in range(N):\n    for j in range(N):\n        x.add(i)\nx.run()", 100, 2),
        ("x.run([[j for j in range(N)] for i in range(N)])", 100, 2),
        ("x.run([(a, b) for a in range(N) for b in range(N)])", 100, 2),
        ("import os\nx.run(os)", 0, 1),
    ],
)
def test_how_large_what_it_makes_is(source: str, at_ten: int, swelling: int) -> None:
    program = parse_program(source)
    assert program.length(10) == at_ten
    assert program.swelling == swelling


def test_a_program_with_less_to_read_has_less_weight() -> None:
    short, long = parse_program("x.run('a')"), parse_program("x.run('a longer text')")
    assert short.weight < long.weight < parse_program(NESTED).weight


@pytest.mark.parametrize(
    ("source", "doubles"),
    [
        ("x = []\nfor i in range(N):\n    x = [x, x]\nf(x)", True),
        ("x = []\nfor i in range(N):\n    for j in range(N):\n        x = Pair(x, left=x)\nf(x)", True),
        ("x = []\nfor i in range(N):\n    x = [x, 'x']\nf(x)", False),
        ("x = y = []\nfor i in range(N):\n    x = [y, y]\nf(x)", False),
        ("x = []\nx = [x, x]\nf(x)", False),
        ("x = []\nfor i in range(N):\n    x = [x, len(x)]\nf(x)", False),
        ("x = make()\nfor i in range(N):\n    x = link(x, x.last)\nf(x)", False),
        (NESTED, False),
    ],
)
def test_what_is_spelled_out_has_two_of_each_round(source: str, doubles: bool) -> None:
    assert parse_program(source).doubles is doubles
