"""Shapes to try if a target refuses what its parameters seem to take: narrower ones, and ones whose parts
depend on each other."""

from __future__ import annotations

import ast
import string
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from random import Random
from typing import Any

from slowpath.errors import InputRejected, SlowpathError
from slowpath.knowledge.catalogue import Knowledge
from slowpath.shape import foreign
from slowpath.shape import library as lib
from slowpath.shape.base import Shape
from slowpath.shape.body import Body, body_of
from slowpath.shape.choices import OneOf
from slowpath.shape.families import Families
from slowpath.shape.formula import N
from slowpath.shape.functions import ANY_FUNCTION
from slowpath.shape.linked import TEXT, linked_objects
from slowpath.shape.sampler import Sampler
from slowpath.shape.scalars import Integer, Real
from slowpath.shape.sequences import Sequences
from slowpath.shape.strings import Text
from slowpath.shape.usage import compared_words

_SIZE = 4  # of the value by which it is told whether a shape is narrower than another
_SPELLED_SIZES = range(2, 17)  # of a table that code spells: a board of 3, 8 or 9, not a limit of 100
_MOST_SIZES = 4  # of tables: each is one more thing to try
_MOST_COMPARED = 3  # words that code compares a parameter with, for the same reason
_MOST_LETTERS = 3  # sets of letters that code spells, for the same reason

# Numbers: at least 1 or 2, an index, a small one, a share.
_NUMBERS: tuple[Callable[[], Shape], ...] = (
    lambda: lib.integer(1),
    lambda: lib.integer(1, N),
    lambda: lib.integer(N, N),
    lambda: lib.integer(2),
    lambda: lib.integer(0, N - 1),
    lambda: lib.const(0),
    lambda: lib.const(1),
    lambda: lib.const(2),
    lambda: lib.const(3),
)
_REALS: tuple[Callable[[], Shape], ...] = (lambda: lib.real(0, 1), lambda: lib.real(1, 10), *_NUMBERS)
_LISTS: tuple[Callable[[], Shape], ...] = (
    lambda: lib.ints(N, 1, N),
    lambda: lib.ints(N, 0, N - 1),
    lambda: lib.ints(N, 0, 1),
    lambda: lib.floats(N, 0, 1),
    lambda: lib.lists(lib.text(3, string.ascii_lowercase)),
    lambda: lib.matrix(N, N, lib.integer(0, 9)),
    lambda: lib.matrix(N, N, lib.integer(0, 1)),
    lambda: lib.tuples(lib.integer(0, 9)),
    lambda: lib.sets(lib.integer(0, 9)),
)
_ALPHABETS = (string.digits, "01", string.ascii_lowercase, string.ascii_uppercase, "()", "0123456789abcdef")


def narrower(
    shape: Shape,
    function: Any,
    name: str,
    knowledge: Knowledge,
    *,
    fixed: bool = False,
    is_assumed: bool = False,
) -> list[Shape]:
    """Return shapes to try in the place of one, the nearest first. If it is `fixed`, they admit only what it
    admits; otherwise they may be of other types. If what it holds `is_assumed`, only its type is fixed."""
    body = body_of(function)
    words = [lib.const(each) for each in compared_words(function, name)[:_MOST_COMPARED]]
    near = [*words, *_alike(shape), *(_spelled(shape, body) if body is not None else ())]
    if isinstance(shape, Families):
        linked = linked_objects(function, name, TEXT)
        near += [linked[0]] if linked is not None else []
    far = [] if fixed else [*structures(knowledge), *_others(shape)]
    if fixed:
        near += structures(knowledge)
    found = dict.fromkeys(each for each in (*near, *far) if each != shape)
    return [each for each in found if not fixed or _is_within(each, shape, is_assumed=is_assumed)]


def _alike(shape: Shape) -> Iterator[Shape]:
    """Shapes of the same type, with bounds."""
    match shape:
        case Integer():
            yield from (make() for make in _NUMBERS)
        case Real():
            yield from (make() for make in _REALS)
        case Text():
            yield from (lib.text(N, each) for each in _ALPHABETS)
        case Sequences(of=Integer() | Real() | Sequences()):
            yield from (make() for make in _LISTS)
        case Sequences(of=Text()):
            yield lib.lists(lib.text(3, string.ascii_lowercase))
            yield from (lib.lists(lib.text(3, each)) for each in _ALPHABETS[:2])
        case OneOf(options=options):
            yield from options
            if "networkx" in shape.describe():
                yield from foreign.other_graphs()


def _others(shape: Shape) -> Iterator[Shape]:
    """Shapes of other types."""
    yield from (make() for make in (*_LISTS, *_NUMBERS) if make() != shape)
    yield lib.text(N, string.ascii_lowercase)
    yield lib.real(0, 1)
    yield ANY_FUNCTION
    yield lib.dicts(lib.text(3, string.ascii_lowercase), lib.integer(1, 9))


def structures(knowledge: Knowledge) -> Iterator[Shape]:
    """Values whose parts depend on each other."""
    for _, group in groupby(knowledge.structures, key=lambda each: each.kind):
        yield lib.family(*(each.over("N") for each in group))


def _spelled(shape: Shape, body: Body) -> Iterator[Shape]:
    """Tables of sizes, and texts of letters, that the code of a function spells."""
    if isinstance(shape, Text):
        for letters in _letters(body)[:_MOST_LETTERS]:
            yield lib.text(N, letters)
    if not isinstance(shape, Integer | Real | Text):
        for size in _sizes(body)[:_MOST_SIZES]:
            yield lib.matrix(size, size, lib.integer(0, size))
            yield lib.matrix(N, size, lib.integer(0, size))


def _letters(body: Body) -> list[str]:
    """The single characters that are keys of a display, or stand side by side in one, or in a constant of the
    module that is such."""
    found: list[str] = []
    for node in ast.walk(body.tree):
        match node:
            case ast.Dict(keys=keys):
                parts: Sequence[Any] = [each.value for each in keys if isinstance(each, ast.Constant)]
            case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items):
                parts = [each.value for each in items if isinstance(each, ast.Constant)]
            case ast.Name(id=name):
                known = getattr(body.function, "__globals__", {}).get(name)
                parts = list(known) if isinstance(known, dict | list | tuple | set | frozenset) else []
            case _:
                continue
        letters = [each for each in parts if type(each) is str and len(each) == 1]
        if len(letters) > 1:
            found.append("".join(dict.fromkeys(letters)))
    return list(dict.fromkeys(found))


def _sizes(body: Body) -> list[int]:
    """The small numbers that are bounds of ranges or compared with."""
    found: dict[int, None] = {}
    for node in ast.walk(body.tree):
        if isinstance(node, ast.Compare) or (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range"
        ):
            for each in ast.walk(node):
                if isinstance(each, ast.Constant) and type(each.value) is int:
                    found[each.value] = None
    return sorted((each for each in found if each in _SPELLED_SIZES), reverse=True)


def _is_within(shape: Shape, wide: Shape, *, is_assumed: bool) -> bool:
    """Whether values of a shape are those of a wider one too, as far as some tell; or of its type, if what
    that holds is assumed."""
    try:
        value = shape.build(_SIZE, Sampler(Random(0)), "x")
        if is_assumed:
            return type(value) is type(wide.build(_SIZE, Sampler(Random(0)), "x"))
    except (SlowpathError, InputRejected):
        return False
    return wide.fault(value, None) is None
