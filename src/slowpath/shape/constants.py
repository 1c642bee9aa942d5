"""Constants by their source: literals, builtins by name, calls of builtins that make plain values, and
functions that return an argument or a constant.

Nothing else is evaluated, so reading a shape never runs code of the target.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable
from types import FunctionType
from typing import Any

from slowpath.errors import ShapeError

_MAKERS = ("bytearray", "complex", "dict", "float", "frozenset", "list", "range", "set", "slice", "tuple")
_HIDDEN = ("eval", "exec", "compile", "open", "input", "breakpoint", "exit", "quit")
HINT = "A constant is a literal or a builtin: const(','), const([1, 2]), const(len), const(str.lower)."


def evaluate(source: str) -> Any:
    """Return the value that a constant's source stands for, a fresh one at each call."""
    return value_of(parse_tree(source))


def parse_tree(source: str) -> ast.expr:
    """Return the syntax tree of a constant's source, or raise if it is no expression."""
    try:
        return ast.parse(source.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ShapeError(f"{source!r} is not a Python expression", HINT) from None


def value_of(tree: ast.expr) -> Any:
    """Return the value of a constant's syntax tree."""
    try:
        return ast.literal_eval(tree)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        pass
    try:
        return _value(tree)
    except (TypeError, ValueError, AttributeError) as error:
        raise ShapeError(f"const({ast.unparse(tree)}) cannot be made: {error}", HINT) from None


def is_constant(tree: ast.expr) -> bool:
    """Whether a syntax tree is that of a constant."""
    try:
        value_of(tree)
    except ShapeError:
        return False
    return True


def write(value: object) -> str:
    """Return the source of a value that a constant can be."""
    source = source_of(value)
    if source is None:
        raise ShapeError(f"const({value!r}) cannot be written as an expression", HINT)
    return source


def _value(tree: ast.expr) -> Any:
    match tree:
        case ast.Constant(value=value):
            return value
        case ast.Name(id=name) if hasattr(builtins, name) and name not in _HIDDEN and name[0] != "_":
            return getattr(builtins, name)
        case ast.Attribute(value=owner, attr=name) if not name.startswith("_"):
            return getattr(_value(owner), name)
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in _MAKERS:
            return getattr(builtins, name)(*(_value(each) for each in arguments))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _value(left) + _value(right)
        case ast.List(elts=items):
            return [_value(each) for each in items]
        case ast.Tuple(elts=items):
            return tuple(_value(each) for each in items)
        case ast.Set(elts=items):
            return {_value(each) for each in items}
        case ast.Lambda() if _is_plain(tree):
            return _function(tree)
        case ast.Dict(keys=keys, values=values) if None not in keys:
            return {_value(k): _value(v) for k, v in zip(keys, values, strict=True) if k is not None}
    raise ShapeError(f"{ast.unparse(tree)} is not a constant", HINT)


def is_same_function(one: object, other: object) -> bool:
    """Whether two functions do the same: their code is."""
    if not isinstance(one, FunctionType) or not isinstance(other, FunctionType):
        return False
    parts = [
        (each.__code__.co_code, each.__code__.co_consts, each.__code__.co_varnames) for each in (one, other)
    ]
    return parts[0] == parts[1]


def _is_plain(tree: ast.Lambda) -> bool:
    """Whether a function only returns one of its arguments, or a constant."""
    arguments = tree.args
    named = [
        *arguments.posonlyargs,
        *arguments.args,
        *arguments.kwonlyargs,
        arguments.vararg,
        arguments.kwarg,
    ]
    defaults = [*arguments.defaults, *filter(None, arguments.kw_defaults)]
    names = [each.arg for each in named if each is not None]
    returned = isinstance(tree.body, ast.Name) and tree.body.id in names
    return all(map(is_constant, defaults)) and (returned or is_constant(tree.body))


def _function(tree: ast.Lambda) -> Any:
    source = ast.unparse(tree)
    made = eval(source, {"__builtins__": builtins})
    made.source = source  # a function does not tell it otherwise
    return made


def source_of(value: object) -> str | None:
    """Return the source of a value, or None where a constant cannot be it."""
    if value is None or isinstance(value, bool) or value is ...:
        return "..." if value is ... else repr(value)
    written = _SCALARS.get(type(value))
    if written is not None:
        return written(value)
    if isinstance(value, FunctionType):
        return getattr(value, "source", None)
    if isinstance(value, type) or callable(value):
        return _builtin_name(value)
    if type(value) is dict:
        pairs = [(source_of(k), source_of(v)) for k, v in value.items()]
        return None if any(None in pair for pair in pairs) else _braced([f"{k}: {v}" for k, v in pairs])
    around = _BRACKETS.get(type(value))
    if around is None:
        return None
    parts = [source_of(each) for each in value]  # type: ignore[attr-defined]
    known = [part for part in parts if part is not None]
    return around(known) if len(known) == len(parts) else None


def _braced(parts: list[str]) -> str:
    return "{" + ", ".join(parts) + "}"


def _float(value: Any) -> str:
    text = repr(value)
    return text if text[-1].isdigit() or "." in text else f"float('{text}')"


_SCALARS: dict[type, Callable[[Any], str]] = {
    int: repr,
    str: repr,
    bytes: repr,
    bytearray: repr,
    range: repr,
    slice: repr,
    complex: lambda value: f"complex({_float(value.real)}, {_float(value.imag)})",
    float: _float,
}
_BRACKETS: dict[type, Callable[[list[str]], str]] = {
    list: lambda parts: "[" + ", ".join(parts) + "]",
    tuple: lambda parts: "(" + ", ".join(parts) + ("," if len(parts) == 1 else "") + ")",
    set: lambda parts: _braced(sorted(parts)) if parts else "set()",
    frozenset: lambda parts: f"frozenset({_braced(sorted(parts))})" if parts else "frozenset()",
}


def _builtin_name(value: object) -> str | None:
    name = getattr(value, "__qualname__", "")
    owner, _, method = name.rpartition(".")
    found = getattr(builtins, owner or name, None)
    if owner and found is not None:
        found = getattr(found, method, None)
    return name if found is not None and found == value and name not in _HIDDEN else None
