"""Pieces of the build of reads: they tell `counting.reading` which elements are read and written.

All hooks perform the very operation that they stand for, or return what they are given. Places are numbers
of positions in the source, which tell the reads of one iteration apart.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from slowpath.counting.native import REGEX_NAMES
from slowpath.target import nodes, questions
from slowpath.target.flow import Comprehension, Function, Loop

# Calls by which a loop hands on what it makes: the methods of builtin containers that add to them, and the
# names that classes give such methods.
_WRITES: Final = frozenset(
    """
    append appendleft add extend insert setdefault update put push write writelines send heappush
    """.split()  # noqa: SIM905
)
# What gives the elements of its first argument, or of its receiver, one after the other.
_PASSING: Final = frozenset({"enumerate", "reversed", "zip", "iter", "list", "tuple"})
_CONSUMING: Final = frozenset(
    {"any", "all", "sum", "min", "max", "list", "tuple", "set", "frozenset", "sorted"}
)
_VIEWS: Final = frozenset({"items", "keys", "values"})
# What may be, or run, a loop of its own.
_MORE: Final = (
    *(ast.Call, ast.BinOp, ast.AugAssign, ast.JoinedStr, ast.Starred, ast.Delete, ast.Dict),
    *(ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Yield, ast.YieldFrom, ast.Await),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.FunctionDef, ast.ClassDef, ast.Lambda),
)
_BRIEF: Final = frozenset({"len", "isinstance", "id", "type", "callable"})  # builtins that go over nothing
_GETTERS: Final = frozenset({"__getattr__", "__getattribute__", "__get__"})
_ACTIVATION = ".activation"  # the call that is running
_COLUMNS = 12  # bits of a column in the number of a place


def place(node: ast.expr) -> ast.expr:
    """The number of a place."""
    return nodes.constant(node.lineno << _COLUMNS | node.col_offset, node)


def target_names(target: ast.AST) -> tuple[str, ...]:
    """The names that an assignment to a target binds."""
    names = (
        each.id for each in ast.walk(target) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    )
    return tuple(dict.fromkeys(names))


def bound_names(loop: Loop) -> tuple[str, ...]:
    """The names that each iteration of a loop binds to an element of what it goes over."""
    match loop:
        case ast.While() | ast.For(iter=ast.Call(func=ast.Name(id="range"))):
            return ()
    return target_names(loop.target)


def source(items: ast.expr, loop: ast.expr) -> ast.expr:
    """What a loop goes over, told to it: `enumerate(.read_source(loop, xs))`."""
    match items:
        case ast.Call(func=ast.Name(id=name), args=[first, *_]) if name in _PASSING and not isinstance(
            first, ast.Starred
        ):
            items.args[0] = source(first, loop)
            return items
        case ast.Call(func=ast.Name(id=".call"), args=[_, ast.Name(id=name), first, *_]) if name in _PASSING:
            items.args[2] = source(first, loop)
            return items
        case ast.Call(func=ast.Attribute(value=owner, attr=name), args=[]) if name in _VIEWS:
            items.func.value = nodes.call(".read_source", items, loop, owner)  # type: ignore[attr-defined]
            return items
    return nodes.call(".read_source", items, loop, items)


def item(node: ast.Subscript) -> ast.expr:
    """`.read_item(place, xs, i)`, which performs `xs[i]`."""
    return nodes.call(".read_item", node, place(node), node.value, node.slice)


def compared_item(node: ast.Subscript, loop: str) -> ast.expr:
    """The same for an item that is only compared: iterations whose reads are not noted perform `xs[i]`.

    What becomes of an item that is kept must be told in every iteration: it may be gone over later.
    """
    values, keys = _noted_or_plain(node.value), _noted_or_plain(node.slice)
    if values is None or keys is None:
        return item(node)
    noted = nodes.placed(ast.Subscript(values[0], keys[0], ast.Load()), node)
    plain = nodes.placed(ast.Subscript(values[1], keys[1], ast.Load()), node)
    return _if_noted(item(noted), plain, loop)


def cut(node: ast.Subscript, site: ast.expr) -> ast.expr:
    """`.read_cut(site, xs, slice(i, j))`, which performs `xs[i:j]`."""
    assert isinstance(node.slice, ast.Slice)
    return nodes.call(".read_cut", node, site, node.value, nodes.slice_object(node.slice))


def is_leaf(loop: Loop) -> bool:
    """Tell whether an iteration of a loop runs no other loop, in Python or in C, as far as its text tells.

    Who is around nobody need not count once its reads are noted. A comparison may run code of the target: of
    a loop in there, only executions in the first iterations can be told apart. What leaves the loop may run
    others: it is in one iteration.
    """
    parts = [*_repeated(loop.body), *([loop.test] if isinstance(loop, ast.While) else [])]
    return not any(_runs_more(node) for part in parts for node in ast.walk(part))


def is_leaf_clause(node: Comprehension, generator: ast.comprehension) -> bool:
    """The same of a clause of a comprehension."""
    made = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
    parts = [*generator.ifs, *made]
    return generator is node.generators[-1] and not any(
        _runs_more(each) for part in parts for each in ast.walk(part)
    )


def _repeated(body: Sequence[ast.stmt]) -> Iterator[ast.AST]:
    """What several iterations of a loop may run: all but branches that leave it."""
    for statement in body:
        if not isinstance(statement, ast.If):
            yield statement
            continue
        yield statement.test
        for branch in (statement.body, statement.orelse):
            if not branch or not isinstance(branch[-1], ast.Break | ast.Return | ast.Raise):
                yield from _repeated(branch)


def is_brief(function: Function) -> bool:
    """Tell whether a function runs no loop and calls nothing of the target, as far as its text tells: its
    calls need not be told. A length or a comparison may run code of the target, which tells of itself."""
    return not any(
        _runs_more(node) and not _is_brief(node) for part in function.body for node in ast.walk(part)
    )


def _is_brief(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id=name), keywords=[]):
            return name in _BRIEF and not any(isinstance(each, ast.Starred) for each in node.args)
        case ast.BinOp(op=ast.Add() | ast.Sub(), right=ast.Constant(value=int())):
            return True
        case ast.AugAssign(op=ast.Add() | ast.Sub(), value=ast.Constant(value=int())):
            return True
    return False


def _runs_more(node: ast.AST) -> bool:
    match node:
        case ast.Compare(ops=operators):
            return any(isinstance(each, ast.In | ast.NotIn) for each in operators)
        case ast.Subscript(slice=ast.Slice()):
            return True
    return isinstance(node, _MORE)


def stored_names(loop: Loop) -> frozenset[str]:
    """The names that are bound anywhere in a loop."""
    return frozenset(target_names(loop))


def is_field(node: ast.Attribute, stored: frozenset[str]) -> bool:
    """Tell whether an attribute may be of another object in each iteration of a loop that binds these names.

    A name that a class makes its own is left out, and that of a pattern's method, which is charged where it
    is called.
    """
    is_private = node.attr.startswith("__") and not node.attr.endswith("__")
    root: ast.expr = node
    while isinstance(root, ast.Attribute):
        root = root.value
    varies = isinstance(root, ast.Name) and root.id in stored
    return varies and not is_private and node.attr not in REGEX_NAMES


def is_attribute(function: Function) -> bool:
    """Tell whether reading an attribute runs a function."""
    decorators = {questions.last_name(each) for each in function.decorator_list}
    return function.name in _GETTERS or not decorators.isdisjoint(("property", "getter"))


def mark_eager(node: ast.Call, own: frozenset[str]) -> None:
    """Mark a generator expression that a call of C code uses up before anything else happens."""
    match node:
        case ast.Call(func=ast.Name(id=name), args=[ast.GeneratorExp() as items, *_]) if (
            name in _CONSUMING and name not in own
        ):
            items.is_eager = True  # type: ignore[attr-defined]


def is_eager(node: ast.AST) -> bool:
    """Tell whether a generator expression is marked."""
    return getattr(node, "is_eager", False)


def field(node: ast.Attribute, loop: str) -> ast.expr:
    """`.read_field(place, x, "name")`, which performs `x.name`; iterations of a loop statement whose reads
    are not noted perform that themselves."""
    parts = _noted_or_plain(node.value) if loop else None
    owner, plain_owner = parts or (node.value, node.value)
    hooked = nodes.call(".read_field", node, place(node), owner, nodes.constant(node.attr, node))
    if parts is None:
        return hooked
    plain = nodes.placed(ast.Attribute(plain_owner, node.attr, ast.Load()), node)
    return _if_noted(hooked, plain, loop)


def _if_noted(noted: ast.expr, plain: ast.expr, loop: str) -> ast.expr:
    """`noted if .loop.round is not None else plain`"""
    reads = nodes.placed(ast.Attribute(nodes.load(loop, plain), "round", ast.Load()), plain)
    test = nodes.compare(reads, ast.IsNot(), nodes.constant(None, plain), plain)
    choice = nodes.placed(ast.IfExp(test, noted, plain), plain)
    choice.is_choice = True  # type: ignore[attr-defined]
    return choice


def _noted_or_plain(node: ast.expr) -> tuple[ast.expr, ast.expr] | None:
    """An expression for iterations whose reads are noted, and for others; None if it is too long to be
    there twice. One of the two is evaluated."""
    if isinstance(node, ast.IfExp) and getattr(node, "is_choice", False):
        return node.body, node.orelse
    return (node, node) if _is_short(node) else None


def _is_short(node: ast.expr) -> bool:
    match node:
        case ast.Name() | ast.Constant():
            return True
        case ast.Attribute(value=part) | ast.UnaryOp(operand=part):
            return _is_short(part)
        case ast.BinOp(left=left, right=right):
            return all(isinstance(part, ast.Name | ast.Constant) for part in (left, right))
    return False


def is_write(node: ast.Call) -> bool:
    """Tell whether a call hands something on, as far as its name tells."""
    match node.func:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name in _WRITES
    return False


def maps(node: ast.Call) -> bool:
    """Tell whether a call applies a function to each of some items: a loop of C code."""
    match node:
        case ast.Call(func=ast.Name(id="map" | "filter"), args=[function, items], keywords=[]):
            return not any(isinstance(each, ast.Starred) for each in (function, items))
    return False


def makes_pattern(node: ast.Call, names: Mapping[str, str]) -> bool:
    """Tell whether a call makes a regular expression."""
    return questions.dotted(node.func, names) == "re.compile"


def assigned(value: ast.expr, targets: Sequence[ast.expr]) -> ast.expr:
    """What is assigned: told if it goes into a container or an attribute."""
    if any(isinstance(each, ast.Subscript) for each in targets):
        return written(value)
    if any(isinstance(each, ast.Attribute) for each in targets):
        return nodes.call(".changed", value, value)
    return value


def written(value: ast.expr) -> ast.expr:
    """`.wrote(value)`"""
    return nodes.call(".wrote", value, value)


def within_call(body: list[ast.stmt], function: Function, site: int) -> list[ast.stmt]:
    """The body of a function between `.called(site, arguments)` and `.returned(...)`."""
    at = body[0]
    given = [nodes.load(name, at) for name in _parameters(function.args)]
    called = nodes.call(".called", at, nodes.constant(site, at), *given)
    returned = nodes.perform(nodes.call(".returned", at, nodes.load(_ACTIVATION, at)), at)
    return [
        nodes.assign(nodes.store(_ACTIVATION, at), called, at),
        nodes.placed(ast.Try(body, [], [], [returned]), at),
    ]


def _parameters(arguments: ast.arguments) -> Iterator[str]:
    for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        yield each.arg
    for more in (arguments.vararg, arguments.kwarg):
        if more is not None:
            yield more.arg
