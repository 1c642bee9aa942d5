"""What a child tells of the parameters of a target."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.command.inference import inferred_shapes
from slowpath.errors import ShapeError, UsageError
from slowpath.model.provenance import Provenance
from slowpath.run.order import Order

SOURCE = """
def below(items, limit: int):
    if {*map(type, items)} - {int}:
        raise TypeError(items)
    return [each for each in items if each < limit]


def other():
    pass
"""


@pytest.fixture
def order(tmp_path: Path) -> Order:
    file = tmp_path / "sample.py"
    file.write_text(SOURCE)
    return Order(spec=f"{file}:below", seconds=5.0, max_ops=1000)


def test_guesses_are_what_the_target_takes(order: Order) -> None:
    told = inferred_shapes(order, order.spec, {"limit": "integer(3, 4)"})
    assert set(told) == {"items", "limit"}
    assert told["items"].told_by.is_guess
    assert told["items"].shape.describe().startswith("ints(")
    assert told["limit"].told_by is Provenance.ARG
    assert told["limit"].shape.describe() == "integer(3, 4)"


def test_mistakes_are_raised(order: Order) -> None:
    with pytest.raises(ShapeError, match="no parameter 'item'"):
        inferred_shapes(order, order.spec, {"item": "ints(N)"})
    with pytest.raises(UsageError, match="several callables"):
        inferred_shapes(order, order.spec.rpartition(":")[0], {})
