"""Calls of a function in source text whose arguments are plain values: doctests and call sites."""

from __future__ import annotations

import ast
import inspect
import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from slowpath.errors import ShapeError
from slowpath.model.provenance import Provenance
from slowpath.shape import constants
from slowpath.shape.bindings import ScopeNode, bindings, own_nodes

# Files that are searched for calls of the target, and their bytes: reading takes 50 ms a megabyte, so
# that the largest packages take a second.
_MOST_FILES = 500
_MOST_BYTES = 20_000_000  # a second of reading
_MOST_LINES = 5  # that may belong to an example of a docstring: a call is rarely longer
# The largest number, or length, that is computed: `"a" * 10**9` in a test is not worth its memory.
_MOST_TEXT = 10_000
_ORDINARY = frozenset(name for kind in (str, bytes, list, dict, set) for name in dir(kind))
_GATHERED: Mapping[str, Callable[[Any], Any]] = {"list": list, "sorted": sorted, "tuple": tuple, "set": set}
_OPERATORS: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Mult: operator.mul,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.Sub: operator.sub,
    ast.Div: operator.truediv,
}
_Argument = tuple[str, Any, int]  # the parameter, its value, and the line of the call


@dataclass(frozen=True, slots=True)
class Callee:
    """What is called: a function, a method of `owner`, or the constructor of a class."""

    name: str
    module: str
    signature: inspect.Signature  # without the receiver
    owner: str = ""

    def is_called_by(self, call: ast.Call, receivers: frozenset[str]) -> bool:
        """Whether a call is one of this callee, by the names in it."""
        match call.func:
            case ast.Name(id=name):
                return name == self.name and not self.owner
            case ast.Attribute(value=receiver, attr=name) if name == self.name:
                return self._is_receiver(receiver, receivers)
        return False

    def _is_receiver(self, tree: ast.expr, receivers: frozenset[str]) -> bool:
        if not self.owner:
            return ast.unparse(tree).rpartition(".")[2] == self.module.rpartition(".")[2]
        match tree:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                return name == self.owner
            case ast.Name(id=name) if name in receivers:
                return True
        return self.name not in _ORDINARY and not self.name.startswith("_")


@dataclass(frozen=True, slots=True)
class LengthOf:
    """An argument that is the length of another one of the same call, and so much more."""

    offset: int = 0

    @property
    def formula(self) -> str:
        """The number if the other argument has N items."""
        sign = "-" if self.offset < 0 else "+"
        return f"N {sign} {abs(self.offset)}" if self.offset else "N"


@dataclass(frozen=True, slots=True)
class Seen:
    """A value that a parameter has in a call; `where` is a doctest's name or "file.py:12"."""

    parameter: str
    value: Any
    told_by: Provenance
    where: str


def in_doctests(callee: Callee, documents: Mapping[str, str]) -> Iterator[Seen]:
    """Yield the values in the examples of docstrings (name -> docstring)."""
    import doctest  # it brings pdb and unittest along

    for name, document in documents.items():
        try:
            examples = doctest.DocTestParser().get_examples(document)
        except ValueError:
            continue
        source = "".join(_whole(example.source, example.want) for example in examples)
        for parameter, value, _ in _in_source(callee, source):
            yield Seen(parameter, value, Provenance.DOCTEST, name)


def _whole(source: str, want: str) -> str:
    """The source of an example, with the lines that follow if it is not complete without them: people forget
    the dots. What is not complete even so is left out, since it would spoil the examples around it."""
    following = want.splitlines(keepends=True)
    for count in range(min(len(following), _MOST_LINES) + 1):
        joined = source + "".join(following[:count])
        try:
            ast.parse(joined)
        except (SyntaxError, ValueError):
            continue
        return joined
    return ""


def in_package(callee: Callee, module: ModuleType) -> Iterator[Seen]:
    """Yield the values in calls in the source of the module's package and of its tests."""
    for path in source_files(module):
        try:
            source = path.read_text(encoding="utf-8")
        except (OSError, ValueError):
            continue
        if re.search(rf"\b{re.escape(callee.name)}\(", source):
            for parameter, value, line in _in_source(callee, source):
                yield Seen(parameter, value, Provenance.CALL, f"{path.name}:{line}")


def source_files(module: ModuleType) -> list[Path]:
    """Return the files of a module's package, and of its tests where they stand beside it."""
    file = getattr(module, "__file__", None)
    if not file or not file.endswith(".py"):
        return []
    own = Path(file)
    package = own.parent
    depth = module.__name__.count(".") - (0 if own.name == "__init__.py" else 1)
    for _ in range(max(depth, 0)):
        package = package.parent
    is_package = "." in module.__name__ or own.name == "__init__.py"
    files = [own, *(sorted(package.rglob("*.py")) if is_package else [])]
    beside = package.parent if is_package else package
    for folder in (beside / "test", beside / "tests", beside.parent / "tests"):
        if not folder.is_relative_to(package) or not is_package:
            files += sorted(folder.glob(f"**/test_{module.__name__.partition('.')[0]}*.py"))
            files += sorted(folder.glob(f"**/test_{module.__name__.rpartition('.')[2]}*.py"))
    return _affordable(list(dict.fromkeys(files)))


