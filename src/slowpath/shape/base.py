"""What every shape can do."""

from __future__ import annotations

import builtins
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from slowpath.errors import ShapeError
from slowpath.shape.formula import SizeFormula
from slowpath.shape.maker import Maker


class Shape(ABC):
    """The inputs that are admissible for a parameter, per size. Shapes are frozen and hashable."""

    __slots__ = ()

    @abstractmethod
    def build(self, size: int, maker: Maker, name: str = "") -> Any:
        """An input of a size whose leaves the maker decides; `name` is the path to it."""

    @abstractmethod
    def fault(self, value: Any, size: int | None, name: str = "it") -> str | None:
        """Why a value is not admissible at a size, or None where it is.

        Where `size` is None, what depends on N is not looked at.
        """

    @abstractmethod
    def render(self, value: Any) -> str:
        """The source of an admissible value: a Python expression in builtins alone."""

    @abstractmethod
    def describe(self) -> str:
        """The text of the shape, as `--arg` takes it."""

    def inner(self) -> Inner:
        """The lengths and shapes that it is made of, each with how the path to it goes on."""
        return ()

    @property
    def grows(self) -> bool:
        """Whether the inputs depend on the size: a length, a bound or a part does."""
        return any(part.grows for _, part in self.inner())

    def check(self, size: int, name: str) -> None:
        """Raise ShapeError if the shape makes no sense at a size, as one that grows may."""
        for further, part in self.inner():
            part.check(size, name + further)

    def admits(self, value: Any, size: int) -> bool:
        """Whether a value is admissible at a size."""
        return self.fault(value, size) is None

    def parse(self, text: str, namespace: Mapping[str, Any] | None = None) -> Any:
        """The value of a source that `render` wrote, or that uses the names of `namespace`."""
        try:
            return eval(text, {"__builtins__": builtins, **(namespace or {})})
        except Exception as error:
            raise ShapeError(
                f"{_shortened(text)} cannot be read: {type(error).__name__}: {error}",
                "An input is a Python expression in builtins; text is quoted.",
            ) from None


@dataclass(frozen=True, slots=True)
class Length:
    """How long a sized part is: exactly `lo` where `lo` and `hi` are the same, else anything between."""

    lo: SizeFormula
    hi: SizeFormula

    def __post_init__(self) -> None:
        if self.lo.constant is not None and self.hi.constant is not None:
            self.at(0, "")

    @property
    def grows(self) -> bool:
        """Whether the length depends on the size."""
        return self.lo.grows or self.hi.grows

    def decide(self, size: int, maker: Maker, name: str) -> int:
        """A length that the maker chooses, or the only one there is."""
        lo, hi = self.at(size, name)
        return lo if lo == hi else maker.length(f"len({name})", lo, hi)

    def check(self, size: int, name: str) -> None:
        """Raise ShapeError if there is no such length at a size."""
        self.at(size, name)

    def at(self, size: int, name: str) -> tuple[int, int]:
        """The shortest and the longest length at a size."""
        lo, hi = self.lo.count(size, name), self.hi.count(size, name)
        if lo > hi:
            raise ShapeError(
                f"{name or 'a part'} has no length where N is {size}: it is {lo} to {hi}",
                f"Try between({self.hi}, {self.lo}) or upto({self.lo}).",
            )
        return lo, hi

    def fault(self, count: int, size: int | None, name: str, *, distinct: bool = False) -> str | None:
        """Why there are too few or too many parts; those of a set are `distinct`: equal ones coincide."""
        if size is None:
            if self.grows:
                return None
            size = 0
        lo, hi = self.at(size, name)
        lo = min(lo, 1) if distinct else lo
        if lo <= count <= hi:
            return None
        return f"{name} has {count} parts, not {lo if lo == hi else f'{lo} to {hi}'}"

    def describe(self) -> str:
        if self.lo == self.hi:
            return self.lo.text
        return f"upto({self.hi})" if self.lo.text == "0" else f"between({self.lo}, {self.hi})"


Inner = Iterable[tuple[str, Shape | Length]]


def check_kind(kind: str, kinds: Iterable[str], what: str) -> None:
    """Raise ShapeError if a shape is of a kind that is not among those there are."""
    if kind not in kinds:
        raise ShapeError(f"no kind of {what} {kind!r}", f"There are {', '.join(kinds)}.")


def wrong_kind(value: Any, wanted: str, name: str) -> str:
    """Say that a value is of another kind than a shape wants."""
    return f"{name} is {_shortened(repr(value), 60)}, not {wanted}"


def _shortened(text: str, limit: int = 200) -> str:
    return text if len(text) <= limit else text[: limit - 3] + "..."
