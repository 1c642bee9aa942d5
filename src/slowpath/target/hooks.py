"""Expressions of the count build: native operations go through hooks.

The table in docs/architecture.md ("Native work") lists the forms. Each keeps the order in which the
original evaluates its parts.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass

from slowpath.counting.native import NAMES, OPERATORS, REGEX_NAMES
from slowpath.model.site import SiteKind
from slowpath.model.target import Build
from slowpath.target import looping, nodes, questions, reading
from slowpath.target.flow import Comprehension
from slowpath.target.natives import is_native_loop
from slowpath.target.numbers import is_bounded, needs_hook
from slowpath.target.sites import Place, SiteBook


@dataclass(frozen=True, slots=True)
class ModuleFacts:
    """`defined`: functions the module defines. `bound`: names it binds in another way. `aliases`:
    names it gives to costly builtins. `outside`: the dotted names behind names that it imports from
    outside the scope."""

    build: Build

    defined: frozenset[str]
    bound: frozenset[str]
    aliases: frozenset[str]
    outside: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What an expression needs to know of the function around it."""

    place: Place
    native: bool  # hooks are wanted: not in module and class bodies, which run once
    locals: frozenset[str] = frozenset()  # names in fast local variables
    temporaries: bool = False  # local variables may be added
    looped: bool = False  # loops are to tell of their iterations: the loop build
    suspends: bool = False  # the same of a generator with loops
    reads: bool = False  # reads are to be told: the build of reads
    stored: frozenset[str] = frozenset()  # names that the innermost loop around binds, in that build
    loop: str = ""  # the variable of the innermost loop if that is a statement, in that build


