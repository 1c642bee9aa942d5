"""Keeping C accelerators out of the copies, so that the pure-Python code is the code under test.

An accelerator is imported in a `try` that survives without it, from a module written in C, for names
that have a stand-in in pure Python:

    try:
        from _heapq import *
    except ImportError:
        pass

Such an import becomes `raise ImportError`. Features (`import zlib`) and C code with no stand-in stay.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import TypeGuard

IsNative = Callable[[str, int], bool]  # (module name, relative level) -> it is written in C

# Their stand-ins are not equal: a lock that does not lock, a descriptor that cannot be pickled.
_NOT_ACCELERATORS = frozenset({"_thread", "_tuplegetter"})


def without_accelerators(tree: ast.Module, is_native: IsNative) -> None:
    """Replace the imports of accelerators at the top level of a module."""
    for statement in ast.walk(tree):
        if isinstance(statement, ast.Try) and _survives(statement):
            elsewhere = _bound_outside(tree, statement)
            statement.body = [
                _refusal(node) if _is_accelerator(node, statement, elsewhere, is_native) else node
                for node in statement.body
            ]


def _survives(statement: ast.Try) -> bool:
    """Tell whether a handler catches a failed import and does not raise another error for it."""
    caught = {
        node.id
        for handler in statement.handlers
        if handler.type and not isinstance(handler.body[-1], ast.Raise)
        for node in ast.walk(handler.type)
        if isinstance(node, ast.Name)
    }
    return not caught.isdisjoint({"ImportError", "ModuleNotFoundError", "Exception"})


def _is_accelerator(
    node: ast.stmt, statement: ast.Try, elsewhere: frozenset[str], is_native: IsNative
) -> TypeGuard[ast.ImportFrom]:
    if not isinstance(node, ast.ImportFrom):
        return False
    names = {alias.name for alias in node.names}
    if not _NOT_ACCELERATORS.isdisjoint({node.module, *names}):
        return False
    private = (
        node.level > 0 or (node.module or "").startswith("_") or any(name.startswith("_") for name in names)
    )
    if not private or not is_native(node.module or "", node.level):
        return False
    if names == {"*"}:
        return True
    bound = {alias.asname or alias.name for alias in node.names}
    stand_ins = frozenset(_bindings(handler for handler in statement.handlers)) | elsewhere
    return bound <= stand_ins


def _bound_outside(tree: ast.Module, statement: ast.Try) -> frozenset[str]:
    return frozenset(_bindings(node for node in tree.body if node is not statement))


def _bindings(trees: Iterator[ast.AST]) -> Iterator[str]:
    for tree in trees:
        for node in ast.walk(tree) if isinstance(tree, ast.ExceptHandler) else _top_level(tree):
            match node:
                case (
                    ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.Name(id=name, ctx=ast.Store())
                ):
                    yield name
                case ast.alias(name=name, asname=other):
                    yield other or name


def _top_level(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a module-level statement, not descending into functions and classes."""
    yield node
    if not isinstance(
        node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda | ast.Try | ast.If
    ):
        for child in ast.iter_child_nodes(node):
            yield from _top_level(child)


def _refusal(node: ast.ImportFrom) -> ast.stmt:
    message = ast.Constant(f"{node.module} stands in for pure-Python code")
    refusal = ast.Raise(ast.Call(ast.Name("ImportError", ast.Load()), [message], []))
    return ast.fix_missing_locations(ast.copy_location(refusal, node))
