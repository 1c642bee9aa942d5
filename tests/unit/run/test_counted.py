"""What a run did is told module by module, and modules that it did not come to cost nothing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from slowpath.model.run import End
from slowpath.model.scenario import Scenario
from slowpath.run.counted import Meter
from slowpath.run.setup import Unmade
from slowpath.target.load import load

FAR = "def far(n):\n    return sum(range(n))\n"
NEAR = "from pack.far import far\n\ndef near(n):\n    return far(n) if n > 3 else n\n"


def metered(tmp_path: Path) -> Meter:
    folder = tmp_path / "pack"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "far.py").write_text(FAR)
    (folder / "near.py").write_text(NEAR)
    return Meter(load(f"{folder / 'near.py'}:near"), max_ops=10_000)


def test_a_run_tells_of_the_modules_that_it_visits(tmp_path: Path) -> None:
    meter = metered(tmp_path)
    few, many = meter.run({"n": 2}), meter.run({"n": 9})
    assert len(few.visits) == 1
    assert len(many.visits) == 2
    sites = meter.loaded.ledger.sites
    functions = {sites[site].function for site, _ in meter.reached(many)}
    assert functions >= {"near", "far"}
    assert "far" not in {sites[site].function for site, _ in meter.reached(few)}


def test_the_costs_of_sites_add_up(tmp_path: Path) -> None:
    meter = metered(tmp_path)
    sample = meter.run({"n": 50})
    assert sum(meter.costs(sample).values()) == sample.milli
    assert meter.run({"n": 50}).milli == sample.milli
    assert sample.cost == meter.loaded.ledger.ops()


def test_the_class_of_an_exception_is_told(tmp_path: Path) -> None:
    meter = metered(tmp_path)
    assert meter.run({"n": "x"}).exception == "TypeError"
    assert meter.run({"n": 2}).exception is None


@pytest.mark.parametrize(
    ("raised", "key"),
    [
        ('KeyError("it\'s")', "it's"),
        ("KeyError(7)", 7),
        ("KeyError((1, 2))", None),
        ("KeyError()", None),
        ("ValueError('a')", None),
        ("type('Own', (KeyError,), {})('a')", None),
    ],
)
def test_what_a_failed_look_up_asked_for(tmp_path: Path, raised: str, key: str | int | None) -> None:
    file = tmp_path / "asks.py"
    file.write_text(f"def f(n):\n    raise {raised}\n")
    assert Meter(load(f"{file}:f"), max_ops=5_000).run({"n": 1}).key == key


def test_a_meter_tells_how_a_run_ends(tmp_path: Path) -> None:
    file = tmp_path / "ends.py"
    file.write_text(
        "class Box:\n    def __init__(self, n):\n        self.n = 1 // n\n    def get(self):\n"
        "        while self.n < 5:\n            pass\n        raise KeyError(self.n)\n"
    )
    meter = Meter(load(f"{file}:Box.get"), max_ops=5_000)
    assert meter.run({"n": 0}).end is End.REFUSED
    assert meter.run({"n": 1}).end is End.BUDGET
    assert meter.runs == 2


def test_the_peak_of_memory(tmp_path: Path) -> None:
    file = tmp_path / "hungry.py"
    file.write_text("def hungry(n):\n    kept = bytearray(n)\n    del kept\n    return n // (n - 7)\n")
    meter = Meter(load(f"{file}:hungry"), max_ops=10_000)
    meter.peak({"n": 10})  # what only the first run does
    few, many, raised = (meter.peak({"n": n}) for n in (10, 100_010, 7))
    assert few is not None
    assert many is not None
    assert 95_000 <= many - few <= 105_000  # the meter takes some as well
    assert raised is not None  # what it took before
    file.write_text("def hungry(n):\n    while True:\n        n += 1\n")
    assert Meter(load(f"{file}:hungry"), max_ops=10_000).peak({"n": 1}) is None  # over the budget


BUILT = """
class Bag:
    def __init__(self):
        self.items = []

    def add(self, item):
        for _ in range(50):
            pass
        self.items.append(item)

    def has(self, item):
        for each in self.items:
            if each == item:
                return True
        return False
"""


def bag(tmp_path: Path) -> Meter:
    file = tmp_path / "bag.py"
    file.write_text(BUILT)
    return Meter(load(f"{file}:Bag.has"), max_ops=10_000)


def test_what_builds_an_input_is_not_part_of_its_cost(tmp_path: Path) -> None:
    meter = bag(tmp_path)
    setup = "b = Bag()\nfor i in range(N): b.add(i)"
    costs = [
        meter.run(Unmade(Scenario(setup), (("self", "b"), ("item", "-1")), size)).cost
        for size in (10, 20, 30)
    ]
    assert costs[2] - costs[1] == costs[1] - costs[0] > 0
    assert costs[0] < 500
    assert list(meter.run(Unmade(Scenario(setup), (("self", "b"), ("item", "0")), 5)).executed)


@pytest.mark.parametrize(
    ("setup", "why"),
    [
        ("b = Bag(1)", "TypeError"),
        ("b = 1", "is of type int"),
        ("b = Bag()\nfor i in range(10_000): b.add(i)", "costs too much"),
    ],
)
def test_an_input_that_cannot_be_built_is_refused(tmp_path: Path, setup: str, why: str) -> None:
    sample = bag(tmp_path).run(Unmade(Scenario(setup), (("self", "b"), ("item", "0")), 5))
    assert sample.end is End.REFUSED
    assert why in str(sample.raises)


def test_what_a_setup_makes(tmp_path: Path) -> None:
    meter = bag(tmp_path)
    names = meter.built("b = Bag()\nfor i in range(N): b.add(i)", 3)
    assert names is not None
    assert names["b"].items == [0, 1, 2]
    assert meter.built("b = nothing", 3) is None


def test_modules_that_a_run_removes_come_back(tmp_path: Path) -> None:
    file = tmp_path / "clears.py"
    file.write_text("import sys\n\ndef f(n):\n    sys.modules.clear()\n    return n\n")
    before = dict(sys.modules)
    meter = Meter(load(f"{file}:f"), max_ops=10_000)
    costs = {meter.run({"n": 1}).cost for _ in range(3)}
    assert len(costs) == 1
    assert before.items() <= sys.modules.items()