class ExpressionRewriter(ast.NodeTransformer):
    """Rewrites the expressions of one statement."""

    def __init__(self, book: SiteBook, facts: ModuleFacts, around: Surroundings) -> None:
        self._book = book
        self._facts = facts
        self._around = around

    def _site(self, node: ast.AST, what: str) -> ast.expr:
        return nodes.constant(self._book.site(SiteKind.NATIVE, node, self._around.place, what), node)

    def _hook(self, what: str, node: ast.AST, *arguments: ast.expr) -> ast.expr:
        return nodes.call(f".{what}", node, self._site(node, what), *arguments)

    # -- calls -----------------------------------------------------------------------------

    def visit_Call(self, node: ast.Call) -> ast.expr:
        how = self._route(node) if self._around.native else None
        is_loop = self._tells_operands and is_native_loop(node)
        is_write = self._around.reads and reading.is_write(node)
        if self._around.reads:
            reading.mark_eager(node, self._facts.defined | self._facts.bound)
        if self._around.native and (name := questions.dotted(node.func, self._facts.outside)):
            self._book.site(SiteKind.CALL, node, self._around.place, name)
        is_own = self._is_own(questions.last_name(node.func))
        # The site is there in all builds that count, so that sites have the same numbers.
        is_map = self._around.native and not is_own and reading.maps(node)
        mapped = self._site(node, "map") if is_map else None
        handed = is_map and questions.may_be_handed(node.args[0])
        if self._around.native and not is_own and (key := questions.key_of(node)) is not None:
            key.value = self._hook("pick", node, key.value)
        node.func = self._callee(node.func, how)
        node.args = [self.visit(argument) for argument in node.args]
        node.keywords = [self.visit(keyword) for keyword in node.keywords]
        match how, node.func:
            case "pick", function:
                node.func = self._hook("pick", node, function)
            case "method", ast.Attribute(value=receiver, attr=name):
                given = [self._site(node, name), nodes.constant(name, node), receiver]
                node.func = (
                    nodes.call(".operand_method", node, *given, nodes.load(".method", node))
                    if is_loop
                    else nodes.call(".method", node, *given)
                )
            case "call", function:
                node.args[:0] = [self._site(node, questions.last_name(function)), function]
                node.func = nodes.load(".call", node)
                if is_loop:
                    node.args = [_spread_out(".operand_call", node)]
            case None, ast.Name("getattr") if self._around.native and questions.may_name_regex(node):
                return self._hook("taken", node, node)
        if mapped is not None and self._around.reads:
            node.args = [_spread_out(".read_mapped", node, mapped, nodes.constant(handed, node))]
        elif mapped is not None and handed:
            node.args[0] = nodes.call(".pick", node, mapped, node.args[0])
        return reading.written(node) if is_write else node

    def _is_own(self, name: str) -> bool:
        """Whether the module gives a name a meaning of its own."""
        return name in self._facts.defined or name in self._facts.bound

    @property
    def _tells_operands(self) -> bool:
        """Whether native loops are told before they run; the hooks of the build of reads do so themselves."""
        return self._around.looped and not self._around.reads

    def _callee(self, function: ast.expr, how: str | None) -> ast.expr:
        """Rewrite what is called. A hook charges the call of a pattern's method itself."""
        match function:
            case ast.Attribute(value=owner):
                function.value = self.visit(owner)
            case ast.Name() if how is not None or not self._around.native:
                pass
            case _:
                return self.visit(function)  # type: ignore[no-any-return]
        return function

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load):
            return node
        if self._tells_field(node):
            return reading.field(node, self._around.loop)
        return self._taken(node, node.attr)

    def _tells_field(self, node: ast.Attribute) -> bool:
        return self._around.reads and reading.is_field(node, self._around.stored)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        module, _, name = self._facts.outside.get(node.id, "").rpartition(".")
        return self._taken(node, name) if module == "re" and isinstance(node.ctx, ast.Load) else node

    def _taken(self, node: ast.expr, name: str) -> ast.expr:
        """A method of a pattern, or a function of `re`, that is not called at once: others may call it."""
        if name not in REGEX_NAMES or self._facts.build is Build.OBSERVE:
            return node
        return self._hook("taken", node, node)

    def _route(self, node: ast.Call) -> str | None:
        """Return the hook a call goes through, or None: "call" for names that mean builtins; "method" for
        attributes and "pick" for other names, which leave the call of a Python function to the target."""
        match node.func:
            case ast.Attribute(attr=name):
                wanted = name in NAMES
            case ast.Name(id=name) if name in self._facts.defined:
                return None
            case ast.Name(id=name):
                wanted = name in NAMES or name in self._facts.aliases
            case _:
                return None
        if self._around.reads and reading.makes_pattern(node, self._facts.outside):
            wanted = True
        if not wanted or questions.is_free(name, node):
            return None
        if isinstance(node.func, ast.Attribute):
            return "method"
        return "pick" if name in self._facts.bound else "call"

    # -- operators -------------------------------------------------------------------------

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        hooked = self._is_hooked(node)
        self.generic_visit(node)
        return self._hook(OPERATORS[type(node.op)], node, node.left, node.right) if hooked else node

    def _is_hooked(self, node: ast.BinOp | ast.AugAssign) -> bool:
        return self._around.native and type(node.op) in OPERATORS and needs_hook(node)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        hook = self._compare_hook(node) if self._around.native else None
        is_loop = self._tells_operands and hook is not None and is_native_loop(node)
        node.left, *node.comparators = (self._side(side) for side in (node.left, *node.comparators))
        if hook is None:
            return node
        site, box = self._site(node, hook), node.comparators[0]
        if is_loop:
            box = nodes.call(".operand_contains", node, site, box)
        asked = nodes.call(f".{hook}", node, site, node.left, box)
        return (
            nodes.placed(ast.UnaryOp(ast.Not(), asked), node) if isinstance(node.ops[0], ast.NotIn) else asked
        )

    def _side(self, side: ast.expr) -> ast.expr:
        """Rewrite an operand of a comparison: what is only compared stays the very object that it is."""
        match side:
            case ast.Attribute(value=owner):
                side.value = self.visit(owner)
                if self._tells_field(side):
                    return reading.field(side, self._around.loop)
            case ast.Subscript(slice=key) if self._around.loop and not isinstance(key, ast.Slice):
                self.generic_visit(side)
                return reading.compared_item(side, self._around.loop)
            case ast.Name():
                pass
            case _:
                return self.visit(side)  # type: ignore[no-any-return]
        return side

    def _compare_hook(self, node: ast.Compare) -> str | None:
        if len(node.ops) > 1:
            return None
        left, right = node.left, node.comparators[0]
        match node.ops[0]:
            case ast.In() | ast.NotIn():
                return None if questions.is_short(right) else "contains"
            case ast.Eq() | ast.NotEq() as operator:
                if any(isinstance(side, ast.Constant) or is_bounded(side) for side in (left, right)):
                    return None
                return "eq" if isinstance(operator, ast.Eq) else "ne"
        return None

    # -- new objects -----------------------------------------------------------------------

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        is_loop = self._tells_operands and is_native_loop(node)
        self.generic_visit(node)
        sliced = isinstance(node.slice, ast.Slice) and isinstance(node.ctx, ast.Load)
        if not sliced and self._around.reads and isinstance(node.ctx, ast.Load):
            return reading.item(node)
        if not sliced or not self._around.native:
            return node
        site = self._site(node, "made")
        if self._around.reads:
            return reading.cut(node, site)
        return nodes.call(
            ".made", node, site, nodes.call(".operand_made", node, site, node) if is_loop else node
        )

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        self.generic_visit(node)
        built = any(isinstance(part, ast.FormattedValue) for part in node.values)
        return self._hook("made", node, node) if built and self._around.native else node

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.expr:
        # A format specification must stay a JoinedStr, so only the values inside it are rewritten.
        node.value = self.visit(node.value)
        if isinstance(node.format_spec, ast.JoinedStr):
            node.format_spec.values = [self.visit(part) for part in node.format_spec.values]
        return node

    def _spread(self, node: ast.List | ast.Tuple | ast.Set) -> ast.expr:
        spreads = any(isinstance(part, ast.Starred) for part in node.elts)
        loaded = isinstance(node, ast.Set) or isinstance(node.ctx, ast.Load)
        self.generic_visit(node)
        return self._hook("made", node, node) if spreads and loaded and self._around.native else node

    visit_List = visit_Set = visit_Tuple = _spread

    def visit_Dict(self, node: ast.Dict) -> ast.expr:
        spreads = None in node.keys
        self.generic_visit(node)
        return self._hook("made", node, node) if spreads and self._around.native else node

    def visit_YieldFrom(self, node: ast.YieldFrom) -> ast.expr:
        self.generic_visit(node)
        if self._around.native:
            node.value = self._hook("delegate", node, node.value)
        if not self._around.suspends:
            return node
        node.value = looping.suspended(node.value, node)
        return looping.resumed(node)

    def visit_Yield(self, node: ast.Yield) -> ast.expr:
        self.generic_visit(node)
        if self._around.reads and len(self._around.place.loops) > 1 and node.value is not None:
            node.value = reading.written(node.value)
        if not self._around.suspends:
            return node
        node.value = looping.suspended(node.value, node)
        return looping.resumed(node)

    # -- scopes inside an expression ---------------------------------------------------------

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        node.args = self.visit(node.args)
        place = self._around.place
        function = f"{place.function}.<lambda>" if place.function else "<lambda>"
        block = self._book.block(node, function)
        self._book.region(node.body, block)
        self._book.site(SiteKind.FUNCTION, node, Place(function, block))
        inside = ExpressionRewriter(
            self._book,
            self._facts,
            Surroundings(
                Place(function, block),
                native=self._facts.build is not Build.OBSERVE,
                looped=self._facts.build.tells_loops,
                reads=self._facts.build is Build.READS,
            ),
        )
        body = inside.visit(node.body)
        counts = self._facts.build.has_counters
        counting = (
            nodes.call(".tick", body, nodes.constant(block, body)) if counts else nodes.mark(block, body)
        )
        node.body = nodes.placed(ast.BoolOp(ast.And(), [counting, body]), body)
        return node

    def _comprehension(self, node: Comprehension) -> ast.expr:
        # A container at hand has paid for its size; a call may give an iterator that never ends.
        checked = len(node.generators) > 1 or isinstance(node.generators[0].iter, ast.Call)
        first = node.generators[0].iter = self.visit(node.generators[0].iter)
        clauses: list[ast.comprehension] = []
        looped = self._around.looped and not any(each.is_async for each in node.generators)
        frame: int | None = None
        inside = self
        for generator in node.generators:
            if generator.iter is not first:
                generator.iter = inside.visit(generator.iter)
            inside, block = self._inside(inside, node, generator)
            for part in (generator.target, *generator.ifs):
                self._book.region(part, block)
            self._rest_belongs_to(block, node, generator)
            bound = reading.target_names(generator.target) if self._around.reads and looped else ()
            is_leaf = self._around.reads and reading.is_leaf_clause(node, generator)
            generator.target = inside.visit(generator.target)
            conditions, generator.ifs = [inside.visit(test) for test in generator.ifs], []
            counting = nodes.counting_clause(block, self._following_count(block, checked, node), node)
            counting.ifs = conditions
            if looped:
                loop = inside._around.place.loops[-1]
                if isinstance(node, ast.GeneratorExp) and frame is None and not reading.is_eager(node):
                    frame = loop
                if self._around.reads:
                    generator.iter = reading.source(generator.iter, nodes.constant(None, node))
                # A generator that is suspended is resumed when it tells of an iteration.
                attends = is_leaf and frame is None
                clauses.append(looping.clause(loop, generator, node, frame, bound, only_attentive=attends))
            clauses += [generator, counting]
        if isinstance(node, ast.DictComp):
            node.key, node.value = inside.visit(node.key), inside.visit(node.value)
            if looped and self._around.reads:
                node.value = reading.written(node.value)
        else:
            node.elt = inside.visit(node.elt)
            if looped and self._around.reads and not isinstance(node, ast.GeneratorExp):
                node.elt = reading.written(node.elt)
            if frame is not None:
                node.elt = looping.yielded(node.elt, frame)
        node.generators = clauses
        return node

    def _following_count(self, block: int, checked: bool, node: Comprehension) -> ast.expr:
        if not self._facts.build.has_counters:
            return nodes.mark(block, node)
        return nodes.following_count(block, checked, node)

    def _inside(
        self, outside: ExpressionRewriter, node: ast.expr, generator: ast.comprehension
    ) -> tuple[ExpressionRewriter, int]:
        """Open the block of one comprehension clause."""
        around = outside._around
        place = around.place
        loops = place.loops
        block = self._book.block(node, place.function, loops)
        loop = self._book.site(SiteKind.LOOP, node, Place(place.function, block, loops))
        inner = Place(place.function, block, (*loops, loop))
        stored = frozenset(reading.target_names(generator.target)) if around.reads else frozenset()
        inside = Surroundings(inner, around.native, looped=around.looped, reads=around.reads, stored=stored)
        return ExpressionRewriter(self._book, self._facts, inside), block

    def _rest_belongs_to(
        self,
        block: int,
        node: Comprehension,
        generator: ast.comprehension,
    ) -> None:
        """Let what runs once per item of a clause, the next clause or the element, belong to its block."""
        position = node.generators.index(generator) + 1
        if position < len(node.generators):
            self._book.region(node.generators[position].iter, block)
        elif isinstance(node, ast.DictComp):
            self._book.region(node.key, block)
            self._book.region(node.value, block)
        else:
            self._book.region(node.elt, block)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension

    def visit_arguments(self, node: ast.arguments) -> ast.AST:
        node.defaults = [self.visit(default) for default in node.defaults]
        node.kw_defaults = [default and self.visit(default) for default in node.kw_defaults]
        return node


def _spread_out(hook: str, node: ast.Call, *before: ast.expr) -> ast.expr:
    """`*hook(...)`, for a hook that returns the arguments that it is given."""
    return nodes.placed(ast.Starred(nodes.call(hook, node, *before, *node.args), ast.Load()), node)
