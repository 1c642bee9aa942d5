"""An exploration finds every path once, from whichever input it starts."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from slowpath.errors import ShapeError
from slowpath.explore.exploration import lost
from slowpath.explore.limits import Tally
from slowpath.model.run import Lost
from slowpath.shape.base import Shape
from slowpath.shape.formula import N
from slowpath.shape.library import integer, ints, real, text
from slowpath.values.trace import Sites
from tests.unit.explore import programs
from tests.unit.explore.support import exploration


def outcomes(values: range, parameters: int) -> set[int]:
    return {programs.scored(*each) for each in product(values, repeat=parameters)}


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("seed", [0, 1, 7])
def test_every_path_is_found_once_from_any_start(seed: int, jobs: int) -> None:
    explored = exploration("scored", seed=seed, jobs=jobs)
    results = [path.result for path in explored.paths()]
    assert sorted(results) == sorted(outcomes(range(-1, 2), 3))
    assert explored.tally.complete


def test_paths_give_what_the_plain_function_gives() -> None:
    for path in exploration("orders", 4).paths():
        xs = [path.model.get(each.index, 0) for each in path.variables]
        assert path.result == programs.orders(xs)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "shape",
    [
        integer(),
        integer(500, None),
        integer(None, -500),
        integer(-3, 3),
        real(),
        real(500, None),
        real(None, -500),
        real(-0.5, 0.5),
    ],
)
def test_a_random_start_is_admitted(shape: Shape) -> None:
    starts = []
    for seed in range(1, 6):
        explored = exploration("head_asserted", shapes={"a": shape}, seed=seed)
        with explored.tracer.installed():
            (value,) = explored._start().values()
        assert shape.fault(value, 3, "a") is None
        starts.append(value)
    assert len(set(starts)) > 1


def test_a_random_start_has_characters_of_the_alphabet() -> None:
    explored = exploration("largest", shapes={"xs": text(20, "axz")}, seed=3)
    with explored.tracer.installed():
        values = explored._start().values()
    assert {chr(int(value)) for value in values} == set("axz")


def test_shapes_that_make_no_sense_at_a_size_are_told_before_any_run() -> None:
    with pytest.raises(ShapeError):
        exploration("largest", 3, shapes={"xs": ints(N - 5)})


class Lines(Sites):
    """Sites at ten times their number, two at each line."""

    def place(self, site: int) -> tuple[str, str, int]:
        return "m.py", "f", 10 * (site // 2)


def test_what_is_lost_is_told_by_its_line() -> None:
    tally = Tally(lost=Counter({(4, "float"): 1, (5, "float"): 2, (5, "hash"): 3, (-1, "float"): 4}))
    assert set(lost(tally, Lines())) == {
        Lost("m.py:20", "float", 3),
        Lost("m.py:20", "hash", 3),
        Lost("?", "float", 4),
    }
