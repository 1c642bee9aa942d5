"""Runs that ask about some of the input, and keep the first of what they decide."""

from __future__ import annotations

from pathlib import Path as File

import pytest

from slowpath.model.target import Build
from slowpath.run.traced import Tracer
from slowpath.shape.base import Shape
from slowpath.shape.library import blob, boolean, integer, lists, one_of, real, text
from slowpath.target.load import load
from slowpath.values.hooks import trace_hooks

SOURCE = """
def high(xs):
    return sum(1 for x in xs if x > 3)


def letters(text):
    return [each for each in text if each == "a"]


def bytes_of(data):
    return [each for each in data if each < 100]


def either(flag, number):
    return -number if flag else number


def mixed(xs):
    return [x if isinstance(x, int) else x + 0.5 for x in xs if x > 1]
"""


@pytest.fixture
def module(tmp_path: File) -> str:
    file = tmp_path / "asks.py"
    file.write_text(SOURCE)
    return str(file)


def prepared(module: str, name: str, **shapes: Shape) -> Tracer:
    return Tracer(load(f"{module}:{name}", build=Build.TRACE, more=trace_hooks), shapes, 6)


def test_the_first_decisions_about_what_is_not_plain_are_kept(module: str) -> None:
    tracer = prepared(module, "high", xs=lists(integer(0, 9)))
    values = {0: 5, 1: 1, 2: 7, 3: 2, 4: 9, 5: 0}
    whole = tracer.run(values)
    short = tracer.narrowed({0, 2}, 3)(values, ())
    assert [each.variables() for each in short.conditions] == [(1,), (3,), (4,)]
    assert list(short.taken) == [0, 0, 1]
    assert [whole.costs[place] for place in (1, 3, 4)] == list(short.costs)
    assert [whole.sites[place] for place in (1, 3, 4)] == list(short.sites)
    assert (short.model, short.cost, short.result) == (whole.model, whole.cost, whole.result)
    assert short.variables == whole.variables


@pytest.mark.parametrize(
    ("name", "shapes", "values"),
    [
        ("letters", {"text": text(4)}, {0: ord("a"), 1: ord("x"), 2: ord("e"), 3: ord("y")}),
        ("bytes_of", {"data": blob(3)}, {0: 7, 1: 200, 2: 99}),
        ("either", {"flag": boolean(), "number": integer(0, 9)}, {0: 1, 1: 4}),
        ("mixed", {"xs": lists(one_of(integer(0, 9), real(0.0, 9.0)), 2)}, {0: 0, 1: 4, 2: 1, 3: 2.5}),
    ],
)
def test_a_run_of_plain_leaves_decides_nothing_and_ends_alike(
    module: str, name: str, shapes: dict[str, Shape], values: dict[int, float]
) -> None:
    tracer = prepared(module, name, **shapes)
    whole = tracer.run(values)
    plain = tracer.narrowed(range(10), 100)(values, ())
    assert whole.taken
    assert not plain.taken
    assert plain.model == whole.model
    assert (plain.cost, plain.result) == (whole.cost, whole.result)
