"""What the body of a function does with a parameter."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from slowpath.shape import library as lib
from slowpath.shape.annotations import constructor
from slowpath.shape.base import Shape

_KINDS: Mapping[type, Callable[[], Shape]] = {
    str: lib.text,
    list: lib.ints,
    dict: lambda: lib.dicts(lib.text(), lib.integer()),
    set: lambda: lib.sets(lib.integer()),
    deque: lambda: lib.deques(lib.integer()),
    bytes: lib.blob,
    int: lib.integer,
    float: lib.real,
}
_TEXTS = "text string str s word line name pattern pat sentence prefix suffix source html msg path url qs"
_LISTS = "xs items values nums numbers seq sequence array arr a b lst list iterable heap data elements"
_NUMBERS = "n m k i j x y count size width height index lo hi year month day num number"
_WORDS: Mapping[str, Callable[[], Shape]] = {
    _TEXTS: lib.text,
    _LISTS: lib.ints,
    _NUMBERS: lib.integer,
    "d dict mapping table": _KINDS[dict],
    "blob buf buffer raw": lib.blob,
    "flag verbose reverse strict": lib.boolean,
}


def used_as(function: Any, name: str) -> tuple[Shape, str] | None:
    """Return the shape that the methods called on a parameter tell, and what told; None if they do not."""
    body = _body(function)
    if body is None:
        return None
    methods = {
        node.func.attr
        for node in ast.walk(body)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == name
    }
    if "decode" in methods and _is_tested(body, name):
        return lib.text(), ", which may be decoded"  # what is decoded if it is bytes is text otherwise
    kinds = [kind for kind in _KINDS if methods and methods <= set(dir(kind))]
    if not kinds or (len(kinds) > 1 and kinds[0] is not str and set(kinds) != {list, deque}):
        return None
    return _KINDS[kinds[0]](), f".{min(methods)}()"


def guess(function: Any, name: str) -> Shape:
    """Return a shape to suggest where nothing tells: by what a parameter is used for, or by its name."""
    told = used_as(function, name)
    if told is not None:
        return told[0]
    body = _body(function)
    if body is not None and _is_compared_with_text(body, name):
        return lib.text()
    if body is not None and _is_number(body, name) and name not in _NUMBERS.split():
        return lib.real()
    for words, make in _WORDS.items():
        if name.lower() in words.split():
            return make()
    return lib.ints() if name.endswith("s") else lib.text()


def _body(function: Any) -> ast.AST | None:
    plain: Any = inspect.unwrap(function)
    plain = constructor(plain) if isinstance(plain, type) else plain
    try:
        return ast.parse(textwrap.dedent(inspect.getsource(plain)))
    except (OSError, TypeError, SyntaxError, ValueError):
        return None


def _is_tested(body: ast.AST, name: str) -> bool:
    """Whether the function asks for the type of the parameter."""
    return any(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "isinstance"
        and any(isinstance(each, ast.Name) and each.id == name for each in node.args[:1])
        for node in ast.walk(body)
    )


def _is_compared_with_text(body: ast.AST, name: str) -> bool:
    """Whether the parameter, or a part of it, is compared with text."""
    return any(
        isinstance(node, ast.Compare)
        and any(
            isinstance(each, ast.Constant) and isinstance(each.value, str)
            for each in (node.left, *node.comparators)
        )
        and any(isinstance(each, ast.Name) and each.id == name for each in ast.walk(node))
        for node in ast.walk(body)
    )


def _is_number(body: ast.AST, name: str) -> bool:
    """Whether the parameter is an operand of arithmetic."""
    return any(
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Sub | ast.Div | ast.Mult | ast.FloorDiv)
        and any(isinstance(each, ast.Name) and each.id == name for each in (node.left, node.right))
        for node in ast.walk(body)
    )
