"""The rewritten source of a module: a counter per block, a hook per native operation.

Line numbers stay those of the original; names are never added to modules or classes. See
docs/architecture.md, "Blocks and counters".
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from types import CodeType

from slowpath.counting.ledger import QUOTA
from slowpath.counting.native import NAMES
from slowpath.counting.weights import CONSTRUCTION_WEIGHT, CONSTRUCTORS
from slowpath.model.site import ATTRIBUTE, Site, SiteKind
from slowpath.model.target import Build
from slowpath.target import flow, looping, nodes, reading
from slowpath.target.flow import Survey
from slowpath.target.hooks import ExpressionRewriter, ModuleFacts, Surroundings
from slowpath.target.recursion import recursive_functions
from slowpath.target.relocation import UNSETTLED, PlainSite, moved_code, moved_site, plain_site
from slowpath.target.scope import Scope
from slowpath.target.sites import Place, SiteBook
from slowpath.target.statements import StatementRewriter
from slowpath.target.tracing import Flags, trace


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A module's instrumented code, its sites, and the flags of its functions (see `tracing`).

    Its slots are not settled yet (see `relocation`).
    """

    code: CodeType
    plain_sites: list[PlainSite]
    flags: Flags

    def code_from(self, first: int) -> CodeType:
        """The code with its slots from `first` on."""
        return moved_code(self.code, first, len(self.plain_sites))

    def sites_from(self, first: int) -> list[Site]:
        """The sites in the slots from `first` on."""
        return [moved_site(each, first) for each in self.plain_sites]


def rewrite(tree: ast.Module, file: str, build: Build, scope: Scope) -> Rewritten:
    """Instrument a module. The tree is consumed."""
    original = compile(tree, file, "exec", dont_inherit=True, optimize=0)
    book = count(tree, file, UNSETTLED, build, scope)
    flags = trace(tree) if build is Build.TRACE else {}
    code = compile(tree, file, "exec", dont_inherit=True, optimize=0)
    return Rewritten(code, [plain_site(each) for each in book.described(original)], flags)


def count(tree: ast.Module, file: str, first: int, build: Build, scope: Scope) -> SiteBook:
    """Give a module its counters and hooks, in the slots from `first` on, and return its sites."""
    book = SiteBook(file, first)
    _ModuleRewriter(book, tree, build, scope).module(tree)
    return book


def _module_facts(survey: Survey, build: Build, scope: Scope) -> ModuleFacts:
    defined: set[str] = set()
    bound: set[str] = set()
    for node in survey.nodes:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                defined.add(name)
            case ast.ClassDef(name=name) | ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()):
                bound.add(name)
            case ast.alias(name=name, asname=other):
                bound.add(other or name)
    outside = {name: origin for name, origin in flow.imported(survey).items() if not scope.covers(origin)}
    return ModuleFacts(build, frozenset(defined), frozenset(bound), flow.aliases(survey, NAMES), outside)


@dataclass(slots=True)
class _Body:
    """The body that is being rewritten: what expressions in it see, and how its loops count."""

    around: Surroundings
    local_counters: bool = False
    counters: list[int] | None = None  # slots of the local counters of the outermost loop around, if any
    of_class: bool = False


