"""A recipe and the use of a program keep the same promises: both are an input for every size."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from slowpath.model.run import End
from slowpath.recipe.parsing import parse_program
from slowpath.recipe.part import Family
from slowpath.recipe.recipe import recipe
from slowpath.recipe.scalable import Scalable
from slowpath.recipe.use import use_of
from slowpath.run.counted import Meter
from slowpath.run.setup import Unmade
from slowpath.target.load import load

SOURCE = """
def total(numbers):
    result = 0
    for each in numbers:
        result += each
    return result
"""
FLAT, TWICE, SQUARE = "list(range(N))", "list(range(N)) + list(range(N))", "[[0] * N for i in range(N)]"


@pytest.fixture(scope="module")
def meter(tmp_path_factory: pytest.TempPathFactory) -> Meter:
    file = tmp_path_factory.mktemp("scalable") / "totals.py"
    file.write_text(SOURCE)
    return Meter(load(f"{file}:total"), max_ops=100_000)


Make = Callable[[Meter, str], Scalable]


def _recipe(meter: Meter, source: str) -> Scalable:
    return recipe({"numbers": Family(source)})


def _use(meter: Meter, source: str) -> Scalable:
    use = use_of(parse_program(f"total({source})"), meter.loaded.target)
    assert use is not None
    return use


def _built(meter: Meter, source: str) -> Scalable:
    """A use whose program makes the argument first."""
    use = use_of(parse_program(f"made = {source}\ntotal(made)"), meter.loaded.target)
    assert use is not None
    return use


every_kind = pytest.mark.parametrize(
    "make",
    [pytest.param(_recipe, id="recipe"), pytest.param(_use, id="use"), pytest.param(_built, id="built")],
)


def _values(meter: Meter, made: Scalable, size: int) -> Any:
    """The argument that a run gets."""
    values = made.values(size)
    if isinstance(values, Unmade):
        with meter.installed():
            found = meter.made(values)
        assert found is not None
        return found["numbers"]
    return values["numbers"]


@every_kind
@pytest.mark.parametrize("source", [FLAT, TWICE, SQUARE, "3"])
@pytest.mark.parametrize("size", [1, 2, 9])
def test_the_input_is_what_python_makes_of_the_expression(
    meter: Meter, make: Make, source: str, size: int
) -> None:
    assert _values(meter, make(meter, source), size) == eval(source, {"N": size})


@every_kind
def test_a_run_takes_it(meter: Meter, make: Make) -> None:
    """Each number more is one round of the loop more, whatever made the numbers."""
    made = make(meter, FLAT)
    runs = [meter.run(made.values(size)) for size in (10, 11, 12)]
    assert {each.end for each in runs} == {End.RETURNED}
    assert runs[1].milli - runs[0].milli == runs[2].milli - runs[1].milli > 0
    assert [each.milli for each in runs] == [
        meter.run({"numbers": list(range(n))}).milli for n in (10, 11, 12)
    ]


@every_kind
def test_its_sources_are_by_parameter(meter: Meter, make: Make) -> None:
    assert list(make(meter, FLAT).sources) == ["numbers"]


@every_kind
@pytest.mark.parametrize(
    ("source", "power"),
    [("3", 1.0), (FLAT, 1.0), (TWICE, 1.0), (SQUARE, 2.0)],
    ids=["3", "flat", "twice", "square"],
)
def test_it_swells_by_the_power_of_the_size(meter: Meter, make: Make, source: str, power: float) -> None:
    assert make(meter, source).swelling == pytest.approx(power, abs=0.1)


@every_kind
@pytest.mark.parametrize("source", [FLAT, TWICE], ids=["flat", "twice"])
def test_its_length_grows_with_the_input(meter: Meter, make: Make, source: str) -> None:
    made = make(meter, source)
    for size in (64, 512):
        assert made.length(2 * size) / made.length(size) == pytest.approx(2, abs=0.1)
        # It is an estimate: an argument with a name is counted where it is made and where it is given.
        assert 0.5 <= made.length(size) / len(eval(source, {"N": size})) <= 2.1


@every_kind
def test_what_is_longer_to_read_weighs_more(meter: Meter, make: Make) -> None:
    weights = [make(meter, source).weight for source in ("N", FLAT, TWICE)]
    assert weights == sorted(set(weights))
