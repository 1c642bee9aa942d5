"""Look-ups that failed: an input whose run raises a KeyError is tried again with the key in its mappings.

A template names what it wants filled in, and a program names its variables: only a run tells which keys a
mapping must have beside a text.
"""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Iterator
from typing import Any

from slowpath.recipe.part import Fixed, Part
from slowpath.recipe.recipe import Recipe, source_at
from slowpath.search.judge import Judged
from slowpath.search.recipes.genes import Genes
from slowpath.search.strategy import Proposal, Scene, Strategy
from slowpath.shape.choices import options_of
from slowpath.shape.mappings import Dicts

_FAILED = f"{KeyError.__name__}: "
_VALUES = 3  # that a key gets in turn: the plainest ones, of which one may be empty
_MOST_KEYS = 3  # of one mapping: each may show that the next one is missing
_MOST_PROPOSED = 400  # inputs with a key that was missing: some seconds of runs; the key may belong elsewhere


class Lookup(Strategy, place=5, eager=True):
    """Puts keys that were missing into mappings."""

    def __init__(self) -> None:
        super().__init__()
        self._failed: deque[tuple[Recipe, Any]] = deque()

    def observe(self, judged: Judged) -> None:
        """Keep a recipe whose largest run misses a key."""
        if isinstance(judged.recipe, Recipe) and (key := missing_key(judged.raises)) is not None:
            self._failed.append((judged.recipe, key))

    def propose(self, scene: Scene) -> Iterator[Proposal | None]:
        """Yield recipes with the keys that they missed; None until another one misses a key."""
        mappings = {
            name: each
            for name, shape in scene.parts.shapes.items()
            for each in options_of(shape)
            if isinstance(each, Dicts) and each.kind == "dict"
        }
        left = _MOST_PROPOSED
        while mappings and left > 0:
            while self._failed:
                recipe, key = self._failed.popleft()
                for name, shape in mappings.items():
                    for part in _with_key(scene, shape, recipe.part(name), key):
                        left -= 1
                        yield Proposal(recipe.with_part(name, part))
            yield None


def missing_key(raises: str | None) -> str | int | None:
    """The key that a failed look-up names, by the exception in one line; None if it is not a plain one."""
    if raises is None or not raises.startswith(_FAILED):
        return None
    try:
        key = ast.literal_eval(raises.removeprefix(_FAILED))
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
    return key if isinstance(key, str | int) else None


def _with_key(scene: Scene, shape: Dicts, part: Part | None, key: str | int) -> Iterator[Part]:
    """The mapping with a key more, or of this key alone if it is not a small one that is written out."""
    known = _written_out(part)
    if shape.keys.fault(key, None) is not None or key in known or len(known) >= _MOST_KEYS:
        return
    values = Genes(shape.values, scene.words, scene.random, knowledge=scene.knowledge).starts()
    for value in values[:_VALUES]:
        entries = {**known, key: source_at(value, 1)}
        yield Fixed("{" + ", ".join(f"{each!r}: {source}" for each, source in entries.items()) + "}")


def _written_out(part: Part | None) -> dict[Any, str]:
    """The sources of the values of a mapping by its keys; none if it is not written out."""
    if not isinstance(part, Fixed):
        return {}
    body = ast.parse(part.source, mode="eval").body
    if not isinstance(body, ast.Dict):
        return {}
    pairs = zip(body.keys, body.values, strict=True)
    return {key.value: ast.unparse(value) for key, value in pairs if isinstance(key, ast.Constant)}