def _affordable(files: list[Path]) -> list[Path]:
    kept, total = [], 0
    for path in files[:_MOST_FILES]:
        try:
            total += path.stat().st_size
        except OSError:
            continue
        if total <= _MOST_BYTES:
            kept.append(path)
    return kept


def _in_source(callee: Callee, source: str) -> Iterator[_Argument]:
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    receivers = frozenset(_made_by(tree, callee.owner)) if callee.owner else frozenset()
    yield from _in_scope(callee, tree, {}, receivers)


def _in_scope(
    callee: Callee, scope: ast.AST, outer: Mapping[str, ast.expr], receivers: frozenset[str]
) -> Iterator[_Argument]:
    """Yield what calls in a function or a module say; names of one value stand for it."""
    names = bindings(scope, outer)
    for node in own_nodes(scope):
        if isinstance(node, ast.Call) and callee.is_called_by(node, receivers):
            yield from _arguments(callee, node, names)
        elif isinstance(node, ScopeNode):
            yield from _in_scope(callee, node, names, receivers)


def _arguments(callee: Callee, call: ast.Call, names: Mapping[str, ast.expr]) -> Iterator[_Argument]:
    if any(isinstance(each, ast.Starred) for each in call.args) or any(
        each.arg is None for each in call.keywords
    ):
        return
    try:
        bound = callee.signature.bind(
            *call.args, **{each.arg: each.value for each in call.keywords if each.arg}
        )
    except TypeError:
        return
    for name, tree in bound.arguments.items():
        length = _length_of(tree, call.args, names) if isinstance(tree, ast.expr) else None
        if length is not None:
            yield name, length, call.lineno
            continue
        try:
            if isinstance(tree, ast.expr):
                yield name, plain_value(tree, names), call.lineno
            elif isinstance(tree, tuple):  # of *args
                yield name, tuple(plain_value(each, names) for each in tree), call.lineno
        except (ShapeError, ArithmeticError, TypeError, ValueError, RecursionError, MemoryError):
            continue


def _length_of(
    tree: ast.expr, arguments: Sequence[ast.expr], names: Mapping[str, ast.expr]
) -> LengthOf | None:
    """What an argument is if it is written as `len(other)` or `len(other) - 1`, with another argument."""
    if isinstance(tree, ast.Name) and tree.id in names:
        tree = names[tree.id]
    match tree:
        case ast.Call(func=ast.Name(id="len"), args=[measured]):
            offset = 0
        case ast.BinOp(
            left=ast.Call(func=ast.Name(id="len"), args=[measured]),
            op=ast.Add() | ast.Sub() as op,
            right=ast.Constant(value=int() as number),
        ):
            offset = -number if isinstance(op, ast.Sub) else number
        case _:
            return None
    others = [ast.dump(each) for each in arguments]
    return LengthOf(offset) if ast.dump(measured) in others else None


def plain_value(tree: ast.expr, names: Mapping[str, ast.expr]) -> Any:
    """Return the value of an expression of constants, of names that stand for such, and of arithmetic."""
    match tree:
        case ast.Name(id=name) if name in names:
            return plain_value(names[name], {key: each for key, each in names.items() if key != name})
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            first, second = plain_value(left, names), plain_value(right, names)
            if isinstance(op, ast.Mult | ast.Pow) and not _is_small(first, second):
                raise ValueError("too large")
            return _OPERATORS[type(op)](first, second)
        case ast.List(elts=items):
            return [plain_value(each, names) for each in items]
        case ast.Tuple(elts=items):
            return tuple(plain_value(each, names) for each in items)
        case ast.Call(
            func=ast.Name(id="list" | "sorted" | "tuple" | "set" as name), args=[inner], keywords=[]
        ):
            return _GATHERED[name](plain_value(inner, names))
        case ast.Call(func=ast.Name(id="range"), args=bounds, keywords=[]):
            return range(*(plain_value(each, names) for each in bounds))[:_MOST_TEXT]
    return constants.value_of(tree)


def _is_small(*numbers: Any) -> bool:
    return all(
        abs(each) <= _MOST_TEXT if isinstance(each, int | float) else len(each) <= _MOST_TEXT
        for each in numbers
    )


def _made_by(tree: ast.AST, owner: str) -> Iterator[str]:
    """The names that are assigned objects of a class."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign(
                targets=[ast.Name(id=name)],
                value=ast.Call(func=ast.Name(id=made) | ast.Attribute(attr=made)),
            ) if made == owner:
                yield name
