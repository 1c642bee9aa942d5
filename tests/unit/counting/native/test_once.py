"""Code of the target runs as often as in the plain operation."""

from __future__ import annotations

import copy
import sys
from collections import OrderedDict
from typing import Any

import pytest

from tests.unit.counting.native.meter import Meter

BIG = sys.hash_info.modulus * 3 + 5


class Key:
    """A key with the hash of another value; it notes what it is compared with."""

    def __init__(self, hashed: object) -> None:
        self.hashed = hashed
        self.compared: list[object] = []

    def __eq__(self, other: object) -> bool:
        self.compared.append(other)
        return False

    def __hash__(self) -> int:
        return hash(self.hashed)


@pytest.mark.parametrize("kind", [dict.fromkeys, set, frozenset, OrderedDict.fromkeys])
@pytest.mark.parametrize("item", [BIG, (BIG, "x")])
def test_keys_of_the_same_hash_are_compared_once(meter: Meter, kind: Any, item: Any) -> None:
    key = Key(item)
    box = kind([key, "other", *range(20)])
    key.compared.clear()
    assert not meter.contains(item, box)
    assert key.compared == [item]


def test_the_class_is_read_as_often_as_by_the_plain_copy(meter: Meter) -> None:
    class Loud:
        read = 0

        def __getattribute__(self, name: str) -> Any:
            if name == "__class__":
                Loud.read += 1
            return super().__getattribute__(name)

    for function in (copy.copy, copy.deepcopy):
        Loud.read = 0
        function(Loud())
        plain, Loud.read = Loud.read, 0
        meter.call(function, Loud())
        assert Loud.read == plain


@pytest.mark.skipif(sys.version_info < (3, 12), reason="a class in Python has no buffer before 3.12")
@pytest.mark.parametrize("base", [object, bytes, bytearray])
def test_a_buffer_is_asked_for_once(meter: Meter, base: type) -> None:
    import re

    asked: list[int] = []

    class Blob(base):  # type: ignore[misc]
        def __buffer__(self, flags: int) -> memoryview:
            asked.append(flags)
            return memoryview(b"aab")

    pattern = re.compile(b"a+")
    for hook, function, operands in [
        ("call", pattern.findall, (Blob(),)),
        ("call", pattern.sub, (b"x", Blob())),
        ("call", re.match, (b"a", Blob())),
        ("call", bytes.replace, (b"aab" * 9, Blob(), b"xyz")),
        ("call", bytes.replace, (b"aab" * 9, Blob(), b"x", 2)),
        ("call", bytes.count, (b"aab" * 9, Blob())),
        ("contains", lambda item, box: item in box, (Blob(), b"xaab")),
    ]:
        asked.clear()
        plain = function(*operands)  # type: ignore[operator]
        once = list(asked)
        asked.clear()
        given = operands if hook == "contains" else (function, *operands)
        found = getattr(meter, hook)(*given)
        assert asked == once
        assert repr(found) == repr(plain)  # which asks for the buffer behind a match
