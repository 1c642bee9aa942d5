"""Every way to count gives the same number, however often it is asked: what a run keeps is undone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from slowpath.model.target import Build
from slowpath.run.client import Worker
from slowpath.run.counted import Meter
from slowpath.run.traced import Tracer
from slowpath.scaling.path.subject import subject
from slowpath.shape.base import Shape
from slowpath.shape.library import integer
from slowpath.target.load import load
from slowpath.testing import Counter
from slowpath.values.hooks import trace_hooks
from tests.property import keeping

FILE = Path(keeping.__file__)
TARGETS = [
    name
    for name, thing in vars(keeping).items()
    if callable(thing) and thing.__module__ == keeping.__name__ and name.islower() and name[0] != "_"
]
SHAPES: dict[str, Shape] = {"n": integer(0, 30)}
INPUTS = (9, 5, 9)

Count = Callable[[int], int]


def in_process(name: str) -> Iterator[tuple[str, Count]]:
    spec = f"{FILE}:{name}"
    meter = Meter(load(spec))
    yield "Meter", lambda n: meter.run({"n": n}).cost
    tracer = Tracer(load(spec, build=Build.TRACE, more=trace_hooks), SHAPES, 1)
    yield "Tracer", lambda n: tracer.run({0: n}).cost
    scaled = subject(spec, SHAPES)
    yield "ScaledTarget", lambda n: scaled.cost({"n": n})
    traced = scaled.tracer(1)
    yield "ScaledTarget's tracer", lambda n: traced({0: n}, []).cost


def test_all_targets_are_tried() -> None:
    assert len(TARGETS) > 15


@pytest.mark.parametrize("name", TARGETS)
def test_every_way_to_count_gives_the_same_number(name: str) -> None:
    spec = f"{FILE}:{name}"
    with Worker(spec) as worker, Counter(spec) as counter:
        fresh = {n: worker.run({"n": str(n)}).costs["ops"] for n in INPUTS}
        for n in INPUTS:
            assert worker.run({"n": str(n)}).costs["ops"] == fresh[n]
            assert counter.run({"n": str(n)}).costs["ops"] == fresh[n]
    for way, count in in_process(name):
        assert (way, [count(n) for n in INPUTS]) == (way, [fresh[n] for n in INPUTS])


@pytest.mark.parametrize("name", ["cache", "global_counter", "closure", "class_counter"])
def test_runs_of_one_meter_do_not_show_in_another(name: str) -> None:
    loaded = load(f"{FILE}:{name}")
    first = Meter(loaded).run({"n": 9}).cost
    assert Meter(loaded).run({"n": 9}).cost == first
