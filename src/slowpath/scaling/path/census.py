"""The variables of an input at a size, as arrays, and the input that values for them make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from slowpath.errors import ShapeError
from slowpath.expr.variable import BOOLEAN, LARGEST, Characters, Domain, Integers, Reals, Value
from slowpath.model.charset import CharSet
from slowpath.shape.base import Shape
from slowpath.shape.inputs import build_inputs
from slowpath.shape.maker import PlainMaker
from slowpath.solve.rank import ranks_of, unrank

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[np.int64]]

FREE = 1 << 62  # beyond every bound


@dataclass(frozen=True, slots=True)
class Domains:
    """What the variables may be: bounds by variable, and the sets of those that are characters.

    Floats stand by their ranks: their number in the order of floats.
    """

    low: Array
    high: Array
    alphabets: tuple[CharSet | None, ...]
    alphabet: Array  # for each variable, its place in `alphabets`
    real: Array  # whether it is a float

    def __len__(self) -> int:
        return len(self.low)

    def extended(self, count: int) -> Domains:
        """The domains with free whole numbers behind them, `count` variables in all."""
        import numpy as np

        more = count - len(self)
        return Domains(
            np.concatenate([self.low, np.full(more, -FREE)]),
            np.concatenate([self.high, np.full(more, FREE)]),
            (*self.alphabets, None),
            np.concatenate([self.alphabet, np.full(more, len(self.alphabets))]),
            np.concatenate([self.real, np.zeros(more, bool)]),
        )


class Census(PlainMaker):
    """Notes the domain of each leaf that shapes ask for, in order; a length or choice is refused."""

    def __init__(self) -> None:
        self.domains: list[Domain] = []
        self._integers: dict[tuple[int | None, int | None], Domain] = {}

    def integer(self, name: str, lo: int | None, hi: int | None) -> Any:
        domain = self._integers.get((lo, hi))
        if domain is None:
            domain = self._integers[lo, hi] = Integers(lo, hi)
        self.domains.append(domain)
        return 0 if lo is None or hi is None else lo

    def real(self, name: str, lo: float | None, hi: float | None) -> Any:
        self.domains.append(Reals(-LARGEST if lo is None else lo, LARGEST if hi is None else hi))
        return 0.0

    def boolean(self, name: str) -> Any:
        self.domains.append(BOOLEAN)
        return False

    def text(self, name: str, length: int, alphabet: CharSet) -> Any:
        self.domains += [Characters(alphabet)] * length
        return alphabet.representative() * length

    def blob(self, name: str, length: int) -> Any:
        self.domains += [_BYTE] * length
        return bytes(length)

    def choose(self, name: str, count: int, meaning: Sequence[str] = ()) -> int:
        raise ShapeError(f"{name} is a choice", "Fix lengths and choices to scale a path.")

    def length(self, name: str, lo: int, hi: int) -> int:
        raise ShapeError(f"{name} is not fixed", "Fix lengths and choices to scale a path.")


_BYTE = Characters(CharSet.between(0, 255), octets=True)


class Filler(PlainMaker):
    """Makes each leaf the next of given values."""

    def __init__(self, values: Iterator[int]) -> None:
        self._next = values.__next__

    def integer(self, name: str, lo: int | None, hi: int | None) -> Any:
        return self._next()

    def real(self, name: str, lo: float | None, hi: float | None) -> Any:
        return unrank(self._next())

    def boolean(self, name: str) -> Any:
        return bool(self._next())

    def text(self, name: str, length: int, alphabet: CharSet) -> Any:
        return "".join([chr(self._next()) for _ in range(length)])

    def blob(self, name: str, length: int) -> Any:
        return bytes([self._next() for _ in range(length)])

    def choose(self, name: str, count: int, meaning: Sequence[str] = ()) -> int:
        raise ShapeError(f"{name} is a choice", "Fix lengths and choices to scale a path.")

    def length(self, name: str, lo: int, hi: int) -> int:
        raise ShapeError(f"{name} is not fixed", "Fix lengths and choices to scale a path.")


def domains_of(shapes: Mapping[str, Shape], size: int) -> Domains:
    """The domains of the variables at a size. Raises ShapeError where the structure is not fixed."""
    import numpy as np

    census = Census()
    for name, shape in shapes.items():
        shape.build(size, census, name)
    numbers: dict[Domain, int] = {}
    known: dict[int, int] = {}  # by identity: most leaves share one domain, and hashing it takes time
    for domain in census.domains:
        if id(domain) not in known:
            known[id(domain)] = numbers.setdefault(domain, len(numbers))
    place = np.array([known[id(domain)] for domain in census.domains], np.int64)
    ranges = [ranks_of(domain) for domain in numbers]
    low = np.array([-FREE if lo is None else max(lo, -FREE) for lo, _ in ranges], np.int64)
    high = np.array([FREE if hi is None else min(hi, FREE) for _, hi in ranges], np.int64)
    alphabets = tuple([domain.chars if isinstance(domain, Characters) else None for domain in numbers])
    real = np.array([isinstance(domain, Reals) for domain in numbers], bool)
    return Domains(low[place], high[place], alphabets, place, real[place])


def input_of(shapes: Mapping[str, Shape], size: int, values: Array) -> dict[str, Any]:
    """The input in which the variables have the values of an array."""
    return build_inputs(shapes, size, Filler(iter(values.tolist())))


def model_of(domains: Domains, values: Array) -> dict[int, Value]:
    """The values by variable, floats by themselves."""
    model: dict[int, Value] = dict(enumerate(values.tolist()))
    for index in domains.real.nonzero()[0].tolist():
        model[index] = unrank(int(values[index]))
    return model
