"""Expressions in N as parts, and what they are at a small size."""

from __future__ import annotations

import ast
from functools import lru_cache

from slowpath.knowledge.entry import KnownExpression
from slowpath.recipe.part import Family, Fixed, Part
from slowpath.recipe.recipe import recipe

SMALL = 2  # the size of what does not grow: the least at which items differ
_WIDEST = 4096  # the size at which a text is compared with an alphabet: runs that are timed are about as long


def at_any_size(source: str) -> Part:
    """An expression as a part: it may depend on N."""
    return Family(source) if "N" in source else Fixed(source)


def family(each: KnownExpression) -> Family:
    """A known expression as a part."""
    return Family(each.over("N"), each.step)


def with_names(part: Part) -> Part:
    """The same mapping with names in the place of numbers as keys, as those of JSON documents are."""
    if not isinstance(part, Family) or not isinstance(small_value(part), dict):
        return part
    return Family(ast.unparse(_Named().visit(ast.parse(part.source, mode="eval"))), part.step)


class _Named(ast.NodeTransformer):
    """Puts `str(key)` in the place of the keys of comprehensions that are not texts already."""

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.key, ast.Name | ast.BinOp):
            node.key = ast.Call(ast.Name("str", ast.Load()), [node.key], [])
        return node


@lru_cache(maxsize=64)
def characters(text: KnownExpression) -> str:
    """The characters of a text that grows, as far as they matter."""
    return "".join(set(recipe({"x": family(text)}).values(_WIDEST)["x"]))


@lru_cache(maxsize=256)
def small_value(family: Family) -> object:
    """What a family is at a small size; there are few families, and each is asked for often."""
    return value_of(family)


def value_of(part: Part) -> object:
    """What a part is at a size at which most of what it holds differs."""
    return recipe({"x": part}).values(SMALL)["x"]
