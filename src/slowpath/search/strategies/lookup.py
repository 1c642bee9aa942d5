"""Look-ups: one parameter names what another one holds.

It begins with mappings beside texts and numbers that are their first or last key. Then it hears of runs that
raise a KeyError, and tries their input again with the key in its mappings: a template names what it wants
filled in, a column names a part of each row, and only a run tells which keys these must be.
"""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Iterator
from typing import Any, TypeGuard

from slowpath.model.slot import PartKey, Slot
from slowpath.recipe.part import Family, Fixed, Part
from slowpath.recipe.recipe import Recipe, source_at
from slowpath.search.judge import Judged
from slowpath.search.recipes.families import value_of
from slowpath.search.recipes.genes import Genes
from slowpath.search.recipes.numbering import numbered
from slowpath.search.strategy import Proposal, Scene, Strategy
from slowpath.shape.base import Shape
from slowpath.shape.choices import options_of
from slowpath.shape.mappings import Dicts
from slowpath.shape.scalars import Integer
from slowpath.shape.sequences import Sequences
from slowpath.shape.strings import Text

_VALUES = 3  # that a key gets in turn: the plainest ones, of which one may be empty
_MOST_KEYS = 3  # of one mapping: each may show that the next one is missing
_MOST_PROPOSED = 400  # inputs with a key that was missing: some seconds of runs; the key may belong elsewhere
_KEYS: dict[type, type[Shape]] = {str: Text, int: Integer}  # what a parameter is that may be such a key
_LAST: dict[Any, str] = {"0": "str(N - 1)", 0: "N - 1"}  # of keys that are numbered, by the first


class Lookup(Strategy, place=5, eager=True):
    """Lets parameters name keys of mappings, and puts keys that were missing into mappings."""

    def __init__(self) -> None:
        super().__init__()
        self._failed: deque[tuple[Recipe, str | int]] = deque()
        self._left = _MOST_PROPOSED

    def observe(self, judged: Judged) -> None:
        """Keep a recipe whose largest run misses a key. A key that grows with N becomes a short one."""
        made, key = judged.recipe, judged.key
        if not isinstance(made, Recipe) or key is None or self._left <= 0:
            return
        for name in [name for name, value in made.values(judged.largest).items() if value == key]:
            if not isinstance(made.part(name), Fixed):
                key = made.values(1)[name]
                made = made.with_part(name, Fixed(repr(key)))
        self._failed.append((made, key))

    def propose(self, scene: Scene) -> Iterator[Proposal | None]:
        """Yield recipes with keys that are there; None until a run misses another one."""
        shapes = scene.parts.shapes.items()
        every = [(name, each) for name, shape in shapes for each in options_of(shape)]
        mappings = [(name, each) for name, each in every if _is_mapping(each)]
        rows = [(name, each.of) for name, each in every if isinstance(each, Sequences)]
        tables = [(name, each) for name, each in rows if _is_mapping(each)]
        for name, _ in mappings:
            yield from map(Proposal, _asked(scene, name))
        self._left = self._left if mappings or tables else 0
        while self._left > 0:
            while self._failed:
                made, key = self._failed.popleft()
                parts = [(name, _with_key(scene, each, made.part(name), key)) for name, each in mappings]
                parts += [(name, _rows(scene, each, key)) for name, each in tables]
                for name, part in ((name, part) for name, options in parts for part in options):
                    self._left -= 1
                    yield Proposal(made.with_part(name, part))
            yield None


def _asked(scene: Scene, mapping: PartKey) -> Iterator[Recipe]:
    """Each of the mappings to begin with, beside a parameter that is its first or its last key."""
    parts = scene.parts
    others = [name for name in parts.plain if name != mapping and not isinstance(name, Slot)]
    for part in parts.genes[mapping].starts():
        held = value_of(part)
        key = next(iter(held), None) if isinstance(held, dict) and len(held) > 1 else None
        kind = _KEYS.get(type(key))
        for name in others:
            if kind is not None and isinstance(parts.shapes[name], kind):
                made = parts.around(mapping, part)
                yield made.with_part(name, Fixed(repr(key)))
                if key in _LAST:
                    yield made.with_part(name, Family(_LAST[key]))


def _is_mapping(shape: Shape) -> TypeGuard[Dicts]:
    return isinstance(shape, Dicts) and shape.kind == "dict"


def _with_key(scene: Scene, shape: Dicts, part: Part | None, key: str | int) -> Iterator[Part]:
    """The mapping with a key more, or of this key alone if it is not a small one that is written out."""
    known = _written_out(part)
    if shape.keys.fault(key, None) is not None or key in known or len(known) >= _MOST_KEYS:
        return
    for value in _values(scene, shape):
        entries = {**known, key: value}
        yield Fixed("{" + ", ".join(f"{each!r}: {source}" for each, source in entries.items()) + "}")


def _rows(scene: Scene, shape: Dicts, key: str | int) -> Iterator[Part]:
    """N mappings that have a key: all with another value, or all with the same."""
    if shape.keys.fault(key, None) is None:
        distinct = numbered(shape.values)
        for value in [*([distinct] if distinct is not None else []), *_values(scene, shape)]:
            yield Family(f"[{{{key!r}: {value}}} for i in range(N)]")


def _values(scene: Scene, shape: Dicts) -> list[str]:
    """The plainest values that a mapping of a shape may have."""
    genes = Genes(shape.values, scene.words, scene.random, knowledge=scene.knowledge)
    return [source_at(value, 1) for value in genes.starts()[:_VALUES]]


def _written_out(part: Part | None) -> dict[Any, str]:
    """The sources of the values of a mapping by its keys; none if it is not written out."""
    if not isinstance(part, Fixed):
        return {}
    body = ast.parse(part.source, mode="eval").body
    if not isinstance(body, ast.Dict):
        return {}
    pairs = zip(body.keys, body.values, strict=True)
    return {key.value: ast.unparse(value) for key, value in pairs if isinstance(key, ast.Constant)}
