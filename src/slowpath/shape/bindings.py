"""What the names of a scope stand for: values that are assigned once, or the first of several in turn."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

ScopeNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda
_Bound = tuple[str, ast.expr]


def bindings(scope: ast.AST, outer: Mapping[str, ast.expr]) -> dict[str, ast.expr]:
    """Return the names that have one value in a scope, with the expression of it; those of the `outer` scope
    too, unless it has others of that name.

    A loop over a list stands for its first round, and so does a test that has several parameters in turn.
    """
    values: dict[str, list[ast.expr]] = {}
    stores: list[str] = []
    arguments: list[str] = []
    for node in own_nodes(scope):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                values.setdefault(name, []).append(value)
            case ast.For(target=target, iter=ast.List(elts=items) | ast.Tuple(elts=items)):
                for name, value in _first(target, items):
                    values.setdefault(name, []).append(value)
            case ast.Name(id=name, ctx=ast.Store()):
                stores.append(name)
            case ast.arguments():
                arguments += [each.arg for each in ast.walk(node) if isinstance(each, ast.arg)]
    seen_outside = {name: each for name, each in outer.items() if name not in (*stores, *arguments)}
    once = {name: seen[0] for name, seen in values.items() if len(seen) == 1 == stores.count(name)}
    return {**seen_outside, **once, **dict(_parameters(scope))}


def own_nodes(scope: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a scope in the order of the source, inner scopes as one node each.

    What a test expects to raise is left out: its values are not admissible ones.
    """
    for node in ast.iter_child_nodes(scope):
        if isinstance(node, ast.With) and any("aises" in ast.unparse(each) for each in node.items):
            continue
        yield node
        if not isinstance(node, ScopeNode):
            yield from own_nodes(node)


def _parameters(scope: ast.AST) -> Iterator[_Bound]:
    """What `@pytest.mark.parametrize` gives a test first."""
    for decorator in scope.decorator_list if isinstance(scope, ast.FunctionDef) else ():
        match decorator:
            case ast.Call(
                func=ast.Attribute(attr="parametrize"),
                args=[
                    ast.Constant(value=str() as names),
                    ast.List(elts=items) | ast.Tuple(elts=items),
                    *_,
                ],
            ):
                listed: list[ast.expr] = [ast.Name(each.strip()) for each in names.split(",")]
                target = listed[0] if len(listed) == 1 else ast.Tuple(listed)
                yield from _first(target, items)


def _first(target: ast.expr, items: Sequence[ast.expr]) -> Iterator[_Bound]:
    """The names of a target, with what the first item gives them."""
    match target, items:
        case ast.Name(id=name), [item, *_]:
            yield name, item
        case ast.Tuple(elts=names), [ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Call(args=parts), *_]:
            for each, part in zip(names, parts, strict=False):
                yield from _first(each, [part])