class _ModuleRewriter:
    def __init__(self, book: SiteBook, tree: ast.Module, build: Build, scope: Scope) -> None:
        self._book = book
        self._survey = Survey(tree)
        self._facts = _module_facts(self._survey, build, scope)
        self._recursive = recursive_functions(self._survey)
        self._build = build

    def module(self, tree: ast.Module) -> None:
        body = _Body(Surroundings(Place("", -1), native=False))
        tree.body = self._statements(tree.body, body, start=flow.leading(tree.body))

    # -- bodies ----------------------------------------------------------------------------

    def _statements(
        self, statements: list[ast.stmt], body: _Body, start: int = 0, block: int | None = None
    ) -> list[ast.stmt]:
        """Rewrite a list of statements; `block` is already open, or None where the first one opens it."""
        out = statements[:start]
        inside = body
        for statement in statements[start:]:
            if block is None:
                block = self._open(statement, body)
                out += self._counted(block, statement)
            if inside.around.place.block != block:
                inside = replace(body, around=_in_block(body.around, block))
            leaves = flow.may_leave(statement)  # what it is before it is rewritten
            out += self._statement(statement, inside)
            if leaves:
                block = None
        return out

    def _open(self, statement: ast.stmt, body: _Body) -> int:
        place = body.around.place
        return self._book.block(statement, place.function, place.loops)

    def _counted(self, block: int, at: ast.AST, checked: bool = False) -> list[ast.stmt]:
        """The statements that count an execution of a block in its slot."""
        if not self._build.has_counters:
            return [nodes.perform(nodes.mark(block, at), at)]
        return [nodes.count(block, at), *([nodes.check(block, at)] if checked else [])]

    # -- statements --------------------------------------------------------------------------

    def _statement(self, statement: ast.stmt, body: _Body) -> list[ast.stmt]:
        self._book.region(statement, body.around.place.block)
        match statement:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._function(statement, body)
            case ast.ClassDef():
                self._class(statement, body)
            case ast.For() | ast.AsyncFor() | ast.While():
                return self._loop(statement, body)
            case ast.If():
                statement.test = self._expression(statement.test, body)
                self._book.site(SiteKind.BRANCH, statement, body.around.place)
                self._branches(statement, body)
            case ast.With() | ast.AsyncWith():
                for item in statement.items:
                    item.context_expr = self._expression(item.context_expr, body)
                statement.body = self._statements(statement.body, body, block=body.around.place.block)
            case ast.Try() | ast.TryStar():
                statement.body = self._statements(statement.body, body, block=body.around.place.block)
                for handler in statement.handlers:
                    handler.type = handler.type and self._expression(handler.type, body)
                    caught = self._open(handler.body[0], body)
                    self._book.region(handler, caught)
                    counting = self._counted(caught, handler.body[0])
                    handler.body = [*counting, *self._statements(handler.body, body, block=caught)]
                statement.orelse = self._statements(statement.orelse, body)
                statement.finalbody = self._statements(
                    statement.finalbody, body, block=body.around.place.block
                )
            case ast.Match():
                statement.subject = self._expression(statement.subject, body)
                for case in statement.cases:
                    case.guard = case.guard and self._expression(case.guard, body)
                    case.body = self._statements(case.body, body)
            case _:
                return self._simple(statement, body)
        return [statement]

    def _branches(self, statement: ast.If, body: _Body) -> None:
        """Count the first branch; the other runs whenever the block around does and the first does not."""
        place = body.around.place
        then = self._open(statement.body[0], body)
        counting = self._counted(then, statement.body[0])
        statement.body = [*counting, *self._statements(statement.body, body, block=then)]
        if not statement.orelse:
            return
        if self._build is Build.OBSERVE:
            statement.orelse = self._statements(statement.orelse, body)
            return
        rest = self._book.block(statement.orelse[0], place.function, place.loops, (place.block, then))
        statement.orelse = self._statements(statement.orelse, body, block=rest)

    def _expression(self, node: ast.expr, body: _Body) -> ast.expr:
        new = ExpressionRewriter(self._book, self._facts, body.around).visit(node)
        assert isinstance(new, ast.expr)
        return new

    def _simple(self, statement: ast.stmt, body: _Body) -> list[ast.stmt]:
        if type(statement).__name__ == "TypeAlias":
            return [statement]
        new = StatementRewriter(self._book, self._facts, body.around).visit(statement)
        return new if isinstance(new, list) else [new]

    # -- loops -----------------------------------------------------------------------------

    def _loop(self, loop: flow.Loop, body: _Body) -> list[ast.stmt]:
        place = body.around.place
        block = self._book.block(loop.body[0], place.function, place.loops)
        site = self._book.site(SiteKind.LOOP, loop, Place(place.function, block, place.loops))
        around = replace(body.around, place=Place(place.function, block, (*place.loops, site)))
        if around.reads:
            around = replace(around, stored=reading.stored_names(loop), loop=looping.variable(site))
        inside = replace(body, around=around)
        outermost = body.local_counters and body.counters is None
        if outermost:
            inside.counters = []
        bound = reading.bound_names(loop) if body.around.reads else ()
        is_leaf = body.around.reads and reading.is_leaf(loop)
        self._header(loop, body, inside, block)
        if body.around.reads and not isinstance(loop, ast.While):
            loop.iter = reading.source(loop.iter, nodes.load(looping.variable(site), loop))
        statements = self._statements(loop.body, inside, block=block)
        loop.body = [*self._counted_iteration(block, loop, inside), *statements]
        loop.orelse = self._statements(loop.orelse, body)
        if body.around.looped:
            looping.begin_iterations(loop, site, bound, only_attentive=is_leaf)
        whole: list[ast.stmt] = [loop]
        if outermost:
            assert inside.counters is not None
            whole = _with_local_counters(loop, inside.counters)
        if body.around.looped:
            return looping.within_execution(whole, loop, site, body.around.suspends)
        return whole

    def _header(self, loop: flow.Loop, body: _Body, inside: _Body, block: int) -> None:
        if isinstance(loop, ast.While):
            self._book.region(loop.test, block)
            loop.test = self._expression(loop.test, inside)
        else:
            self._book.region(loop.target, block)
            loop.iter = self._expression(loop.iter, body)

    def _counted_iteration(self, block: int, loop: flow.Loop, inside: _Body) -> list[ast.stmt]:
        if inside.counters is None:
            return self._counted(block, loop.body[0], checked=True)
        inside.counters.append(block)
        at = loop.body[0]
        counter = _counter(block)
        share_spent = nodes.compare(nodes.load(counter, at), ast.Gt(), nodes.load(QUOTA, at), at)
        booked = nodes.call(".spend", at, nodes.constant(block, at), nodes.load(counter, at))
        return [
            nodes.add_to(nodes.store(counter, at), nodes.constant(1, at), at),
            nodes.when(share_spent, nodes.assign(nodes.store(counter, at), booked, at), at),
        ]

    # -- scopes ------------------------------------------------------------------------------

    def _function(self, function: flow.Function, body: _Body) -> None:
        own = self._survey.facts(function)
        function.decorator_list = [self._expression(each, body) for each in function.decorator_list]
        outside = ExpressionRewriter(self._book, self._facts, body.around)
        function.args = outside.visit(function.args)
        start = flow.leading(function.body)
        name = _nested(body.around.place.function, function.name, body)
        first = function.body[min(start, len(function.body) - 1)]
        block = self._book.block(first, name)
        what = ATTRIBUTE if reading.is_attribute(function) else ""
        site = self._book.site(SiteKind.FUNCTION, function, Place(name, block), what)
        if function.name in CONSTRUCTORS:
            self._book.charge(block, function.lineno, CONSTRUCTION_WEIGHT)
        looped = self._build.tells_loops and not own.open
        around = Surroundings(
            Place(name, block),
            native=self._build is not Build.OBSERVE,
            locals=own.locals,
            temporaries=not own.open,
            looped=looped,
            suspends=looped and own.yields_in_loops,
            reads=looped and self._build is Build.READS,
        )
        is_brief = around.reads and reading.is_brief(function)  # before it is rewritten
        local = self._build.has_counters and not own.suspends and not own.open
        inside = _Body(around, local_counters=local)
        statements = self._statements(function.body, inside, start, block)
        counting = self._counted(block, first, checked=function.name in self._recursive)
        if around.suspends:
            counting.append(looping.begin_generator(first))
        whole = [*counting, *statements[start:]]
        if around.reads and not own.suspends and not is_brief:
            whole = reading.within_call(whole, function, site)
        function.body = [*statements[:start], *whole]

    def _class(self, node: ast.ClassDef, body: _Body) -> None:
        node.decorator_list = [self._expression(each, body) for each in node.decorator_list]
        node.bases = [self._expression(each, body) for each in node.bases]
        for keyword in node.keywords:
            keyword.value = self._expression(keyword.value, body)
        name = _nested(body.around.place.function, node.name, body)
        inside = _Body(Surroundings(Place(name, body.around.place.block), native=False), of_class=True)
        node.body = self._statements(node.body, inside, flow.leading(node.body))


def _in_block(around: Surroundings, block: int) -> Surroundings:
    return replace(around, place=replace(around.place, block=block))


def _nested(outer: str, name: str, body: _Body) -> str:
    """The qualified name of a function or class defined in a body."""
    if not outer:
        return name
    return f"{outer}.{name}" if body.of_class else f"{outer}.<locals>.{name}"


def _counter(block: int) -> str:
    return f".{block}"


def _with_local_counters(loop: flow.Loop, counters: list[int]) -> list[ast.stmt]:
    """The loop between setting its counters to zero and adding them to their slots."""
    targets: list[ast.expr] = [nodes.store(_counter(block), loop) for block in counters]
    zero = nodes.placed(ast.Assign(targets, nodes.constant(0, loop)), loop)
    book = [
        nodes.add_to(
            nodes.slot(nodes.COUNTS, block, loop, ast.Store()), nodes.load(_counter(block), loop), loop
        )
        for block in counters
    ]
    return [zero, nodes.placed(ast.Try([loop], [], [], book), loop)]
