"""What tests can ask: the cost of a call, counted in a fresh process."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.cost.model import CostModel, Size
from slowpath.errors import InputError
from slowpath.testing import Counter

EXAMPLES = Path(__file__).parents[2] / "examples"
VECTOR = f"{EXAMPLES / 'vector.py'}:multiples"
FIELDS = CostModel("fields", {"object": Size(0, 4), "list": Size(0, 4)}, {"both": "memory + 1000*calls:add"})


def test_a_cost_model_prices_allocations() -> None:
    with Counter(VECTOR, measures=["memory", "calls:realloc", "both"], model=FIELDS) as counter:
        run = counter.run({"ns": "[2, 4, 6, 8]", "div": "2", "icap": "1"})
        assert (run.costs, run.raises) == ({"memory": 40, "calls:realloc": 2, "both": 4040}, None)
        run = counter.run({"ns": "[2]", "div": "0", "icap": "5"})
        assert run.costs["memory"] == 12 + 20
        assert run.raises is not None
        assert run.raises.startswith("ZeroDivisionError")


def test_a_document_is_a_model_and_N_the_size() -> None:
    document = FIELDS.document()
    with Counter(VECTOR, measures=["memory"], size=7, model=document) as counter:
        assert counter.run({"ns": "[]", "div": "1", "icap": "N"}).costs == {"memory": 12 + 28}


def test_without_a_model_memory_is_metered() -> None:
    with Counter(VECTOR, measures=["memory"]) as counter:
        low, high = (counter.run({"ns": "[]", "div": "1", "icap": icap}).costs["memory"] for icap in "19")
    assert high - low == 8 * 8


def test_mistakes() -> None:
    with Counter(VECTOR) as counter, pytest.raises(InputError, match="no input for 'icap'"):
        counter.run({"ns": "[]", "div": "1"})
