"""What a search is given: checked once, made for each run."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from slowpath.errors import InputError, UsageError
from slowpath.model.premise import NO_PREMISE, Premise
from slowpath.model.run import End
from slowpath.model.target import Build
from slowpath.run.counted import Meter
from slowpath.run.premise import check_fits, check_runs, checked, grows, premise_values
from slowpath.run.traced import Tracer
from slowpath.shape.library import integer
from slowpath.target.load import Loaded, load
from slowpath.values.hooks import trace_hooks

SOURCE = """
class Bag:
    def __init__(self):
        self.items = []

    def has(self, item):
        found = False
        for each in self.items:
            found = found or each == item
        return found
"""
SETUP = "bag = Bag()\nfor i in range(N): bag.items.append(i)"
PREMISE = Premise(SETUP, (("self", "bag"),))


def loaded(tmp_path: Path, premise: Premise = PREMISE, build: Build = Build.COUNT) -> Loaded:
    file = tmp_path / "bag.py"
    file.write_text(SOURCE)
    more = trace_hooks if build is Build.TRACE else None
    return replace(load(f"{file}:Bag.has", build=build, more=more), premise=premise)


def test_what_is_no_premise() -> None:
    assert checked("", {}) == NO_PREMISE
    assert checked("x = 1", {"a": "x"}).labels == ("a",)
    with pytest.raises(InputError, match="not Python"):
        checked("x =", {"a": "x"})
    with pytest.raises(UsageError, match="no input uses"):
        checked("x = 1", {})
    with pytest.raises(UsageError, match="needs a name"):
        checked("", {"": "1"})


def test_it_grows_if_something_uses_n() -> None:
    assert not grows(NO_PREMISE)
    assert grows(Premise("x = N", (("a", "x"),)))
    assert grows(Premise("", (("a", "[0] * N"),)))
    assert not grows(Premise("x = 1", (("a", "x"),)))


def test_it_fits_the_parameters(tmp_path: Path) -> None:
    target = loaded(tmp_path).target
    check_fits(PREMISE, target)
    check_fits(NO_PREMISE, target)
    with pytest.raises(InputError, match="no parameter 'other'"):
        check_fits(Premise("", (("other", "1"),)), target)


def test_it_is_made_by_the_copy_of_the_module(tmp_path: Path) -> None:
    bag = loaded(tmp_path)
    with bag.copies.installed():
        made = premise_values(bag, 3)["self"]
        assert made.items == [0, 1, 2]
        assert type(made) is bag.owner
        assert premise_values(bag, 3)["self"] is not made
    check_runs(bag, 2)
    with pytest.raises(InputError, match="line 1: bag = nothing"):
        check_runs(replace(bag, premise=Premise("bag = nothing", (("self", "bag"),))), 2)
    with pytest.raises(InputError, match="is of type int"):
        check_runs(replace(bag, premise=Premise("", (("self", "1"),))), 2)


def test_runs_cost_the_same_in_both_builds_and_leave_out_what_is_made(tmp_path: Path) -> None:
    meter = Meter(loaded(tmp_path))
    costs = {size: meter.run({"item": 0}, size=size).cost for size in (2, 4, 6)}
    assert costs[6] - costs[4] == costs[4] - costs[2] > 0
    for size, cost in costs.items():
        tracer = Tracer(loaded(tmp_path, build=Build.TRACE), {"item": integer()}, size)
        with tracer.installed():
            assert tracer.run({}).cost == cost


def test_a_premise_that_costs_too_much_is_refused(tmp_path: Path) -> None:
    long = Premise("bag = Bag()\nbag.items = range(10 ** 6)\nbag.has(-1)", (("self", "bag"),))
    assert Meter(loaded(tmp_path, long), max_ops=1_000).run({"item": 0}).end is End.REFUSED
