"""What loops do with the items of a parameter."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.shape.body import Body

# Functions that hand on the items of their first argument, one by one.
_HANDED_ON = frozenset({"iter", "list", "reversed", "set", "sorted", "tuple"})


def loops_over(body: Body, name: str) -> Iterator[tuple[ast.expr, Body]]:
    """The loops and comprehensions over a parameter: what an item is assigned to, and the code."""
    for node in body.nodes:
        match node:
            case ast.For():
                rounds = [(node.target, node.iter)]
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                rounds = [(each.target, each.iter) for each in node.generators]
            case _:
                continue
        for target, source in rounds:
            item = _item(target, source, name)
            if item is not None:
                yield item, Body(node, body.function, tuple(ast.walk(node)))


def _item(target: ast.expr, source: ast.expr, name: str) -> ast.expr | None:
    """What stands for an item of the parameter; None if the loop is over something else."""
    match source, target:
        case ast.Name(id=looped), _ if looped == name:
            return target
        case ast.Call(func=ast.Name(id="enumerate"), args=[inner, *_]), ast.Tuple(elts=[_, item]):
            return _item(item, inner, name)
        case ast.Call(func=ast.Name(id=called), args=[inner, *_]), _ if called in _HANDED_ON:
            return _item(target, inner, name)
    return None
