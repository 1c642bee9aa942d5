"""Pieces of the loop build: they tell `counting.nesting` of loops as they are entered, go round and are left.

Loops are held in local variables whose names no source can spell, so functions that look at their own local
variables have none of these pieces. All hooks return before the target's own code goes on.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from slowpath.target import nodes
from slowpath.target.flow import Loop

FRAME = ".frame"  # the generator that is running


def begin_generator(at: ast.AST) -> ast.stmt:
    """`.frame = .loop_begin()`"""
    return nodes.assign(nodes.store(FRAME, at), nodes.call(".loop_begin", at), at)


def suspended(value: ast.expr | None, node: ast.expr) -> ast.expr:
    """`.loop_suspend(.frame, value)`, what a generator yields."""
    given = [value] if value is not None else []
    return nodes.call(".loop_suspend", node, nodes.load(FRAME, node), *given)


def resumed(node: ast.expr) -> ast.expr:
    """`.loop_resume(.frame, (yield ...))`, what was sent to a generator."""
    return nodes.call(".loop_resume", node, nodes.load(FRAME, node), node)


def begin_iterations(
    loop: Loop, site: int, bound: Sequence[str] = (), *, only_attentive: bool = False
) -> None:
    """Let a loop tell of each iteration, and of the values of the names that it binds; that of a `while`
    begins with its test. With `only_attentive`, an execution whose reads are not noted tells nothing."""
    at = loop.body[0]
    told = _iterated(site, at, bound, only_attentive)
    if isinstance(loop, ast.While):
        loop.test = nodes.placed(ast.BoolOp(ast.And(), [told, loop.test]), loop.test)
        return
    loop.body.insert(0, nodes.perform(told, at))
    exhausted = nodes.call(".loop_exhaust", loop, nodes.load(variable(site), loop))
    loop.orelse.insert(0, nodes.perform(exhausted, loop))


def _iterated(site: int, at: ast.AST, bound: Sequence[str], only_attentive: bool) -> ast.expr:
    """What tells of an iteration, and is true."""
    loop = nodes.load(variable(site), at)
    told = nodes.call(".loop_iterate", at, loop, *(nodes.load(name, at) for name in bound))
    if not only_attentive:
        return told
    heeds = nodes.placed(ast.Attribute(loop, "attentive", ast.Load()), at)
    heeds_not = nodes.placed(ast.UnaryOp(ast.Not(), heeds), at)
    return nodes.placed(ast.BoolOp(ast.Or(), [heeds_not, told]), at)


def within_execution(statements: list[ast.stmt], loop: Loop, site: int, in_generator: bool) -> list[ast.stmt]:
    """The statements of a loop between entering and leaving it."""
    frame = [nodes.load(FRAME, loop)] if in_generator else []
    entered = nodes.call(".loop_enter", loop, nodes.constant(site, loop), *frame)
    left = nodes.perform(nodes.call(".loop_leave", loop, nodes.load(variable(site), loop)), loop)
    return [
        nodes.assign(nodes.store(variable(site), loop), entered, loop),
        nodes.placed(ast.Try(statements, [], [], [left]), loop),
    ]


def clause(
    site: int,
    generator: ast.comprehension,
    at: ast.expr,
    frame: int | None,
    told: Sequence[str] = (),
    *,
    only_attentive: bool = False,
) -> ast.comprehension:
    """What comes before a clause of a comprehension: it binds the execution and its items.

    `frame` is the first clause of a generator expression; None for other comprehensions. `told` are the
    names whose values it tells. With `only_attentive`, an execution whose reads are not noted tells nothing.
    """
    items = nodes.call(".iter", at, generator.iter)
    bound: list[ast.expr] = [nodes.store(variable(site), at), nodes.store(_items(site), at)]
    given: list[ast.expr] = [nodes.constant(site, at), items]
    hook = ".loop_over"
    if frame == site:
        bound.insert(0, nodes.store(_frame(site), at))
        hook = ".loop_lazily_over"
    elif frame is not None:
        given.append(nodes.load(_frame(frame), at))
    generator.iter = nodes.load(_items(site), at)
    generator.ifs = [_iterated(site, at, told, only_attentive)]
    return ast.comprehension(
        nodes.placed(ast.Tuple(bound, ast.Store()), at), nodes.call(hook, at, *given), [], 0
    )


def yielded(element: ast.expr, frame: int) -> ast.expr:
    """What a generator expression yields: it is suspended then."""
    return nodes.call(".loop_suspend", element, nodes.load(_frame(frame), element), element)


def variable(site: int) -> str:
    """The local variable that holds an execution of a loop."""
    return f".loop{site}"


def _items(site: int) -> str:
    return f".items{site}"


def _frame(site: int) -> str:
    return f".frame{site}"
