"""Who decides the leaves of an input: a shape walks the structure and asks a maker for each leaf."""

from __future__ import annotations

import builtins
import importlib
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from slowpath.errors import InputRejected, ShapeError
from slowpath.model.charset import CharSet
from slowpath.shape import constants


@dataclass(frozen=True, slots=True)
class ClassRef:
    """A class by name, spelled as targets are: `module:Class`, `module:Outer.Inner`.

    It is looked up when an input is made, so that inside the private copies of a target's modules it
    stands for the copy of the class.
    """

    module: str
    qualname: str

    def __str__(self) -> str:
        return f"{self.module}:{self.qualname}"

    def resolve(self) -> Any:
        """The class itself."""
        try:
            thing: Any = importlib.import_module(self.module)
            for part in self.qualname.split("."):
                thing = getattr(thing, part)
        except (ImportError, AttributeError) as error:
            raise ShapeError(
                f"no class {self}: {error}", "Name a class as module:Class, for example fractions:Fraction."
            ) from None
        return thing


class Maker(Protocol):
    """Decides each leaf of an input, and puts the parts together.

    A leaf's `name` is its path from the parameter: `xs[3]`, `person.name`, `table[2].key`. Bounds are
    inclusive, None where there is none. `choose` and `length` decide about structure: they return plain
    ints even where leaves are symbolic.
    """

    def integer(self, name: str, lo: int | None, hi: int | None) -> Any: ...
    def real(self, name: str, lo: float | None, hi: float | None) -> Any: ...
    def boolean(self, name: str) -> Any: ...
    def text(self, name: str, length: int, alphabet: CharSet) -> Any: ...
    def blob(self, name: str, length: int) -> Any: ...
    def choose(self, name: str, count: int, meaning: Sequence[str] = ()) -> int: ...
    def length(self, name: str, lo: int, hi: int) -> int: ...

    def const(self, source: str) -> Any:
        """A value given by its source."""

    def expression(self, source: str) -> Any:
        """What an expression in builtins gives."""

    def gather(self, name: str, kind: str, items: Sequence[Any]) -> Any:
        """A container of a kind in GATHER; `items` are pairs where it is a mapping."""

    def construct(self, name: str, ref: ClassRef, arguments: Sequence[Any], fields: Mapping[str, Any]) -> Any:
        """An object of a class. Raises InputRejected where its constructor refuses the arguments."""

    def member(self, ref: ClassRef, name: str) -> Any:
        """A member of an enumeration."""


GATHER: Mapping[str, Callable[[Iterable[Any]], Any]] = {
    "list": list,
    "tuple": tuple,
    "set": set,
    "frozenset": frozenset,
    "deque": deque,
    "iterator": lambda items: iter(list(items)),
    "dict": dict,
    "OrderedDict": OrderedDict,
    "Counter": lambda pairs: Counter(dict(pairs)),
    "defaultdict[int]": lambda pairs: defaultdict(int, pairs),
    "defaultdict[float]": lambda pairs: defaultdict(float, pairs),
    "defaultdict[str]": lambda pairs: defaultdict(str, pairs),
    "defaultdict[list]": lambda pairs: defaultdict(list, pairs),
    "defaultdict[set]": lambda pairs: defaultdict(set, pairs),
    "defaultdict[dict]": lambda pairs: defaultdict(dict, pairs),
    "bytearray": lambda items: bytearray(*items),
    "memoryview": lambda items: memoryview(*items),
}


class PlainMaker:
    """How parts are put together where leaves are plain values: the base of concrete makers."""

    def const(self, source: str) -> Any:
        return constants.evaluate(source)

    def expression(self, source: str) -> Any:
        try:
            return eval(source, {"__builtins__": builtins})
        except Exception as error:
            raise InputRejected(f"{source} cannot be built: {type(error).__name__}: {error}") from error

    def gather(self, name: str, kind: str, items: Sequence[Any]) -> Any:
        try:
            return GATHER[kind](items)
        except TypeError as error:  # an item of a set, or a key, that cannot be hashed
            raise ShapeError(
                f"{name}: {kind} cannot be made of these items: {error}",
                "Items of sets and keys of dicts are numbers, texts or tuples.",
            ) from None

    def construct(self, name: str, ref: ClassRef, arguments: Sequence[Any], fields: Mapping[str, Any]) -> Any:
        made = ref.resolve()
        try:
            return made(*arguments, **fields)
        except Exception as error:
            raise InputRejected(f"{ref} refuses its arguments: {type(error).__name__}: {error}") from error

    def member(self, ref: ClassRef, name: str) -> Any:
        return getattr(ref.resolve(), name)
