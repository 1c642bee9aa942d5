"""Expressions of the rewritten source as instructions.

The tree is that of the trace build before its operations are routed to symbolic values: blocks count by
`.mark`, native operations go through hooks, so that sites are those of the runs.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from slowpath.abstract.code import CallArguments, Draft, Position, StackOp, Variable
from slowpath.abstract.kind import known

OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.MatMult: "@",
    ast.USub: "-",
    ast.UAdd: "+",
    ast.Invert: "~",
    ast.Not: "not",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.In: "in",
    ast.NotIn: "not in",
}
HOOKED = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "floordiv": "//",
    "mod": "%",
    "pow": "**",
    "lshift": "<<",
    "rshift": ">>",
    "bitand": "&",
    "bitor": "|",
    "bitxor": "^",
}
COMPARED = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}


class ExpressionLowering:
    """Makes the instructions of the expressions of one function."""

    def __init__(self, function: str) -> None:
        self.draft = Draft()
        self.function = function
        self.names: dict[str, str] = {}  # names of comprehensions -> the local variables they are
        self.stored: set[str] = set()
        self._fresh = 0

    def emit(self, op: StackOp, arg: object = None, node: ast.AST | None = None, guard: bool = False) -> None:
        self.draft.emit(op, arg, None if node is None else position(node), guard)

    def fresh(self, what: str) -> str:
        """The name of a new local variable that no source can spell."""
        self._fresh += 1
        name = f".{what}{self._fresh}"
        self.stored.add(name)
        return name

    def store(self, name: str) -> None:
        name = self.names.get(name, name)
        self.stored.add(name)
        self.emit(StackOp.STORE, name)

    def refuse(self, node: ast.AST, what: str = "") -> None:
        line = getattr(node, "lineno", 0)
        self.emit(StackOp.REFUSE, (line, what or type(node).__name__.lower()))

    # -- expressions -------------------------------------------------------------------------

    def expression(self, node: ast.expr, guard: bool = False) -> None:
        """Emit what leaves the value of an expression on the stack."""
        match node:
            case ast.Constant(value=value):
                self.emit(StackOp.CONST, known(value))
            case ast.Name(id=name):
                self.emit(StackOp.LOAD, self.names.get(name, name), node)
            case ast.Attribute(value=owner, attr=name):
                self.expression(owner)
                self.emit(StackOp.ATTR, name, node)
            case ast.Subscript(value=box, slice=key):
                self.expression(box)
                self.expression(key)
                self.emit(StackOp.ITEM, None, node)
            case ast.Slice(lower=lower, upper=upper, step=step):
                for part in (lower, upper, step):
                    self.expression(part or ast.Constant(None))
                self.emit(StackOp.SLICE)
            case ast.BinOp() | ast.UnaryOp() | ast.BoolOp() | ast.Compare() | ast.IfExp():
                self._operation(node, guard)
            case ast.NamedExpr(target=target, value=value):
                self.expression(value)
                self.emit(StackOp.DUP)
                self.store(target.id)
            case ast.Call():
                self._call(node, guard)
            case _:
                self._container(node)

    def _operation(
        self, node: ast.BinOp | ast.UnaryOp | ast.BoolOp | ast.Compare | ast.IfExp, guard: bool
    ) -> None:
        """Emit an operator and its operands."""
        match node:
            case ast.BinOp(left=left, op=operator, right=right):
                self.expression(left)
                self.expression(right)
                self.emit(StackOp.BINARY, (OPERATORS[type(operator)], None), node)
            case ast.UnaryOp(op=operator, operand=operand):
                self.expression(operand, guard)
                self.emit(StackOp.UNARY, OPERATORS[type(operator)], node)
            case ast.BoolOp():
                self._short_circuit(node)
            case ast.Compare():
                self._compare(node, guard)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                self._choice(test, body, orelse)

    def _container(self, node: ast.expr) -> None:
        """Emit what makes a list, tuple, dictionary, set or formatted text."""
        match node:
            case ast.List(elts=parts) | ast.Tuple(elts=parts) if not _starred(parts):
                self.display(node, counted=True)
            case ast.Dict(keys=keys, values=values) if None not in keys:
                self.several([part for part in (*keys, *values) if part is not None])
                self.emit(StackOp.OPAQUE, ("dict", 2 * len(values)))
            case ast.Set(elts=parts) if not _starred(parts):
                self.several(parts)
                self.emit(StackOp.OPAQUE, ("set", len(parts)))
            case ast.JoinedStr(values=parts):
                shown = [part.value for part in parts if isinstance(part, ast.FormattedValue)]
                self.several(shown)
                self.emit(StackOp.OPAQUE, ("str", len(shown)))
            case ast.ListComp():
                self._comprehension(node)
            case _:
                self.refuse(node)

    def display(self, node: ast.List | ast.Tuple, counted: bool) -> None:
        """Emit a list or a tuple, and whether it counts as allocated."""
        self.several(node.elts)
        if isinstance(node, ast.Tuple):
            counted = counted and not all(isinstance(part, ast.Constant) for part in node.elts)
        self.emit(
            StackOp.LIST if isinstance(node, ast.List) else StackOp.TUPLE, (len(node.elts), counted), node
        )

    def several(self, parts: Sequence[ast.expr]) -> None:
        for part in parts:
            self.expression(part)

    def _short_circuit(self, node: ast.BoolOp) -> None:
        end = self.draft.label()
        op = StackOp.UNLESS_KEEP if isinstance(node.op, ast.And) else StackOp.WHEN_KEEP
        for part in node.values[:-1]:
            self.branch(op, end, part)
        self.expression(node.values[-1])
        self.draft.place(end)

    def branch(self, op: StackOp, where: int, test: ast.expr, guard: bool = False) -> None:
        """Emit a test and a jump that it decides; a `guard` decides by itself if it is one question."""
        asked = _asked(test)
        guard = guard and len(asked) == 1
        self.expression(test, guard)
        self.draft.emit(op, where, position(test), guard, also=tuple(map(position, asked)))

    def _choice(self, test: ast.expr, body: ast.expr, orelse: ast.expr) -> None:
        other, end = self.draft.label(), self.draft.label()
        self.branch(StackOp.UNLESS, other, test)
        self.expression(body)
        self.emit(StackOp.JUMP, end)
        self.draft.place(other)
        self.expression(orelse)
        self.draft.place(end)

    def _compare(self, node: ast.Compare, guard: bool) -> None:
        self.expression(node.left)
        if len(node.ops) == 1:
            self.expression(node.comparators[0])
            self._comparison(node.ops[0], node, guard)
            return
        end, done = self.draft.label(), self.draft.label()
        for operator, right in zip(node.ops[:-1], node.comparators[:-1], strict=True):
            self.expression(right)
            self.emit(StackOp.DUP)
            self.emit(StackOp.DIG, 2)
            self.emit(StackOp.DIG, 1)
            self._comparison(operator, node, False)
            self.emit(StackOp.UNLESS_KEEP, end)
        self.expression(node.comparators[-1])
        self._comparison(node.ops[-1], node, False)
        self.emit(StackOp.JUMP, done)
        self.draft.place(end)  # the operand of the next comparison lies below the answer
        self.emit(StackOp.DIG, 1)
        self.emit(StackOp.POP)
        self.draft.place(done)

    def _comparison(self, operator: ast.cmpop, node: ast.AST, guard: bool) -> None:
        if isinstance(operator, ast.In | ast.NotIn):
            self.emit(StackOp.CONTAINS, None, node)
            if isinstance(operator, ast.NotIn):
                self.emit(StackOp.UNARY, "not", node)
        else:
            self.emit(StackOp.COMPARE, OPERATORS[type(operator)], node, guard)

    # -- calls ---------------------------------------------------------------------------------

    def _call(self, node: ast.Call, guard: bool) -> None:
        match node.func:
            case ast.Name(id=name) if name.startswith("."):
                self._hook(name[1:], node, guard)
            case ast.Call(func=ast.Name(id=".pick"), args=[ast.Constant(value=int() as site), function]):
                self._passed(function, node.args, node, site)
            case ast.Call(
                func=ast.Name(id=".method"),
                args=[ast.Constant(value=int() as site), ast.Constant(value=str() as attribute), receiver],
            ):
                function = ast.copy_location(ast.Attribute(receiver, attribute, ast.Load()), node)
                self._passed(function, node.args, node, site)
            case function:
                self._passed(function, node.args, node, None)

    def _hook(self, name: str, node: ast.Call, guard: bool) -> None:
        match name, node.args:
            case "mark", [ast.Constant(value=block)]:
                self.emit(StackOp.MARK, block)
                self.emit(StackOp.CONST, known(True))
            case "call", [ast.Constant(value=int() as site), function, *arguments]:
                self._passed(function, arguments, node, site)
            case "made", [ast.Constant(value=site), value]:
                self.expression(value)
                self.emit(StackOp.MADE, site, node)
            case "contains", [ast.Constant(value=site), item, box]:
                self.several([item, box])
                self.emit(StackOp.CONTAINS, site, node)
            case which, [ast.Constant(), left, right] if which in COMPARED:
                self.several([left, right])
                self.emit(StackOp.COMPARE, COMPARED[which], node, guard)
            case "grown" | "summed", [ast.Constant(value=site), old, added]:
                self.several([old, added])
                self.emit(StackOp.GROWN, site, node)
            case which, [ast.Constant(value=site), left, right] if which.removeprefix("i") in HOOKED:
                for part in (left, right):  # of `[x] * n` only the result counts as allocated
                    if isinstance(part, ast.List | ast.Tuple) and not _starred(part.elts):
                        self.display(part, counted=which.removeprefix("i") != "mul")
                    else:
                        self.expression(part)
                self.emit(StackOp.BINARY, (HOOKED[which.removeprefix("i")], site), node)
            case _:
                self.refuse(node, name)

    def _passed(
        self, function: ast.expr, arguments: Sequence[ast.expr], node: ast.Call, site: int | None
    ) -> None:
        names = tuple([keyword.arg for keyword in node.keywords if keyword.arg is not None])
        if _starred(arguments) or len(names) < len(node.keywords):
            self.refuse(node, "arguments that are spread")
            return
        self.expression(function)
        self.several([*arguments, *(keyword.value for keyword in node.keywords)])
        contents = self.contents(function.value) if isinstance(function, ast.Attribute) else None
        self.emit(StackOp.CALL, CallArguments(len(arguments), names, site, contents), node)

    def contents(self, box: ast.expr) -> Variable | None:
        """The variable that stands for the items of a container."""
        match box:
            case ast.Name(id=name):
                return self.function, f"{self.names.get(name, name)}[]"
            case ast.Attribute(attr=name):
                return "", f"{name}[]"
            case ast.Subscript(value=inner):
                return self.contents(inner)
        return None

    # -- comprehensions --------------------------------------------------------------------------

    def _comprehension(self, node: ast.ListComp) -> None:
        made = self.fresh("made")
        self.emit(StackOp.LIST, (0, True), node)
        self.emit(StackOp.STORE, made)
        outer = self.names
        self.names = dict(outer)
        self._clauses(node, list(node.generators), made)
        self.names = outer
        self.emit(StackOp.LOAD, made)
        self.emit(StackOp.DELETE, made)

    def _clauses(self, node: ast.ListComp, clauses: list[ast.comprehension], made: str) -> None:
        """A clause and its counting clause, with those behind them inside."""
        if not clauses:
            self.emit(StackOp.LOAD, made)
            self.expression(node.elt)
            self.emit(StackOp.APPEND, (self.function, f"{made}[]"))
            return
        clause, counting, *rest = clauses
        block = _counted(counting)
        again, done = self.draft.label(), self.draft.label()
        self.expression(clause.iter)
        self.emit(StackOp.ITER, None, clause.iter)
        for part in ast.walk(clause.target):
            if isinstance(part, ast.Name):
                self.names[part.id] = f"{made}:{part.id}"
        self.draft.place(again)
        self.emit(StackOp.NEXT, done, clause.iter)
        self.target(clause.target)
        self.emit(StackOp.MARK, block)
        for test in counting.ifs:
            self.branch(StackOp.UNLESS, again, test)
        self._clauses(node, rest, made)
        self.emit(StackOp.JUMP, again)
        self.draft.place(done)
        self.emit(StackOp.LEAVE, block)

    # -- targets ---------------------------------------------------------------------------------

    def target(self, target: ast.expr) -> None:
        """Emit what stores the value on the stack."""
        match target:
            case ast.Name(id=name):
                self.store(name)
            case ast.Attribute(value=owner, attr=name):
                self.expression(owner)
                self.emit(StackOp.DIG, 1)
                self.emit(StackOp.SETATTR, name, target)
            case ast.Subscript(value=box, slice=key):
                self.expression(box)
                self.expression(key)
                self.emit(StackOp.DIG, 2)
                self.emit(StackOp.SETITEM, self.contents(box), target)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                starred = [i for i, part in enumerate(parts) if isinstance(part, ast.Starred)]
                before = starred[0] if starred else len(parts)
                self.emit(StackOp.UNPACK, (before, len(parts) - before - 1 if starred else None), target)
                for part in parts:
                    self.target(part.value if isinstance(part, ast.Starred) else part)
            case _:
                self.refuse(target)


def position(node: ast.AST) -> Position:
    """Where a node stands, as the positions of code objects tell it."""
    if not isinstance(node, ast.expr | ast.stmt):
        return (0, 0, 0, 0)
    return node.lineno, node.end_lineno or node.lineno, node.col_offset, node.end_col_offset or 0


def _asked(test: ast.expr) -> list[ast.expr]:
    """The parts of a test whose truth is asked. From Python 3.12 on each is asked where it stands."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=part):
            return _asked(part)
        case ast.BoolOp(values=parts):
            return [each for part in parts for each in _asked(part)]
        case ast.IfExp(test=first, body=body, orelse=orelse):
            return [each for part in (first, body, orelse) for each in _asked(part)]
    return [test]


def _starred(parts: Sequence[ast.expr]) -> bool:
    return any(isinstance(part, ast.Starred) for part in parts)


def _counted(clause: ast.comprehension) -> int:
    """The block of a counting clause: `for .counts[7] in [.mark(7)]`."""
    assert isinstance(clause.target, ast.Subscript)
    assert isinstance(clause.target.slice, ast.Constant)
    block = clause.target.slice.value
    assert isinstance(block, int)
    return block
