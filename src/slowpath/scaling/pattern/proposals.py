"""Expressions that may give a parameter its worst values: well-known ones, and what examples suggest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from slowpath.knowledge.catalogue import ALL, Knowledge
from slowpath.scaling.pattern.fits import Leaves, cell_formula, common_step, formula, item_formula, ranked
from slowpath.scaling.pattern.orders import bracketed, constants, orders, table, tables
from slowpath.scaling.pattern.words import repeated
from slowpath.shape.base import Length, Shape
from slowpath.shape.choices import Const
from slowpath.shape.scalars import Boolean, Integer, Real
from slowpath.shape.sequences import Matrix, Sequences
from slowpath.shape.strings import Blob, Text

Examples = Mapping[int, Sequence[Leaves]]  # worst inputs by size
MOST_EXAMPLES = 8  # of one size: a fit takes milliseconds, and worst inputs of one size are mostly alike
_PLAIN_SCALARS = ("0", "N")  # whatever is known
_WRAPPED = {"list": "{}", "tuple": "tuple({})"}


def proposed(shape: Shape, name: str, examples: Examples, knowledge: Knowledge = ALL) -> list[str]:
    """Expressions for a parameter, the shortest first; none if the shape has no family."""
    found = dict.fromkeys(_proposed(shape, name, examples, knowledge))
    return sorted(found, key=lambda source: (len(source), source))


def _proposed(shape: Shape, name: str, examples: Examples, knowledge: Knowledge) -> Iterator[str]:
    scalars = [*_PLAIN_SCALARS, *(each.source for each in knowledge.scalars)]
    match shape:
        case Const():
            yield shape.source
        case Boolean():
            yield from ("False", "True")
        case Integer():
            yield from scalars
            yield from _bounds(shape)
            for values in _observed(name, examples, _least(shape)):
                yield from _text(formula(values))
        case Real():
            yield from (f"float({source})" for source in scalars)
        case Sequences(of=Integer() | Real() | Boolean()) if shape.kind in _WRAPPED:
            for source in _lists(shape, name, examples, knowledge):
                yield _WRAPPED[shape.kind].format(source)
        case Matrix(of=Integer()):
            yield from _matrices(shape, name, examples, knowledge)
        case Text() | Blob():
            yield from _words(shape, name, examples)


def _lists(shape: Sequences, name: str, examples: Examples, knowledge: Knowledge) -> Iterator[str]:
    length = exact(shape.length)
    if length is None:
        return
    of = shape.of
    if isinstance(of, Boolean):
        yield from constants(length, iter(("False", "True")))
        yield from (each.over(bracketed(length)) for each in knowledge.flags)
        return
    whole = [*orders(length, knowledge), *constants(length, iter(("0", "1", *_bounds(of))))]
    if isinstance(of, Real):
        yield from (f"list(map(float, {source}))" for source in whole)
        return
    yield from whole
    for values in _observed(name, examples, _least(of)):
        for text in _text(item_formula(values)):
            yield f"[{text} for i in range({length})]"
    for items in _largest(name, examples):
        yield from repeated(items, length, repr)
        step = common_step(items)
        if step > 1:  # a table with so many buckets: all fall into one
            yield f"[{step} * i for i in range({length})]"
            yield f"[{step} * i + {items[0] % step} for i in range({length})]"


def _matrices(shape: Matrix, name: str, examples: Examples, knowledge: Knowledge) -> Iterator[str]:
    rows, columns = exact(shape.rows), exact(shape.columns)
    if rows is None or columns is None:
        return
    yield from tables(rows, columns, knowledge)
    for values in _observed(name, examples, _least(shape.of)):
        for text in _text(cell_formula(values)):
            yield table(text, rows, columns)


def _words(shape: Text | Blob, name: str, examples: Examples) -> Iterator[str]:
    length = exact(shape.length)
    if length is None:
        return
    kind = shape.kind if isinstance(shape, Blob) else "str"
    for items in _largest(name, examples):
        plain = items if isinstance(items, str) else bytes(items)
        for source in repeated(plain, length, repr):
            yield source if kind in ("str", "bytes") else f"{kind}({source})"


def exact(length: Length) -> str | None:
    """The expression of a length that is fixed at each size."""
    return length.lo.text if length.lo == length.hi else None


def _bounds(shape: Shape) -> list[str]:
    """The bounds of a number, as expressions."""
    if not isinstance(shape, Integer | Real):
        return []
    return [bound.text for bound in (shape.lo, shape.hi) if bound is not None]


def _least(shape: Shape) -> int:
    """Where ranks begin: at the least number, or at zero."""
    low = shape.lo.constant if isinstance(shape, Integer) and shape.lo is not None else None
    return 0 if low is None else max(0, int(low))


def _observed(name: str, examples: Examples, least: int) -> Iterator[dict[int, Any]]:
    """The values of a parameter by size, one example of each: as they are, and by their ranks."""
    most = min(MOST_EXAMPLES, min(map(len, examples.values()), default=0))
    for number in range(most):
        chosen = {size: inputs[number] for size, inputs in examples.items()}
        yield {size: inputs[name] for size, inputs in chosen.items()}
        yield {size: ranked(inputs, least)[name] for size, inputs in chosen.items()}
        yield {size: ranked(inputs, least, jointly=False)[name] for size, inputs in chosen.items()}


def _largest(name: str, examples: Examples) -> Iterator[Any]:
    """The values of a parameter at the largest size."""
    if examples:
        for inputs in examples[max(examples)][:MOST_EXAMPLES]:
            yield inputs[name]


def _text(source: str | None) -> list[str]:
    return [] if source is None else [source]
