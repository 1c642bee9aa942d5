"""Objects are made and filled once, for all who need them."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from slowpath.run.counted import Meter
from slowpath.search.loops.depot import Depot
from slowpath.search.loops.stock import StockValue
from slowpath.search.programs.mining import Examples
from slowpath.search.programs.workshop import Workshop
from slowpath.target.load import load
from tests.unit.search.programs import ordered

SOURCE = '''
class Box:
    """
    >>> box = Box()
    >>> box.put('one')
    >>> box.first()
    'one'
    """
    def __init__(self, items=None):
        self.items = list(items or [])
    def put(self, item):
        self.items.append(item)
    def first(self):
        return self.items[0]


def count(box):
    return len(box.items)
'''


def _depot(folder: Path) -> tuple[Depot, Workshop, type]:
    file = folder / "boxes.py"
    file.write_text(SOURCE)
    meter = Meter(load(f"{file}:Box.first"), max_ops=100_000)
    module = meter.loaded.copies.modules[meter.loaded.target.module]
    workshop = Workshop(meter, {})
    workshop.learn_objects()
    owner = meter.loaded.owner
    assert owner is not None
    return Depot(workshop, Examples(module)), workshop, owner


def test_receivers_are_plain_sized_and_filled(tmp_path: Path) -> None:
    depot, workshop, owner = _depot(tmp_path)
    found = depot.receivers(owner)
    assert found[0] == StockValue("x", ("x = Box()",))
    assert StockValue("x", ("x = Box(items=list(range(N)))",)) in found
    assert any(each.lines[1:] == ("for i in range(N):", "    x.put('a')") for each in found)
    trials = workshop.trials
    assert depot.receivers(owner) == found
    assert workshop.trials == trials  # nothing is learnt twice
    assert "x.put('a')" in depot.actions(owner)


def test_receivers_of_examples_serve_all_methods(tmp_path: Path) -> None:
    depot, _, owner = _depot(tmp_path)
    found = depot.shown(owner)
    assert StockValue("box", ("box = Box()", "box.put('one')")) in found
    assert any("for i in range(N):" in each.lines for each in found)


def test_a_parameter_named_like_a_class_gets_filled_objects(tmp_path: Path) -> None:
    depot, _, _ = _depot(tmp_path)
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    found = depot.handed(inspect.Parameter("box", kind))
    plain = found.index(StockValue("Box()"))
    assert plain > 0
    assert all(each.source == "z" and each.lines[0].startswith("z = Box(") for each in found[:plain])
    # What examples call by the name of the parameter.
    assert StockValue("box", ("box = Box()", "box.put('one')", "box.first()")) in found[plain:]
    assert depot.handed(inspect.Parameter("other", kind)) == []
    assert StockValue("Box()") in depot.others()


@pytest.mark.parametrize(
    ("method", "lines"),
    [
        ("Order.marked", ["x = Order(limit=N)", "for i in range(N):", "    x.line('a')"]),
        (
            "Session.flush",
            ["x = Session('a')", "x.connect()", "x.login('aaaa')", "for i in range(N):", "    x.send('a')"],
        ),
        ("Names._View.has_all", ["w = Names()", "for i in range(N):", "    w.put('a')", "x = w.view()"]),
    ],
)
def test_receivers_are_large_enough_led_on_or_reached(tmp_path: Path, method: str, lines: list[str]) -> None:
    meter = Meter(load(f"{ordered.written(tmp_path)}:{method}"), max_ops=100_000)
    workshop = Workshop(meter, {})
    workshop.learn_objects()
    assert meter.loaded.owner is not None
    assert StockValue("x", tuple(lines)) in Depot(workshop).receivers(meter.loaded.owner)
