"""Preconditions: an expression over the parameters, evaluated like code of the target."""

from __future__ import annotations

import ast
import keyword
from collections.abc import Callable, Iterable
from typing import Any

from slowpath.errors import UsageError
from slowpath.target.load import Loaded
from slowpath.target.tracing import trace

NAME = "--requires"


def precondition(text: str, parameters: Iterable[str], loaded: Loaded) -> Callable[..., Any]:
    """Return the predicate over parameters that an expression is.

    It sees the names of the target's module, and what it asks about a symbolic input is decided as the
    target's own questions are.
    """
    names = list(parameters)
    expression = _parsed(text)
    _check_names(expression, names, loaded, text)
    function = ast.parse(f"lambda {', '.join(names)}: None", NAME, "eval")
    assert isinstance(function.body, ast.Lambda)
    function.body.body = expression
    module = ast.Module([ast.copy_location(ast.Expr(function.body), expression)], [])
    trace(module)
    statement = module.body[0]
    assert isinstance(statement, ast.Expr)
    code = compile(ast.fix_missing_locations(ast.Expression(statement.value)), NAME, "eval")
    predicate: Callable[..., Any] = eval(code, _namespace(loaded))
    return predicate


def _parsed(text: str) -> ast.expr:
    try:
        return ast.parse(text.strip(), NAME, "eval").body
    except SyntaxError as error:
        raise UsageError(
            f"the precondition {text!r} is no Python expression: {error.msg}",
            "Give a condition on the parameters, for example 'len(xs) > 0'.",
        ) from None


def _check_names(expression: ast.expr, names: list[str], loaded: Loaded, text: str) -> None:
    """Raise where a name means nothing: it would fail on every input."""
    bound = {
        node.id for node in ast.walk(expression) if isinstance(node, ast.Name) and not _is_load(node)
    } | {node.arg for node in ast.walk(expression) if isinstance(node, ast.arg)}
    known = {*names, *bound, *_namespace(loaded), *vars(loaded.copies.builtins)}
    for node in ast.walk(expression):
        if isinstance(node, ast.Name) and _is_load(node) and node.id not in known:
            raise UsageError(
                f"the precondition {text!r} uses {node.id!r}, which is no parameter",
                f"The parameters are {', '.join(names)}: for example '{names[0]} == {names[0]}'."
                if names
                else "The target has no parameters.",
            )


def _is_load(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Load)


def _namespace(loaded: Loaded) -> dict[str, Any]:
    own = getattr(loaded.function, "__globals__", {})
    names = {name: value for name, value in own.items() if not keyword.iskeyword(name)}
    return {**names, "__builtins__": loaded.copies.builtins.__dict__}
