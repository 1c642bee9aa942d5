"""From one input to recipes: each short stretch of it is pumped."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from slowpath.recipe.part import Fixed, Items, Part, PartKind, Wrapped, seeds
from slowpath.recipe.recipe import Recipe, recipe
from slowpath.shape.base import Shape
from slowpath.shape.objects import Records
from slowpath.shape.sequences import Sequences
from slowpath.shape.strings import Blob, Text

_LONGEST = 3  # items of a stretch: inputs of eight items, the shortest that come here, hold it twice


def recipes_of(
    written: Mapping[str, str], shapes: Mapping[str, Shape], optional: Collection[str]
) -> Iterator[Recipe]:
    """Yield recipes made of one input, given as source; optional parameters that do not grow are left out."""
    fixed: dict[str, Part] = {name: Fixed(source) for name, source in written.items() if name not in optional}
    for name, source in written.items():
        for part in _parts(shapes[name], source):
            yield recipe({**fixed, name: part})


def _parts(shape: Shape, source: str) -> Iterator[Part]:
    tree = ast.parse(source, mode="eval").body
    if isinstance(shape, Text):
        yield from seeds(PartKind.TEXT, ast.literal_eval(tree), _LONGEST)
    elif isinstance(shape, Blob):
        wrap = "" if shape.kind == "bytes" else shape.kind
        data: bytes = ast.literal_eval(tree.args[0] if isinstance(tree, ast.Call) else tree)
        yield from _wrapped(seeds(PartKind.BYTES, data.decode("latin-1"), _LONGEST), wrap)
    elif isinstance(shape, Sequences) and isinstance(tree, ast.List | ast.Tuple):
        items: Items = tuple(map(ast.unparse, tree.elts))
        yield from _wrapped(seeds(PartKind.LIST, items, _LONGEST), "" if shape.kind == "list" else shape.kind)
    elif isinstance(shape, Records) and isinstance(tree, ast.Call):
        yield from _in_arguments(shape, tree)


def _in_arguments(shape: Records, call: ast.Call) -> Iterator[Part]:
    """The object with one argument of its constructor pumped; the others pass the constructor as they are."""
    named = dict(shape.fields)
    values = [*call.args, *(each.value for each in call.keywords)]
    labels = [*("" for _ in call.args), *(f"{each.arg}=" for each in call.keywords)]
    shapes = [*shape.arguments[: len(call.args)], *(named.get(each.arg or "") for each in call.keywords)]
    written = [f"{label}{ast.unparse(value)}" for label, value in zip(labels, values, strict=True)]
    for place, (inner, value) in enumerate(zip(shapes, values, strict=False)):
        before = "".join(f"{each}, " for each in written[:place]) + labels[place]
        after = "".join(f", {each}" for each in written[place + 1 :])
        for part in () if inner is None else _parts(inner, ast.unparse(value)):
            yield Wrapped(ast.unparse(call.func), part, before, after)


def _wrapped(parts: Iterator[Part], call: str) -> Iterator[Part]:
    for part in parts:
        yield Wrapped(call, part) if call else part
