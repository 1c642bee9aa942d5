"""What the trace build rewrites besides: operations that the methods of symbolic values cannot catch.

A pass over the functions of a module that has its counters and hooks already, so that sites and costs
are those of the count build. The names stand for functions of `slowpath.values`.

| source | trace build |
|---|---|
| `box[key]` | `.item(box, key)`: C containers ask a symbolic index for a plain one |
| `box[key] = value` | `.store(value, box, key)` |
| `f(x)` | `.modelled(f)(x)`: builtins that have a model of their own |
| `eval(x)`, `exec(x)`, `compile(x)` | `eval(.code(eval, x))` |
| `{k: v}`, `{x}` | `.dict(k, v)`, `.set(x)`: keys are compared, not only hashed |
| `{**m, k: v}` | `.dict_from(.merged(.merged(.pairs(), m), .pairs(k, v)))` |
| `[x]`, `(x, y)`, `[x for x in xs]` | `.new([x])`: for who counts what is allocated |
| `f"{x}"` | `.joined("", .formatted(x, -1, ""))` |
| `a.b = x` | `a.b = .attribute(x, a)`: code outside the scope may read it |
| `a is b` | `.same(a, b)` |
| `c in "abc"` | `.inside(c, "abc")`, where the container is too short for a hook |
| `a - b`, `a < b` | `.bare_sub(a, b)`, `.bare_lt(a, b)`, where they have no hook: a float does not ask `b` |
| `a -= b` | `a -= .beside(a, b)` |
| `flag`, a parameter that is a bool | `.settled(flag)`: whether it is true is asked where it is used |
| `return n` in `__len__`, `__index__`, ... | `return .told(n)`: C code takes a plain number |

Constant keys and `is None` stay as they are, and operations with a constant on the right. A chain of
comparisons is taken apart, except in the iterable of a comprehension and in a class.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from slowpath.counting.native import OPERATORS
from slowpath.target import nodes
from slowpath.target.flags import flags_of
from slowpath.target.flow import LOOKS_AT_LOCALS

_RELATIONS: Final[Mapping[type[ast.cmpop], str]] = MappingProxyType(
    {
        ast.Lt: "lt",
        ast.LtE: "le",
        ast.Gt: "gt",
        ast.GtE: "ge",
        ast.Eq: "eq",
        ast.NotEq: "ne",
    }
)
_ANSWERING: Final = frozenset({"__len__", "__index__", "__int__", "__float__", "__hash__", "__length_hint__"})
_ARITHMETIC: Final[Mapping[type[ast.operator], str]] = MappingProxyType({**OPERATORS, ast.Div: "truediv"})


Flags = dict[tuple[str, int], frozenset[str]]  # by name and first line of a function


def trace(tree: ast.Module) -> Flags:
    """Rewrite the functions of a module for symbolic values.

    Return the parameters of each function whose truth is asked where they are used.
    """
    functions = _Functions()
    functions.visit(tree)
    return functions.flags


class _Functions(ast.NodeTransformer):
    """Finds the functions; module and class bodies run before there are symbolic values."""

    def __init__(self) -> None:
        self.flags: Flags = {}
        self._settled: frozenset[str] = frozenset()  # names of flags, of functions around too

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return self._function(node)

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        node.body = _Operations(self, self._settled).visit(node.body)
        return node

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        looked_at = any(isinstance(each, ast.Name) and each.id in LOOKS_AT_LOCALS for each in ast.walk(node))
        flags = frozenset() if looked_at else frozenset(flags_of(node))
        if flags and not node.decorator_list:
            self.flags[node.name, node.lineno] = flags
        kind = _Answers if node.name in _ANSWERING else _Operations
        operations = kind(self, self._settled | flags, not looked_at)
        body: list[ast.stmt] = []
        for statement in node.body:
            new = operations.visit(statement)
            body += new if isinstance(new, list) else [new]
        node.body = body
        return node


class _Operations(_Functions):
    """Rewrites the operations of one function; functions inside it too."""

    def __init__(self, within: _Functions, settled: frozenset[str], names_middles: bool = True) -> None:
        self.flags = within.flags
        self._settled = settled
        self._names_middles = names_middles  # a new local variable is not seen, and may be there

    def visit_Name(self, node: ast.Name) -> ast.AST:
        used = isinstance(node.ctx, ast.Load) and node.id in self._settled
        return nodes.call(".settled", node, node) if used else node

    # -- items -----------------------------------------------------------------------------

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load) or _is_ours(node.value) or _is_fixed(node.slice):
            return node
        return nodes.call(".item", node, node.value, _key(node.slice))

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        if isinstance(node.value, ast.Tuple) and isinstance(node.targets[0], ast.Tuple | ast.List):
            node.value.elts = [self.visit(element) for element in node.value.elts]  # makes no tuple
            node.targets = [self.visit(target) for target in node.targets]
            return node
        self.generic_visit(node)
        match node.targets:
            case [ast.Subscript(value=box, slice=key)] if not _is_ours(box) and not _is_fixed(key):
                return nodes.perform(nodes.call(".store", node, node.value, box, _key(key)), node)
            # What the target's own objects hold is seen where they are handed on.
            case [ast.Attribute(value=ast.Name(id=name))] if not _is_fixed(node.value) and name != "self":
                node.value = nodes.call(".attribute", node.value, node.value, nodes.load(name, node))
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        target = node.target
        match target:
            case ast.Name(id=name):
                if not _is_ours(target) and _may_answer(node.op, None, node.value):
                    node.value = nodes.call(".beside", node, nodes.load(name, node), node.value)
                return node
            case ast.Attribute(value=owner, attr=name):
                if not _may_answer(node.op, None, node.value):
                    return node
                box = nodes.assign(nodes.store(".box", node), owner, node)
                held = nodes.placed(ast.Attribute(nodes.load(".box", node), name, ast.Load()), node)
                target.value = nodes.load(".box", node)
                kept = nodes.assign(target, nodes.load(".kept", node), node)
                return [box, *self._changed(node, held), kept, _forgotten(node, ".kept", ".box")]
        if _is_ours(target.value) or _is_fixed(target.slice):
            return node
        box = nodes.assign(nodes.store(".box", node), target.value, node)
        at = nodes.assign(nodes.store(".at", node), _key(target.slice), node)
        current = nodes.call(".item", node, nodes.load(".box", node), nodes.load(".at", node))
        names = (".kept", ".box", ".at")
        stored = nodes.perform(nodes.call(".store", node, *(nodes.load(name, node) for name in names)), node)
        return [box, at, *self._changed(node, current), stored, _forgotten(node, *names)]

    def _changed(self, node: ast.AugAssign, current: ast.expr) -> list[ast.stmt]:
        """`.kept op= value`, from a current value on."""
        kept = nodes.assign(nodes.store(".kept", node), current, node)
        value = node.value
        if _may_answer(node.op, None, value):
            value = nodes.call(".beside", node, nodes.load(".kept", node), value)
        return [kept, nodes.placed(ast.AugAssign(nodes.store(".kept", node), node.op, value), node)]

    # -- operators -------------------------------------------------------------------------------

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        return _bare(node.left, node.op, node.right, node) or node

    # -- calls -----------------------------------------------------------------------------

    def visit_Call(self, node: ast.Call) -> ast.AST:
        repeated = list(node.args) if _is_repetition(node) else []
        self.generic_visit(node)
        if repeated:  # of `[x] * n` only the result counts as allocated
            pairs = zip(repeated, node.args, strict=True)
            node.args = [old if isinstance(old, ast.List | ast.Tuple) else new for old, new in pairs]
        match node:
            case ast.Call(func=ast.Name("eval" | "exec" | "compile" as name), args=[source, *others]):
                # These look at the frame that calls them: it must be the target's own.
                if not isinstance(source, ast.Starred):
                    node.args = [nodes.call(".code", source, nodes.load(name, source), source), *others]
                return node
        named = isinstance(node.func, ast.Name | ast.Attribute | ast.Call | ast.Subscript)
        if named and not _is_hook(node.func):
            node.func = nodes.call(".modelled", node.func, node.func)
        return node

    # -- displays ----------------------------------------------------------------------------

    def visit_List(self, node: ast.List) -> ast.AST:
        self.generic_visit(node)
        return nodes.call(".new", node, node) if isinstance(node.ctx, ast.Load) else node

    def visit_Tuple(self, node: ast.Tuple) -> ast.AST:
        self.generic_visit(node)
        made = isinstance(node.ctx, ast.Load) and not _is_constant(node)
        made = made and not any(isinstance(element, ast.Slice) for element in node.elts)
        return nodes.call(".new", node, node) if made else node

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        self.generic_visit(node)
        return nodes.call(".new", node, node)

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        conditions, node.ifs = node.ifs, []
        outer, self._names_middles = self._names_middles, False  # an iterable must not name anything
        counter = isinstance(node.target, ast.Subscript) and _is_ours(node.target.value)
        if not counter:
            self._looped(node)
        self._names_middles = outer
        node.ifs = [self.visit(each) for each in conditions]
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        outer, self._names_middles = self._names_middles, False
        self.generic_visit(node)
        self._names_middles = outer
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        return self._looped(node)

    def visit_AsyncFor(self, node: ast.AsyncFor) -> ast.AST:
        return self._looped(node)

    def _looped(self, node: ast.For | ast.AsyncFor | ast.comprehension) -> ast.AST:
        """A loop over a display of constants makes none: the compiler keeps a tuple of them."""
        display = node.iter
        self.generic_visit(node)
        if _is_constant(display):
            node.iter = display
        return node

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        self.generic_visit(node)
        pairs: list[ast.expr] = []
        made: list[ast.expr] = []  # dictionaries of pairs, and what is unpacked between them
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                made += [nodes.call(".pairs", node, *pairs), value]
                pairs = []
            else:
                pairs += [key, value]
        if not made:
            return nodes.call(".dict", node, *pairs)
        if pairs:
            made.append(nodes.call(".pairs", node, *pairs))
        merged = made[0]
        for each in made[1:]:
            merged = nodes.call(".merged", node, merged, each)
        return nodes.call(".dict_from", node, merged)

    def visit_Set(self, node: ast.Set) -> ast.AST:
        self.generic_visit(node)
        return nodes.call(".set", node, *node.elts)

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        self.generic_visit(node)
        pair = nodes.placed(ast.Tuple([node.key, node.value], ast.Load()), node)
        return self._gathered(".dict_of", pair, node)

    def visit_SetComp(self, node: ast.SetComp) -> ast.AST:
        self.generic_visit(node)
        return self._gathered(".set_of", node.elt, node)

    def _gathered(self, name: str, element: ast.expr, node: ast.DictComp | ast.SetComp) -> ast.AST:
        """A comprehension as a list of its elements, entered one by one."""
        return nodes.call(name, node, nodes.placed(ast.ListComp(element, node.generators), node))

    # -- the rest ----------------------------------------------------------------------------

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        if not any(isinstance(part, ast.FormattedValue) for part in node.values):
            return node
        return nodes.call(".joined", node, *(self._part(part) for part in node.values))

    def _part(self, part: ast.expr) -> ast.expr:
        if not isinstance(part, ast.FormattedValue):
            return part
        empty = nodes.constant("", part)
        specification = self.visit(part.format_spec) if part.format_spec is not None else empty
        conversion = nodes.constant(part.conversion, part)
        return nodes.call(".formatted", part, self.visit(part.value), conversion, specification)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        sides = list(node.comparators)
        self.generic_visit(node)
        node.comparators = [
            side if _is_constant(side) else new for side, new in zip(sides, node.comparators, strict=True)
        ]
        return _asked(node) if len(node.ops) == 1 else self._chained(node)

    def _chained(self, node: ast.Compare) -> ast.expr:
        """A chain as single comparisons; what is computed in the middle of it is named, and computed once."""
        sides = [node.left, *node.comparators]
        pairs = zip(sides[:-1], node.ops, sides[1:], strict=True)
        if not any(_may_answer(each, left, right) or isinstance(each, _KEPT) for left, each, right in pairs):
            return node
        first, again = list(sides), list(sides)
        for place, side in enumerate(sides[1:-1], 1):
            if not isinstance(side, ast.Name | ast.Constant):
                if not self._names_middles:
                    return node
                name = f".middle{place}"
                first[place] = nodes.placed(ast.NamedExpr(nodes.store(name, side), side), side)
                again[place] = nodes.load(name, side)
        pairs = zip(again[:-1], node.ops, first[1:], strict=True)
        single = [_asked(nodes.compare(left, each, right, node)) for left, each, right in pairs]
        return nodes.placed(ast.BoolOp(ast.And(), single), node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_arguments(self, node: ast.arguments) -> ast.AST:
        return node

    def visit_TypeVar(self, node: ast.AST) -> ast.AST:
        return node

    def visit_Match(self, node: ast.Match) -> ast.AST:
        node.subject = self.visit(node.subject)
        for case in node.cases:
            case.guard = case.guard and self.visit(case.guard)
            body = [self.visit(statement) for statement in case.body]
            case.body = [part for new in body for part in (new if isinstance(new, list) else [new])]
        return node


class _Answers(_Operations):
    """Rewrites a special method that gives C code a number."""

    def visit_Return(self, node: ast.Return) -> ast.AST:
        self.generic_visit(node)
        if node.value is not None and not isinstance(node.value, ast.Constant):
            node.value = nodes.call(".told", node.value, node.value)
        return node


def _asked(node: ast.Compare) -> ast.expr:
    """The hook for a single comparison, where it has one."""
    match node:
        case ast.Compare(ops=[ast.Is() | ast.IsNot() as operator], comparators=[other]):
            if _is_none(other):
                return node
            asked = nodes.call(".same", node, node.left, other)
        case ast.Compare(ops=[ast.In() | ast.NotIn() as operator], comparators=[box]):
            asked = nodes.call(".inside", node, node.left, box)
        case ast.Compare(ops=[relation], comparators=[other]):
            return _bare(node.left, relation, other, node) or node
        case _:
            raise AssertionError("a chain")
    negated = isinstance(operator, ast.IsNot | ast.NotIn)
    return nodes.placed(ast.UnaryOp(ast.Not(), asked), node) if negated else asked


def _bare(
    left: ast.expr, operator: ast.operator | ast.cmpop, right: ast.expr, node: ast.AST
) -> ast.expr | None:
    """The hook for an operation that has none, where the right operand may have to answer for the left."""
    if not _may_answer(operator, left, right):
        return None
    name = _ARITHMETIC[type(operator)] if isinstance(operator, ast.operator) else _RELATIONS[type(operator)]
    return nodes.call(f".bare_{name}", node, left, right)


def _may_answer(operator: ast.operator | ast.cmpop, left: ast.expr | None, right: ast.expr) -> bool:
    """Tell whether a right operand may be a symbolic number that a plain left one does not ask."""
    if (type(operator) not in _ARITHMETIC and type(operator) not in _RELATIONS) or _is_grown(right):
        return False
    if isinstance(left, ast.Constant) and type(left.value) not in (bool, float, complex):
        return False
    return not isinstance(right, _NO_NUMBERS) and not _is_fixed(right)


_KEPT = (ast.Is, ast.IsNot, ast.In, ast.NotIn)
_NO_NUMBERS = (ast.JoinedStr, ast.List, ast.Tuple, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)


def _is_grown(node: ast.expr) -> bool:
    """Tell whether an operand has been looked at, and the operation must stay what it is."""
    function = node.func if isinstance(node, ast.Call) else None
    return isinstance(function, ast.Name) and function.id in (".grown", ".summed")


def _forgotten(node: ast.AST, *names: str) -> ast.stmt:
    used: list[ast.expr] = [nodes.placed(ast.Name(name, ast.Del()), node) for name in names]
    return nodes.placed(ast.Delete(used), node)


def _is_ours(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id.startswith(".")


def _is_repetition(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Name) and node.func.id in (".mul", ".imul")


def _is_hook(node: ast.expr) -> bool:
    """Tell whether a callee is a hook, or what a hook gives in the place of a callee."""
    return _is_ours(node) or (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in (".pick", ".method")
    )


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_fixed(node: ast.expr) -> bool:
    """Tell whether a key is a constant, or a slice between constants."""
    match node:
        case ast.Constant():
            return True
        case ast.UnaryOp(operand=ast.Constant()):
            return True
        case ast.Slice(lower=lower, upper=upper, step=step):
            return all(part is None or _is_fixed(part) for part in (lower, upper, step))
    return False


def _is_constant(node: ast.expr) -> bool:
    """Tell whether a display has constants only: the compiler makes it once."""
    return isinstance(node, ast.List | ast.Tuple) and all(
        isinstance(element, ast.Constant) or _is_constant(element) for element in node.elts
    )


def _key(node: ast.expr) -> ast.expr:
    return nodes.slice_object(node) if isinstance(node, ast.Slice) else node
