"""A small square term is found where it is hidden, and nothing is called proven that is not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from slowpath.model.growth import Growth
from slowpath.oracle.proof import proven
from slowpath.oracle.verdict import is_superlinear
from slowpath.run.client import Worker
from slowpath.scaling.growth import fit
from slowpath.scaling.series import OPS, Series

SOURCE = """
def hidden(items):
    total = 0
    for i, item in enumerate(items):
        for _ in range(400):
            total += 1
        if item in items[:i // 4]:
            total += 1
    return total

def linear(items):
    return [item + 1 for item in items]
"""
RECIPE = {"items": "list(range(N))"}


@pytest.fixture
def growth_of(tmp_path: Path) -> Callable[..., tuple[Growth, Growth | None]]:
    file = tmp_path / "subjects.py"
    file.write_text(SOURCE)

    def measured(name: str, limit: int, max_ops: int) -> tuple[Growth, Growth | None]:
        with Worker(f"{file}:{name}") as worker:
            series = Series(worker, RECIPE, OPS, 10**8, 60.0)
            series.extend(limit=limit)
            growth = fit(series.points)
            return growth, proven(RECIPE, worker, growth, max_ops, 60.0)

    return measured


def test_a_small_square_term(growth_of) -> None:
    growth, proof = growth_of("hidden", 512, 10**9)
    assert not is_superlinear(growth)
    assert proof is not None
    assert proof.klass == "O(n^2)"
    assert is_superlinear(proof)
    assert proof.points[-1][0] > 512


def test_a_linear_cost_is_not_proven_to_be_more(growth_of) -> None:
    assert growth_of("linear", 2048, 10**9)[1] is None


def test_no_size_is_claimed_that_costs_too_much(growth_of) -> None:
    _, proof = growth_of("hidden", 512, 10**7)
    assert proof is not None
    assert not is_superlinear(proof)
    assert proof.points[-1][1] <= 10**7
