"""From values that were seen to the shape they are examples of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from slowpath.shape import library as lib
from slowpath.shape.base import Shape
from slowpath.shape.choices import NONE, either

# The longest tuple whose parts have shapes of their own: points, pairs and edges. A longer one is more
# often a sequence that happens to have one length.
_LONGEST_ROW = 3
# Kinds of values at one place, the most frequent ones: each is an alternative that the search must try.
_MOST_KINDS = 3
# Containers within containers: lists of rows of lists; inputs of deeper shapes are mostly structure.
_DEEPEST = 3
_CONTAINERS: Mapping[type, Callable[[Shape], Shape]] = {
    list: lib.lists,
    set: lib.sets,
    frozenset: lib.frozensets,
}


def shape_of_values(values: Iterable[Any], depth: int = 0) -> Shape | None:
    """Return the shape that values are examples of, with parts of size N; None where they tell nothing."""
    by_type: dict[type, list[Any]] = {}
    for value in values:
        by_type.setdefault(type(value), []).append(value)
    if float in by_type:
        by_type[float] += by_type.pop(int, [])  # whole numbers among floats are numbers
    if str in by_type:
        for kind in (bytes, bytearray):  # functions take either, but not both in one call
            by_type.pop(kind, None)
    has_none = by_type.pop(type(None), None) is not None
    frequent = sorted(by_type.items(), key=lambda each: -len(each[1]))
    shapes = [_shape(kind, seen, depth) for kind, seen in frequent]
    known = [shape for shape in shapes if shape is not None][:_MOST_KINDS]
    return either([NONE, *known] if has_none else known) if known or has_none else None


def _shape(kind: type, seen: Sequence[Any], depth: int) -> Shape | None:
    if kind in lib.SCALARS:
        return lib.SCALARS[kind]()
    if depth >= _DEEPEST:
        return None
    if kind is tuple:
        return _tuple(seen, depth)
    if kind in _CONTAINERS:
        return _CONTAINERS[kind](_parts((part for each in _alike(seen) for part in each), depth))
    if kind is dict:
        return lib.dicts(
            _parts((key for each in seen for key in each), depth),
            _parts((part for each in seen for part in each.values()), depth),
        )
    return None


def _alike(seen: Sequence[Any]) -> Sequence[Any]:
    """The containers whose parts are of the kind that most have, where each has parts of one kind."""
    by_kind: dict[type, list[Any]] = {}
    for each in seen:
        kinds = {float if isinstance(part, float) else type(part) for part in each}
        if len(kinds) > 1:
            return seen
        if kinds:
            by_kind.setdefault(kinds.pop(), []).append(each)
    return seen if {*by_kind} <= {int, float} else max(by_kind.values(), key=len)


def _tuple(seen: Sequence[tuple[Any, ...]], depth: int) -> Shape:
    """Short tuples of one length are rows, others are tuples of any length."""
    lengths = {len(each) for each in seen}
    if len(lengths) == 1 and 0 < max(lengths) <= _LONGEST_ROW:
        return lib.row(*(_parts(column, depth) for column in zip(*seen, strict=True)))
    return lib.tuples(_parts((part for each in seen for part in each), depth))


def _parts(parts: Iterable[Any], depth: int) -> Shape:
    """The shape of the parts of containers; those of empty ones are taken as ints."""
    return shape_of_values(parts, depth + 1) or lib.integer()
