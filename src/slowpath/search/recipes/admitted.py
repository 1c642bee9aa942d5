"""Whether a recipe stays within the shapes that the user gave.

Its length may be another than the shape's: a pump of two characters is 2N long. All else must be as given,
the bounds of numbers, alphabets and lengths that do not depend on N, at sizes as large as runs are timed at.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any

from slowpath.model.slot import is_for_each, parameter_of
from slowpath.recipe.part import Family, Fixed, Part, Pumped, Wrapped
from slowpath.recipe.recipe import Recipe, recipe
from slowpath.recipe.volume import volume
from slowpath.shape.base import Shape
from slowpath.shape.choices import Const, OneOf
from slowpath.shape.mappings import Dicts
from slowpath.shape.scalars import Boolean, Char, Integer, Real
from slowpath.shape.sequences import FixedTuple, Matrix, Sequences
from slowpath.shape.strings import Blob, Text

_SMALL = 64  # the size at which a family is looked at first
_LARGE = 4096  # and then: runs that are timed are about as long
_FLAT = 16 * _SMALL  # what a family holds at the small size at most, if it is looked at at the large one


def admits(made: Recipe, given: Mapping[str, Shape]) -> bool:
    """Whether the parts of a recipe are of the shapes of their parameters, as far as these are given."""
    for key, part in made.parts:
        each = is_for_each(key)
        shape = given.get(parameter_of(key) if each else str(key))
        if shape is not None and not _is_of(part.source, _is_steady(part), shape, each):
            return False
    return True


def admits_sources(sources: Mapping[str, str], each: Collection[str], given: Mapping[str, Shape]) -> bool:
    """Whether expressions for parameters are of the shapes that are given. Those in `each` are lists with one
    value for each call. An expression that uses other names than N and builtins is not: what a program
    builds cannot be looked at without running it."""
    return all(
        _is_of(source, False, given[name], name in each) for name, source in sources.items() if name in given
    )


@lru_cache(maxsize=4096)
def _is_of(source: str, steady: bool, shape: Shape, each: bool) -> bool:
    """Whether what an expression gives, or `each` item of it, is of a shape."""
    if not _is_checked(shape):
        return True
    if steady:
        return _fits(_value(source, 2), shape, each)
    small = _value(source, _SMALL)
    if not _fits(small, shape, each):
        return False
    return volume({"x": small}) > _FLAT or _fits(_value(source, _LARGE), shape, each)


def _is_steady(part: Part) -> bool:
    """Whether a part has the same items at every size, more or less often."""
    inner = part.inner if isinstance(part, Wrapped) else part
    return isinstance(inner, Pumped | Fixed)


def _value(source: str, size: int) -> Any:
    return recipe({"x": Family(source)}).values(size)["x"]


def _fits(value: Any, shape: Shape, each: bool) -> bool:
    return all(shape.fault(item, None) is None for item in (value if each else (value,)))


def _is_checked(shape: Shape) -> bool:
    """Whether values of a shape can be told by looking at them: objects of classes cannot."""
    match shape:
        case Text() | Blob() | Char() | Integer() | Real() | Boolean() | Const():
            return True
        case Sequences(of=of) | Matrix(of=of):
            return _is_checked(of)
        case Dicts(keys=keys, values=values):
            return _is_checked(keys) and _is_checked(values)
        case FixedTuple(parts=parts):
            return all(map(_is_checked, parts))
        case OneOf(options=options):
            return all(map(_is_checked, options))
    return False
