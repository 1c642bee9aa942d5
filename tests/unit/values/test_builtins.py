"""Builtins called from the trace build do what they do from the count build, whatever they look at."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from slowpath.model.target import Build
from slowpath.target.load import load
from slowpath.values.hooks import trace_hooks

SOURCE = """
import copy
from collections import OrderedDict, defaultdict


def frames():
    here = 5
    exec("there = here + 1")
    return eval("here + 1"), eval("here", {"here": 7}), compile("x: int", "", "exec").co_consts[:1]


def made():
    return type("Made", (), {}).__module__, type("Made", (), {"__module__": "m"}).__module__


def metaclass():
    class Meta(type):
        def __new__(cls, name, bases, namespace, **options):
            return super().__new__(cls, name, bases, {**namespace, **options})

    return type("A", (Meta("B", (), {}),), {"x": 1}, y=2).y


def keywords():
    found = dict(perform=1, kind=2, self=3)
    found.update(box=4, site=5, name=6, receiver=7)
    return found, "{name} {site} {self} {template}".format(name=1, site=2, self=3, template=4)


def refused():
    said = []
    for call in (
        lambda: {}.get(),
        lambda: {}.get(1, 2, 3),
        lambda: {1}.add(),
        lambda: set.add(),
        lambda: set.add(5, 1),
        lambda: dict.get(3, 1),
        lambda: {}.pop(),
        lambda: dict([1]),
        lambda: dict([(1, 2), (3,)]),
        lambda: OrderedDict([(1, 2), (3,)]),
        lambda: {}.update([(1, 2), 5]),
        lambda: "a".join(),
        lambda: bytearray(b"a").__iadd__("b"),
        lambda: setattr(frozenset(), "__class__", int),
    ):
        try:
            said.append(call())
        except Exception as error:
            said.append(f"{type(error).__name__}: {error}")
    return said


def pairs():
    return dict([iter("ab"), {3: 4, 5: 6}, "cd", [7, 8]]), dict(zip("xy", range(2)))


def unions():
    class Own(dict):
        def __ror__(self, other):
            return "own"

    return {1: 2} | Own(), {1: 2} | OrderedDict(a=1), {1: 2} | defaultdict(int), {} | {1: 2}


def copies():
    box = OrderedDict(a=1)
    box.mark = [1]
    one, two = copy.copy(box), copy.deepcopy(box)
    return one.mark is box.mark, two.mark == box.mark, two.mark is box.mark, box.__reduce__()[2]


def hashes():
    class Key:
        hashed = 0

        def __hash__(self):
            self.hashed += 1
            return 1

    box = dict.fromkeys([Key()])
    for made in (set(box), frozenset(box), dict(box), dict.fromkeys(set(box)), dict.fromkeys(frozenset(box))):
        list(made)
    return [key.hashed for key in box]


def modules():
    return [hasattr(each, "__module__") for each in ({}, {1}, frozenset(), OrderedDict(), defaultdict())]
"""
NAMES = [line[4:].partition("(")[0] for line in SOURCE.splitlines() if line.startswith("def ")]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("builtins") / "looks.py"
    file.write_text(SOURCE)
    return file


def outcome(file: Path, name: str, build: Build) -> Any:
    loaded = load(f"{file}:{name}", build=build, more=trace_hooks if build is Build.TRACE else None)
    with loaded.copies.installed():
        loaded.ledger.start(None)
        try:
            return repr(loaded.function()), loaded.ledger.ops()
        finally:
            loaded.ledger.stop()


@pytest.mark.parametrize("name", NAMES)
def test_same(name: str, file: Path) -> None:
    assert outcome(file, name, Build.TRACE) == outcome(file, name, Build.COUNT)
