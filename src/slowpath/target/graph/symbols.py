"""The functions, classes and names that the text of some modules defines."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from slowpath.target.graph.source import Library, Source

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
FunctionId = tuple[str, int, int]  # file, line and column
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


@dataclass(eq=False, slots=True)
class Namespace:
    """A module, class or function: what its names are bound to."""

    source: Source
    parent: Namespace | None
    qualname: str
    functions: dict[str, list[FunctionSymbol]] = field(default_factory=lambda: defaultdict(list))
    classes: dict[str, ClassSymbol] = field(default_factory=dict)
    bound: dict[str, list[ast.expr]] = field(default_factory=lambda: defaultdict(list))
    hinted: dict[str, list[ast.expr]] = field(default_factory=lambda: defaultdict(list))
    imported: dict[str, str] = field(default_factory=dict)


@dataclass(eq=False, slots=True)
class FunctionSymbol(Namespace):
    """A function, method or lambda; `owner` is the class whose method it is."""

    node: FunctionNode = field(kw_only=True)
    owner: ClassSymbol | None = None

    @property
    def id(self) -> FunctionId:
        return self.source.file, self.node.lineno, self.node.col_offset

    @property
    def name(self) -> str:
        return self.qualname.rpartition(".")[2]

    def is_a(self, decorator: str) -> bool:
        """Tell whether the function has a decorator of that name."""
        return any(_last_name(each) == decorator for each in getattr(self.node, "decorator_list", ()))


@dataclass(eq=False, slots=True)
class ClassSymbol(Namespace):
    """A class. `attributes` are what its methods assign to attributes of their first parameter."""

    node: ast.ClassDef = field(kw_only=True)
    attributes: dict[str, list[tuple[FunctionSymbol, ast.expr]]] = field(
        default_factory=lambda: defaultdict(list)
    )


class Symbols:
    """What the modules of a target define: those of its own package, and others once they are asked for."""

    def __init__(self, library: Library, top: str) -> None:
        self._library = library
        self._modules: dict[str, Namespace | None] = {}
        self.functions: dict[FunctionId, FunctionSymbol] = {}
        self.classes: list[ClassSymbol] = []
        self.methods: dict[str, list[FunctionSymbol]] = defaultdict(list)
        for name in library.loaded(top):
            self.module(name)

    def module(self, name: str) -> Namespace | None:
        """Return what a module defines; None if it is not part of the target."""
        if name not in self._modules:
            source = self._library.find(name)
            scope = self._modules[name] = None if source is None else Namespace(source, None, "")
            if source is not None and scope is not None:
                self._collect(source.tree.body, scope)
        return self._modules[name]

    def lambda_at(self, node: ast.Lambda, inside: FunctionSymbol) -> FunctionSymbol:
        """Return the function that a lambda is."""
        found = FunctionSymbol(inside.source, inside, f"{inside.qualname}.<lambda>", node=node)
        return self.functions.setdefault(found.id, found)

    def _collect(self, body: Iterable[ast.AST], scope: Namespace) -> None:
        for node in body:
            for each in _own(node):
                self._note(each, scope)

    def _note(self, node: ast.AST, scope: Namespace) -> None:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._function(node, scope)
            case ast.ClassDef():
                found = ClassSymbol(scope.source, scope, _qualified(scope, node.name), node=node)
                scope.classes[node.name] = found
                self.classes.append(found)
                self._collect(node.body, found)
            case ast.Import(names=names):
                for alias in names:
                    top = alias.name.partition(".")[0]
                    scope.imported[alias.asname or top] = alias.name if alias.asname else top
            case ast.ImportFrom(module=module, names=names, level=level):
                base = _absolute(scope.source, module, level)
                scope.imported |= {alias.asname or alias.name: f"{base}.{alias.name}" for alias in names}
            case _:
                self._note_values(node, scope)

    def _note_values(self, node: ast.AST, scope: Namespace) -> None:
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._bind(target, value, scope)
            case ast.NamedExpr(target=target, value=value):
                self._bind(target, value, scope)
            case ast.AnnAssign(target=target, annotation=hint, value=value):
                self._hint(target, hint, scope)
                if value is not None:
                    self._bind(target, value, scope)
            case ast.With(items=items) | ast.AsyncWith(items=items):
                for item in items:
                    if item.optional_vars is not None:
                        self._bind(item.optional_vars, item.context_expr, scope)
            case ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name(id=name), kind]):
                kinds = kind.elts if isinstance(kind, ast.Tuple) else [kind]
                scope.hinted[name] += kinds

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef, scope: Namespace) -> None:
        owner = scope if isinstance(scope, ClassSymbol) else None
        found = FunctionSymbol(scope.source, scope, _qualified(scope, node.name), node=node, owner=owner)
        scope.functions[node.name].append(found)
        self.functions[found.id] = found
        if owner is not None:
            self.methods[node.name].append(found)
        arguments = node.args
        for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            if each.annotation is not None:
                found.hinted[each.arg].append(each.annotation)
        for name, default in _defaults(arguments):
            found.bound[name].append(default)
        self._collect(node.body, found)

    def _bind(self, target: ast.expr, value: ast.expr, scope: Namespace) -> None:
        match target:
            case ast.Name(id=name):
                scope.bound[name].append(value)
            case ast.Attribute(attr=attribute) if (method := _setter(target, scope)) is not None:
                method.owner.attributes[attribute].append((method.symbol, value))
            case ast.Tuple(elts=parts) if isinstance(value, ast.Tuple) and len(parts) == len(value.elts):
                for part, given in zip(parts, value.elts, strict=True):
                    self._bind(part, given, scope)

    def _hint(self, target: ast.expr, hint: ast.expr, scope: Namespace) -> None:
        if isinstance(target, ast.Name):
            scope.hinted[target.id].append(hint)
        elif isinstance(target, ast.Attribute) and (method := _setter(target, scope)) is not None:
            method.owner.hinted[target.attr].append(hint)


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and those below it that belong to the same scope."""
    yield node
    if not isinstance(node, _SCOPES):
        for child in ast.iter_child_nodes(node):
            yield from _own(child)


