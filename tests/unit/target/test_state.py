"""What runs leave in the modules of a target is undone."""

from __future__ import annotations

import sys
from collections import OrderedDict, deque
from pathlib import Path

import pytest

from slowpath.model.target import Build
from slowpath.target._changes import changed
from slowpath.target.load import Loaded, load
from slowpath.target.state import ModuleState

SOURCE = """
import functools
import random
from collections import deque, OrderedDict

MEMO = {}
SEEN = [1, 2]
WORDS = {"a"}
RECENT = deque([1], maxlen=3)
ORDER = OrderedDict(a=1)
BUFFER = bytearray(b"ab")
count = 0

class Registry:
    known = []

@functools.lru_cache
def squared(n):
    return n * n

class Shop:
    @functools.lru_cache
    def price(self, n):
        return n

def forgets(function):
    function.cache_clear = lambda: None
    return function

@forgets
def doubled(n):
    return 2 * n

def use(n):
    global count
    count += 1
    MEMO[n] = n
    SEEN.append(n)
    WORDS.add(n)
    RECENT.append(n)
    ORDER[n] = n
    BUFFER.append(7)
    Registry.known.append(n)
    return squared(n), Shop.price(None, n), random.random()
"""


@pytest.fixture
def loaded(tmp_path: Path) -> Loaded:
    file = tmp_path / "keeps.py"
    file.write_text(SOURCE)
    return load(f"{file}:use", build=Build.COUNT)


def test_everything_is_put_back(loaded: Loaded) -> None:
    names = loaded.function.__globals__
    with loaded.copies.installed():
        state = ModuleState(loaded.copies.modules.values())
        state.restore()
        first = loaded.function(5)
        assert names["MEMO"] == {5: 5}
        state.restore()
        assert names["MEMO"] == {}
        assert names["SEEN"] == [1, 2]
        assert names["WORDS"] == {"a"}
        assert list(names["RECENT"]) == [1]
        assert dict(names["ORDER"]) == {"a": 1}
        assert names["BUFFER"] == b"ab"
        assert names["count"] == 0
        assert names["Registry"].known == []
        assert names["squared"].cache_info().currsize == 0
        assert names["Shop"].price.cache_info().currsize == 0
        assert loaded.function(5) == first


def test_containers_keep_their_identity(loaded: Loaded) -> None:
    names = loaded.function.__globals__
    memo = names["MEMO"]
    with loaded.copies.installed():
        state = ModuleState(loaded.copies.modules.values())
        loaded.function(5)
        state.restore()
    assert names["MEMO"] is memo


PLACES = """
import itertools
import random

EMPTY, FULL, MEMO, TABLE = [], [1], {}, {1: 1}
FULL.append(2)  # so that there is room for more
dice, system = random.Random(3), random.SystemRandom()  # the state of the second cannot be kept

def grow():
    EMPTY.append(1)
    MEMO[1] = 2

def swell():
    FULL.extend(range(100))

def bind():
    global late
    late = 1
    TABLE[1] = 2

def throw():
    return dice.random()

def lazily():
    import pack.late
    return pack.late.VALUE

def plainly():
    import tabnanny
"""


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "pack"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "late.py").write_text("VALUE = 7\n")
    (folder / "places.py").write_text(PLACES)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "tabnanny", raising=False)
    return folder


@pytest.mark.parametrize(
    ("name", "exact"),
    [
        ("grow", True),
        ("bind", True),
        ("throw", True),
        ("swell", False),
        ("lazily", False),
        ("plainly", False),
    ],
)
def test_restoring_tells_whether_all_is_as_it_was(pack: Path, name: str, exact: bool) -> None:
    loaded = load(f"pack.places:{name}")
    with loaded.copies.installed():
        state = loaded.copies.state()
        assert state.complete
        assert state.restore()
        first = loaded.function()
        assert state.restore() is exact
        names = loaded.function.__globals__
        assert (names["EMPTY"], names["FULL"], names["MEMO"], names["TABLE"]) == ([], [1, 2], {}, {1: 1})
        assert "late" not in names
        assert loaded.function() == first  # what was imported is still there


def test_a_cache_that_held_something_cannot_be_put_back(tmp_path: Path) -> None:
    file = tmp_path / "filled.py"
    file.write_text(
        "import functools\n\n@functools.cache\ndef twice(n):\n    return 2 * n\n\ntwice(1)\n\n"
        "def use(n):\n    return twice(n)\n"
    )
    loaded = load(f"{file}:use")
    with loaded.copies.installed():
        state = loaded.copies.state()
        assert state.restore()
        loaded.function(3)
        assert not state.restore()


def test_an_iterator_that_is_used_up_is_known(tmp_path: Path) -> None:
    file = tmp_path / "used.py"
    file.write_text("import itertools\n\nIDS = itertools.count()\n\ndef use():\n    return next(IDS)\n")
    assert not load(f"{file}:use").copies.state().complete


def test_the_state_is_that_before_the_first_run(loaded: Loaded) -> None:
    state = loaded.copies.state()
    with loaded.copies.installed():
        loaded.function(5)
    assert loaded.copies.state() is state


def test_changes_are_found_by_identity() -> None:
    class Own:
        value = 1

    def cell_of(value: object) -> object:
        return (lambda: value).__closure__[0]  # type: ignore[index]

    one, other = 10**9, 10**9 + len("")
    assert one is not other
    cell = cell_of(one)
    holders: list[object] = [
        [one],
        {1: one},
        {one},
        deque([one]),
        bytearray(b"a"),
        Own,
        cell,
        OrderedDict(a=1),
    ]
    contents: list[object] = [
        [one],
        {1: one},
        {one},
        deque([one]),
        bytearray(b"a"),
        dict(vars(Own)),
        (one,),
        OrderedDict(a=1),
    ]
    assert changed(holders, contents) == []
    contents[0], contents[1] = [other], {1: other}
    contents[6] = (other,)
    Own.value = 2
    assert changed(holders, contents) == [0, 1, 5, 6]
    with pytest.raises(TypeError):
        changed(holders, [])
    with pytest.raises(TypeError, match="cell"):
        changed([cell], [[1]])
