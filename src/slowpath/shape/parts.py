"""What code does with the parts of a parameter: the items of a list, and the values under keys."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy

from slowpath.shape.body import Body

# Functions that hand on the items of their first argument, one by one.
_HANDED_ON = frozenset({"iter", "list", "reversed", "set", "sorted", "tuple"})


def loops_over(body: Body, name: str) -> Iterator[tuple[ast.expr, Body]]:
    """The loops, comprehensions and functions over a parameter: what stands for an item, and the code."""
    for node in body.nodes:
        match node:
            case ast.For():
                rounds = [(node.target, node.iter)]
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                rounds = [(each.target, each.iter) for each in node.generators]
            case ast.Call(func=called, args=arguments):
                sources = _sources(called, arguments)
                rounds = [(item, source) for item in _given_items(node) for source in sources]
            case _:
                continue
        for target, source in rounds:
            item = _item(target, source, name)
            if item is not None:
                yield item, Body(node, body.function, tuple(ast.walk(node)))


def _given_items(call: ast.Call) -> list[ast.expr]:
    """The parameters of the functions of one argument that a call is given: `key=lambda row: row["a"]`."""
    given = (*call.args, *(each.value for each in call.keywords))
    functions = [each.args.args for each in given if isinstance(each, ast.Lambda)]
    return [ast.Name(first.arg, ast.Load()) for first, *more in filter(None, functions) if not more]


def _sources(called: ast.expr, arguments: list[ast.expr]) -> list[ast.expr]:
    """What a function that calls another one with each item takes the items from."""
    match called:
        case ast.Name(id="sorted" | "min" | "max" | "map" | "filter" | "groupby"):
            return arguments
        case ast.Attribute(value=receiver, attr="sort"):
            return [receiver]
    return []


def under_key(body: Body, name: str, key: str) -> tuple[Body, str]:
    """The code with a name in the place of the value under a key of a parameter, and that name."""
    part = f"{name}[{key!r}]"
    tree = _UnderKey(body, name, key, part).visit(deepcopy(body.tree))
    aliases = {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name) and node.value.id == part
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    tree = _Renamed(aliases, part).visit(tree) if aliases else tree
    return Body(tree, body.function, tuple(ast.walk(tree))), part


def is_counted(body: Body, name: str) -> bool:
    """Whether a value is added up or compared with numbers."""
    if body.is_number(name):
        return True
    for node in body.nodes:
        match node:
            case ast.AugAssign(op=ast.Add() | ast.Sub() | ast.Mult(), value=ast.Name(id=added)) if (
                added == name
            ):
                return True
            case ast.Compare(left=left, comparators=[right]):
                if any(_is_number(one) and _is(other, name) for one, other in ((left, right), (right, left))):
                    return True
    return False


def _item(target: ast.expr, source: ast.expr, name: str) -> ast.expr | None:
    """What stands for an item of the parameter; None if the loop is over something else."""
    match source, target:
        case ast.Name(id=looped), _ if looped == name:
            return target
        case ast.BoolOp(op=ast.Or(), values=[inner, *_]), _:
            return _item(target, inner, name)
        case ast.Call(func=ast.Name(id="enumerate"), args=[inner, *_]), ast.Tuple(elts=[_, item]):
            return _item(item, inner, name)
        case ast.Call(func=ast.Name(id=called), args=[inner, *_]), _ if called in _HANDED_ON:
            return _item(target, inner, name)
    return None


class _UnderKey(ast.NodeTransformer):
    """Puts a name in the place of `parameter[key]` and `parameter.get(key)`."""

    def __init__(self, body: Body, name: str, key: str, part: str) -> None:
        self._body, self._name, self._key, self._part = body, name, key, part

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        if _is(node.value, self._name) and self._body.text(node.slice) == self._key:
            return ast.Name(self._part, node.ctx)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        match node:
            case ast.Call(func=ast.Attribute(value=asked, attr="get" | "pop"), args=[key, *_]):
                if _is(asked, self._name) and self._body.text(key) == self._key:
                    return ast.Name(self._part, ast.Load())
        return self.generic_visit(node)


class _Renamed(ast.NodeTransformer):
    """Gives other names to what is one thing."""

    def __init__(self, names: set[str], name: str) -> None:
        self._names, self._name = names, name

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Name(self._name, node.ctx) if node.id in self._names else node


def _is(tree: ast.AST, name: str) -> bool:
    return isinstance(tree, ast.Name) and tree.id == name


def _is_number(tree: ast.AST) -> bool:
    return isinstance(tree, ast.Constant) and type(tree.value) in (int, float)
