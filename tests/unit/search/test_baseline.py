"""Random inputs are as long as the ones they are compared with."""

from __future__ import annotations

from random import Random

import pytest

from slowpath.search.baseline import COUNT, random_inputs
from slowpath.shape.base import Shape
from slowpath.shape.syntax import parse_shape


@pytest.mark.parametrize(
    ("shapes", "total"),
    [
        ({"text": "text(N)"}, 5000),
        ({"xs": "lists(text(N), N)"}, 70 * 70),
        ({"xs": "ints(N)", "n": "integer()"}, 5000),
        ({"flag": "boolean()"}, 1),
    ],
)
def test_the_length_is_that_of_the_whole_input(shapes: dict[str, str], total: int) -> None:
    made = [list(map(eval, inputs.values())) for inputs in random_inputs(_parsed(shapes), 5000, Random(0))]
    assert len(made) == COUNT
    assert {_length(value) for value in made} == {total}


def _parsed(shapes: dict[str, str]) -> dict[str, Shape]:
    return {name: parse_shape(text, "", name) for name, text in shapes.items()}


def _length(value: object) -> int:
    if isinstance(value, list):
        return sum(map(_length, value))
    return len(value) if isinstance(value, str) else 1


def test_numbers_of_many_digits_are_written() -> None:
    for length in (600, 100_000):
        made = next(random_inputs(_parsed({"n": "integer(0, 10 ** (8 * N))"}), length, Random(0)))
        assert eval(made["n"]) >= 0


def test_nothing_that_a_shape_names_is_imported() -> None:
    job = "family(\"[__import__('no_such_module').Job(N) for i in range(N)]\")"
    made = list(random_inputs(_parsed({"job": job}), 8, Random(0)))
    assert len(made) == COUNT
    assert all("no_such_module" in each["job"] for each in made)


def test_a_choice_of_something_longer_is_made_smaller() -> None:
    """As long as the first choice is at its size, the others would have 10^8 and 10^12 characters."""
    shapes = _parsed({"x": "one_of(text(N), lists(text(N), N), lists(lists(text(N), N), N))"})
    made = [eval(inputs["x"]) for inputs in random_inputs(shapes, 10_000, Random(1))]
    assert len(made) == COUNT
    assert len({type(value) for value in made}) == 2
    assert all(10 <= _length(value) <= 20_000 for value in made)
