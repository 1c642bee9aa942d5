"""What a stage puts out, leaf by leaf."""

from __future__ import annotations

import pytest

from slowpath.expr.comparison import member
from slowpath.expr.linear import Linear
from slowpath.model.charset import CharSet
from slowpath.pipeline.leaf import CharLeaf, moved, source_of, within
from tests.unit.pipeline.leaves import SMALL, UPPER, value


def test_reach_and_moves():
    assert CharLeaf(0, UPPER).reach(CharSet.of("abe")) == CharSet.of("ABe")
    assert moved(CharSet.of("ab"), 1) == CharSet.of("bc")
    assert moved(CharSet.between(0, 3), -2) == CharSet.between(0, 1)


def test_a_number_is_a_character_of_a_set():
    condition = within(Linear.variable(0), CharSet.of("bd"))
    assert [code for code in range(90, 110) if condition.holds({0: code})] == [98, 100]
    assert within(CharLeaf(2, ((0, SMALL),)), CharSet.of("b")) == member(2, CharSet.of("b"))


@pytest.mark.parametrize("leaf", [CharLeaf(4, UPPER), CharLeaf(4, UPPER, 1), Linear(((4, 3),), 2)])
def test_the_value_of_a_variable_with_which_a_leaf_has_a_value(leaf):
    for code in (97, 100, 101, 104):
        wanted = value(leaf, {4: code})
        assert source_of(leaf, wanted) == (4, code)


def test_leaves_that_cannot_have_a_value_have_no_source():
    assert source_of(CharLeaf(0, UPPER), ord("z")) is None
    assert source_of(Linear(((0, 2),), 1), 4) is None  # 2x + 1 is odd
    assert source_of(Linear(((0, 1), (1, 1)), 0), 4) is None
    assert source_of(7, 7) is None
