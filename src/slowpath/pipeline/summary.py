"""What is known of a stage at one size of its input: definition 3.2 of CompSLG (a performance summary).

A summary has paths. Each has its conditions, its weight (the cost of the run), what each condition adds to
it, and what the stage puts out: kinds and lengths, and an expression over the input for each leaf. Whoever
composes looks at weights and structures first; the conditions and leaves of a path are decoded only if it is
chosen.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, fields

import msgspec

from slowpath.expr.condition import Condition
from slowpath.expr.variable import Value, Variable
from slowpath.model.charset import CharSet
from slowpath.pipeline.codec import Decoder, Encoder
from slowpath.pipeline.leaf import Leaf
from slowpath.pipeline.output import Output
from slowpath.pipeline.structure import UNBOUNDED, Bounds, ValueStructure
from slowpath.values.path import Path

VERSION = 3  # of the form in which summaries are kept: another one is not read


@dataclass(frozen=True, slots=True)
class StagePath:
    """A path of a stage. `costs` says what follows each condition until the next one; `values` is an input
    that takes the path, by variable. Of a `bare` path the conditions are not known: its values are."""

    weight: int
    bare: bool
    conditions: tuple[Condition, ...]
    costs: tuple[int, ...]
    variables: tuple[Variable, ...]
    values: tuple[Value, ...]
    leaves: tuple[Leaf, ...]


class BarePath(Path):
    """A path whose conditions are not kept, because they are very many."""

    __slots__ = ()

    @classmethod
    def of(cls, path: Path) -> BarePath:
        """A path without its conditions."""
        kept = {each.name: getattr(path, each.name) for each in fields(path)}
        none = {"conditions": [], "taken": bytearray(), "sites": path.sites[:0], "costs": path.costs[:0]}
        return cls(**{**kept, **none})


class PathNote(msgspec.Struct, frozen=True):
    """A path as it is kept: what choosing needs, and the rest packed.

    `structure` is None if no other stage can take the output. `opaque` says that some result of the run does
    not tell how it depends on the input; `given`, that its input was not searched for: the pipeline really
    hands it over.
    """

    weight: int
    conditions: int
    structure: ValueStructure | None
    alphabet: tuple[tuple[int, int], ...]
    output: str
    raises: str | None
    opaque: bool
    bare: bool
    packed: bytes
    given: bool = False
    bounds: Bounds = UNBOUNDED

    @property
    def chars(self) -> CharSet:
        """The characters that the output can have on this path."""
        return CharSet(self.alphabet)

    def unpack(self) -> StagePath:
        """Return the conditions and leaves of the path."""
        return StagePath(self.weight, self.bare, *Decoder(zlib.decompress(self.packed)).parts())


class Summary(msgspec.Struct, frozen=True):
    """The costly paths of a stage on inputs of a shape and a size, the costliest first.

    `complete` says that they are chosen from all paths that there are. `runs` is how many runs it took.
    """

    stage: str
    shape: str
    size: int
    paths: tuple[PathNote, ...]
    strategy: str
    complete: bool
    runs: int
    version: int = VERSION


def note_of(path: Path, output: Output | None, kind: str, *, given: bool = False) -> PathNote:
    """A path of a stage as it is kept; `output` is None if no other stage can take it, and `kind` its
    type."""
    conditions, costs = weighed(path)
    encoder = Encoder()
    leaves = () if output is None else output.leaves
    values = [path.model[each.index] for each in path.variables]
    packed = zlib.compress(encoder.packed(conditions, costs, path.variables, values, leaves), 1)
    return PathNote(
        path.cost,
        len(conditions),
        None if output is None else output.structure,
        () if output is None else output.alphabet.spans,
        kind if output is None else output.structure.describe(),
        path.raises,
        bool(path.lost),
        isinstance(path, BarePath),
        packed,
        given,
        UNBOUNDED if output is None else output.bounds,
    )


def weighed(path: Path) -> tuple[list[Condition], list[int]]:
    """The conditions that held in a run, each once, and what the run cost between each and the next
    decision."""
    ends = [*path.costs, path.cost][1:]
    found: dict[Condition, int] = {}
    for place, (cost, end) in enumerate(zip(path.costs, ends, strict=True)):
        held = path.held(place)
        found[held] = found.get(held, 0) + max(end - cost, 0)
    return list(found), list(found.values())
