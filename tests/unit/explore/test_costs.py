"""A path costs what a run of the count build counts."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from slowpath.counting.measures import parse
from slowpath.counting.model import CostModel, Size
from slowpath.explore.cases import metered
from slowpath.explore.costs import CostedPath, PathMeter, cost_of, instructions_of, ops_of
from slowpath.explore.exploration import Exploration, ExploreSettings
from slowpath.expr.term import evaluate
from slowpath.shape.base import Shape
from slowpath.shape.library import integer, ints
from slowpath.target.load import load
from slowpath.values.path import Cut
from tests.unit.explore.gathered import FILE

CHAIN: Mapping[str, Shape] = {"xs": ints(3)}


def costed(
    name: str, shapes: Mapping[str, Shape], measures: tuple[str, ...], criterion: str | None = None
) -> list[CostedPath]:
    target = metered(f"{FILE}:{name}")
    meter = PathMeter(target.loaded.ledger, target.events, measures)
    chosen = ExploreSettings(criterion=criterion)
    paths = list(Exploration(target.loaded, shapes, 3, chosen, meter=meter).paths())
    assert all(isinstance(path, CostedPath) for path in paths)
    return paths  # type: ignore[return-value]


def counted_ops(name: str, *arguments: object) -> int:
    counted = load(f"{FILE}:{name}")
    counted.ledger.start()
    with counted.copies.installed():
        counted.function(*arguments)
    counted.ledger.stop()
    return counted.ledger.ops()


def test_ops_are_those_of_the_count_build() -> None:
    for path in costed("chain", CHAIN, ("ops",)):
        xs = [path.model.get(each.index, 0) for each in path.variables]
        assert ops_of(path) == counted_ops("chain", xs)


def test_ops_of_a_symbolic_length_hold_for_other_inputs_too() -> None:
    (middle,) = [path for path in costed("reserve", {"n": integer(1, 100)}, ("ops",)) if path.result]
    for n in (1, 2, 57, 100):
        assert evaluate(ops_of(middle), {0: n}) == counted_ops("reserve", n)


def test_instructions_are_ops_without_native_work() -> None:
    (path,) = costed("reserve", {"n": integer(101, 100_000)}, ("ops",))
    assert 0 < instructions_of(path) < path.cost
    assert path.cost - instructions_of(path) == path.spent.work // 1_000
    (idle,) = costed("depth", {"n": integer(0, 0)}, ("ops",))
    assert instructions_of(idle) == idle.cost


def test_a_sum_of_measures_is_the_sum_of_its_parts() -> None:
    measures = ("2*calls:Node.__init__ + 3*iterations + memory",)
    model = CostModel("fields", {"object": Size(0, 100), "list": Size(7, 0)})
    found = costed("chain", CHAIN, measures)
    assert len(found) == 8  # which of the three are positive
    for path in found:
        nodes = len(path.result)
        assert cost_of(path, parse(measures[0]), model) == 2 * nodes + 3 * 3 + (200 * nodes + 7)


def test_what_was_not_counted_has_no_cost() -> None:
    (path,) = costed("depth", {"n": integer(0, 0)}, ("ops",))
    assert cost_of(path, parse("calls")) is None
    assert cost_of(path, parse("ops + calls")) is None
    assert cost_of(path, parse("ops")) == path.cost


@pytest.mark.parametrize("most", [0, 2])
def test_a_metered_run_ends_at_its_bound(most: int) -> None:
    target = metered(f"{FILE}:depth")
    meter = PathMeter(target.loaded.ledger, target.events, ("calls:depth",))
    explored = Exploration(
        target.loaded, {"n": integer()}, 3, ExploreSettings(criterion=f"recursion-{most}"), meter=meter
    )
    calls = sorted(path.spent.counts["calls:depth"] for path in explored.paths())  # type: ignore[attr-defined]
    assert calls == list(range(1, most + 2))
    assert explored.tally.cut == {Cut.RECURSION: 1}


def test_nothing_is_left_of_the_run_before() -> None:
    allocated = {
        len(path.result): path.spent.allocated.things.get("object", 0)
        for path in costed("chain", CHAIN, ("memory",))
    }
    assert allocated == {0: 0, 1: 1, 2: 2, 3: 3}
