"""Conditions on what a stage puts out, written over its input: compared with running both maps."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from slowpath.expr.linear import Linear
from slowpath.expr.term import apply
from slowpath.pipeline.channeling import channeled, replaced
from slowpath.pipeline.leaf import CharLeaf, Leaf
from tests.unit.pipeline.leaves import SMALL, UPPER, value
from tests.unit.solve import systems


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
