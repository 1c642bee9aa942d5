"""The control flow of one function: steps, and which may follow which.

A step is a place in a block: its start, a call, a native loop, or the end of a loop's body, from which
control goes back to the loop's head. Any step of a `try` or `with` body may be followed by what handles its
exceptions.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from slowpath.model.loops import Loop, SiteKey
from slowpath.model.site import SiteKind
from slowpath.target.flow import Comprehension
from slowpath.target.graph.calls import ITERATION, NOBODY, Callees, Calls
from slowpath.target.graph.source import Source
from slowpath.target.graph.symbols import FunctionSymbol
from slowpath.target.natives import is_native_loop

Tails = list[int]  # the steps after which control goes on


@dataclass(frozen=True, slots=True)
class Step:
    """`loops` are those around it in its function, the outermost first. `loop` goes round here."""

    block: SiteKey
    loops: tuple[Loop, ...]
    callees: tuple[FunctionSymbol, ...] = ()
    unknown: bool = False  # it may call something else
    loop: Loop | None = None


@dataclass(slots=True)
class ControlFlow:
    """The steps of a function, the first one first, and the pairs that may follow each other."""

    symbol: FunctionSymbol
    steps: list[Step] = field(default_factory=list)
    edges: list[tuple[int, int]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Around:
    """Where a statement stands: its block, the loops around it, and where `break` and `continue` lead."""

    block: SiteKey
    loops: tuple[Loop, ...] = ()
    breaks: Tails = field(default_factory=list)
    continues: Tails = field(default_factory=list)


def flow_of(symbol: FunctionSymbol, calls: Calls) -> ControlFlow | None:
    """Return the control flow of a function; None if it is not instrumented."""
    source, node = symbol.source, symbol.node
    if isinstance(node, ast.Lambda):
        block = source.key(SiteKind.BLOCK, node)
    else:
        block = _entry(source, node)
    if block is None:
        return None
    builder = _Builder(ControlFlow(symbol), source, calls)
    around = _Around(block)
    start = builder.step([], around)
    if isinstance(node, ast.Lambda):
        builder.expression(node.body, start, around)
    else:
        builder.body(node.body, start, around)
    return builder.flow


def _entry(source: Source, node: ast.FunctionDef | ast.AsyncFunctionDef) -> SiteKey | None:
    for statement in node.body:
        if (block := source.key(SiteKind.BLOCK, statement)) is not None:
            return block
    return None


class _Builder:
    def __init__(self, flow: ControlFlow, source: Source, calls: Calls) -> None:
        self.flow = flow
        self._source = source
        self._calls = calls

    def step(
        self, tails: Iterable[int], around: _Around, callees: Callees = NOBODY, loop: Loop | None = None
    ) -> Tails:
        """Add a step behind others."""
        index = len(self.flow.steps)
        self.flow.steps.append(Step(around.block, around.loops, callees.functions, callees.unknown, loop))
        self.flow.edges += [(tail, index) for tail in tails]
        return [index]

    # -- statements ------------------------------------------------------------------------------

    def body(self, statements: Sequence[ast.stmt], tails: Tails, around: _Around) -> Tails:
        """Add the steps of some statements; return those after which control goes on."""
        for statement in statements:
            block = self._source.key(SiteKind.BLOCK, statement)
            if block is not None and block != around.block:
                around = _Around(block, around.loops, around.breaks, around.continues)
                tails = self.step(tails, around)
            tails = self._statement(statement, tails, around)
        return tails

    def _statement(self, node: ast.stmt, tails: Tails, around: _Around) -> Tails:
        match node:
            case ast.If(test=test, body=body, orelse=orelse):
                tails = self.expression(test, tails, around)
                truth = _constant(test)
                then = self.body(body, self.step(tails if truth is not False else [], around), around)
                rest = tails if truth is not True else []
                return [*then, *(self.body(orelse, self.step(rest, around), around) if orelse else rest)]
            case ast.For() | ast.AsyncFor() | ast.While():
                return self._loop(node, tails, around)
            case ast.Try() | ast.TryStar():
                return self._try(node, tails, around)
            case ast.With(items=items, body=body) | ast.AsyncWith(items=items, body=body):
                return self._with(items, body, tails, around)
            case ast.Match(subject=subject, cases=cases):
                return self._match(subject, cases, tails, around)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                return tails
            case ast.Break():
                around.breaks.extend(tails)
                return []
            case ast.Continue():
                around.continues.extend(tails)
                return []
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                tails = self.expression(child, tails, around)
        return [] if isinstance(node, ast.Return | ast.Raise) else tails

    def _loop(self, node: ast.For | ast.AsyncFor | ast.While, tails: Tails, around: _Around) -> Tails:
        key = self._source.key(SiteKind.LOOP, node)
        block = self._source.key(SiteKind.BLOCK, node.body[0])
        assert key is not None
        assert block is not None
        inside = _Around(block, (*around.loops, self._python(key, node)))
        truth: bool | None = None
        if isinstance(node, ast.While):
            truth = _constant(node.test)
            head = self.step(tails, around)
            asked = self.expression(node.test, head, _Around(around.block, inside.loops))
        else:
            tails = self.expression(node.iter, tails, around)
            asked = head = self.step(
                tails, around, self._calls.special(node.iter, ITERATION, self.flow.symbol)
            )
        done = self.body(node.body, self.step(asked if truth is not False else [], inside), inside)
        back = self.step([*done, *inside.continues], inside, loop=inside.loops[-1])
        self.flow.edges += [(each, head[0]) for each in back]
        after = asked if truth is not True else []
        if node.orelse:
            after = self.body(node.orelse, self.step(after, around), around)
        return [*after, *inside.breaks]

    def _try(self, node: ast.Try | ast.TryStar, tails: Tails, around: _Around) -> Tails:
        first = len(self.flow.steps)
        done = self.body(node.body, tails, around)
        raising = [*tails, *range(first, len(self.flow.steps))]
        ends = self.body(node.orelse, done, around)
        for handler in node.handlers:
            caught = self.step(raising, around)
            ends = [*ends, *self.body(handler.body, caught, around)]
        if not node.finalbody:
            return ends
        cut_short = [*tails, *range(first, len(self.flow.steps))]
        last = self.body(node.finalbody, self.step(dict.fromkeys([*ends, *cut_short]), around), around)
        return last if ends else []

    def _with(self, items: list[ast.withitem], body: list[ast.stmt], tails: Tails, around: _Around) -> Tails:
        for item in items:
            tails = self.expression(item.context_expr, tails, around)
            methods = self._calls.special(item.context_expr, ("__enter__", "__exit__"), self.flow.symbol)
            tails = self.step(tails, around, methods)
        first = len(self.flow.steps)
        done = self.body(body, tails, around)
        # A context manager may swallow what the body raises.
        return list(dict.fromkeys([*done, *tails, *range(first, len(self.flow.steps))]))

    def _match(self, subject: ast.expr, cases: list[ast.match_case], tails: Tails, around: _Around) -> Tails:
        tails = self.expression(subject, tails, around)
        ends: Tails = []
        for case in cases:
            if case.guard is not None:
                tails = self.expression(case.guard, tails, around)
            ends += self.body(case.body, self.step(tails, around), around)
            if case.guard is None and isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None:
                return ends
        return [*ends, *tails]

    # -- expressions -------------------------------------------------------------------------------

    def expression(self, node: ast.expr, tails: Tails, around: _Around) -> Tails:
        """Add the steps of an expression in the order in which it is evaluated."""
        match node:
            case ast.Lambda():
                return tails
            case ast.BoolOp(values=[first, *rest]):
                tails = ends = self.expression(first, tails, around)
                for each in rest:
                    tails = self.expression(each, tails, around)
                    ends = [*ends, *tails]
                return list(dict.fromkeys(ends))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                tails = self.expression(test, tails, around)
                one = self.expression(body, tails, around)
                return list(dict.fromkeys([*one, *self.expression(orelse, tails, around)]))
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                return self._comprehension(node, tails, around)
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                tails = self.expression(child, tails, around)
            elif isinstance(child, ast.keyword):
                tails = self.expression(child.value, tails, around)
        return self._operation(node, tails, around)

    def _operation(self, node: ast.expr, tails: Tails, around: _Around) -> Tails:
        callees = self._calls.of(node, self.flow.symbol)
        loop: Loop | None = None
        key = self._source.key(SiteKind.NATIVE, node)
        if key is not None and not callees.is_python and self._may_be_native(node):
            loop = Loop(key, *self._where(node), _called(node))
        if loop is None and not callees.functions and not callees.unknown:
            return tails
        return self.step(tails, around, callees, loop)

    def _may_be_native(self, node: ast.expr) -> bool:
        return is_native_loop(node) and not self._calls.is_hashed(node, self.flow.symbol)

    def _comprehension(self, node: Comprehension, tails: Tails, around: _Around, clause: int = 0) -> Tails:
        """Add the steps of a comprehension from a clause on: a loop within that of the clause before."""
        if clause == len(node.generators):
            parts = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
            for part in parts:
                tails = self.expression(part, tails, around)
            return tails
        generator = node.generators[clause]
        tails = self.expression(generator.iter, tails, around)
        head = self.step(tails, around, self._calls.special(generator.iter, ITERATION, self.flow.symbol))
        key = self._source.key(SiteKind.LOOP, node, clause)
        block = self._source.key(SiteKind.BLOCK, node, clause)
        assert key is not None
        assert block is not None
        inside = _Around(block, (*around.loops, self._python(key, node)))
        tails, skipped = self.step(head, inside), []
        for condition in generator.ifs:
            tails = self.expression(condition, tails, inside)
            skipped += tails
        done = self._comprehension(node, tails, inside, clause + 1)
        back = self.step(dict.fromkeys([*done, *skipped]), inside, loop=inside.loops[-1])
        self.flow.edges += [(each, head[0]) for each in back]
        return head

    def _python(self, key: SiteKey, node: ast.AST) -> Loop:
        return Loop(key, *self._where(node))

    def _where(self, node: ast.AST) -> tuple[str, int, str]:
        return self._source.file, node.lineno, self.flow.symbol.qualname  # type: ignore[attr-defined]


def _constant(test: ast.expr) -> bool | None:
    """Return the truth of a condition if its text settles it."""
    match test:
        case ast.Constant(value=value):
            return bool(value)
        case ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING"):
            return False
        case ast.UnaryOp(op=ast.Not(), operand=operand) if (truth := _constant(operand)) is not None:
            return not truth
    return None


def _called(node: ast.expr) -> str:
    """The name of a native operation."""
    match node:
        case ast.Compare():
            return "in"
        case ast.Subscript():
            return "slice"
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name
    raise AssertionError(ast.dump(node))
