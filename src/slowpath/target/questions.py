"""What the code of a call or an operand tells before it runs."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from slowpath.counting.native import NAMES, REGEX_NAMES

# A display or constant of at most this length counts as no native work: 16 elements are 10 ops, the weight
# of a call, and the hook itself takes longer.
SHORT = 16
_FREE_WITHOUT_ARGUMENTS = frozenset(
    {"pop", "list", "tuple", "dict", "set", "frozenset", "str", "bytes", "bytearray", "int"}
)
_FREE_WITH_CONSTANT = frozenset({"startswith", "endswith"})


def dotted(function: ast.expr, names: Mapping[str, str]) -> str | None:
    """Return the dotted name of a function that is reached through one of `names`."""
    match function:
        case ast.Name(id=name):
            return names.get(name)
        case ast.Attribute(value=owner, attr=name) if before := dotted(owner, names):
            return f"{before}.{name}"
    return None


def last_name(function: ast.expr) -> str:
    """Return the name by which a function is called; "" where it has none."""
    return (
        function.attr
        if isinstance(function, ast.Attribute)
        else function.id
        if isinstance(function, ast.Name)
        else ""
    )


def may_name_regex(node: ast.Call) -> bool:
    """Tell whether a call of getattr may ask for a method of a pattern."""
    match node.args[1:2]:
        case [ast.Constant(value=name)]:
            return name in REGEX_NAMES
    return True


def keeps(value: ast.expr, part: ast.expr, locals: frozenset[str]) -> bool:
    """Tell whether a part of a target means the same before and after a value is evaluated."""
    if not isinstance(part, ast.Name):
        return isinstance(part, ast.Constant)
    # A call may rebind a name that is not a local variable; an assignment expression any name.
    calls = () if part.id in locals else (ast.Call, ast.Await, ast.Yield, ast.YieldFrom)
    return not any(isinstance(each, (ast.NamedExpr, *calls)) for each in ast.walk(value))


def is_free(name: str, node: ast.Call) -> bool:
    """Tell whether a call of that name, with these arguments, does no native work worth a hook."""
    if not node.args and not node.keywords:
        return name in _FREE_WITHOUT_ARGUMENTS
    return name in _FREE_WITH_CONSTANT and all(is_short(argument) for argument in node.args)


def may_be_handed(function: ast.expr) -> bool:
    """Tell whether what is handed to C code, which calls it, may be a method with native work of its own, as
    in `map(xs.index, ys)`. Those of patterns are charged wherever they are called."""
    return isinstance(function, ast.Attribute) and function.attr in NAMES and function.attr not in REGEX_NAMES


def key_of(node: ast.Call) -> ast.keyword | None:
    """Return the key of `max(xs, key=xs.count)`, if it may be such a method."""
    match node:
        case ast.Call(func=ast.Name(id="sorted" | "min" | "max")):
            keys = [each for each in node.keywords if each.arg == "key"]
            return keys[0] if keys and may_be_handed(keys[0].value) else None
    return None


def is_short(node: ast.expr) -> bool:
    """Tell whether an expression is a constant or a display with few parts."""
    match node:
        case ast.Constant(value=str() | bytes() as value):
            return len(value) <= SHORT
        case ast.Constant():
            return True
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            return len(parts) <= SHORT and not any(isinstance(part, ast.Starred) for part in parts)
        case ast.Dict(keys=keys):
            return len(keys) <= SHORT and None not in keys
    return False
