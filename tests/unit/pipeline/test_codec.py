"""What is packed is unpacked: conditions of every kind, variables, leaves."""

from __future__ import annotations

from random import Random

from slowpath.expr.comparison import compare
from slowpath.expr.condition import TRUE
from slowpath.expr.linear import Linear
from slowpath.expr.term import apply, choose, real
from slowpath.expr.variable import Variable
from slowpath.model.charset import CharSet
from slowpath.pipeline.codec import Decoder, Encoder
from slowpath.pipeline.leaf import CharLeaf, Leaf
from tests.unit.solve import systems


def test_conditions_come_back():
    rng = Random(1)
    conditions = [TRUE, compare(Linear.variable(0), "<=", 1 << 80)]
    for maker, variables in (
        (systems.choice(systems.order), systems.integers(3)),
        (systems.membership, systems.characters(3)),
        (systems.nonlinear, systems.integers(3)),
        (systems.ranked, systems.reals(3)),
    ):
        conditions += [maker(rng, variables) for _ in range(40)]
    packed = Encoder().packed(conditions, [0] * len(conditions), (), (), ())
    assert list(Decoder(packed).parts()[0]) == conditions


def test_the_rest_comes_back():
    variables = [
        *systems.integers(1),
        Variable(1, "s[0]", systems.characters(1)[0].domain),
        Variable(2, "f", systems.reals(1)[0].domain, ("a", "b")),
    ]
    values = [1 << 70, 98, 0.5]
    chosen = choose(compare(Linear.variable(0), "<", 3), Linear.variable(0), 4)
    upper = ((-32, CharSet.of("ab")), (0, CharSet.of("c")))
    leaves: list[Leaf] = [3, 0.25, Linear.variable(0) + 1, apply("*", chosen, real(2)), CharLeaf(1, upper, 1)]
    made = Decoder(Encoder().packed([], [4, 5], variables, values, leaves)).parts()
    assert made == ((), (4, 5), tuple(variables), tuple(values), tuple(leaves))
