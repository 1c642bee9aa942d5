"""The path condition of a family at one size, as arrays: no object per condition."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from slowpath.model.charset import CharSet
from slowpath.scaling.path.factor import SIZE
from slowpath.scaling.path.family import Generator, PathFamily, Terms, index
from slowpath.scaling.path.form import PathForm
from slowpath.scaling.path.nest import Nest
from slowpath.scaling.path.point import Base, Residues

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[np.int64]]


@dataclass(frozen=True, slots=True)
class Block:
    """Conditions of one point: `sum of factors * variables + constant op 0`, row by row.

    Each column has the variable of one term per row. `op` is "in" where the variable is one of `chars`,
    "mod" where its remainder is one of `residues`.
    Variables whose number differs from row to row stand in `ragged`.
    """

    op: str
    factors: tuple[int, ...]
    columns: tuple[Array, ...]
    constant: Array
    chars: CharSet | None = None
    ragged: tuple[Ragged, ...] = ()
    residues: Residues | None = None

    def __len__(self) -> int:
        return len(self.constant)


@dataclass(frozen=True, slots=True)
class Ragged:
    """Terms of rows that have different numbers of them: the row, and the variable, of each."""

    factor: int
    row: Array
    variable: Array


def synthesize(family: PathFamily, size: int) -> list[Block]:
    """The path condition of the worst path at a size. Nothing is run."""
    blocks = [_block(each, size, family.flat) for each in family.generators if size >= each.first]
    return [block for block in blocks if len(block)]


def _block(generator: Generator, size: int, flat: Mapping[Base, PathForm]) -> Block:
    import numpy as np

    nest, kind = generator.nest, generator.key.kind
    needed = generator.needed()
    positions = nest.unfold(size, needed)
    length = next((len(column) for column in positions.values() if np.ndim(column)), 1)
    constant = np.broadcast_to(generator.constant.at(positions), (length,))
    factors: list[int] = []
    columns: list[Array] = []
    ragged: list[Ragged] = []
    for terms in generator.terms:
        if terms.length is not None:
            level = len(nest.counts)
            ragged.append(_ragged(terms, terms.length, positions, flat, level, length, needed))
            continue
        for place in terms.places:
            factors.append(terms.factor)
            columns.append(_variables(place, positions, flat[terms.base], length))
    return Block(kind.op, tuple(factors), tuple(columns), constant, kind.chars, tuple(ragged), kind.residues)


def _variables(
    place: tuple[PathForm, ...], positions: Mapping[str, Any], flat: PathForm, length: int
) -> Array:
    """The number of the variable in each row."""
    import numpy as np

    indices = {index(level): form.at(positions) for level, form in enumerate(place)}
    numbers = flat.at({SIZE: positions[SIZE], **indices})
    return np.broadcast_to(numbers, (length,))


def _ragged(
    terms: Terms,
    count: PathForm,
    positions: Mapping[str, Any],
    flat: Mapping[Base, PathForm],
    level: int,
    rows: int,
    needed: Container[str],
) -> Ragged:
    import numpy as np

    row = "row"
    inner = Nest((count,)).unfold(int(positions[SIZE]), needed, {**positions, row: np.arange(rows)}, level)
    return Ragged(
        terms.factor, inner[row], _variables(terms.places[0], inner, flat[terms.base], len(inner[row]))
    )
