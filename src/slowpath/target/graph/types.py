"""What an expression may be, as far as hints, constructors, assignments and `isinstance` tell.

The answer is the union over all assignments of a name, whatever their order. An empty answer means that
nothing is known.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from slowpath.target.graph.symbols import ClassSymbol, FunctionNode, FunctionSymbol, Namespace, Symbols

DEEP = 12  # references that are followed to learn what an expression is: longer chains are rare


@dataclass(frozen=True, slots=True)
class InstanceOf:
    """An object of a class of the target."""

    symbol: ClassSymbol


@dataclass(frozen=True, slots=True)
class ModuleNamed:
    """A module, by its dotted name."""

    name: str


@dataclass(frozen=True, slots=True)
class Foreign:
    """An object of a builtin type, or something that the modules of the target do not define."""

    name: str


Kind = InstanceOf | ModuleNamed | Foreign | ClassSymbol | FunctionSymbol
Kinds = frozenset[Kind]
NOTHING: Kinds = frozenset()
_DISPLAYS = {
    ast.List: "list",
    ast.ListComp: "list",
    ast.Tuple: "tuple",
    ast.Dict: "dict",
    ast.DictComp: "dict",
    ast.Set: "set",
    ast.SetComp: "set",
    ast.JoinedStr: "str",
    ast.GeneratorExp: "generator",
}
_HOLDERS = frozenset({"Optional", "Union", "Annotated", "Final", "ClassVar"})


class Types:
    """Answers what expressions may be."""

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols
        self._known: dict[tuple[int, int], Kinds] = {}
        self._asked: set[tuple[int, int]] = set()
        self._cut_short = False
        self._texts: dict[str, ast.expr | None] = {}  # hints that are written as text
        self._bases: dict[ClassSymbol, list[ClassSymbol]] = {}
        self._derived: dict[ClassSymbol, list[ClassSymbol]] = {}
        self._placed = 0  # classes whose bases are known

    # -- classes ---------------------------------------------------------------------------------

    def bases(self, symbol: ClassSymbol) -> list[ClassSymbol]:
        """Return the classes of the target that a class inherits from directly."""
        if symbol not in self._bases:
            self._bases[symbol] = []
            found = (self.of(base, symbol.parent) for base in symbol.node.bases if symbol.parent)
            self._bases[symbol] = [each for kinds in found for each in kinds if isinstance(each, ClassSymbol)]
        return self._bases[symbol]

    def lineage(self, symbol: ClassSymbol) -> Iterator[ClassSymbol]:
        """Yield a class and those that it inherits from, the nearest first."""
        seen, left = set(), [symbol]
        while left:
            each = left.pop(0)
            if each not in seen:
                seen.add(each)
                yield each
                left += self.bases(each)

    def methods(self, symbol: ClassSymbol, name: str, inherited: bool = True) -> list[FunctionSymbol]:
        """Return what a method of an object may be: that of the class, and those that override it."""
        found: list[FunctionSymbol] = []
        for each in self.lineage(symbol) if inherited else ():
            if name in each.functions:
                found += each.functions[name]
                break
        left = list(self._derivations().get(symbol, ()))
        seen: set[ClassSymbol] = set()
        while left:
            derived = left.pop()
            if derived not in seen:
                seen.add(derived)
                found += derived.functions.get(name, ())
                left += self._derived.get(derived, ())
        return list(dict.fromkeys(found))

    def _derivations(self) -> dict[ClassSymbol, list[ClassSymbol]]:
        """Return the classes that inherit from each class directly, as far as modules are known."""
        while self._placed < len(self.symbols.classes):
            each = self.symbols.classes[self._placed]
            self._placed += 1
            for base in self.bases(each):
                self._derived.setdefault(base, []).append(each)
        return self._derived

    # -- expressions -----------------------------------------------------------------------------

    def of(self, node: ast.expr, scope: Namespace | None) -> Kinds:
        """Return what an expression of a scope may be."""
        if scope is None:
            return NOTHING
        key = id(node), id(scope)
        if key in self._known:
            return self._known[key]
        if key in self._asked or len(self._asked) > DEEP:
            self._cut_short = True
            return NOTHING
        self._asked.add(key)
        before, self._cut_short = self._cut_short, False
        found = frozenset(self._of(node, scope))
        self._asked.discard(key)
        if not self._cut_short or not self._asked:  # part of an answer is not kept
            self._known[key] = found
        self._cut_short |= before
        return found

    def _of(self, node: ast.expr, scope: Namespace) -> Iterable[Kind]:
        match node:
            case ast.Name(id=name):
                return self._named(name, scope)
            case ast.Attribute(value=owner, attr=name):
                return [each for kind in self.of(owner, scope) for each in self.attribute(kind, name)]
            case ast.Call(func=function):
                return self._called(function, scope)
            case ast.Constant(value=value):
                return [Foreign(type(value).__name__)]
            case ast.IfExp(body=one, orelse=other):
                return self.of(one, scope) | self.of(other, scope)
            case ast.BoolOp(values=values):
                return NOTHING.union(*(self.of(each, scope) for each in values))
            case ast.NamedExpr(value=value) | ast.Await(value=value):
                return self.of(value, scope)
            case ast.Lambda() if isinstance(scope, FunctionSymbol):
                return [self.symbols.lambda_at(node, scope)]
        display = _DISPLAYS.get(type(node))
        return [Foreign(display)] if display else NOTHING

    def _named(self, name: str, scope: Namespace) -> Iterable[Kind]:
        around: Namespace | None = scope
        while around is not None:
            if isinstance(around, ClassSymbol) and around is not scope:
                around = around.parent  # names of a class are not seen from within its methods
                continue
            if found := self._bound(name, around):
                return found
            if isinstance(around, FunctionSymbol) and name in _parameters(around.node):
                return NOTHING
            around = around.parent
        return [Foreign(name)] if hasattr(builtins, name) else NOTHING

    def _bound(self, name: str, scope: Namespace) -> Kinds:
        found: set[Kind] = set()
        found.update(scope.functions.get(name, ()))
        if name in scope.classes:
            found.add(scope.classes[name])
        if name in scope.imported:
            found.update(self.dotted(scope.imported[name]))
        if isinstance(scope, FunctionSymbol) and scope.owner is not None:
            found.update(self._receiver(name, scope, scope.owner))
        for hint in scope.hinted.get(name, ()):
            found.update(self.hinted(hint, scope))
        for value in scope.bound.get(name, ()):
            found.update(self.of(value, scope))
        return frozenset(found)

    def _receiver(self, name: str, function: FunctionSymbol, owner: ClassSymbol) -> Iterable[Kind]:
        if name != next(iter(_parameters(function.node)), None) or function.is_a("staticmethod"):
            return NOTHING
        is_class = function.is_a("classmethod") or function.name in ("__new__", "__init_subclass__")
        return [owner if is_class else InstanceOf(owner)]

    def dotted(self, name: str) -> Kinds:
        """Return what a dotted name stands for: a module, or something that a module binds."""
        if self.symbols.module(name) is not None:
            return frozenset({ModuleNamed(name)})
        module, _, last = name.rpartition(".")
        scope = self.symbols.module(module) if module else None
        return frozenset({Foreign(name)}) if scope is None else self._bound(last, scope)

    def attribute(self, kind: Kind, name: str) -> Iterable[Kind]:
        """Return what an attribute of something may be."""
        match kind:
            case ModuleNamed(module):
                inner = f"{module}.{name}"
                scope = self.symbols.module(module)
                found = self._bound(name, scope) if scope else NOTHING
                return found or self.dotted(inner)
            case ClassSymbol():
                return self._of_class(kind, name)
            case InstanceOf(symbol):
                if name == "__class__":
                    return [symbol]
                properties = [each for each in self.methods(symbol, name) if each.is_a("property")]
                if properties:
                    return [each for function in properties for each in self.returned(function)]
                return [*self._of_class(symbol, name), *self._assigned(symbol, name)]
            case Foreign(owner):
                return [Foreign(f"{owner}.{name}")]
        return NOTHING

    def _of_class(self, symbol: ClassSymbol, name: str) -> list[Kind]:
        found: list[Kind] = [*self.methods(symbol, name)]
        for each in self.lineage(symbol):
            if name in each.classes:
                found.append(each.classes[name])
            for value in each.bound.get(name, ()):
                found += self.of(value, each)
        return found

    def _assigned(self, symbol: ClassSymbol, name: str) -> Iterator[Kind]:
        for each in self.lineage(symbol):
            for hint in each.hinted.get(name, ()):
                yield from self.hinted(hint, each)
            for function, value in each.attributes.get(name, ()):
                yield from self.of(value, function)

    # -- calls and hints ---------------------------------------------------------------------------

    def _called(self, function: ast.expr, scope: Namespace) -> Iterable[Kind]:
        if isinstance(function, ast.Name) and function.id == "super":
            return self._super(scope)
        found: list[Kind] = []
        for kind in self.of(function, scope):
            match kind:
                case ClassSymbol():
                    found.append(InstanceOf(kind))
                case FunctionSymbol():
                    found += self.returned(kind)
                case Foreign():
                    found.append(kind)
        return found

    def _super(self, scope: Namespace) -> Iterable[Kind]:
        around: Namespace | None = scope
        while around is not None and not isinstance(around, ClassSymbol):
            around = around.parent
        return [InstanceOf(base) for base in self.bases(around)] if around else NOTHING

    def returned(self, function: FunctionSymbol) -> Iterable[Kind]:
        """Return what a function may return: by its hint, else by its `return` statements."""
        if isinstance(function.node, ast.Lambda):
            return self.of(function.node.body, function)
        if function.node.returns is not None:
            return self.hinted(function.node.returns, function)
        values = [
            each.value for each in ast.walk(function.node) if isinstance(each, ast.Return) and each.value
        ]
        return NOTHING.union(*(self.of(value, function) for value in values))

    def hinted(self, hint: ast.expr, scope: Namespace) -> Iterable[Kind]:
        """Return what a type hint admits."""
        match hint:
            case ast.Constant(value=str() as text):
                parsed = self._parsed(text)
                return self.hinted(parsed, scope) if parsed is not None else NOTHING
            case ast.BinOp(left=left, op=ast.BitOr(), right=right):
                return [*self.hinted(left, scope), *self.hinted(right, scope)]
            case ast.Subscript(value=ast.Name(id=name) | ast.Attribute(attr=name), slice=part) if (
                name in _HOLDERS
            ):
                parts = part.elts if isinstance(part, ast.Tuple) else [part]
                return [each for one in parts for each in self.hinted(one, scope)]
            case ast.Subscript(value=value):
                return self.hinted(value, scope)
            case ast.Name() | ast.Attribute():
                kinds = self.of(hint, scope)
                return [InstanceOf(kind) if isinstance(kind, ClassSymbol) else kind for kind in kinds]
        return NOTHING

    def _parsed(self, text: str) -> ast.expr | None:
        if text not in self._texts:
            try:
                self._texts[text] = ast.parse(text, mode="eval").body
            except SyntaxError:
                self._texts[text] = None
        return self._texts[text]


def _parameters(node: FunctionNode) -> list[str]:
    arguments = node.args
    extra = [each for each in (arguments.vararg, arguments.kwarg) if each is not None]
    return [each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *extra)]
