"""Conditions on what a stage puts out, written over its input: compared with running both maps."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from slowpath.expr.comparison import member
from slowpath.expr.linear import Linear
from slowpath.expr.term import apply, evaluate
from slowpath.model.charset import CharSet
from slowpath.pipeline.leaf import CharLeaf, Leaf, channeled, moved, replaced, source_of, within
from tests.unit.solve import systems

SMALL = CharSet.between("a", "h")
UPPER: tuple[tuple[int, CharSet], ...] = ((-32, CharSet.between("a", "d")), (0, CharSet.between("e", "h")))


def value(leaf, values):
    """What a leaf is for values of the variables."""
    if isinstance(leaf, CharLeaf):
        code = values[leaf.index]
        return code + next(shift for shift, part in leaf.pieces if code in part)
    return evaluate(leaf, values)


def in_pieces_of_run(leaves, values):
    return all(
        not isinstance(leaf, CharLeaf) or values[leaf.index] in leaf.pieces[leaf.now][1] for leaf in leaves
    )


@pytest.mark.parametrize("maker", [systems.row, systems.nonlinear, systems.choice(systems.order)])
def test_a_condition_holds_of_the_input_if_it_holds_of_the_output(maker):
    rng = Random(3)
    x, y = Linear.variable(0), Linear.variable(1)
    leaves = [apply("*", x, y), 3, 2 * x - y + 1]
    variables = systems.integers(3, -6, 9)
    for _ in range(60):
        condition = maker(rng, variables)
        made = channeled(condition, leaves)
        for pair in product(range(-2, 3), repeat=2):
            values = dict(enumerate(pair))
            outputs = {place: value(leaf, values) for place, leaf in enumerate(leaves)}
            assert made.holds(values) == condition.holds(outputs), (condition, values)


def test_memberships_and_orders_of_mapped_characters():
    rng = Random(5)
    leaves: list[Leaf] = [CharLeaf(1, UPPER, 1), CharLeaf(0, ((0, SMALL),)), ord("c")]
    for _ in range(80):
        condition = systems.membership(rng, systems.characters(3))
        made = channeled(condition, leaves)
        for pair in product(range(ord("a"), ord("i")), repeat=2):
            values = dict(enumerate(pair))
            outputs = {place: value(leaf, values) for place, leaf in enumerate(leaves)}
            if made.holds(values):
                assert condition.holds(outputs)
            elif in_pieces_of_run(leaves, values):
                assert not condition.holds(outputs)


def test_maps_of_maps():
    shifted = CharLeaf(0, ((1, SMALL),))
    both = replaced(CharLeaf(0, UPPER, 0), [shifted])
    assert [chr(value(both, {0: ord(each)})) for each in "abcdefg"] == list("BCDefgh")
    assert replaced(CharLeaf(0, ((0, SMALL),)), [shifted]) is shifted
    assert replaced(CharLeaf(0, UPPER, 0), [ord("a")]) == ord("A")
    assert replaced(Linear.variable(0) + 4, [7]) == 11


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
