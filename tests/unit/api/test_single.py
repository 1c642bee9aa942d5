"""The commands on one target, called by programs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import slowpath
from slowpath.config import Settings
from slowpath.errors import InputError, TargetNotFound, UsageError
from slowpath.model.run import End
from slowpath.run.limits import Limits

SOURCE = """
def search(items, key):
    return [item for item in items if item == key]

def endless():
    n = 0
    while True:
        n += 1

class Stack:
    def __init__(self, items):
        self.items = items

    def push(self, item):
        self.items.append(item)

    @classmethod
    def of(cls, size):
        return cls([0] * size)
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "searching.py").write_text(SOURCE)
    return "searching"


def test_cost_of_values_and_expressions(module: str) -> None:
    report = slowpath.cost(f"{module}:search", items="list(range(N))", key=3, size=50)
    assert report.inputs == {"items": "list(range(N))", "key": "3"}
    assert report.costs["iterations"] == 50
    assert report.end is End.RETURNED
    assert report.lines[0].source.strip().startswith("return [item")
    again = slowpath.cost(f"{module}:search", items=list(range(50)), key=3)
    assert again.costs["ops"] == report.costs["ops"]


def test_cost_of_a_callable(module: str) -> None:
    imported = __import__(module)
    try:
        plain = slowpath.cost(imported.search, items=[1, 2], key=repr("text"))
        bound = slowpath.cost(imported.Stack.of, size=None, inputs={"size": 3})
        method = slowpath.cost(imported.Stack.push, inputs={"items": [1], "item": 2})
    finally:
        del sys.modules[module]
    assert plain.costs["iterations"] == 2
    assert bound.costs["calls"] == 2
    assert method.costs["calls"] == 1


def test_settings(module: str) -> None:
    settings = Settings(max_ops=100, limits=Limits(cpu=5), measures=("ops",))
    report = slowpath.cost(f"{module}:endless", settings=settings)
    assert report.end is End.BUDGET


def test_grow(module: str) -> None:
    told: list[str] = []
    report = slowpath.grow(f"{module}:search", items="[0] * N", key=1, to=1024, on_progress=told.append)
    assert report.growth.klass == "O(n)"
    assert f"N = 1,024 costs {dict(report.growth.points)[1024]:,}" in told
    assert report.recipe == {"items": "[0] * N", "key": "1"}
    assert report.stopped_because == "size limit"


def test_inputs_that_cannot_be_written(module: str) -> None:
    with pytest.raises(InputError, match="'items' is a object"):
        slowpath.cost(f"{module}:search", items=object(), key=1)
    with pytest.raises(InputError, match="cannot be written"):
        slowpath.cost(f"{module}:search", items=[float("nan")], key=1)
    with pytest.raises(InputError, match="not a Python expression"):
        slowpath.cost(f"{module}:search", items="hello world", key=1)
    with pytest.raises(InputError, match="quoted"):
        slowpath.cost(f"{module}:search", items="hello", key=1)


def test_targets_without_a_name_of_their_own() -> None:
    def local() -> None: ...

    with pytest.raises(TargetNotFound, match="exists only while"):
        slowpath.cost(local)
    with pytest.raises(TargetNotFound):
        slowpath.cost(lambda: None)
    with pytest.raises(UsageError, match="bound to an object"):
        slowpath.cost(Path("x").with_name)
    with pytest.raises(UsageError, match="no name"):
        slowpath.cost(__import__("functools").partial(print))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"start": 0}, "at least 1"),
        ({"to": -1}, "at least 1"),
        ({"start": 9, "to": 8}, "below the first"),
    ],
)
def test_series_that_make_no_sense(module: str, options: dict[str, int], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        slowpath.grow(f"{module}:search", inputs={"items": "[0]*N", "key": 1}, **options)  # type: ignore[arg-type]


def test_a_script_measures_its_own_functions(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import slowpath\n"
        "def double(n):\n    return [i for i in range(n)]\n"
        "if __name__ == '__main__':\n    print(slowpath.cost(double, n=7).costs['iterations'])\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    assert done.stdout == "7\n"
