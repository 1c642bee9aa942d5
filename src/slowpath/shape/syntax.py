"""Shapes as text: what `--arg` takes, and what `Shape.describe` gives."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from slowpath.errors import ShapeError
from slowpath.shape import constants
from slowpath.shape.alphabet import alphabet_of_tree
from slowpath.shape.base import Length, Shape
from slowpath.shape.formula import SizeFormula, formula_of_tree
from slowpath.shape.library import EXAMPLES, SHAPES
from slowpath.shape.maker import ClassRef
from slowpath.shape.mappings import Entry

_NAMED = re.compile(r"\s*((?:[^\W\d]\w*\.)?[^\W\d]\w*)\s*=(?!=)(.*)", re.DOTALL)
_OTHER_WORDS = {
    "int": "integer",
    "float": "real",
    "number": "real",
    "bool": "boolean",
    "str": "text",
    "string": "text",
    "strings": "text",
    "bytes": "blob",
    "bytearray": "bytearrays",
    "memoryview": "memoryviews",
    "list": "lists",
    "array": "lists",
    "tuple": "tuples",
    "set": "sets",
    "frozenset": "frozensets",
    "deque": "deques",
    "dict": "dicts",
    "map": "dicts",
    "object": "records",
    "dataclass": "records",
    "enum": "members",
    "union": "one_of",
    "choice": "literal",
    "none": "const",
    "constant": "const",
}


def parse_argument(text: str, module: str = "") -> tuple[str, Shape]:
    """Return the parameter and the shape of an `--arg`. A class without a module is one of `module`."""
    match = _NAMED.fullmatch(text)
    if not match:
        raise ShapeError(
            f"--arg {text!r} names no parameter", "Write name=shape, for example --arg 'xs=ints(N, 0, 100)'."
        )
    return match[1], parse_shape(match[2], module, match[1])


def parse_arguments(texts: Sequence[str], module: str = "") -> dict[str, Shape]:
    """Return parameter -> shape, or raise with all that is wrong."""
    shapes: dict[str, Shape] = {}
    problems: list[ShapeError] = []
    for text in texts:
        try:
            name, shape = parse_argument(text, module)
        except ShapeError as error:
            problems.append(error)
            continue
        if name in shapes:
            problems.append(
                ShapeError(
                    f"the parameter {name!r} has two shapes", f"Join them: --arg '{name}=one_of(..., ...)'."
                )
            )
        shapes[name] = shape
    if len(problems) > 1:
        raise ShapeError("\n".join(str(problem) for problem in problems))
    if problems:
        raise problems[0]
    return shapes


def parse_shape(text: str, module: str = "", name: str = "") -> Shape:
    """Return the shape that a text spells. `name` is the parameter that errors speak of."""
    try:
        shape = _Parser(module).shape(_tree(text))
    except ShapeError as error:
        where = f"{name}: " if name else ""
        raise ShapeError(where + error.message, error.hint) from None
    return shape


@dataclass(frozen=True, slots=True)
class _Parser:
    module: str

    def shape(self, tree: ast.expr) -> Shape:
        made = self._call(tree)
        if isinstance(made, Entry):
            raise ShapeError("maybe(...) stands only in entries(...)", f"Try {EXAMPLES['entries']}.")
        return made

    def _call(self, tree: ast.expr) -> Shape | Entry:
        match tree:
            case ast.Call(func=ast.Name(id=name)) if name in SHAPES:
                return self._made(name, tree)
            case ast.Call(func=ast.Name(id=name)):
                raise _unknown(name)
            case ast.Name(id=name) if name in SHAPES:
                raise ShapeError(f"{name} needs parentheses", f"Try {EXAMPLES[name]}.")
            case ast.Name(id=name):
                raise _unknown(name)
        text = ast.unparse(tree)
        if constants.is_constant(tree):
            raise ShapeError(
                f"{text} is a value, not a shape", f"A value that does not vary is const({text})."
            )
        raise ShapeError(f"{text} is not a shape", f"Shapes are written like {EXAMPLES['ints']}.")

    def _made(self, name: str, tree: ast.Call) -> Shape | Entry:
        function = SHAPES[name]
        signature = inspect.signature(function)
        passed_by_name = _keywords(tree)
        try:
            bound = signature.bind(*tree.args, **passed_by_name)
        except TypeError as error:
            raise ShapeError(
                f"{ast.unparse(tree)}: {name} {_arity(error)}", f"Try {EXAMPLES[name]}."
            ) from None
        arguments: list[Any] = []
        keywords: dict[str, Any] = {}
        for key, given in bound.arguments.items():
            read = self._reader(key)
            match signature.parameters[key].kind:
                case inspect.Parameter.VAR_POSITIONAL:
                    arguments += [read(each) for each in given]
                case inspect.Parameter.VAR_KEYWORD:
                    keywords |= {field: read(each) for field, each in given.items()}
                case _ if key in passed_by_name:
                    keywords[key] = read(given)
                case _:
                    arguments.append(read(given))
        return function(*arguments, **keywords)

    def _reader(self, role: str) -> Callable[[ast.expr], Any]:
        readers: Mapping[str, Callable[[ast.expr], Any]] = {
            "lo": _bound,
            "hi": _bound,
            "length": _length,
            "rows": _length,
            "columns": _length,
            "alphabet": alphabet_of_tree,
            "cls": self._class,
            "kind": _text,
            "suffix": _text,
            "names": _text,
            "sources": _text,
            "value": constants.value_of,
            "choices": constants.value_of,
            "fields": self._call,
        }
        return readers.get(role, self.shape)

    def _class(self, tree: ast.expr) -> ClassRef | str:
        match tree:
            case ast.Constant(value=str() as text):
                return text
            case ast.Name(id=name) if self.module:
                return ClassRef(self.module, name)
            case ast.Attribute(value=owner, attr=name):
                return ClassRef(ast.unparse(owner), name)
        raise ShapeError(
            f"{ast.unparse(tree)} names no class",
            'Name it as "module:Class", for example "fractions:Fraction".',
        )


def _tree(text: str) -> ast.expr:
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        why = getattr(error, "msg", None) or str(error)
        raise ShapeError(
            f"{text.strip()!r} is not a shape: {why}",
            f"Shapes are written like {EXAMPLES['ints']} or {EXAMPLES['text']}; quote them for the shell.",
        ) from None


def _keywords(tree: ast.Call) -> dict[str, Any]:
    keywords: dict[str, Any] = {}
    for each in tree.keywords:
        if each.arg is not None:
            keywords[each.arg] = each.value
        elif isinstance(each.value, ast.Dict) and None not in each.value.keys:
            pairs = zip(each.value.keys, each.value.values, strict=True)
            keywords |= {_text(key): value for key, value in pairs if key is not None}
        else:
            raise ShapeError(f"**{ast.unparse(each.value)} is not a dict of shapes")
    return keywords


def _bound(tree: ast.expr) -> SizeFormula | None:
    return None if isinstance(tree, ast.Constant) and tree.value is None else formula_of_tree(tree)


def _length(tree: ast.expr) -> Length:
    match tree:
        case ast.Call(func=ast.Name(id="upto"), args=[hi], keywords=[]):
            return Length(SizeFormula("0"), formula_of_tree(hi))
        case ast.Call(func=ast.Name(id="between"), args=[lo, hi], keywords=[]):
            return Length(formula_of_tree(lo), formula_of_tree(hi))
        case ast.Call(func=ast.Name(id="upto" | "between")):
            raise ShapeError(
                f"{ast.unparse(tree)} is no length", "Write upto(4) for 0 to 4, between(2, 4) for 2 to 4."
            )
    number = formula_of_tree(tree)
    return Length(number, number)


def _text(tree: ast.expr) -> str:
    if isinstance(tree, ast.Constant) and isinstance(tree.value, str):
        return tree.value
    raise ShapeError(f"{ast.unparse(tree)} is not quoted text", f"Write it as {ast.unparse(tree)!r}.")


def _unknown(name: str) -> ShapeError:
    close = (
        [_OTHER_WORDS[name.lower()]] if name.lower() in _OTHER_WORDS else get_close_matches(name, SHAPES, 1)
    )
    if close:
        return ShapeError(f"no shape {name!r} (did you mean {close[0]!r}?)", f"Try {EXAMPLES[close[0]]}.")
    return ShapeError(f"no shape {name!r}", f"There are {', '.join(SHAPES)}.")


def _arity(error: TypeError) -> str:
    """What is wrong with the number of arguments: "takes no more arguments", "misses 'of'"."""
    text = str(error)
    missing = re.search(r"missing a required (?:keyword-only )?argument: ('\w+')", text)
    if missing:
        return f"misses its argument {missing[1]}"
    unexpected = re.search(r"unexpected keyword argument ('\w+')", text)
    if unexpected:
        return f"has no argument {unexpected[1]}"
    return "takes fewer arguments" if "too many" in text else text
