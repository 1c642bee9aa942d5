"""Dictionaries: any number of pairs of two shapes, or fixed keys."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict
from dataclasses import dataclass
from typing import Any

from slowpath.shape.base import Inner, Length, Shape, check_kind, wrong_kind
from slowpath.shape.maker import GATHER, Maker
from slowpath.shape.source import write_call, write_gathered

KINDS = tuple(
    kind for kind in GATHER if kind.partition("[")[0] in ("dict", "OrderedDict", "Counter", "defaultdict")
)
_TYPES: dict[str, type] = {
    "dict": dict,
    "OrderedDict": OrderedDict,
    "Counter": Counter,
    "defaultdict": defaultdict,
}


@dataclass(frozen=True, slots=True)
class Dicts(Shape):
    """A dictionary built from so many pairs, of which those with equal keys coincide."""

    keys: Shape
    values: Shape
    length: Length
    kind: str = "dict"

    def __post_init__(self) -> None:
        check_kind(self.kind, KINDS, "dictionary")

    def build(self, size: int, maker: Maker, name: str = "") -> Any:
        pairs = [
            (
                self.keys.build(size, maker, f"{name}[{i}].key"),
                self.values.build(size, maker, f"{name}[{i}].value"),
            )
            for i in range(self.length.decide(size, maker, name))
        ]
        return maker.gather(name, self.kind, pairs)

    def fault(self, value: Any, size: int | None, name: str = "it") -> str | None:
        if not isinstance(value, dict) or not isinstance(value, _TYPES[self.kind.partition("[")[0]]):
            return wrong_kind(value, f"a {self.kind}", name)
        for i, (key, item) in enumerate(value.items()):
            fault = self.keys.fault(key, size, f"{name}[{i}].key") or self.values.fault(
                item, size, f"{name}[{i}].value"
            )
            if fault is not None:
                return fault
        return self.length.fault(len(value), size, name, distinct=True)

    def render(self, value: Any) -> str:
        pairs = [(self.keys.render(key), self.values.render(item)) for key, item in value.items()]
        return write_gathered(self.kind, pairs)

    def describe(self) -> str:
        kind = "" if self.kind == "dict" else f", {self.kind!r}"
        return f"dicts({self.keys.describe()}, {self.values.describe()}, {self.length.describe()}{kind})"

    def inner(self) -> Inner:
        return [("", self.length), ("[0].key", self.keys), ("[0].value", self.values)]


@dataclass(frozen=True, slots=True)
class Entry:
    """One key of a dictionary of fixed keys; it may be absent where it is not required."""

    key: str
    shape: Shape
    required: bool = True


@dataclass(frozen=True, slots=True)
class Entries(Shape):
    """A dictionary of fixed keys that are text, each with a shape of its own (as a TypedDict is)."""

    entries: tuple[Entry, ...]

    def build(self, size: int, maker: Maker, name: str = "") -> Any:
        pairs = []
        for entry in self.entries:
            path = f"{name}[{entry.key!r}]"
            meaning = (f"{entry.key!r} not in {name}", f"{entry.key!r} in {name}")
            if entry.required or maker.choose(f"has({path})", 2, meaning):
                pairs.append((maker.const(repr(entry.key)), entry.shape.build(size, maker, path)))
        return maker.gather(name, "dict", pairs)

    def fault(self, value: Any, size: int | None, name: str = "it") -> str | None:
        if not isinstance(value, dict):
            return wrong_kind(value, "a dict", name)
        known = {entry.key for entry in self.entries}
        for key in value:
            if key not in known:
                return f"{name} has the key {key!r}, which the shape has not"
        for entry in self.entries:
            if entry.key in value:
                fault = entry.shape.fault(value[entry.key], size, f"{name}[{entry.key!r}]")
            else:
                fault = f"{name} has no key {entry.key!r}" if entry.required else None
            if fault is not None:
                return fault
        return None

    def render(self, value: Any) -> str:
        shapes = {entry.key: entry.shape for entry in self.entries}
        return write_gathered("dict", [(repr(key), shapes[key].render(item)) for key, item in value.items()])

    def describe(self) -> str:
        return write_call("entries", [], {entry.key: _described(entry) for entry in self.entries})

    def inner(self) -> Inner:
        return [(f"[{entry.key!r}]", entry.shape) for entry in self.entries]


def _described(entry: Entry) -> str:
    return entry.shape.describe() if entry.required else f"maybe({entry.shape.describe()})"
