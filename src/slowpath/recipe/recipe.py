"""A recipe: an input of any size, one part for each parameter."""

from __future__ import annotations

import ast
import builtins
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType
from typing import Any

from slowpath.model.slot import PartKey
from slowpath.model.unbuilt import Unbuilt
from slowpath.recipe.part import Part
from slowpath.recipe.volume import volume

_LOOK = 256  # the size at which a recipe is looked at, and twice that: fixed parts weigh little there
_PURE = ("functools",)  # modules whose import does nothing that a target or a user could notice
_SIZE = re.compile(r"\bN\b")
NOT_SWELLING = 2.5  # times as much at twice the size: n log n has less


@dataclass(frozen=True, slots=True)
class Recipe:
    """Parts by the label of the parameter, or by a slot; optional parameters may be left out."""

    parts: tuple[tuple[PartKey, Part], ...]

    @property
    def sources(self) -> dict[str, str]:
        """Parameter -> expression in N; slots are left out (`recipe.spelling` has all of it)."""
        return {key: part.source for key, part in self.parts if isinstance(key, str)}

    @property
    def weight(self) -> int:
        """How hard it is to read."""
        return sum(part.weight for _, part in self.parts)

    def length(self, size: int) -> int:
        """How large the input is at a size."""
        return sum(part.length(size) for _, part in self.parts)

    @property
    def swelling(self) -> float:
        """The power of N by which grows what the input holds: 2 where it is a matrix; 1 at least."""
        if not self.parts:
            return 1.0
        ratio = volume(self.values(2 * _LOOK)) / volume(self.values(_LOOK))
        return 1.0 if ratio <= NOT_SWELLING else math.log2(ratio)

    def values(self, size: int) -> dict[Any, Any]:
        """The input at a size, by label or slot; a value that cannot be built is Unbuilt."""
        return {name: _value(part.source, size) for name, part in self.parts}

    def part(self, name: PartKey) -> Part | None:
        return dict(self.parts).get(name)

    def with_part(self, name: PartKey, part: Part) -> Recipe:
        """The same with another part for one parameter."""
        return Recipe(tuple({**dict(self.parts), name: part}.items()))


def recipe(parts: Mapping[Any, Part]) -> Recipe:
    """Return the recipe of some parts."""
    return Recipe(tuple(parts.items()))


def sizes_in(source: str) -> int:
    """How often the size is named in an expression or in statements."""
    return len(_SIZE.findall(source))


def held_at(source: str, size: int) -> str:
    """Return an expression or statements at one size: a number stands in the place of N."""
    return ast.unparse(_Held(size).visit(ast.parse(source)))


def source_at(part: Part, size: int) -> str:
    """Return the source of a part at one size: values stand in it, as far as they can be written."""
    if "N" not in part.source:
        return part.source
    return ast.unparse(_AtSize(size).visit(ast.parse(part.source, mode="eval").body))


class _Held(ast.NodeTransformer):
    """Puts a number in the place of N."""

    def __init__(self, size: int) -> None:
        self._size = size

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Constant(self._size) if node.id == "N" else node


class _AtSize(ast.NodeTransformer):
    """Puts literals in the place of the largest expressions that depend on N and on builtins alone."""

    def __init__(self, size: int) -> None:
        self._size = size

    def visit(self, node: ast.AST) -> Any:
        if not isinstance(node, ast.expr):
            return self.generic_visit(node)
        names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
        if "N" not in names:
            return node
        if all(each in _PURE for each in _imported(node)):
            literal = _literal(_value(ast.unparse(node), self._size))
            if literal is not None:
                return literal
        return self.generic_visit(node)


def _imported(node: ast.AST) -> Iterator[Any]:
    """The modules that an expression imports."""
    for each in ast.walk(node):
        match each:
            case ast.Call(func=ast.Name(id="__import__"), args=[ast.Constant(value=module), *_]):
                yield module


def _literal(value: Any) -> ast.expr | None:
    """A value as it is written; None if that is no literal."""
    written = repr(value)
    try:
        ast.literal_eval(written)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
    return ast.parse(written, mode="eval").body


def _value(source: str, size: int) -> Any:
    try:
        return eval(_compiled(source), {"__builtins__": builtins, "N": size})
    except Exception as error:
        return Unbuilt(f"{type(error).__name__}: {error}")


@lru_cache(maxsize=4096)
def _compiled(source: str) -> CodeType:
    return compile(source, "<recipe>", "eval")
