"""The regular expressions of installed packages: collected where they are, at run time.

A pattern is an object of a module or of its classes, or is spelled out in a call of `re`. It goes by the
module that has it and by its place among those of the module.

    python benchmarks/known/regexes_list.py FOLDER ...      prints JSON; "" is the standard library
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import io
import json
import os
import re
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from re import _parser as parser  # type: ignore[attr-defined]
from types import ModuleType
from typing import Any

# What says in which way a pattern is asked: at the start of a text, for all of it, or anywhere in it.
WAYS = {"match": "match", "fullmatch": "fullmatch"} | dict.fromkeys(
    ("search", "sub", "subn", "split", "findall", "finditer", "scanner"), "search"
)
_SKIPPED = {
    "test",
    "tests",
    "idlelib",
    "turtledemo",
    "site-packages",
    "pip",
    "setuptools",
    "__main__",
    "antigravity",
    "this",
}


@dataclass(frozen=True, slots=True)
class Collected:
    """A pattern, where it is, and how it is asked."""

    place: str  # "module#3": the third of a module
    pattern: str
    flags: int
    is_bytes: bool
    way: str
    repeats: int  # without a limit


def collected(folder: str) -> list[Collected]:
    """The distinct patterns of a folder of packages that may repeat something without limit."""
    root = Path(folder or sysconfig.get_path("stdlib"))
    sys.path.insert(0, str(root))
    found: dict[tuple[str | bytes, int], Collected] = {}
    for name, file in _modules(root):
        source = file.read_bytes()
        if b"re." not in source:
            continue
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError):
            continue
        uses = dict(_uses(tree))
        count = 0
        for pattern, way in [*_objects(_imported(name), uses), *_spelled(tree)]:
            if repeats := _repeats(_text(pattern), pattern.flags):
                count += 1
                found.setdefault(
                    (pattern.pattern, pattern.flags), _row(f"{name}#{count}", pattern, way, repeats)
                )
    return list(found.values())


def _row(place: str, pattern: re.Pattern[Any], way: str, repeats: int) -> Collected:
    return Collected(place, _text(pattern), pattern.flags, isinstance(pattern.pattern, bytes), way, repeats)


def _modules(root: Path) -> Iterator[tuple[str, Path]]:
    for file in sorted(root.rglob("*.py")):
        parts = file.relative_to(root).with_suffix("").parts
        if not _SKIPPED.intersection(parts) and all(part.isidentifier() for part in parts):
            yield ".".join(parts).removesuffix(".__init__"), file


def _imported(name: str) -> ModuleType | None:
    """A module; None where it cannot be imported here."""
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            return importlib.import_module(name)
    except (Exception, SystemExit):
        return None


def _objects(module: ModuleType | None, uses: dict[str, str]) -> Iterator[tuple[re.Pattern[Any], str]]:
    """The patterns that a module and its classes have."""
    if module is None:
        return
    classes = [
        each
        for each in vars(module).values()
        if issubclass(type(each), type) and each.__module__ == module.__name__
    ]
    for names in (vars(module), *map(vars, classes)):
        for name, value in list(names.items()):
            for each in value if type(value) in (list, tuple) else (value,):
                pattern = getattr(each, "__self__", each) if type(each) is type(len) else each
                if type(pattern) is re.Pattern:
                    yield pattern, WAYS.get(getattr(each, "__name__", ""), uses.get(name, "match"))
                elif type(each).__module__ == module.__name__:
                    for attribute, held in list(getattr(each, "__dict__", {}).items()):
                        if type(held) is re.Pattern:
                            yield held, uses.get(attribute, "match")


def _uses(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """By name, how a pattern is asked: `NAME.search(...)`."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=name) | ast.Attribute(attr=name), attr=way) if way in WAYS:
                yield name, WAYS[way]


def _spelled(tree: ast.AST) -> Iterator[tuple[re.Pattern[Any], str]]:
    """The patterns that calls of `re` spell out."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="re"), attr=way) | ast.Name(id=way),
                args=[ast.Constant(value=str() | bytes() as text), *rest],
            ) if (
                (way in WAYS and isinstance(node.func, ast.Attribute))
                or way.endswith("re_compile")
                or way == "compile"
            ):
                named = [each.value for each in node.keywords if each.arg == "flags"]
                flags = _flags(named if way in WAYS else [*rest, *named])
                with contextlib.suppress(re.error, ValueError, OverflowError):
                    yield re.compile(text, flags), WAYS.get(way, "match")


def _flags(nodes: list[ast.expr]) -> int:
    """The flags that an expression names."""
    value = 0
    for node in nodes[:1]:
        for each in ast.walk(node):
            if isinstance(each, ast.Attribute):
                value |= int(getattr(re, each.attr, 0))
    return value


def _text(pattern: re.Pattern[Any]) -> str:
    return pattern.pattern.decode("latin-1") if isinstance(pattern.pattern, bytes) else str(pattern.pattern)


def _repeats(text: str, flags: int) -> int:
    """How often a pattern says that something may be repeated without limit."""
    listed = repr(parser.parse(text, flags & ~re.DEBUG))
    return len(re.findall("_REPEAT, \\(\\d+, MAXREPEAT", listed))


if __name__ == "__main__":
    os.environ.setdefault("PYTHONWARNINGS", "ignore")
    rows = [row for folder in sys.argv[1:] for row in collected(folder)]
    print(json.dumps([asdict(row) for row in rows]))
