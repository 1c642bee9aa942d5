"""What runs leave in the modules of a target is undone."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.model.target import Build
from slowpath.target.load import Loaded, load
from slowpath.target.state import State

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
        state = State(loaded.copies.modules.values())
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
        state = State(loaded.copies.modules.values())
        loaded.function(5)
        state.restore()
    assert names["MEMO"] is memo
