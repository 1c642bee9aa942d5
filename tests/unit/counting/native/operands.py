"""Operands for the comparison of hooks with the plain operations."""

from __future__ import annotations

import array
import copy
import io
import re
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Iterator
from typing import Any, ClassVar

from hypothesis import strategies as st


class Log:
    """What the target's own methods did, in order. Off while operands are copied."""

    entries: ClassVar[list[tuple[object, ...]]] = []
    on = False

    @classmethod
    def note(cls, *entry: object) -> None:
        if cls.on:
            cls.entries.append(entry)


class Loud:
    """An object whose every special method is noted."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __deepcopy__(self, memo: object) -> Loud:
        return Loud(self.number)

    def __copy__(self) -> Loud:
        Log.note("copy", self.number)
        return Loud(self.number)

    def __eq__(self, other: object) -> Any:
        Log.note("eq", self.number, shape(other))
        if self.number == 4 and Log.on:
            raise LookupError("no comparison of 4")
        return isinstance(other, Loud) and self.number == other.number

    def __lt__(self, other: object) -> Any:
        Log.note("lt", self.number, shape(other))
        return self.number < other.number if isinstance(other, Loud) else NotImplemented

    def __hash__(self) -> int:
        Log.note("hash", self.number)
        return self.number

    def __index__(self) -> int:
        Log.note("index", self.number)
        return self.number

    def __bool__(self) -> bool:
        Log.note("bool", self.number)
        return self.number % 2 == 1

    def __len__(self) -> int:
        Log.note("len", self.number)
        return self.number

    def __iter__(self) -> Iterator[int]:
        Log.note("iter", self.number)
        return iter(range(self.number))

    def __contains__(self, item: object) -> Any:
        Log.note("contains", self.number, shape(item))
        return "yes" if self.number else ""

    def __str__(self) -> str:
        Log.note("str", self.number)
        return f"loud {self.number}"

    __repr__ = __str__

    def __add__(self, other: object) -> Any:
        Log.note("add", self.number, shape(other))
        return "added"

    def __radd__(self, other: object) -> Any:
        Log.note("radd", self.number, shape(other))
        return NotImplemented if self.number == 2 else "added to"

    def __iadd__(self, other: object) -> Any:
        Log.note("iadd", self.number, shape(other))
        return self

    def __mul__(self, other: object) -> Any:
        Log.note("mul", self.number, shape(other))
        return 7

    def __or__(self, other: object) -> Any:
        Log.note("or", self.number, shape(other))
        return {1, 2}

    def __ror__(self, other: object) -> Any:
        Log.note("ror", self.number, shape(other))
        return NotImplemented


class LoudList(list[Any]):
    """A list that overrides what a hook must not ask."""

    def __len__(self) -> int:
        Log.note("LoudList.len")
        return super().__len__()

    def __iter__(self) -> Iterator[Any]:
        Log.note("LoudList.iter")
        return super().__iter__()

    def __contains__(self, item: object) -> bool:
        Log.note("LoudList.contains")
        return super().__contains__(item)

    def __deepcopy__(self, memo: dict[int, Any]) -> LoudList:
        return LoudList(copy.deepcopy(item, memo) for item in list.__iter__(self))

    def index(self, *args: Any) -> int:
        Log.note("LoudList.index")
        return super().index(*args)


class LoudStr(str):
    """A str that overrides what a hook must not ask."""

    __slots__ = ()

    def __len__(self) -> int:
        Log.note("LoudStr.len")
        return super().__len__()

    def __eq__(self, other: object) -> bool:
        Log.note("LoudStr.eq")
        return super().__eq__(other)

    __hash__ = str.__hash__

    def find(self, *args: Any) -> int:
        Log.note("LoudStr.find")
        return super().find(*args)

    def __deepcopy__(self, memo: object) -> LoudStr:
        return LoudStr(str(self))


class LoudInt(int):
    """An int with its own arithmetic."""

    def __add__(self, other: object) -> Any:
        Log.note("LoudInt.add")
        return super().__add__(other) if isinstance(other, int) else NotImplemented

    def __index__(self) -> int:
        Log.note("LoudInt.index")
        return 1


CONTAINERS: tuple[Any, ...] = (list, tuple, set, frozenset, deque)


def shape(value: Any) -> Any:
    """Return a value's types and content, comparable without the value's own methods."""
    kind = type(value)
    name = kind.__name__
    if isinstance(value, Loud):
        return (name, value.number)
    if isinstance(value, dict):
        return (name, [(shape(key), shape(item)) for key, item in dict.items(value)])
    for container in CONTAINERS:
        if isinstance(value, container):
            return (name, [shape(item) for item in container.__iter__(value)])
    for scalar in (str, bytes, bytearray, int, float, complex):
        if isinstance(value, scalar):
            return (name, scalar.__repr__(value)) if not isinstance(value, int) else (name, hex(value))
    if isinstance(value, array.array | memoryview):
        return (name, value.tolist())
    if isinstance(value, io.StringIO | io.BytesIO):
        return (name, value.getvalue(), value.tell())
    if isinstance(value, re.Match):
        return (name, value.span())
    if isinstance(value, BaseException):
        return (name, [shape(item) for item in value.args])
    return name if value is not NotImplemented and value is not None else repr(value)


def fresh(value: Any) -> Any:
    """Return an equal value that shares nothing mutable."""
    if isinstance(value, memoryview):
        return memoryview(bytes(value))
    if isinstance(value, io.StringIO | io.BytesIO):
        return type(value)(value.getvalue())  # type: ignore[arg-type]
    if isinstance(value, list) and type(value) is list:
        return [fresh(item) for item in value]
    return copy.deepcopy(value)


texts = st.text("ab ,%dé€\n", max_size=12)
blobs = st.binary(max_size=8)
indices = st.integers(-5, 14)
large = st.sampled_from([2**61 - 1, 3 * (2**61 - 1) + 5, -(2**64), 2**100, 10**40])
loud = st.builds(Loud, st.integers(0, 5))
scalars = st.one_of(
    indices,
    large,
    st.booleans(),
    st.none(),
    st.sampled_from([0.5, -1.0, float("nan"), 1e300]),
    texts,
    blobs,
    st.sampled_from(["12", "-7", "x" * 40, "9" * 30, "%s", "%d", "a"]),
)
hashable = st.one_of(scalars, loud, st.tuples(scalars, scalars), st.frozensets(scalars, max_size=3))
lists = st.lists(st.one_of(hashable, st.lists(scalars, max_size=3)), max_size=8)
values = st.one_of(
    hashable,
    lists,
    st.lists(indices, max_size=9),
    st.lists(texts, max_size=5),
    st.builds(LoudList, lists),
    st.builds(LoudStr, texts),
    st.builds(LoudInt, indices),
    st.builds(tuple, lists),
    st.builds(bytearray, blobs),
    st.sets(hashable, max_size=5),
    st.frozensets(hashable, max_size=5),
    st.dictionaries(hashable, scalars, max_size=5),
    st.builds(deque, lists),
    st.builds(range, indices, indices),
)

RECEIVERS: dict[type, st.SearchStrategy[Any]] = {
    list: st.one_of(lists, st.lists(indices, max_size=30), st.builds(LoudList, lists)),
    tuple: st.builds(tuple, lists),
    str: st.one_of(texts, st.builds(LoudStr, texts)),
    bytes: blobs,
    bytearray: st.builds(bytearray, blobs),
    dict: st.dictionaries(hashable, scalars, max_size=5),
    OrderedDict: st.builds(OrderedDict, st.dictionaries(hashable, scalars, max_size=4)),
    Counter: st.builds(Counter, texts),
    defaultdict: st.builds(
        lambda items: defaultdict(int, items), st.dictionaries(texts, indices, max_size=4)
    ),
    set: st.sets(hashable, max_size=6),
    frozenset: st.frozensets(hashable, max_size=6),
    deque: st.builds(deque, lists),
    int: st.one_of(indices, large),
    array.array: st.builds(lambda items: array.array("i", items), st.lists(indices, max_size=8)),
    memoryview: st.builds(memoryview, blobs),
    io.StringIO: st.builds(io.StringIO, texts),
    io.BytesIO: st.builds(io.BytesIO, blobs),
    re.Pattern: st.sampled_from([re.compile("a+,?"), re.compile("")]),
}
