"""Programs that Hypothesis generates."""

from __future__ import annotations

from hypothesis import strategies as st

from slowpath.recipe.expression import INDEXES, Argument, Call, Expression, expression, parsed
from slowpath.recipe.parsing import value_of
from slowpath.recipe.program import Program
from slowpath.recipe.statement import Assign, Do, Import, Repeat, Statement

NAMES = st.sampled_from(["root", "node", "tree", "x"])
FUNCTIONS = st.sampled_from(["Element", "make", "node.append", "root.child.add", "x[0].run"])
PLAIN = st.one_of(
    st.integers(0, 99).map(repr),
    st.text(max_size=5).map(repr),
    st.binary(max_size=5).map(repr),
    st.sampled_from(["N", "i", "'a' * N", "str(i)", "f'k{i}'", "[1, 'b', (2,)]", "{'k': [i]}", "lambda: 0"]),
)
EXPRESSIONS = st.one_of(PLAIN, NAMES).map(expression)
TARGETS = st.one_of(NAMES, st.sampled_from(["node.text", "x['k']", "(root, node)"])).map(expression)


@st.composite
def calls(draw: st.DrawFn) -> Call:
    """Calls with positional arguments before named ones."""
    positional = [Argument(each) for each in draw(st.lists(EXPRESSIONS, max_size=2))]
    names = draw(st.lists(st.sampled_from(["a", "b", "c"]), max_size=2, unique=True))
    named = [Argument(draw(EXPRESSIONS), name) for name in names]
    spread = draw(st.sampled_from([[], [Argument(Expression("x"), "*")]]))
    rest = draw(st.sampled_from([[], [Argument(Expression("node"), "**")]]))
    return Call(expression(draw(FUNCTIONS)), (*positional, *spread, *named, *rest))


VALUES = st.one_of(EXPRESSIONS.map(lambda each: value_of(parsed(each.source))), calls())
SIMPLE: st.SearchStrategy[Statement] = st.one_of(
    st.sampled_from(["import os", "from os import path as p, sep"]).map(Import),
    st.builds(Assign, st.lists(TARGETS, min_size=1, max_size=2).map(tuple), VALUES),
    st.builds(Do, VALUES),
)


def bodies(depth: int = len(INDEXES)) -> st.SearchStrategy[tuple[Statement, ...]]:
    """Bodies with repetitions of some depth."""
    inner = SIMPLE if depth == 0 else st.one_of(SIMPLE, bodies(depth - 1).map(Repeat))
    return st.lists(inner, min_size=1, max_size=3).map(tuple)


PROGRAMS = st.builds(Program, bodies(), calls())
