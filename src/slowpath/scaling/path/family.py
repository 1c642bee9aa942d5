"""The worst path as a function of the size: for each constraint generator point a generator of its rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from slowpath.scaling.path.factor import SIZE
from slowpath.scaling.path.form import PathForm, fit
from slowpath.scaling.path.nest import Brackets, Nest, bracketed, described, infer, position
from slowpath.scaling.path.point import Base, Key, PointRow, Rows

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[np.int64]]

LEAST_SIZES = 3  # of which a point has rows: any line goes through two


@dataclass(frozen=True, slots=True)
class Terms:
    """The variables of one slot: so many places per row, each a form for every index.

    Where rows have different numbers of variables, `length` says how many, and the one place there is
    depends on the variable's position in the row.
    """

    factor: int
    base: Base
    places: tuple[tuple[PathForm, ...], ...]
    length: PathForm | None = None


@dataclass(frozen=True, slots=True)
class Generator:
    """The rows of one point at any size from `first` on."""

    key: Key
    nest: Nest
    terms: tuple[Terms, ...]
    constant: PathForm
    first: int

    def needed(self) -> frozenset[str]:
        """The positions that the rows depend on."""
        forms = [form for terms in self.terms for place in terms.places for form in place]
        forms += [terms.length for terms in self.terms if terms.length is not None]
        return frozenset().union(*[form.names() for form in (*forms, self.constant, *self.nest.counts)])

    def described(self) -> list[str]:
        """The sequence of each leaf, in the grammar of const and incre where it has words for it."""
        forms = [form for terms in self.terms for place in terms.places for form in place]
        return [described(self.nest, form) for form in forms]


@dataclass(frozen=True, slots=True)
class Stopped:
    """Why there is no model: the construct that none of the forms describes, and where it is."""

    construct: str
    place: str

    def __str__(self) -> str:
        return f"{self.construct}, at {self.place}" if self.place else self.construct


@dataclass(frozen=True, slots=True)
class PathFamily:
    """The path conditions of the worst paths, one per size."""

    generators: tuple[Generator, ...]
    flat: Mapping[Base, PathForm]  # the number of a variable in the input, by its indices
    cost: PathForm | None = None  # the cost of the worst path, where a form is known

    def rows(self, size: int) -> int:
        """How many questions the worst path of a size asks."""
        return sum(each.nest.total(size) for each in self.generators if size >= each.first)


def learn(
    observed: Mapping[int, Rows],
    variables: Mapping[int, Sequence[tuple[Base, tuple[int, ...]]]],
) -> PathFamily | Stopped:
    """The family of which the observed rows, by size, are members, or what stands in the way."""
    sizes = sorted(observed)
    generators: list[Generator] = []
    for key in dict.fromkeys(key for size in sizes for key in observed[size]):
        rows = {size: observed[size].get(key, []) for size in sizes}
        generator = _generator(key, rows)
        if isinstance(generator, Stopped):
            return generator
        if generator is not None:
            generators.append(generator)
    flat = _flat(variables)
    if isinstance(flat, Stopped):
        return flat
    return PathFamily(tuple(generators), flat)


def _generator(key: Key, rows: Mapping[int, Sequence[PointRow]]) -> Generator | Stopped | None:
    """The generator of a point; None where the point is one of small sizes only."""
    sizes = [size for size, some in rows.items() if some]
    last = max(rows)
    if last not in sizes:
        return None
    # The smallest sizes may be exceptions: fewer of them are explained where all cannot be.
    together = [size for size in range(sizes[0], last + 1) if rows.get(size)]
    stopped: Stopped | None = None
    for start in range(max(1, len(together) - LEAST_SIZES + 1)):
        kept = {size: rows[size] for size in together[start:]}
        if len(kept) < LEAST_SIZES:
            break
        for flat in (False, True):
            made = _fitted(key, kept, flat)
            if isinstance(made, Generator):
                return made
            stopped = stopped or made
    return stopped or Stopped("a question that only some sizes ask", key.place)


def _fitted(key: Key, rows: Mapping[int, Sequence[PointRow]], flat: bool) -> Generator | Stopped:
    coordinates = {size: [() if flat else row.coordinates for row in some] for size, some in rows.items()}
    brackets = bracketed(coordinates)
    nest = infer(brackets)
    if nest is None:
        return Stopped("a loop whose number of iterations follows no form", key.place)
    every = [row for some in rows.values() for row in some]
    constant = fit(brackets.rows, _array([row.constant for row in every]))
    if constant is None:
        return Stopped("a number compared with follows no form", key.place)
    terms: list[Terms] = []
    for place, (factor, base) in enumerate(key.kind.slots):
        made = _terms(factor, base, [row.terms[place] for row in every], brackets)
        if made is None:
            return Stopped(f"the indices of {base[0]} follow no form", key.place)
        terms.append(made)
    return Generator(key, nest, tuple(terms), constant, min(rows))


def _terms(
    factor: int, base: Base, slots: Sequence[Sequence[tuple[int, ...]]], brackets: Brackets
) -> Terms | None:
    import numpy as np

    lengths = {len(slot) for slot in slots}
    if len(lengths) == 1:
        forms = [
            [fit(brackets.rows, _array([slot[place][level] for slot in slots])) for level in range(base[1])]
            for place in range(lengths.pop())
        ]
        known = [tuple([form for form in place if form is not None]) for place in forms]
        return Terms(factor, base, tuple(known)) if all(len(each) == base[1] for each in known) else None
    counts = _array([len(slot) for slot in slots])
    length = fit(brackets.rows, counts)
    if length is None:
        return None
    inner = {name: np.repeat(column, counts) for name, column in brackets.rows.items()}
    inner[position(len(brackets.levels))] = _array([t for slot in slots for t in range(len(slot))])
    place = [fit(inner, _array([each[level] for slot in slots for each in slot])) for level in range(base[1])]
    known_place = tuple([form for form in place if form is not None])
    return Terms(factor, base, (known_place,), length) if len(known_place) == base[1] else None


def _flat(variables: Mapping[int, Sequence[tuple[Base, tuple[int, ...]]]]) -> dict[Base, PathForm] | Stopped:
    found: dict[Base, list[tuple[int, ...]]] = {}
    for size, names in variables.items():
        for number, (base, indices) in enumerate(names):
            found.setdefault(base, []).append((size, *indices, number))
    forms: dict[Base, PathForm] = {}
    for base, rows in found.items():
        table = _array(rows)
        columns = {SIZE: table[:, 0], **{index(level): table[:, level + 1] for level in range(base[1])}}
        form = fit(columns, table[:, -1])
        if form is None:
            return Stopped("the input's structure follows no form", base[0])
        forms[base] = form
    return forms


def index(level: int) -> str:
    """The name of a variable's index at a level."""
    return f"i{level}"


def cost_form(costs: Mapping[int, int], exceptions: int | None = None) -> PathForm | None:
    """The form of the costs; small sizes may be exceptions, so many at most."""
    sizes = sorted(costs)
    most = len(sizes) - LEAST_SIZES
    for start in range(max(1, (most if exceptions is None else min(most, exceptions)) + 1)):
        kept = sizes[start:]
        form = fit({SIZE: _array(kept)}, _array([costs[size] for size in kept]))
        if form is not None:
            return form
    return None


def _array(numbers: Sequence[Any]) -> Array:
    import numpy as np

    return np.array(numbers, np.int64)