def _defaults(arguments: ast.arguments) -> Iterator[tuple[str, ast.expr]]:
    """Yield the parameters that have a default, with it."""
    positional = [*arguments.posonlyargs, *arguments.args]
    last = positional[len(positional) - len(arguments.defaults) :]
    pairs = [*zip(last, arguments.defaults, strict=True)]
    pairs += [
        (each, given)
        for each, given in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        if given is not None
    ]
    # A constant is mostly there to say that nothing was given: `None`, `False`, 0.
    yield from ((each.arg, given) for each, given in pairs if not isinstance(given, ast.Constant))


class _Setter(NamedTuple):
    """A method that sets an attribute of its first parameter, and its class."""

    owner: ClassSymbol
    symbol: FunctionSymbol


def _setter(target: ast.Attribute, scope: Namespace) -> _Setter | None:
    """The scope, if an attribute of its first parameter is set there and it is a method."""
    if not isinstance(scope, FunctionSymbol) or scope.owner is None or scope.is_a("staticmethod"):
        return None
    arguments = scope.node.args
    first = [*arguments.posonlyargs, *arguments.args][:1]
    is_own = bool(first) and isinstance(target.value, ast.Name) and target.value.id == first[0].arg
    return _Setter(scope.owner, scope) if is_own else None


def _qualified(scope: Namespace, name: str) -> str:
    if not scope.qualname:
        return name
    return (
        f"{scope.qualname}.{name}" if isinstance(scope, ClassSymbol) else f"{scope.qualname}.<locals>.{name}"
    )


def _absolute(source: Source, module: str | None, level: int) -> str:
    """Return the dotted name of a module that an import names, relative to a package or not."""
    if not level:
        return module or ""
    parts = source.package.split(".")
    base = ".".join(parts[: len(parts) - level + 1])
    return f"{base}.{module}" if module else base


def _last_name(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=function):
            return _last_name(function)
    return ""
