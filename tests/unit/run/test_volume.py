"""How much values hold: characters, items and words of numbers, each object once."""

from __future__ import annotations

import io
from collections import deque
from pathlib import Path
from typing import Any

import pytest

from slowpath import files
from slowpath.model.run import End, Run, Volume
from slowpath.model.scenario import ONE_CALL, Scenario
from slowpath.run import volume
from slowpath.run.client import Worker
from slowpath.run.volume import Holdings, Kept


class Node:
    def __init__(self, *below: Any) -> None:
        self.below = below


class Slotted:
    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


class Liar(list[int]):
    def __len__(self) -> int:
        return 10**9


def held(*values: Any) -> int:
    holdings = Holdings()
    holdings.add(values)
    assert not holdings.is_full
    return holdings.total


SHARED = "x" * 100


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("", 0),
        ("a" * 50, 50),
        (b"a" * 50, 50),
        (bytearray(50), 50),
        (None, 0),
        (7, 0),
        (2.5, 0),
        (2**3000, 100),
        ([1, 2, 3], 3),
        (["ab", "cde"], 2 + 5),
        ({"key": [1, 2]}, 1 + 3 + 2),
        ({4, 5}, 2),
        (deque([1, 2, 3]), 3),
        (io.StringIO("a" * 50), 50),
        ([SHARED] * 10, 10 + 100),
        ([[1, 2]] * 10, 10 + 2),
        (Slotted("abc"), 1 + 3),
        (Liar([1, 2]), 2),
        (Node, 0),
        (io, 0),
        (held, 0),
    ],
)
def test_what_values_hold(value: Any, expected: int) -> None:
    assert held(value) == expected


def test_objects_hold_their_attributes() -> None:
    small, large = Node("a" * 10), Node("a" * 10, Node("b" * 30))
    assert held(large) - held(small) >= 30


def test_a_cycle_has_an_end() -> None:
    cycle: list[Any] = [1, 2]
    cycle.append(cycle)
    assert held(cycle) == 3


def test_too_many_objects_are_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(volume, "MOST", 100)
    for value in ([0] * 101, [[i] for i in range(100)]):
        holdings = Holdings()
        holdings.add([value])
        assert holdings.is_full
    assert held("a" * 1_000) == 1_000  # one object
    kept = Kept()
    for item in range(101):
        kept(item)
    assert (len(kept.items), kept.is_full) == (100, True)


SOURCE = """
def squares(text):
    return [text + 'b' for _ in text]

def lazily(text):
    for _ in text:
        yield text + 'b'

async def later(text):
    return text + 'b'

async def one_by_one(text):
    for _ in text:
        yield text + 'b'

def itself(text):
    return text

def nothing(text):
    return None

def fails(text):
    raise ValueError(text)

class Box:
    def __init__(self):
        self.items = []

    def put(self, item):
        self.items.append(item)
        return self.items

    def double(self, item):
        return item * 2
"""


@pytest.mark.parametrize(
    ("name", "inputs", "expected"),
    [
        ("squares", {"text": "'a' * N"}, Volume(10, 10 + 10 * 11)),
        ("lazily", {"text": "'a' * N"}, Volume(10, 10 * 11)),
        ("later", {"text": "'a' * N"}, Volume(10, 11)),
        ("one_by_one", {"text": "'a' * N"}, Volume(10, 10 * 11)),
        ("itself", {"text": "'a' * N"}, Volume(10, 0)),  # what comes back is no more than what came in
        ("nothing", {"text": "'a' * N"}, Volume(10, 0)),
        ("fails", {"text": "'a' * N"}, Volume(10, 0)),
        ("Box.put", {"item": "list(range(N))"}, Volume(10, 10)),  # each call returns the same list
        ("Box.double", {"item": "[str(i) for i in range(N)]"}, Volume(10 + 10, 20)),
    ],
)
def test_what_a_run_is_given_and_returns(
    tmp_path: Path, name: str, inputs: dict[str, str], expected: Volume | None
) -> None:
    file = tmp_path / "subject.py"
    file.write_text(SOURCE)
    scenario = Scenario(each=("item",)) if "item" in inputs else ONE_CALL
    with Worker(f"{file}:{name}", scenario=scenario) as worker:
        assert worker.volume(inputs, 10) == expected
        assert worker.run(inputs, 10).volume is None  # nobody asked


def test_a_run_that_ends_in_another_way_is_not_timed(tmp_path: Path) -> None:
    file = tmp_path / "subject.py"
    file.write_text("def sure(n):\n    if n > 5:\n        raise ValueError(n)\n")
    with Worker(f"{file}:sure", timed=True) as worker:
        small, large = (worker.run({"n": "N"}, size) for size in (5, 6))
        assert (small.end, large.end) == (End.RETURNED, End.RAISED)
        assert worker.seconds({"n": "4"}, repeats=1, like=small) is not None
        assert worker.seconds({"n": "6"}, repeats=1, like=small) is None
        assert worker.seconds({"n": "7"}, repeats=1, like=large) is not None
        assert worker.plain_run({"n": "7"}).exception == "ValueError"
        other = Run(End.RAISED, {}, (), (), exception="TypeError")
        assert worker.seconds({"n": "7"}, repeats=1, like=other) is None


def test_a_path_holds_what_its_file_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_shelf", files._Shelf())
    files.use(str(tmp_path))
    path = files.file("a" * 500)
    holdings = Holdings()
    holdings.add([path])
    assert holdings.total == 500
