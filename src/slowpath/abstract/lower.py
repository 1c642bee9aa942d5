"""Functions of the rewritten source as instructions."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass

from slowpath.abstract.code import Code, StackOp
from slowpath.abstract.expressions import OPERATORS, ExpressionLowering, position
from slowpath.abstract.liveness import live
from slowpath.abstract.value import NONE, Thing
from slowpath.target import flow

Emit = Callable[[], None]


@dataclass(frozen=True, slots=True)
class _Loop:
    again: int
    left: int
    iterates: bool  # an iterator is on the stack


@dataclass(frozen=True, slots=True)
class _Guarded:
    """A statement in which an exception is caught; `finish` emits what is done on every way out."""

    finish: Emit | None


def lower(function: ast.FunctionDef, name: str, file: str) -> Code:
    """Return the code of a function; what cannot be abstracted refuses when it is reached."""
    lowering = _Lowering(name)
    arguments = function.args
    names = tuple([each.arg for each in flow.parameters(arguments)])
    if arguments.vararg or arguments.kwarg:
        lowering.refuse(function, "a parameter that takes any arguments")
    if any(
        isinstance(node, ast.Yield | ast.YieldFrom | ast.Global | ast.Nonlocal) for node in ast.walk(function)
    ):
        lowering.refuse(function, "a generator, or a variable of another function")
    lowering.body(function.body)
    lowering.emit(StackOp.CONST, NONE)
    lowering.emit(StackOp.RETURN)
    stored = lowering.stored | set(names)
    instructions = lowering.draft.finished()
    return Code(name, file, names, instructions, frozenset(stored), live(instructions))


class _Lowering(ExpressionLowering):
    """Makes the instructions of the statements of one function."""

    def __init__(self, function: str) -> None:
        super().__init__(function)
        self._around: list[_Loop | _Guarded] = []
        self._caught: list[str] = []  # where the exceptions of the handlers around are

    def body(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            self._statement(statement)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                pass
            case ast.Expr(value=ast.Call(func=ast.Name(id=".mark"), args=[ast.Constant(value=block)])):
                self.emit(StackOp.MARK, block)
            case ast.Expr(value=value):
                self.expression(value)
                self.emit(StackOp.POP)
            case ast.Assign(targets=targets, value=value):
                self.expression(value)
                for target in targets[:-1]:
                    self.emit(StackOp.DUP)
                    self.target(target)
                self.target(targets[-1])
            case ast.AnnAssign(target=target, value=value):
                if value is not None:
                    self.expression(value)
                    self.target(target)
            case ast.AugAssign():
                self._update(node)
            case ast.Delete(targets=targets):
                for target in targets:
                    if isinstance(target, ast.Name):
                        self.emit(StackOp.DELETE, target.id)
                    else:
                        self.refuse(node)
            case _:
                self._control(node)

    def _control(self, node: ast.stmt) -> None:
        """Emit a statement that decides what is executed next."""
        match node:
            case ast.If(test=test, body=body, orelse=orelse):
                self._if(test, body, orelse)
            case ast.While():
                self._while(node)
            case ast.For():
                self._for(node)
            case ast.Break() | ast.Continue():
                self._jump(isinstance(node, ast.Break))
            case ast.Return(value=value):
                self._return(value)
            case ast.Raise(exc=raised):
                self._raise(raised)
            case ast.Assert():
                self._assert(node)
            case ast.Try():
                self._try(node)
            case _:
                self.refuse(node)

    def _update(self, node: ast.AugAssign) -> None:
        operation = (OPERATORS[type(node.op)], None)
        match node.target:
            case ast.Name(id=name):
                self.expression(ast.copy_location(ast.Name(name, ast.Load()), node))
                self.expression(node.value)
                self.emit(StackOp.BINARY, operation, node)
                self.store(name)
            case ast.Attribute(value=owner, attr=name):
                self.expression(owner)
                self.emit(StackOp.DUP)
                self.emit(StackOp.ATTR, name, node)
                self.expression(node.value)
                self.emit(StackOp.BINARY, operation, node)
                self.emit(StackOp.SETATTR, name, node)
            case ast.Subscript(value=box, slice=key):
                self.expression(box)
                self.expression(key)
                self.emit(StackOp.DUP, 1)
                self.emit(StackOp.DUP, 1)
                self.emit(StackOp.ITEM, None, node)
                self.expression(node.value)
                self.emit(StackOp.BINARY, operation, node)
                self.emit(StackOp.SETITEM, self.contents(box), node)

    # -- branches and loops ------------------------------------------------------------------

    def _if(self, test: ast.expr, body: list[ast.stmt], orelse: list[ast.stmt]) -> None:
        other, end = self.draft.label(), self.draft.label()
        self.branch(StackOp.UNLESS, other, test, guard=True)
        self.body(body)
        self.emit(StackOp.JUMP, end)
        self.draft.place(other)
        self.body(orelse)
        self.draft.place(end)

    def _while(self, node: ast.While) -> None:
        again, out, left = self.draft.label(), self.draft.label(), self.draft.label()
        self.draft.place(again)
        self.branch(StackOp.UNLESS, out, node.test, guard=True)
        self._looped(node.body, _Loop(again, left, iterates=False))
        self.emit(StackOp.JUMP, again)
        self._ended(node, out, left)

    def _for(self, node: ast.For) -> None:
        again, out, left = self.draft.label(), self.draft.label(), self.draft.label()
        self.expression(node.iter)
        self.emit(StackOp.ITER, None, node.iter)
        self.draft.place(again)
        self.draft.emit(StackOp.NEXT, out, position(node.iter), guard=True, also=(position(node),))
        self.target(node.target)
        self._looped(node.body, _Loop(again, left, iterates=True))
        self.emit(StackOp.JUMP, again)
        self._ended(node, out, left)

    def _looped(self, body: list[ast.stmt], loop: _Loop) -> None:
        self._around.append(loop)
        self.body(body)
        self._around.pop()

    def _ended(self, node: ast.For | ast.While, out: int, left: int) -> None:
        self.draft.place(out)
        self.emit(StackOp.LEAVE, _marked(node.body))
        self.body(node.orelse)
        end = self.draft.label()
        self.emit(StackOp.JUMP, end)
        self.draft.place(left)
        self.emit(StackOp.LEAVE, _marked(node.body))
        self.draft.place(end)

    def _jump(self, breaks: bool) -> None:
        depth = len(self._around) - 1
        while depth >= 0 and not isinstance(self._around[depth], _Loop):
            depth -= 1
        self._on_the_way_out(depth + 1)
        loop = self._around[depth]
        assert isinstance(loop, _Loop)
        if breaks and loop.iterates:
            self.emit(StackOp.POP)
        self.emit(StackOp.JUMP, loop.left if breaks else loop.again)

    def _on_the_way_out(self, depth: int) -> None:
        """Emit what happens before control leaves the statements around, down to a depth."""
        around = self._around
        for place in range(len(around) - 1, depth - 1, -1):
            guarded = around[place]
            if isinstance(guarded, _Guarded):
                self.emit(StackOp.END_TRY)
                if guarded.finish is not None:
                    self._around = around[:place]
                    guarded.finish()
        self._around = around

    def _return(self, value: ast.expr | None) -> None:
        if value is None:
            self.emit(StackOp.CONST, NONE)
        else:
            self.expression(value)
        self._on_the_way_out(0)
        self.emit(StackOp.RETURN)

    # -- exceptions ----------------------------------------------------------------------------

    def _raise(self, raised: ast.expr | None) -> None:
        if raised is not None:
            self.expression(raised)
        elif self._caught:
            self.emit(StackOp.LOAD, self._caught[-1])
        else:
            self.emit(StackOp.CONST, Thing(RuntimeError))
        self.emit(StackOp.RAISE)

    def _assert(self, node: ast.Assert) -> None:
        holds = self.draft.label()
        self.branch(StackOp.WHEN, holds, node.test)
        if node.msg is not None:
            self.expression(node.msg)
            self.emit(StackOp.POP)
        self.emit(StackOp.CONST, Thing(AssertionError))
        self.emit(StackOp.RAISE)
        self.draft.place(holds)

    def _try(self, node: ast.Try) -> None:
        if not node.finalbody:
            self._excepted(node)
            return
        failed, end = self.draft.label(), self.draft.label()
        self.emit(StackOp.TRY, failed)
        self._around.append(_Guarded(lambda: self.body(node.finalbody)))
        if node.handlers:
            self._excepted(node)
        else:
            self.body([*node.body, *node.orelse])
        self._around.pop()
        self.emit(StackOp.END_TRY)
        self.body(node.finalbody)
        self.emit(StackOp.JUMP, end)
        self.draft.place(failed)
        self.body(node.finalbody)
        self.emit(StackOp.RAISE)
        self.draft.place(end)

    def _excepted(self, node: ast.Try) -> None:
        failed, end = self.draft.label(), self.draft.label()
        self.emit(StackOp.TRY, failed)
        self._around.append(_Guarded(None))
        self.body(node.body)
        self._around.pop()
        self.emit(StackOp.END_TRY)
        self.body(node.orelse)
        self.emit(StackOp.JUMP, end)
        self.draft.place(failed)
        for handler in node.handlers:
            self._handler(handler, end)
        self.emit(StackOp.RAISE)
        self.draft.place(end)

    def _handler(self, handler: ast.ExceptHandler, end: int) -> None:
        other = self.draft.label()
        if handler.type is not None:
            self.emit(StackOp.DUP)
            self.expression(handler.type)
            self.emit(StackOp.MATCH)
            self.emit(StackOp.UNLESS, other)
        if handler.name is not None:
            self.emit(StackOp.DUP)
            self.store(handler.name)
        caught = self.fresh("caught")
        self.emit(StackOp.STORE, caught)
        self._caught.append(caught)
        self.body(handler.body)
        self._caught.pop()
        self.emit(StackOp.DELETE, caught)
        self.emit(StackOp.JUMP, end)
        self.draft.place(other)


def _marked(body: list[ast.stmt]) -> int:
    """The block of a loop's body, which begins with its mark."""
    match body[0]:
        case ast.Expr(value=ast.Call(args=[ast.Constant(value=int() as block)])):
            return block
    raise AssertionError("a loop without a mark")
