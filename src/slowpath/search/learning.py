"""What a target's refusals teach: constraints on its inputs that make it return.

If random inputs of the inferred shapes all raise, or do not end, narrower shapes are tried, parameter by
parameter: numbers of at least 1, indices, sorted lists, square tables, graphs whose neighbours are nodes.
Options are left out if the target returns then: their defaults fit each other. Beside an object or a
structure, other parameters may be what it holds: a node, an index, a list of those.
The choice with which the target returns is kept; if none makes it return, one that lets it get farther, and
then the next parameter is tried. In the end, changes that are not needed are undone. How far a run gets is
the number of blocks that it reaches.

Text is narrowed only if a look-up failed: that a parser refuses random text says nothing about its alphabet.
But a text that is only a guess may turn out to be a node or an index. And any text or path may be that of a
file: if one is missing, or cannot be written, files with a content are tried. A text that is looked up in
vain becomes a key of a mapping.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain, product
from random import Random
from typing import Any

from slowpath.errors import InputRejected, ShapeError
from slowpath.knowledge.catalogue import ALL, Knowledge
from slowpath.model.provenance import Provenance
from slowpath.model.run import End
from slowpath.run.counted import Meter, Sample
from slowpath.search.probe import WRONG
from slowpath.shape import library as lib
from slowpath.shape.base import Shape
from slowpath.shape.choices import Const, OneOf, options_of
from slowpath.shape.families import Families
from slowpath.shape.formula import N
from slowpath.shape.infer import Inferred, shapes_of
from slowpath.shape.inputs import build_inputs
from slowpath.shape.keyed import with_key
from slowpath.shape.mappings import Dicts
from slowpath.shape.narrower import narrower, structures
from slowpath.shape.objects import Members, Records
from slowpath.shape.paths import Paths
from slowpath.shape.sampler import SMALL, Sampler
from slowpath.shape.scalars import Boolean, Integer, Real
from slowpath.shape.sequences import Sequences
from slowpath.shape.strings import Blob, Text

_SIZES = (6, 3, 2)  # of the inputs of one choice: what depends on lengths differs between them
_SMALLEST = (4, 2, 1)  # the same if runs are stopped by their budget; it is all that a run may have then
_MOST_KEYS = 8  # of mappings that are added one after the other: each is one more text to vary
_ENOUGH = 2  # of these that return: one alone may be small by chance, and the smallest ones often return
_OPS = 30_000  # of one run: a tenth of what a search spends on one
_PATIENCE = 10  # times the ops of a run for the smallest inputs if all are stopped: a table to begin with
_ROUNDS = 4  # parameters that are changed one after the other: hardly any function links more
_TOGETHER = 9  # shapes that all parameters that are alike get together: those of numbers are so many
_MOST_SECONDS = 1.5  # for all of it: the search needs the rest of the time

_LOOK_UPS = (KeyError.__name__, IndexError.__name__)  # what a failed one raises
# What the path of nothing raises, and what writing elsewhere does than in the folder of the process.
_MISSING = (FileNotFoundError.__name__, NotADirectoryError.__name__, PermissionError.__name__)
_FIRST = lib.const(0)
_FOR_EACH = lib.family("{i: 1 for i in range(N)}")
# Nodes or indices of something of N parts, for several parameters in turn: the first one, different ones, the
# first and the last, and small numbers, which may be counts.
_HELD: tuple[tuple[Shape, ...], ...] = (
    (_FIRST,),
    (_FIRST, lib.const(1), lib.const(2)),
    (_FIRST, lib.integer(N - 1, N - 1)),
    (lib.const(1),),
    (lib.const(2),),
    (_FIRST, lib.const(2)),
)
# The same for lists of them: one, all of them, the first half, the others.
_HELD_MANY: tuple[tuple[Shape, ...], ...] = (
    (lib.family("[0]"), lib.family("[1]")),
    (lib.family("list(range(N))"),),
    (lib.family("list(range(N // 2))"), lib.family("list(range(N // 2, N))")),
    (lib.family("[(i, i + 1) for i in range(N - 1)]"),),
)
# The same for mappings of them: a number for each, the same or another one, and none.
_HELD_MAPPED: tuple[Shape, ...] = (_FOR_EACH, lib.family("{i: i for i in range(N)}"), lib.const({}))

Function = Callable[..., Any]


@dataclass(frozen=True, slots=True, order=True)
class Acceptance:
    """How a target takes inputs of some shapes: the larger, the better."""

    returned: int
    right: int  # runs that raised no error about types
    reached: int  # blocks, in all runs
    looked_up: bool = field(default=False, compare=False)  # whether a look-up failed
    stopped: bool = field(default=False, compare=False)  # whether the budget stopped a run
    missing: bool = field(default=False, compare=False)  # whether a file was missing, or not to be written
    key: str | None = field(default=None, compare=False)  # the one text that was looked up in vain

    @property
    def is_enough(self) -> bool:
        return self.returned >= _ENOUGH


def learned(
    meter: Meter,
    inferred: Mapping[str, Inferred],
    function: Function,
    *,
    clock: Callable[[], float],
    knowledge: Knowledge = ALL,
    optional: Collection[str] = (),
) -> dict[str, Inferred]:
    """Return the shapes with those replaced that keep the target from returning.

    A few rounds climb to the best choice of shapes: each begins with the best so far. Parameters that are
    `optional` are left out if that alone makes the target return, all of them or those that are objects. One
    parameter is left in any case.
    """
    small = False
    standing = _standing(meter, inferred)
    inferred, standing = _with_what_is_missing(meter, inferred, standing)
    if standing.stopped and not standing.returned:
        small = True
        standing = _standing(meter, inferred, small=True)
    fixed = (Paths,) if standing.looked_up else (Paths, Text, Blob)
    narrowable = {name: each for name, each in inferred.items() if not isinstance(each.shape, fixed)}
    holders = [name for name, each in inferred.items() if _holds(each.shape)]
    if standing.is_enough or (standing.returned and not small) or not (narrowable or holders):
        return dict(inferred)
    until = clock() + _MOST_SECONDS
    best = dict(inferred)
    needed = {name: each for name, each in inferred.items() if name not in optional or _is_given(each)}
    kept = _without_options(meter, inferred, needed, small=small)
    if kept is not None:
        return kept
    if needed and small and _returns_at_last(meter, needed):
        return needed
    for _ in range(_ROUNDS):
        before = standing
        for change in chain(
            _held_changes(inferred, holders), _changes(inferred, narrowable, function, knowledge)
        ):
            if clock() >= until or standing.is_enough:
                break
            choice = {**best, **change}
            again = _standing(meter, choice, small=small) if choice != best else standing
            if again > standing:
                best, standing = choice, again
                fewer = {name: each for name, each in best.items() if name in needed}
                if fewer and fewer != best and not standing.is_enough:
                    again = _standing(meter, fewer, small=small)
                    best, standing = (fewer, again) if again > standing else (best, standing)
        if standing == before or standing.is_enough:
            break
    return _needed(meter, best, inferred, standing, small=small) if standing.returned else dict(inferred)


def _without_options(
    meter: Meter, inferred: Mapping[str, Inferred], needed: dict[str, Inferred], *, small: bool
) -> dict[str, Inferred] | None:
    """The shapes of what is needed, or all but those of objects that are optional, if the target returns for
    them: a default that is an object mostly does."""
    plain = {name: each for name, each in inferred.items() if name in needed or not _is_object(each)}
    for fewer in (needed, plain):
        if fewer and fewer != inferred and _standing(meter, fewer, small=small).returned:
            return fewer
    return None


def _needed(
    meter: Meter,
    best: Mapping[str, Inferred],
    inferred: Mapping[str, Inferred],
    standing: Acceptance,
    *,
    small: bool,
) -> dict[str, Inferred]:
    """The best shapes without the changes that the target returns without: a step on the way to others."""
    kept = dict(best)
    for name in best:
        undone = {**kept, name: inferred[name]}
        if undone != kept and _standing(meter, undone, small=small).returned >= standing.returned:
            kept = undone
    return kept


def _with_what_is_missing(
    meter: Meter, inferred: Mapping[str, Inferred], standing: Acceptance
) -> tuple[Mapping[str, Inferred], Acceptance]:
    """The shapes with the files and the keys that the target asks for in vain."""
    if standing.missing:
        inferred, standing = _with_files(meter, inferred, standing)
    if standing.key is not None:
        inferred, standing = _with_keys(meter, inferred, standing)
    return inferred, standing


def _with_files(
    meter: Meter, inferred: Mapping[str, Inferred], standing: Acceptance
) -> tuple[Mapping[str, Inferred], Acceptance]:
    """The shapes with paths of files or folders for the parameter that lets the target get farthest then."""
    best = inferred
    for name, each in inferred.items():
        kind = _path_kind(each)
        for shape in (
            ()
            if kind is None
            else (lib.file(kind=kind), lib.file(lib.blob(), kind=kind), lib.tree(kind=kind))
        ):
            choice = {**inferred, name: Inferred(shape, Provenance.RUNS)}
            again = _standing(meter, choice)
            if again > standing:
                best, standing = choice, again
    return best, standing


def _with_keys(
    meter: Meter, inferred: Mapping[str, Inferred], standing: Acceptance
) -> tuple[Mapping[str, Inferred], Acceptance]:
    """The shapes with the keys in their mappings that are looked up in vain otherwise."""
    for _ in range(_MOST_KEYS):
        known = standing
        for name, each in inferred.items():
            for shape in () if _is_given(each) or known.key is None else with_key(each.shape, known.key):
                choice = {**inferred, name: replace(each, shape=shape, told_by=Provenance.RUNS)}
                again = _standing(meter, choice)
                if again > known or again.key not in (None, known.key):
                    inferred, standing = choice, again
                    break
            if standing is not known:
                break
        if standing is known:
            break
    return inferred, standing


def _path_kind(inferred: Inferred) -> str | None:
    """How a parameter may name a file: by a "str" or a "Path"; None if it cannot."""
    if _is_given(inferred):
        return None
    options = options_of(inferred.shape)
    if any(isinstance(each, Records) and each.ref.module == "pathlib" for each in options):
        return "Path"
    return "str" if any(isinstance(each, Text) for each in options) else None


def returns(meter: Meter, inferred: Mapping[str, Inferred]) -> bool:
    """Whether the target returns for one of some random inputs of these shapes."""
    return _standing(meter, inferred).returned > 0 or _standing(meter, inferred, small=True).is_enough


def _returns_at_last(meter: Meter, inferred: Mapping[str, Inferred]) -> bool:
    """Whether the target returns for one of the smallest inputs in a run of many ops."""
    sampler = Sampler(Random(0), SMALL)
    shapes = shapes_of(inferred)
    for size in _SMALLEST[1:]:
        with suppress(InputRejected, ShapeError):
            values = build_inputs(shapes, size, sampler)
            if meter.run(values, _PATIENCE * meter.max_ops).end is End.RETURNED:
                return True
    return False


def _held_changes(first: Mapping[str, Inferred], holders: Sequence[str]) -> Iterator[dict[str, Inferred]]:
    """Parts of a holder for all other parameters that may be such.

    A holder that is one of several is so at first, and then the first of them, whose parts are N in number.
    """
    others = [name for name, each in first.items() if name not in holders and not _is_settled(each)]
    single = [name for name in others if isinstance(first[name].shape, Text | Integer | Real)]
    several = [name for name in others if isinstance(first[name].shape, Sequences)]
    mappings = [name for name in others if isinstance(first[name].shape, Dicts)]
    if not holders or not (single or several or mappings):
        return
    firsts = {
        name: replace(first[name], shape=shape.options[0], told_by=Provenance.RUNS)
        for name in holders
        if isinstance(shape := first[name].shape, OneOf)
    }
    for narrowed, one, many, mapped in product(
        (first, firsts) if firsts else (first,),
        _HELD if single else _HELD[:1],
        _HELD_MANY if several else _HELD_MANY[:1],
        _HELD_MAPPED if mappings else _HELD_MAPPED[:1],
    ):
        made = {
            **{name: one[min(place, len(one) - 1)] for place, name in enumerate(single)},
            **{name: many[min(place, len(many) - 1)] for place, name in enumerate(several)},
            **dict.fromkeys(mappings, mapped),
        }
        parts = {name: Inferred(shape, Provenance.RUNS) for name, shape in made.items()}
        yield {**{name: narrowed[name] for name in firsts}, **parts}


def _holds(shape: Shape) -> bool:
    """Whether values of a shape have parts that others may name: objects, structures, tables."""
    if isinstance(shape, OneOf):
        return any(map(_holds, shape.options))
    return (isinstance(shape, Records | Families) and not isinstance(shape, Paths)) or (
        isinstance(shape, Sequences) and isinstance(shape.of, Sequences)
    )


def _changes(
    inferred: Mapping[str, Inferred],
    narrowable: Mapping[str, Inferred],
    function: Function,
    knowledge: Knowledge,
) -> Iterator[dict[str, Inferred]]:
    """Another shape for all parameters that are alike, or for one; then a structure for one and what belongs
    to it for the others."""
    options = {
        name: narrower(
            each.shape, function, name, knowledge, fixed=_is_settled(each), is_assumed=each.is_assumed
        )
        for name, each in narrowable.items()
        if not _is_given(each)
    }
    for name, shapes in options.items():
        alike = [other for other in options if narrowable[other].shape == narrowable[name].shape]
        if len(alike) > 1 and name == alike[0]:
            for shape in shapes[:_TOGETHER]:
                yield dict.fromkeys(alike, Inferred(shape, Provenance.RUNS))
    for place in range(max(map(len, options.values()), default=0)):
        for name, shapes in options.items():
            if place < len(shapes):
                yield {name: Inferred(shapes[place], Provenance.RUNS)}
    for name in options:
        for shape in structures(knowledge) if not _is_settled(narrowable[name]) else ():
            yield {**_belonging(name, inferred), name: Inferred(shape, Provenance.RUNS)}


def _is_object(inferred: Inferred) -> bool:
    """Whether the shape has objects that a constructor makes, and nothing else."""
    return all(isinstance(each, Records) for each in options_of(inferred.shape))


def _is_given(inferred: Inferred) -> bool:
    """Whether the user gave the shape."""
    return inferred.told_by is Provenance.ARG


def _is_settled(inferred: Inferred) -> bool:
    """Whether the type of a parameter is known: a person wrote it down, it is that of its default, or it is
    one of a few values."""
    known = inferred.has_sure_type or inferred.told_by is Provenance.DEFAULT
    return known or all(isinstance(each, Boolean | Const | Members) for each in options_of(inferred.shape))


def _belonging(name: str, first: Mapping[str, Inferred]) -> dict[str, Inferred]:
    """What goes with a structure: its first node or index, or a number for each node."""
    found = {}
    for other, each in first.items():
        if other != name and each.told_by.is_guess:
            shape = _FIRST if isinstance(each.shape, Text | Integer | Real) else each.shape
            shape = _FOR_EACH if isinstance(each.shape, Dicts) else shape
            found[other] = Inferred(shape, Provenance.RUNS)
    return found


def _standing(meter: Meter, inferred: Mapping[str, Inferred], *, small: bool = False) -> Acceptance:
    """How the target takes some inputs; `small` ones if it takes long."""
    sampler = Sampler(Random(0), SMALL)
    shapes = shapes_of(inferred)
    samples: list[Sample] = []
    for size in _SMALLEST if small else _SIZES:
        try:
            samples.append(meter.run(build_inputs(shapes, size, sampler), None if small else _OPS))
        except (InputRejected, ShapeError):
            continue
    known = [each for each in samples if each.end is not End.REFUSED]
    right = [each for each in known if each.exception not in WRONG]
    reached = sum(sum(map(bool, visit.blocks)) for each in known for visit in each.visits)
    return Acceptance(
        sum(each.end is End.RETURNED for each in known),
        len(right),
        reached,
        any(each.exception in _LOOK_UPS for each in known),
        any(each.end is End.BUDGET for each in known),
        any(each.exception in _MISSING for each in samples),
        _one_text(each.key for each in known),
    )


def _one_text(keys: Iterable[str | int | None]) -> str | None:
    """The text that all failed look-ups asked for: code names it. Those of other inputs name other keys."""
    asked = {each for each in keys if each is not None}
    only = asked.pop() if len(asked) == 1 else None
    return only if isinstance(only, str) else None
