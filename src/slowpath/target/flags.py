"""Which parameters of a function are flags whose truth the trace build asks where they are used."""

from __future__ import annotations

import ast
from collections.abc import Iterator


def flags_of(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """The parameters that are bools by their hint or their default, and are only used as values.

    What a parameter stands for in a default of a function inside, or in an assignment in place, is used
    without being loaded by an expression that is rewritten.
    """
    given = [*node.args.posonlyargs, *node.args.args]
    by_place = zip(reversed(given), reversed(node.args.defaults), strict=False)
    by_name = zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
    true_or_false = {each.arg for each, default in (*by_place, *by_name) if _is_bool(default)}
    elsewhere = set(_used_elsewhere(node))
    for each in (*given, *node.args.kwonlyargs):
        hint = each.annotation
        by_hint = hint is not None and ast.unparse(hint).strip("\"'") == "bool"
        if (by_hint or each.arg in true_or_false) and each.arg not in elsewhere:
            yield each.arg


def _is_bool(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, bool)


def _used_elsewhere(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """The names that parts of a function use which are not rewritten."""
    for node in ast.walk(function):
        parts: list[ast.AST] = []
        match node:
            case ast.arguments():
                parts = [each for each in (*node.defaults, *node.kw_defaults) if each is not None]
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                parts = list(node.decorator_list)
            case ast.AugAssign(target=target):
                parts = [target]
        yield from (each.id for part in parts for each in ast.walk(part) if isinstance(each, ast.Name))
