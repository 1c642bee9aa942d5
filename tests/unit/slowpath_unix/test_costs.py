"""What makes a command cost more, by counted costs: the order of costs is known beforehand."""

from __future__ import annotations

from typing import Any

import pytest

from slowpath.testing import Counter
from tests.unit.slowpath_unix.gnu import ops

HOME = "slowpath_unix"
WORDS = [f"{i:03d}" for i in range(64)]

# A command, its options, and inputs of one size, from cheap to dear.
ORDERS: dict[str, tuple[dict[str, Any], list[Any]]] = {
    "sort:sort": ({}, [WORDS, WORDS[32:] + WORDS[:32], WORDS[::-1]]),
    "grep:grep": ({"pattern": "aab"}, [["bbbbbbbb"] * 8, ["aaaaaaaa"] * 8]),
    "cut:cut": ({"fields": "1-", "delimiter": ":"}, [["abcdefgh"] * 8, ["abcd:fgh"] * 8, ["::::::::"] * 8]),
    "uniq:uniq": ({}, [["aaa"] * 64, WORDS]),
    "head:head_lines": ({"count": 9}, [WORDS[:4], WORDS]),
    "tr:tr": ({"first": "a-z", "second": "A-Z"}, ["-" * 64, "a" * 64]),
    "wc:wc": ({}, [" " * 64, "a " * 32]),
    "cat:cat": ({"number": True}, ["a" * 64, "\n" * 64]),
    "xargs:xargs_echo": ({"count": 1}, [["a"] * 8, ["aaa a a "] * 8]),
    # A star that fails late is tried at every place.
    "find:find": ({"name": "*aab"}, [[("/d/" + "b" * 16, 0, 0)] * 4, [("/d/" + "a" * 16, 0, 0)] * 4]),
    "zip:zip_stream": ({}, [b"a" * 60, bytes(range(60))]),
    "gzip:gzip": ({}, [b"a" * 198, bytes(range(198)), b"".join(b"ab%c" % i for i in range(66))]),
}


@pytest.mark.parametrize("name", ORDERS)
def test_the_worst_input_costs_most(name: str) -> None:
    options, inputs = ORDERS[name]
    with Counter(f"{HOME}.{name}") as counter:
        costs = [ops(counter, value, **options) for value in inputs]
    assert costs == sorted(set(costs))
