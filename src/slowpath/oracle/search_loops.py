"""Whether a loop looks for something: it can end before it has gone over everything."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from slowpath.model.site import file_and_line

_ENDING = frozenset({"any", "all", "next"})  # they take from a generator what they need


def ends_early(place: str) -> bool:
    """Tell whether the loop at a place (`file:line`) can be left by what it reads."""
    file, line = file_and_line(place)
    try:
        tree = ast.parse(Path(file).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return False
    return any(_may_end(node) for node in ast.walk(tree) if getattr(node, "lineno", 0) == line)


def _may_end(node: ast.AST) -> bool:
    match node:
        case ast.For() | ast.AsyncFor():
            return any(True for _ in _exits(node.body))
        case ast.While(test=test):
            return any(True for _ in _exits(node.body)) or any(
                isinstance(part, ast.Subscript | ast.Attribute) for part in _compared(test)
            )
        case ast.Call(func=ast.Name(id=name), args=[ast.GeneratorExp(), *_]):
            return name in _ENDING
    return False


def _compared(test: ast.expr) -> Iterator[ast.expr]:
    """The sides of the comparisons of a test, but for those with a length."""
    for node in ast.walk(test):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            if not any(isinstance(each, ast.Call) for each in sides):
                yield from sides


def _exits(body: list[ast.stmt], inner: bool = False) -> Iterator[ast.stmt]:
    """Yield what leaves a loop from its body."""
    for statement in body:
        match statement:
            case ast.Return() | ast.Raise():
                yield statement
            case ast.Break() if not inner:
                yield statement
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                continue
        is_loop = isinstance(statement, ast.For | ast.AsyncFor | ast.While)
        yield from _exits(getattr(statement, "body", []), inner or is_loop)
        for name in ("orelse", "finalbody"):  # the else of a loop stands outside of it
            yield from _exits(getattr(statement, name, []), inner)
        for name in ("handlers", "cases"):
            for part in getattr(statement, name, []):
                yield from _exits(part.body, inner)
