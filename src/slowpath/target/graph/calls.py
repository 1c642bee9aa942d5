"""Which functions of the target an operation may run."""

from __future__ import annotations

import ast
import io
from collections.abc import Iterable
from types import GeneratorType
from typing import NamedTuple

from slowpath.target.graph.symbols import ClassSymbol, FunctionSymbol, Namespace
from slowpath.target.graph.types import Foreign, InstanceOf, Types

# Methods of these names are mostly those of builtin objects: they are not looked for in all classes.
_COMMON = frozenset(
    name
    for kind in (list, dict, str, bytes, set, tuple, int, io.StringIO, io.BytesIO, GeneratorType)
    for name in dir(kind)
)
# If more classes than this have a method of a name, the name says little about which one is meant.
MOST_CLASSES = 12
_MADE = ("__new__", "__init__", "__post_init__")
_BINARY = {
    ast.Add: ("__add__", "__radd__"),
    ast.Sub: ("__sub__", "__rsub__"),
    ast.Mult: ("__mul__", "__rmul__"),
    ast.Div: ("__truediv__",),
    ast.FloorDiv: ("__floordiv__",),
    ast.Mod: ("__mod__",),
    ast.BitOr: ("__or__", "__ror__"),
    ast.BitAnd: ("__and__", "__rand__"),
    ast.BitXor: ("__xor__",),
    ast.MatMult: ("__matmul__",),
}
_COMPARED = {
    ast.Eq: "__eq__",
    ast.NotEq: "__eq__",
    ast.Lt: "__lt__",
    ast.LtE: "__le__",
    ast.Gt: "__gt__",
    ast.GtE: "__ge__",
    ast.In: "__contains__",
    ast.NotIn: "__contains__",
}
_ITEMS = {ast.Load: "__getitem__", ast.Store: "__setitem__", ast.Del: "__delitem__"}
# Builtins that call a method of their argument.
_ASKING = {"len": "__len__", "iter": "__iter__", "next": "__next__", "str": "__str__", "repr": "__repr__"}
_ITERATING = frozenset(
    "list tuple set frozenset sorted sum min max any all enumerate zip map filter reversed dict".split()  # noqa: SIM905
)
ITERATION = ("__iter__", "__next__", "__getitem__")


class Callees(NamedTuple):
    """The functions that an operation may run; `unknown`: there may be others. `is_python`: it is one of
    them, no operation in C that calls them."""

    functions: tuple[FunctionSymbol, ...]
    unknown: bool = False
    is_python: bool = False


NOBODY = Callees(())
# A range is none, but it answers for a number without going over its elements.
_HASHED = frozenset(
    """
    dict set frozenset range OrderedDict defaultdict Counter WeakKeyDictionary WeakValueDictionary WeakSet
    """.split()  # noqa: SIM905
)


class Calls:
    """Answers which functions operations may run."""

    def __init__(self, types: Types) -> None:
        self.types = types

    def of(self, node: ast.expr, scope: Namespace) -> Callees:
        """Return what an operation itself may run, apart from its operands."""
        match node:
            case ast.Call():
                return self._of_call(node, scope)
            case ast.Attribute(value=owner, attr=name):
                return Callees(tuple(self._properties(owner, name, scope)))
            case ast.Subscript(value=owner):
                return self.special(owner, (_ITEMS[type(node.ctx)],), scope)
            case ast.BinOp(left=left, right=right):
                names = _BINARY.get(type(node.op), ())
                found = (self.special(side, names, scope).functions for side in (left, right))
                return Callees(tuple(each for side in found for each in side))
            case ast.Compare(left=left, ops=[operator], comparators=[right]) if type(operator) in _COMPARED:
                asked = right if isinstance(operator, ast.In | ast.NotIn) else left
                return self.special(asked, (_COMPARED[type(operator)],), scope)
        return NOBODY

    def special(self, owner: ast.expr, names: Iterable[str], scope: Namespace) -> Callees:
        """Return the special methods of an object that an operation runs."""
        kinds = self.types.of(owner, scope)
        found = [
            method
            for kind in kinds
            if isinstance(kind, InstanceOf)
            for name in names
            for method in self.types.methods(kind.symbol, name)
        ]
        return Callees(tuple(found), is_python=bool(found))

    def is_hashed(self, node: ast.expr, scope: Namespace) -> bool:
        """Tell whether `... in box` asks a container that does not go over its elements."""
        if not isinstance(node, ast.Compare):
            return False
        kinds = self.types.of(node.comparators[0], scope) - {Foreign("NoneType")}
        return bool(kinds) and all(
            isinstance(kind, Foreign) and kind.name.rpartition(".")[2] in _HASHED for kind in kinds
        )

    def _properties(self, owner: ast.expr, name: str, scope: Namespace) -> Iterable[FunctionSymbol]:
        for kind in self.types.of(owner, scope):
            if isinstance(kind, InstanceOf):
                for method in self.types.methods(kind.symbol, name):
                    if method.is_a("property") or method.is_a("cached_property"):
                        yield method

    def _of_call(self, node: ast.Call, scope: Namespace) -> Callees:
        found: list[FunctionSymbol] = []
        kinds = self.types.of(node.func, scope)
        unknown = not kinds
        for kind in kinds:
            match kind:
                case FunctionSymbol():
                    found.append(kind)
                case ClassSymbol():
                    found += [method for name in _MADE for method in self.types.methods(kind, name)]
                case InstanceOf(symbol):
                    found += self.types.methods(symbol, "__call__")
                case Foreign(name):
                    found += self._of_builtin(name, node, scope)
        if unknown and isinstance(node.func, ast.Attribute):
            found += self._by_name(node.func, scope)
        is_python = bool(found) and not any(isinstance(kind, Foreign) for kind in kinds)
        found += self._handed_over(node, scope)
        return Callees(tuple(dict.fromkeys(found)), unknown, is_python)

    def _by_name(self, function: ast.Attribute, scope: Namespace) -> list[FunctionSymbol]:
        """Return the methods of a name in all classes, if nothing is known of the object."""
        if function.attr in _COMMON or self.types.of(function.value, scope):
            return []
        found = self.types.symbols.methods.get(function.attr, [])
        return found if len(found) <= MOST_CLASSES else []

    def _of_builtin(self, name: str, node: ast.Call, scope: Namespace) -> Iterable[FunctionSymbol]:
        names = (_ASKING[name],) if name in _ASKING else ITERATION if name in _ITERATING else ()
        return [method for argument in node.args for method in self.special(argument, names, scope).functions]

    def _handed_over(self, node: ast.Call, scope: Namespace) -> list[FunctionSymbol]:
        """Return the functions that a call is given: it may call them."""
        given = (*node.args, *(keyword.value for keyword in node.keywords))
        return [
            kind
            for argument in given
            if isinstance(argument, ast.Name | ast.Attribute | ast.Lambda)
            for kind in self.types.of(argument, scope)
            if isinstance(kind, FunctionSymbol) and not kind.is_a("property")
        ]
