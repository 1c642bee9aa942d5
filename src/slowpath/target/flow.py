"""What the text of a function tells about its control flow and its names."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

Function = ast.FunctionDef | ast.AsyncFunctionDef
Loop = ast.For | ast.AsyncFor | ast.While
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_SCOPES = (*_FUNCTIONS, ast.ClassDef, ast.GeneratorExp)
# Python 3.12 runs list, set and dict comprehensions in the frame around them.
_CAPTURING = _SCOPES if sys.version_info >= (3, 12) else (*_SCOPES, ast.ListComp, ast.SetComp, ast.DictComp)
_LOOKS_AT_LOCALS = frozenset({"locals", "vars", "dir", "eval", "exec"})


def may_leave(statement: ast.stmt) -> bool:
    """Tell whether control may leave a statement other than by reaching its end.

    Exceptions raised by expressions do not count: a block that they cut short counts as a whole.
    """
    match statement:
        case ast.Return() | ast.Raise() | ast.Break() | ast.Continue():
            return True
        case ast.For(body=body, orelse=orelse) | ast.AsyncFor(body=body, orelse=orelse):
            return any(map(_leaves_loop, body)) or any(map(may_leave, orelse))
        case ast.While(test=test, body=body, orelse=orelse):
            endless = isinstance(test, ast.Constant) and bool(test.value)
            return endless or any(map(_leaves_loop, body)) or any(map(may_leave, orelse))
    return any(map(may_leave, _inner_statements(statement)))


def _leaves_loop(statement: ast.stmt) -> bool:
    """Tell whether a statement of a loop's body may leave the loop's statement as a whole."""
    if isinstance(statement, ast.Break | ast.Continue):
        return False
    if isinstance(statement, ast.Return | ast.Raise | ast.For | ast.AsyncFor | ast.While):
        return may_leave(statement)
    return any(map(_leaves_loop, _inner_statements(statement)))


def _inner_statements(statement: ast.stmt) -> Iterator[ast.stmt]:
    if isinstance(statement, (*_FUNCTIONS, ast.ClassDef)):
        return
    for child in ast.iter_child_nodes(statement):
        if isinstance(child, ast.stmt):
            yield child
        elif isinstance(child, ast.ExceptHandler | ast.match_case):
            yield from child.body


def parameters(arguments: ast.arguments) -> Iterator[ast.arg]:
    """Yield every parameter of a signature."""
    yield from arguments.posonlyargs
    yield from arguments.args
    yield from arguments.kwonlyargs
    for extra in (arguments.vararg, arguments.kwarg):
        if extra is not None:
            yield extra


@dataclass(frozen=True, slots=True)
class FunctionFacts:
    """`suspends`: a generator or coroutine. `open`: it looks at its own local variables.
    `locals`: names that live in fast local variables.
    """

    suspends: bool
    open: bool
    locals: frozenset[str]


def facts(function: Function) -> FunctionFacts:
    """Read the facts off a function's own scope."""
    own = list(own_nodes(function))
    names = {node.id for node in own if isinstance(node, ast.Name)}
    stored = {node.id for node in own if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    stored |= {argument.arg for argument in parameters(function.args)}
    declared = {name for node in own if isinstance(node, ast.Global | ast.Nonlocal) for name in node.names}
    return FunctionFacts(
        suspends=isinstance(function, ast.AsyncFunctionDef)
        or any(isinstance(node, ast.Yield | ast.YieldFrom | ast.Await) for node in own),
        open=not names.isdisjoint(_LOOKS_AT_LOCALS),
        locals=frozenset(stored - declared - _captured(function)),
    )


def own_nodes(function: Function) -> Iterator[ast.AST]:
    """Yield the nodes of a function's body that are not inside a nested function or class."""
    stack: list[ast.AST] = list(reversed(function.body))
    while stack:
        node = stack.pop()
        yield node
        if not isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
            stack.extend(reversed(list(ast.iter_child_nodes(node))))


def _captured(function: Function) -> set[str]:
    """Return the names that nested scopes of a function mention."""
    nested = (node for node in ast.walk(function) if isinstance(node, _CAPTURING) and node is not function)
    return {inner.id for node in nested for inner in ast.walk(node) if isinstance(inner, ast.Name)}


def leading(body: list[ast.stmt]) -> int:
    """Return how many statements must stay first: the docstring and the `__future__` imports."""
    count = 0
    for statement in body:
        docstring = count == 0 and isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        future = isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
        if not (docstring or future):
            break
        count += 1
    return count


def aliases(tree: ast.AST, names: frozenset[str]) -> frozenset[str]:
    """Return the names that a module gives to functions known as `names`: `find = text.find`."""
    return frozenset(
        target.id
        for target, value in _bindings(tree)
        if (isinstance(value, ast.Attribute) and value.attr in names)
        or (isinstance(value, ast.Name) and value.id in names)
    )


def _bindings(tree: ast.AST) -> Iterator[tuple[ast.Name, ast.expr]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                yield from _pairs(target, node.value)
        elif isinstance(node, ast.NamedExpr):
            yield node.target, node.value
        elif isinstance(node, (*_FUNCTIONS,)):
            positional = [*node.args.posonlyargs, *node.args.args]
            defaults = node.args.defaults
            given = zip(positional[len(positional) - len(defaults) :], defaults, strict=True)
            keyword = zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
            for argument, default in (*given, *keyword):
                if default is not None:
                    yield ast.Name(argument.arg, ast.Store()), default


def _pairs(target: ast.expr, value: ast.expr) -> Iterable[tuple[ast.Name, ast.expr]]:
    if isinstance(target, ast.Name):
        return [(target, value)]
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        pairs = zip(target.elts, value.elts, strict=True)
        return [pair for part, given in pairs for pair in _pairs(part, given)]
    return []
