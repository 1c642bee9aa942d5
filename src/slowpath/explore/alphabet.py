"""The alphabet of a text: a readable character of each class that code and its patterns tell apart.

Read are the patterns that a module holds or writes into calls of `re`; the text that it compares, looks up or
hands to methods of text; and the predicates (isdigit, ...) that it asks. What it only prints is not read.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from slowpath.model.charset import CharSet
from slowpath.shape.alphabet import ANY
from slowpath.values.regex.classes import asked_by, partition
from slowpath.values.text.classes import EVERYTHING, satisfying

_PATTERNS = frozenset(
    {"compile", "match", "fullmatch", "search", "findall", "finditer", "split", "sub", "subn", "template"}
)
_LOOKING = frozenset(
    {"find", "rfind", "index", "rindex", "count", "startswith", "endswith", "removeprefix", "removesuffix"}
    | {
        "split",
        "rsplit",
        "partition",
        "rpartition",
        "strip",
        "lstrip",
        "rstrip",
        "replace",
        "get",
        "maketrans",
    }
)
_ASKING = frozenset({name for name in dir(str) if name.startswith("is")} - {"isascii", "isprintable"})
_SPACE = frozenset({"split", "rsplit", "strip", "lstrip", "rstrip"})  # without arguments


@dataclass(frozen=True, slots=True)
class Alphabet:
    """Classes of characters that are alike to the code, the smallest first."""

    classes: tuple[CharSet, ...]

    @property
    def representatives(self) -> CharSet:
        """A readable character of each class."""
        return CharSet.of(chars.representative() for chars in self.classes)


def inferred(modules: Iterable[ModuleType], domain: CharSet = ANY) -> Alphabet:
    """The alphabet that the code of some modules distinguishes in a domain."""
    sets = [chars for module in modules for chars in _asked(module)]
    return Alphabet(tuple(sorted(partition(sets, domain), key=lambda chars: (len(chars), chars.lowest))))


def _asked(module: ModuleType) -> Iterator[CharSet]:
    for value in vars(module).values():
        for pattern in _patterns_in(value, module.__name__):
            yield from asked_by(pattern)
    file = getattr(module, "__file__", None)
    if file is not None and file.endswith(".py"):
        for node in ast.walk(ast.parse(Path(file).read_bytes())):
            yield from _asked_at(node, _names_of_re(module))


def _patterns_in(value: Any, home: str) -> Iterator[re.Pattern[Any]]:
    """The patterns that a module's variable holds: itself, a method of one, in a container, in a class."""
    if isinstance(value, re.Pattern):
        if value.pattern is not None:
            yield value
    elif isinstance(getattr(value, "__self__", None), re.Pattern):
        yield from _patterns_in(value.__self__, home)
    elif isinstance(value, list | tuple | set | frozenset | dict):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _patterns_in(each, home)
    elif isinstance(value, type) and value.__module__ == home:
        for each in vars(value).values():
            if not isinstance(each, type):
                yield from _patterns_in(each, home)


def _names_of_re(module: ModuleType) -> frozenset[str]:
    return frozenset(
        name
        for name, value in vars(module).items()
        if isinstance(value, ModuleType) and value.__name__ == "re"
    )


def _asked_at(node: ast.AST, names: frozenset[str]) -> Iterator[CharSet]:
    """The sets of characters that one piece of code asks for."""
    match node:
        case ast.Call():
            yield from _asked_by_call(node, names)
        case ast.Compare(left=ast.Name(id="__name__")):
            return
        case ast.Compare(left=left, comparators=others):
            for side in (left, *others):
                yield from _spelled(side)
        case ast.MatchValue(value=value):
            yield from _spelled(value)
        case ast.Dict(keys=keys):  # longer keys are mostly names
            for key in keys:
                if isinstance(key, ast.Constant) and isinstance(key.value, str) and len(key.value) == 1:
                    yield CharSet.of(key.value)


def _asked_by_call(node: ast.Call, names: frozenset[str]) -> Iterator[CharSet]:
    """The sets of characters that a pattern, or a method of text, asks for."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=name), args=[first, *_]) if (
            owner in names and name in _PATTERNS
        ):
            yield from _of_source(first)
        case ast.Call(func=ast.Attribute(attr=name), args=arguments) if name in _LOOKING:
            if not arguments and name in _SPACE:
                yield satisfying(str.isspace, EVERYTHING).chars
            for argument in arguments:
                yield from _spelled(argument)
        case ast.Call(func=ast.Attribute(attr=name), args=[]) if name in _ASKING:
            yield satisfying(getattr(str, name), EVERYTHING).chars


def _of_source(node: ast.expr) -> Iterator[CharSet]:
    match node:
        case ast.Constant(value=str() | bytes() as source):
            try:
                yield from asked_by(re.compile(source))
            except re.error:
                return


def _spelled(node: ast.expr | None) -> Iterator[CharSet]:
    """Each character of a constant, or of the constants of a display."""
    match node:
        case ast.Constant(value=str() as text):
            for character in text:
                yield CharSet.of(character)
        case ast.Constant(value=bytes() as blob):
            for code in blob:
                yield CharSet([(code, code)])
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            for part in parts:
                yield from _spelled(part)
