"""Targets of a beam run inputs that are given by values of variables, and read these from inputs."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from slowpath.errors import UsageError
from slowpath.expr.variable import Values
from slowpath.search.beam.beam import Beam
from slowpath.shape.base import Shape
from slowpath.shape.library import blob, boolean, char, floats, integer, ints, lists, matrix, row, text
from tests.unit.search.beam.support import prepared, ran, suite


def test_measures_that_traced_runs_do_not_tell_are_refused() -> None:
    with pytest.raises(UsageError):
        suite(prepared("insertion", 4, "seconds"), Beam(tests=2, look_ahead=4))


def test_a_seed_starts_from_a_random_input_too() -> None:
    chosen = prepared("insertion", 5)
    with chosen.tracer.installed():
        starts: Sequence[Values] = chosen.starts(7)
        assert len(starts) == 2
        assert starts[1] == chosen.starts(7)[1]
        assert len(starts[1]) == 5


def test_an_input_becomes_the_values_of_the_variables() -> None:
    shapes: dict[str, Shape] = {"text": text(), "pattern": text(2)}
    chosen = prepared("search", 3, shapes=shapes)
    values = chosen.values({"text": "abc", "pattern": "xy"})
    assert values is not None
    with chosen.tracer.installed():
        path = chosen.run(values, ())
    assert chosen.written(path) == {"text": "'abc'", "pattern": "'xy'"}
    assert chosen.values({"text": "abc"}) is None
    assert chosen.values({"text": "ab", "pattern": "xy"}) is None


@pytest.mark.parametrize(
    "shape",
    [ints(), floats(), text(), blob(), lists(text()), lists(boolean()), matrix(), row(char(), integer(0, 9))],
)
def test_a_random_start_gives_every_variable_a_value(shape: Shape) -> None:
    chosen = prepared("total", 4, shapes={"xs": shape})
    plain, random = chosen.starts(3)
    variables = chosen.variables()
    assert plain == {}
    assert set(random) == {each.index for each in variables}
    assert all(each.admits(random[each.index]) for each in variables)
    assert random != chosen.starts(4)[1]


def test_a_sum_of_measures_is_judged_as_a_sum() -> None:
    def cost(measure: str) -> float:
        chosen = prepared("insertion", 3, measure)
        return chosen.judge(ran(chosen, 3, 2, 1))

    assert cost("iterations") == 2 + 3  # of the loop outside and of the one inside
    assert cost("3*iterations + 2*ops") == 3 * cost("iterations") + 2 * cost("ops")


def test_numbers_in_rows_have_their_places() -> None:
    chosen = prepared("total", 2, shapes={"xs": matrix()})
    values = chosen.values({"xs": [[1, 2], [3, 4]]})
    assert values is not None
    names = {each.index: each.name for each in chosen.variables()}
    assert {names[index]: value for index, value in values.items()} == {
        "xs[0][0]": 1, "xs[0][1]": 2, "xs[1][0]": 3, "xs[1][1]": 4,
    }  # fmt: skip
    assert chosen.values({"xs": [[1, 2], [3]]}) is None
