"""Single numbers, truth values and characters."""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from slowpath.errors import ShapeError
from slowpath.model.charset import CharSet
from slowpath.shape.alphabet import check_alphabet, describe_alphabet
from slowpath.shape.base import Shape, wrong_kind
from slowpath.shape.formula import Number, SizeFormula
from slowpath.shape.maker import Maker
from slowpath.shape.source import write_integer

_N = TypeVar("_N", int, float)


@dataclass(frozen=True, slots=True)
class Bounded(Shape):
    """A number from `lo` to `hi`, both included; None is no bound."""

    word: ClassVar[str]  # what the shape is called
    lo: SizeFormula | None = None
    hi: SizeFormula | None = None

    def __post_init__(self) -> None:
        lo, hi = self._constants()
        if lo is not None and hi is not None:
            self.bounds(0)

    @abstractmethod
    def bounds(self, size: int, name: str = "") -> tuple[Any, Any]:
        """The smallest and the largest number at a size."""

    @property
    def grows(self) -> bool:
        return any(bound is not None and bound.grows for bound in (self.lo, self.hi))

    def check(self, size: int, name: str) -> None:
        self.bounds(size, name)

    def _constants(self) -> tuple[Number | None, Number | None]:
        """The bounds as far as they do not depend on the size."""
        return (
            None if self.lo is None else self.lo.constant,
            None if self.hi is None else self.hi.constant,
        )

    def _ordered(self, lo: _N | None, hi: _N | None, size: int, name: str) -> tuple[_N | None, _N | None]:
        if lo is not None and hi is not None and lo > hi:
            raise self._nothing(size, name)
        return lo, hi

    def _nothing(self, size: int, name: str) -> ShapeError:
        where = f"{name}: " if name else ""
        when = f" where N is {size}" if self.grows else ""
        return ShapeError(
            f"{where}{self.describe()} admits no number{when}: its lower bound is over its upper bound",
            f"Put the smaller one first: {self.word}({self.hi}, {self.lo}).",
        )

    def describe(self) -> str:
        return f"{self.word}({describe_bounds(self)})"

    def _outside(self, value: Number, size: int | None, name: str) -> str | None:
        """Why a number is not between the bounds; without a size, those that depend on it are left out."""
        lo, hi = self._constants() if size is None else self.bounds(size, name)
        if lo is not None and value < lo:
            return f"{name} is {value}, under {lo}"
        if hi is not None and value > hi:
            return f"{name} is {value}, over {hi}"
        return None


@dataclass(frozen=True, slots=True)
class Integer(Bounded):
    """A whole number from `lo` to `hi`, both included; None is no bound."""

    word = "integer"

    def build(self, size: int, maker: Maker, name: str = "") -> Any:
        return maker.integer(name, *self.bounds(size, name))

    def bounds(self, size: int, name: str = "") -> tuple[int | None, int | None]:
        """The smallest and the largest number at a size."""
        if self.lo is None and self.hi is None:
            return None, None
        lo = None if self.lo is None else math.ceil(self.lo.at(size))
        hi = None if self.hi is None else math.floor(self.hi.at(size))
        return self._ordered(lo, hi, size, name)

    def fault(self, value: Any, size: int | None, name: str = "it") -> str | None:
        if not isinstance(value, int) or isinstance(value, bool):
            return wrong_kind(value, "an int", name)
        return self._outside(value, size, name)

    def render(self, value: Any) -> str:
        return write_integer(value)


@dataclass(frozen=True, slots=True)
class Real(Bounded):
    """A finite float from `lo` to `hi`, both included; None is no bound."""

    word = "real"

    def build(self, size: int, maker: Maker, name: str = "") -> Any:
        return maker.real(name, *self.bounds(size, name))

    def bounds(self, size: int, name: str = "") -> tuple[float | None, float | None]:
        """The smallest and the largest number at a size."""
        lo = None if self.lo is None else float(self.lo.at(size))
        hi = None if self.hi is None else float(self.hi.at(size))
        return self._ordered(lo, hi, size, name)

    def fault(self, value: Any, size: int | None, name: str = "it") -> str | None:
        if not isinstance(value, float | int) or isinstance(value, bool):
            return wrong_kind(value, "a float", name)
        if not math.isfinite(value):
            return wrong_kind(value, "a finite float", name)
        return self._outside(value, size, name)

    def render(self, value: Any) -> str:
        return float.__repr__(value) if isinstance(value, float) else int.__repr__(value)


@dataclass(frozen=True, slots=True)
class Boolean(Shape):
    """True or False."""

    def build(self, size: int, maker: Maker, name: str = "") -> Any:
        return maker.boolean(name)

    def fault(self, value: Any, size: int | None, name: str = "it") -> str | None:
        return None if isinstance(value, bool) else wrong_kind(value, "True or False", name)

    def render(self, value: Any) -> str:
        return "True" if value else "False"

    def describe(self) -> str:
        return "boolean()"


@dataclass(frozen=True, slots=True)
class Char(Shape):
    """A text of one character of an alphabet."""

    alphabet: CharSet

    def __post_init__(self) -> None:
        check_alphabet(self.alphabet)

    def build(self, size: int, maker: Maker, name: str = "") -> Any:
        return maker.text(name, 1, self.alphabet)

    def fault(self, value: Any, size: int | None, name: str = "it") -> str | None:
        if not isinstance(value, str) or len(value) != 1:
            return wrong_kind(value, "one character", name)
        if value in self.alphabet:
            return None
        return wrong_kind(value, f"one of {describe_alphabet(self.alphabet)}", name)

    def render(self, value: Any) -> str:
        return str.__repr__(value)

    def describe(self) -> str:
        return f"char({describe_alphabet(self.alphabet)})"


def describe_bounds(shape: Bounded) -> str:
    """Return the bounds as arguments: "0, 100", "0", "None, 100" or nothing."""
    if shape.hi is None:
        return "" if shape.lo is None else shape.lo.text
    return f"{shape.lo}, {shape.hi}"
