from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from slowpath.recipe.parsing import parse_program
from slowpath.search.loops import operations
from slowpath.search.loops.material import Material
from slowpath.search.loops.operations import Operation, renamed

MATERIAL = Material(
    starts=(parse_program("f(0)"),),
    arguments={"key": ("'k'", "N")},
    plain=("None", "i"),
    makers=("Stack(1)",),
    actions=("x.push(i)",),
    usages=(parse_program("s = Stack(2)\ns.push('u')\ns.pop()"),),
    solutions=({"key": "'solved'"},),
    words=("ab",),
)
LOOP = "for i in range(N):\n    "
FILLED = "x = Stack(1)\nfor i in range(N):\n    x.push(f'a{i}')\nx.remove(0)"


def made(operation: Operation, source: str, tries: int = 60) -> set[str]:
    """All that an operation makes of a program, by several seeds, without the mark of the measured call."""
    programs = (operation(parse_program(source), MATERIAL, Random(seed)) for seed in range(tries))
    return {each.source.removesuffix("  # measured") for each in programs if each is not None}


@pytest.mark.parametrize(
    ("operation", "source", "expected"),
    [
        (operations.insert, "x = Stack(1)\nx.pop()", f"x = Stack(1)\n{LOOP}x.push(i)\nx.pop()"),
        (operations.insert, "f(0)", "v0 = Stack(1)\nf(0)"),
        (operations.insert, FILLED, FILLED.replace("{i}')", "{i}')\n    x.push(i)")),
        (operations.delete, FILLED, "x = Stack(1)\nx.remove(0)"),
        (operations.change, "f(0)", "f('k')"),
        (operations.change, "f(key=0)", "f(key=N)"),
        (operations.change, LOOP + "g(0)\nf()", LOOP + "g(i)\nf()"),
        (operations.change_number, "f('a', 3)", "f('a', N - 1)"),
        (operations.resize, "f(list(range(N)), 1)", "f(list(range(2 * N)), 1)"),
        (operations.refer, "x = 1\nf(0)", "x = 1\nf(x)"),
        (operations.copy_argument, "f(0, 'b')", "f('b', 'b')"),
        (operations.share, "f([0] * N, 1)", "v0 = [0] * N\nf(v0, 1)"),
        (operations.wrap, "x = g()\nx.add(1)\nf(x)", "x = g()\nfor i in range(N):\n    x.add(i)\nf(x)"),
        (operations.unwrap, FILLED, "x = Stack(1)\nx.push(f'a{0}')\nx.remove(0)"),
        (operations.make_distinct, "f(['a'] * N)", "f([f'a{i}' for i in range(N)])"),
        (operations.make_distinct, "f(['}{'] * N)", "f([f'}}{{{i}' for i in range(N)])"),
        (operations.make_distinct, "f([0] * N)", "f(list(range(N)))"),
        (operations.make_distinct, LOOP + "g('a')\nf()", LOOP + "g(f'a{i}')\nf()"),
        (operations.make_equal, LOOP + "g(i)\nf()", LOOP + "g(0)\nf()"),
        (operations.make_equal, "f(list(range(N)))", "f([0] * N)"),
        (operations.make_disjoint, "f(list(range(N)))", "f(list(range(N, 2 * N)))"),
        (operations.make_disjoint, LOOP + "g(i)\nf()", LOOP + "g(i + N)\nf()"),
        (operations.use_last, FILLED, FILLED.replace("(0)", "(f'a{N - 1}')")),
        (operations.use_last, "f(0, list(range(N)))", "f(list(range(N))[-1], list(range(N)))"),
        (operations.use_last, LOOP + "y = g()\nf(0)", LOOP + "y = g()\nf(y)"),
        (operations.use_last_often, FILLED, FILLED.replace("(0)", "([f'a{N - 1}'] * N)")),
        (
            operations.keep_last,
            LOOP + "g(f'a{i}')\nf(0)",
            LOOP + "v0 = f'a{i}'\n    g(v0)\nf([v0] * N)",
        ),
        (operations.lengthen, "f('c')", "f('c' * N)"),
        (operations.lengthen, "f('c')", "f('ab' * N)"),
        (operations.splice_usage, "x = Stack(1)\nx.pop()", "s = Stack(2)\ns.push('u')\ns.pop()"),
        (operations.splice_usage, "x.find()", "s = Stack(2)\ns.push('u')\ns.find()"),
        (operations.splice_solution, "f(0)", "f('solved')"),
        (operations.splice_solution, "f(key=0)", "f(key='solved')"),
    ],
)
def test_an_operation_makes_a_program(operation: Operation, source: str, expected: str) -> None:
    assert expected in made(operation, source)


@pytest.mark.parametrize(
    ("operation", "source"),
    [
        (operations.delete, "x = g()\nf(x)"),
        (operations.change, "f()"),
        (operations.change_number, "f('a', True)"),
        (operations.resize, "f('N')"),
        (operations.refer, "f(0)"),
        (operations.copy_argument, "f(0)"),
        (operations.share, "x = 1\nf(x)"),
        (operations.wrap, "f(0)"),
        (operations.unwrap, "f(0)"),
        (operations.make_distinct, "f([i for i in range(N)])"),
        (operations.make_equal, "f(0)"),
        (operations.make_disjoint, "f('a')"),
        (operations.use_last, "f(0)"),
        (operations.use_last_often, "f(0)"),
        (operations.keep_last, "g(1)\nf(0)"),
        (operations.lengthen, "f(0)"),
    ],
)
def test_an_operation_that_does_not_apply_makes_nothing(operation: Operation, source: str) -> None:
    assert made(operation, source) == set()


def test_a_name_that_a_comprehension_binds_is_its_own() -> None:
    assert renamed("x[i]", "i", "(N - 1)") == "x[(N - 1)]"
    assert renamed("[i for i in y]", "i", "0") == "[i for i in y]"


def test_numbers_grow_no_faster_than_n_if_they_must_not() -> None:
    program, linear = parse_program("f(3)"), replace(MATERIAL, is_linear=True)
    changed = [operations.change_number(program, linear, Random(seed)) for seed in range(60)]
    assert not any("2 ** N" in each.source for each in changed if each is not None)
    assert "f(2 ** N)" in made(operations.change_number, "f(3)")
