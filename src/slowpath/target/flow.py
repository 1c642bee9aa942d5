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
_NODES = (ast.expr, ast.stmt, ast.arguments, ast.arg, ast.pattern, ast.alias)
LOOKS_AT_LOCALS = frozenset({"locals", "vars", "dir", "eval", "exec"})


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
    """`suspends`: a generator or coroutine. `yields_in_loops`: a generator that has loops of its own.
    `open`: it looks at its own local variables. `locals`: names that live in fast local variables.
    """

    suspends: bool
    yields_in_loops: bool
    open: bool
    locals: frozenset[str]


class Survey:
    """One walk over a module, shared by all who ask about its text."""

    def __init__(self, tree: ast.Module) -> None:
        self.nodes: list[ast.AST] = []
        self._own: dict[ast.AST, list[ast.AST]] = {tree: []}
        self._walk(tree)
        self.functions = [
            node for node in self._own if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        ]

    def _walk(self, tree: ast.Module) -> None:
        stack: list[tuple[ast.AST, list[ast.AST]]] = [(tree, self._own[tree])]
        while stack:
            node, own = stack.pop()
            self.nodes.append(node)
            own.append(node)
            if isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
                inside = self._own[node] = []
                body = node.body if isinstance(node.body, list) else [node.body]
                stack += [(child, inside) for child in reversed(body)]
                outside = (child for child in children(node) if child not in body)
                stack += [(child, own) for child in outside]
            else:
                stack += [(child, own) for child in children(node)]

    def own(self, function: Function) -> list[ast.AST]:
        """Return the nodes of a function's body that are not inside a nested function or class."""
        return self._own[function]

    def facts(self, function: Function) -> FunctionFacts:
        """Read the facts off a function's own scope."""
        own = self.own(function)
        names = {node.id for node in own if isinstance(node, ast.Name)}
        declared = {
            name for node in own if isinstance(node, ast.Global | ast.Nonlocal) for name in node.names
        }
        return FunctionFacts(
            suspends=isinstance(function, ast.AsyncFunctionDef)
            or any(isinstance(node, ast.Yield | ast.YieldFrom | ast.Await) for node in own),
            yields_in_loops=any(isinstance(node, ast.Yield | ast.YieldFrom) for node in own)
            and any(isinstance(node, ast.For | ast.AsyncFor | ast.While) for node in own),
            open=not names.isdisjoint(LOOKS_AT_LOCALS),
            locals=frozenset(self.variables(function) - declared - self._captured(function)),
        )

    def variables(self, function: Function) -> set[str]:
        """Return the parameters of a function and the names it assigns."""
        stored = {
            node.id
            for node in self.own(function)
            if isinstance(node, ast.Name) and type(node.ctx) is ast.Store
        }
        return stored | {argument.arg for argument in parameters(function.args)}

    def _captured(self, function: Function) -> set[str]:
        """Return the names that nested scopes of a function mention."""
        nested = [node for node in self.own(function) if isinstance(node, _CAPTURING)]
        return {inner.id for node in nested for inner in walk(node) if isinstance(inner, ast.Name)}


def walk(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and all nodes below it, but for operators and contexts."""
    stack = [tree]
    while stack:
        node = stack.pop()
        yield node
        stack += children(node)


def children(node: ast.AST) -> list[ast.AST]:
    """Return the nodes right below a node, but for operators and contexts."""
    found: list[ast.AST] = []
    for value in node.__dict__.values():
        if type(value) is list:
            found += [part for part in value if isinstance(part, ast.AST)]
        elif isinstance(value, _NODES):
            found.append(value)
    return found


def leading(body: list[ast.stmt]) -> int:
    """Return how many statements must stay first: the docstring and the `__future__` imports."""
    count = 0
    for statement in body:
        docstring = (
            count == 0 and isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        )
        future = isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
        if not (docstring or future):
            break
        count += 1
    return count


def aliases(survey: Survey, names: frozenset[str]) -> frozenset[str]:
    """Return the names that a module gives to functions known as `names`: `find = text.find`."""
    return frozenset(
        target.id
        for target, value in _bindings(survey)
        if (isinstance(value, ast.Attribute) and value.attr in names)
        or (isinstance(value, ast.Name) and value.id in names)
    )


def _bindings(survey: Survey) -> Iterator[tuple[ast.Name, ast.expr]]:
    for node in survey.nodes:
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


def imported(survey: Survey) -> dict[str, str]:
    """Return the dotted name behind each name that absolute imports bind: `np` is `numpy`."""
    names: dict[str, str] = {}
    for node in survey.nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                names[alias.asname or alias.name.partition(".")[0]] = (
                    alias.name if alias.asname else alias.name.partition(".")[0]
                )
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    return names


def _pairs(target: ast.expr, value: ast.expr) -> Iterable[tuple[ast.Name, ast.expr]]:
    if isinstance(target, ast.Name):
        return [(target, value)]
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        pairs = zip(target.elts, value.elts, strict=True)
        return [pair for part, given in pairs for pair in _pairs(part, given)]
    return []
