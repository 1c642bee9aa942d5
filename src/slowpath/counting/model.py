"""Cost models: what allocations take, as data.

A model gives each kind of thing that a run allocates a size: a header, and so much for `each` field of an
object, element of a sequence, entry of a table or character of a text. The default is CPython's; others
are read from TOML files:

    name = "jvm"

    [sizes]
    object = {each = 4}             # the header is 0 where it is left out
    list = {header = 8, each = 4}   # kinds that are left out take nothing

    [weights]                       # measures of the model's own, as weighted sums of others
    energy = "2*ops + memory"
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from slowpath.counting.measures import BUILDS, parse
from slowpath.errors import UsageError

SIZED: Final = ("memory", "allocated")  # the measures that a model prices
KINDS: Final = ("object", "list", "tuple", "dict", "set", "deque", "text", "bytes")


@dataclass(frozen=True, slots=True)
class Size:
    """What a thing of one kind takes: `header` for itself, `each` for each of its parts, in bytes."""

    header: int = 0
    each: int = 0


NOTHING: Final = Size()


@dataclass(frozen=True, slots=True)
class CostModel:
    """What allocations take, by kind, and measures that are weighted sums.

    The memory of a run is the sum of what it allocates: nothing is ever given back.
    """

    name: str
    sizes: Mapping[str, Size]
    weights: Mapping[str, str] = field(default_factory=dict)

    def size(self, kind: str) -> Size:
        """What a thing of a kind takes."""
        return self.sizes.get(kind, NOTHING)

    def spelled(self, measure: str) -> str:
        """A measure in terms of the elementary ones."""
        return self.weights.get(measure.strip(), measure)

    def document(self) -> dict[str, Any]:
        """The model as a file has it."""
        sizes = {kind: {"header": size.header, "each": size.each} for kind, size in self.sizes.items()}
        return {"name": self.name, "sizes": sizes, "weights": dict(self.weights)}


# The sizes of sys.getsizeof on 64 bits; an entry of a table with the share of its index that is free.
CPYTHON: Final = CostModel(
    "cpython",
    MappingProxyType(
        {
            "object": Size(48, 8),
            "list": Size(56, 8),
            "tuple": Size(40, 8),
            "dict": Size(64, 40),
            "set": Size(216, 32),
            "deque": Size(760, 8),
            "text": Size(49, 1),
            "bytes": Size(33, 1),
        }
    ),
)


def read(path: str | Path) -> CostModel:
    """Return the model of a TOML file."""
    import tomllib

    try:
        document = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"cannot read the cost model {path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: {error}", "Fix the file: see docs/how-to/cases.md.") from None
    return from_document(document, str(path))


def from_document(document: Mapping[str, Any], where: str) -> CostModel:
    """Return the model that a document describes; `where` is named where it makes no sense."""
    known = ("name", "sizes", "weights")
    for key in document:
        if key not in known:
            raise UsageError(f"{where}: a cost model has no {key!r}", f"It has: {', '.join(known)}.")
    sizes = {kind: _size(kind, value, where) for kind, value in _table(document, "sizes", where).items()}
    weights = {
        name: _weighted(name, value, where) for name, value in _table(document, "weights", where).items()
    }
    return CostModel(str(document.get("name", Path(where).stem)), sizes, weights)


def _table(document: Mapping[str, Any], name: str, where: str) -> Mapping[str, Any]:
    table = document.get(name, {})
    if not isinstance(table, Mapping):
        raise UsageError(f"{where}: [{name}] must be a table")
    return table


def _size(kind: str, value: Any, where: str) -> Size:
    if kind not in KINDS:
        raise UsageError(f"{where}: no kind {kind!r}", f"The kinds are: {', '.join(KINDS)}.")
    hint = f"Write, for example, {kind} = {{header = 16, each = 8}}."
    if not isinstance(value, Mapping) or not set(value) <= {"header", "each"}:
        raise UsageError(f"{where}: the size of {kind} is {value!r}", hint)
    for number in value.values():
        if type(number) is not int or number < 0:
            raise UsageError(f"{where}: the size of {kind} has {number!r}, no number of bytes", hint)
    return Size(value.get("header", 0), value.get("each", 0))


def _weighted(name: str, value: Any, where: str) -> str:
    if name in BUILDS or not name.isidentifier():
        raise UsageError(f"{where}: a measure cannot be named {name!r}", "Choose a name of its own.")
    if not isinstance(value, str):
        raise UsageError(f"{where}: the measure {name} is {value!r}", 'Write a sum such as "2*ops + memory".')
    parse(value)
    return value
