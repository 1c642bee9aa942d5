"""What a run allocates costs what the cost model says."""

from __future__ import annotations

from pathlib import Path

from slowpath.counting.model import CPYTHON, CostModel, Size
from slowpath.run.builds import load
from slowpath.run.messages import MODEL
from tests.unit.explore import resources

FILE = Path(resources.__file__)
FLAT = CostModel("flat", {"list": Size(100, 1), "object": Size(10_000, 0)})


def memory(name: str, model: CostModel, argument: object) -> float:
    subject = load(f"{FILE}:{name}", (), MODEL, model)
    subject.prepare(("memory", "ops"))
    with subject.installed():
        for _ in range(2):  # a run starts from nothing
            subject.start(None)
            subject.function(argument)
            subject.stop()
    costs = subject.costs()
    assert list(costs) == ["memory"]  # no other measure is a matter of the model
    return costs["memory"]


def test_a_list_costs_its_header_and_its_items() -> None:
    assert memory("reserve", CPYTHON, 7) == 56 + 8 * 7
    assert memory("reserve", FLAT, 7) == 100 + 7


def test_objects_cost_what_the_model_says_of_them() -> None:
    xs = [1, -1, 2]
    assert memory("chain", FLAT, xs) == 100 + 2 + 2 * 10_000  # a list that grew by two, and two nodes
    assert memory("chain", CPYTHON, xs) == 56 + 2 * 8 + 2 * (48 + 2 * 8)


def test_kinds_without_a_size_take_nothing() -> None:
    assert memory("chain", CostModel("none", {}), [1, 2, 3]) == 0
