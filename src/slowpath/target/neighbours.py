"""What a module leans on: the packages it imports by name.

A search counts there too. A driver does all its work in the package it drives, and much of what is slow in a
library is a parser of the standard library that is handed too much.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from importlib.machinery import EXTENSION_SUFFIXES, PathFinder
from pathlib import Path

from slowpath.target.scope import SHARED, is_standard

# What every kind of code imports, and hardly any for its work.
PLUMBING = frozenset(
    """
    __future__ abc builtins collections contextlib dataclasses enum functools importlib io itertools operator
    os re sys threading time types typing typing_extensions unittest warnings weakref
    """.split()  # noqa: SIM905
)
# Extension modules in a package that is copied: a parser or a speed-up beside the code in Python. A
# package with more is a compiled one: copies of it do not work, or have little to count.
_MOST_EXTENSIONS = 3


def neighbours(file: str, module: str) -> tuple[str, ...]:
    """The top-level packages in Python that a module's file imports, in their order, without its own.

    Modules of the standard library that are shared with the rest of the process are among them only where a
    lone file imports nothing else. Those that C code replaces are not. A standard-library module has none:
    what it leans on is in its scope.
    """
    own = module.partition(".")[0]
    if is_standard(own):
        return ()
    others = (name for name in dict.fromkeys(_imported(file)) if name not in PLUMBING | {own, "slowpath"})
    names = [name for name in others if _is_python(name) and not _is_replaced(name)]
    found = tuple(name for name in names if name not in SHARED)
    if found or "." in module:
        return found
    return tuple(names)


def can_join(top: str) -> bool:
    """Tell whether a top-level package can be copied besides the target's: it is written in Python, and not
    shared with the rest of the process."""
    return top not in SHARED | PLUMBING | {"", "slowpath", "__main__"} and _is_python(top)


def _parsed(file: str) -> ast.Module:
    """The text of a module; nothing if it cannot be read."""
    try:
        return ast.parse(Path(file).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return ast.Module([], [])


def _imported(file: str) -> Iterator[str]:
    for node in ast.walk(_parsed(file)):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module.partition(".")[0]


def _is_python(name: str) -> bool:
    """Whether a top-level module is written in Python, but for a few extension modules at most."""
    spec = PathFinder.find_spec(name)
    if spec is None:
        return False
    if not spec.submodule_search_locations:
        return (spec.origin or "").endswith(".py")
    files = (path.name for each in spec.submodule_search_locations for path in Path(each).rglob("*"))
    return sum(file.endswith(tuple(EXTENSION_SUFFIXES)) for file in files) <= _MOST_EXTENSIONS


def _is_replaced(module: str) -> bool:
    """Whether C code takes the place of what a module defines, as in `from _datetime import *`: a plain run
    executes none of its lines."""
    spec = PathFinder.find_spec(module)
    taken = (
        node.module or ""
        for node in ast.walk(_parsed("" if spec is None else spec.origin or ""))
        if isinstance(node, ast.ImportFrom) and node.level == 0 and node.names[0].name == "*"
    )
    return any(name in sys.builtin_module_names or _is_extension(name) for name in taken)


def _is_extension(name: str) -> bool:
    spec = PathFinder.find_spec(name)
    return spec is not None and (spec.origin or "").endswith(tuple(EXTENSION_SUFFIXES))
