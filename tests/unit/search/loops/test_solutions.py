"""Inputs of the concolic engine: run on the plain function, they take every branch."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from slowpath.model.target import Build
from slowpath.recipe.use import use_of
from slowpath.search.loops.gathering import one_call
from slowpath.search.loops.solutions import solutions
from slowpath.shape.base import Shape
from slowpath.shape.library import integer, records, text
from slowpath.shape.syntax import parse_shape
from slowpath.target.load import Loaded, load
from slowpath.values.hooks import trace_hooks

SIZE = 4
SOURCE = """
def guarded(number, word):
    if number * 7 == 91:
        return "number"
    if word[:1] == "q" and word[-1:] == "z":
        return "word"
    if len(word) + number == 4000:
        return "both"
    return "none"


def listed(items):
    return len(items) == 4 and sum(items) == 1234


def endless(number):
    while number:
        number += number
    return "zero"


class Box:
    def __init__(self, limit):
        self.limit = limit

    def holds(self, number):
        return number > 10 and number - self.limit == 5
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("solutions") / "solved.py"
    made.write_text(SOURCE)
    return made


@pytest.fixture(scope="module")
def plain() -> dict[str, Any]:
    """The names of the file, as Python runs it."""
    names: dict[str, Any] = {}
    exec(SOURCE, names)
    return names


def _traced(file: Path, name: str) -> Loaded:
    return load(f"{file}:{name}", build=Build.TRACE, more=trace_hooks)


def _never() -> bool:
    return False


def _solved(
    file: Path,
    name: str,
    shapes: Mapping[str, Shape],
    max_ops: int = 100_000,
    is_over: Callable[[], bool] = _never,
) -> list[dict[str, str]]:
    return list(solutions(_traced(file, name), shapes, max_ops, is_over))


def _values(found: Mapping[str, str]) -> dict[str, Any]:
    return {name: eval(source) for name, source in found.items()}


GUARDED = {"number": integer(), "word": text()}


def test_the_inputs_take_every_branch_of_the_plain_function(file: Path, plain: dict[str, Any]) -> None:
    found = _solved(file, "guarded", GUARDED)
    results = [plain["guarded"](**_values(each)) for each in found]
    assert set(results) == {"number", "word", "both", "none"}


def test_no_input_is_there_twice(file: Path) -> None:
    found = _solved(file, "guarded", GUARDED)
    assert all(one != other for one, other in itertools.combinations(found, 2))


def test_the_inputs_are_small_and_of_their_shapes(file: Path, plain: dict[str, Any]) -> None:
    values = [
        _values(each)["items"]
        for each in _solved(file, "listed", {"items": parse_shape("ints(N, 300, 320)")})
    ]
    assert {len(each) for each in values} == {SIZE}
    assert {number for each in values for number in each} <= set(range(300, 321))
    assert {plain["listed"](each) for each in values} == {False, True}


def test_a_method_is_given_what_its_constructor_takes(file: Path, plain: dict[str, Any]) -> None:
    found = _solved(file, "Box.holds", {"limit": integer(), "number": integer()})
    assert {"limit", "number"} == {name for each in found for name in each}
    results = {plain["Box"](each["limit"]).holds(each["number"]) for each in map(_values, found)}
    assert results == {False, True}


def test_every_input_can_be_written_as_a_call(file: Path) -> None:
    target = _traced(file, "guarded").target
    for inputs in _solved(file, "guarded", GUARDED):
        program = one_call(target, inputs)
        assert program is not None
        use = use_of(program, target)
        assert use is not None
        assert use.sources == inputs


def test_a_run_that_does_not_end_is_no_obstacle(file: Path) -> None:
    found = _solved(file, "endless", {"number": integer()}, max_ops=2_000)
    assert {_values(each)["number"] == 0 for each in found} == {False, True}


def test_it_ends_when_told(file: Path) -> None:
    assert len(_solved(file, "guarded", GUARDED, is_over=lambda: True)) == 1  # that of the first run
    asked = itertools.count()
    few = _solved(file, "guarded", GUARDED, is_over=lambda: next(asked) >= 2)
    assert 1 <= len(few) <= 3
    assert few == _solved(file, "guarded", GUARDED)[: len(few)]


def test_a_target_that_cannot_be_traced_has_none(file: Path) -> None:
    """What its shape is made by is not there."""
    missing = {"number": records("nosuch_module:Thing", integer()), "word": text()}
    assert _solved(file, "guarded", missing) == []
