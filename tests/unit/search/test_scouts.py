"""Scouts suggest what small inputs show."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path as File

import pytest

from slowpath.model.target import Build
from slowpath.search.scouts import BEAM, FLIP, SCALE, Scouts
from slowpath.shape.base import Shape
from slowpath.shape.library import ints, text
from slowpath.target.load import load
from slowpath.values.hooks import trace_hooks

SOURCE = """
def insort(xs):
    xs = list(xs)
    for i in range(1, len(xs)):
        while i and xs[i - 1] > xs[i]:
            xs[i - 1], xs[i] = xs[i], xs[i - 1]
            i -= 1
    return xs

def looked_up(s):
    return hash(s) % 2
"""


@pytest.fixture
def file(tmp_path: File) -> File:
    path = tmp_path / "small.py"
    path.write_text(SOURCE)
    return path


def scouts(spec: str, shapes: dict[str, Shape], seconds: float = 20.0) -> Scouts:
    traced = load(spec, build=Build.TRACE, more=trace_hooks)
    return Scouts(traced, load(spec), shapes, (), 100_000, seconds)


def test_each_suggests_under_its_name(file: File) -> None:
    sent = scouts(f"{file}:insort", {"xs": ints()})
    suggested = dict(sent.suggestions())
    assert list(suggested) == [FLIP, SCALE, BEAM]
    assert [each.name for each in sent.done] == [FLIP, SCALE, BEAM]
    assert all(each.runs > 0 for each in sent.done)
    assert all(suggested.values())
    (worst,) = suggested[SCALE]
    values = worst.values(9)["xs"]
    assert all(one > other for one, other in pairwise(values))
    assert sent.lost() == ()


def test_where_they_could_not_see_is_told(file: File) -> None:
    sent = scouts(f"{file}:looked_up", {"s": text()}, seconds=2.0)
    list(sent.suggestions())
    assert [each.site.rpartition("/")[2] for each in sent.lost()] == ["small.py:11"]
