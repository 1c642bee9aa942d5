"""Factors have the values that their text has, and products are all there are up to a degree."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from slowpath.scaling.path.factor import MOST, SIZE, Factor, FactorKind, bases, products, text_of, values_of

KINDS = [
    Factor(FactorKind.SAME, "p0"),
    Factor(FactorKind.FLOOR, "p0", 3),
    Factor(FactorKind.FIRST, "p0", 2),
    Factor(FactorKind.HALVED, "p0"),
    Factor(FactorKind.HALVED, "p0", 1),
    Factor(FactorKind.BITS, "p0"),
    Factor(FactorKind.BITS, "p0", 1),
]
SIZES, POSITIONS = map(np.array, zip(*product(range(1, 20), range(9)), strict=True))


@pytest.mark.parametrize("factor", KINDS, ids=Factor.text)
def test_values_are_those_of_the_text(factor: Factor) -> None:
    values = factor.values({SIZE: SIZES, "p0": POSITIONS})
    expected = [
        int(eval(factor.text(), {"N": int(size), "p0": int(position)}))
        for size, position in zip(SIZES, POSITIONS, strict=True)
    ]
    assert values.tolist() == expected


def test_a_product_multiplies() -> None:
    both = (KINDS[0], KINDS[1])
    assert values_of(both, {"p0": POSITIONS}).tolist() == [p * (p // 3) for p in POSITIONS.tolist()]
    assert text_of(both) == "p0*(p0//3)"
    assert values_of((), {}) == 1


def test_products_of_a_degree_are_all_monomials() -> None:
    x, y = Factor(FactorKind.SAME, "x"), Factor(FactorKind.SAME, "y")
    assert products([x, y], 2) == [(), (x,), (y,), (x, x), (x, y), (y, y)]
    many = [Factor(FactorKind.SAME, f"x{number}") for number in range(20)]
    assert len(products(many, 3)) == MOST


def test_simple_bases_come_first() -> None:
    found = list(bases([SIZE, "p0", "q0"]))
    assert [len(base) for base, _ in found[:4]] == [1, 3, 6, 10]  # polynomials of two variables
    factors = {factor for base, _ in found for each in base for factor in each}
    assert {factor.name for factor in factors} == {SIZE, "p0", "q0"}
    assert {factor.step for factor in factors if factor.name == "q0"} == {FactorKind.FIRST}
    alone = {factor.step for base, _ in bases(["p0"]) for each in base for factor in each}
    assert FactorKind.HALVED in {factor.step for factor in factors} - alone
