"""What the source of a function tells of the values that it takes: the constants that it compares with.

What it accepts is often one of them, or one more.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

_MOST = 6  # constants of each type: each is a value to try
_LONGEST = 64  # characters of a text that is as long as a number says


@dataclass(frozen=True, slots=True)
class Compared:
    """Values that pass, or fail, the comparisons of a function, as they are written."""

    numbers: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()

    def of(self, hint: str) -> tuple[str, ...]:
        """The values of a type; none if it is not that of texts or of whole numbers."""
        return {"int": self.numbers, "str": self.texts}.get(hint, ())


NOTHING = Compared()


@lru_cache(maxsize=1024)
def compared(function: Callable[..., Any]) -> Compared:
    """Return what a function, or a constructor of a class, compares with; nothing without its source."""
    tree = _tree(inspect.getattr_static(function, "__init__") if isinstance(function, type) else function)
    found = [
        node.value
        for each in ast.walk(tree)
        if isinstance(each, ast.Compare | ast.MatchValue)
        for node in ast.walk(each)
        if isinstance(node, ast.Constant) and not isinstance(node.value, bool)
    ]
    numbers = [each for each in found if isinstance(each, int)]
    beside = dict.fromkeys(other for each in numbers for other in (each, each + 1))
    texts = dict.fromkeys(repr(each) for each in found if isinstance(each, str) and each)
    lengths = dict.fromkeys(repr("a" * each) for each in beside if 1 < each <= _LONGEST)
    return Compared(tuple(map(str, beside))[:_MOST], (*[*lengths][:_MOST], *[*texts][:_MOST]))


def is_left_out(function: Callable[..., Any]) -> bool:
    """Return whether all that a function does is to raise NotImplementedError."""
    match _tree(function).body:
        case [
            ast.FunctionDef(
                body=[*_, ast.Raise(exc=ast.Name(id=name) | ast.Call(func=ast.Name(id=name)))] as body
            )
        ]:
            return name == "NotImplementedError" and all(isinstance(each, ast.Expr) for each in body[:-1])
    return False


def _tree(function: Callable[..., Any]) -> ast.Module:
    """The source of a function; empty if it is unknown."""
    try:
        return ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError):
        return ast.Module([], [])
