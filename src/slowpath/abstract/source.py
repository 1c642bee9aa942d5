"""The functions of a target's scope, as the abstraction sees them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

from slowpath.abstract.code import Code
from slowpath.abstract.lower import lower
from slowpath.target.copies import Copies


class Functions:
    """Finds and lowers the functions of the copies, each once."""

    def __init__(self, copies: Copies) -> None:
        self._copies = copies
        self._files = {site.file for site in copies.ledger.sites}
        self._trees: dict[str, dict[tuple[str, int], ast.FunctionDef]] = {}
        self._named: dict[str, list[tuple[str, ast.FunctionDef]]] = {}
        self._codes: dict[Any, Code | None] = {}
        self._globals: dict[Code, dict[str, Any]] = {}

    def code(self, function: object) -> Code | None:
        """The code of a function written in Python inside the scope; None for anything else."""
        if not isinstance(function, FunctionType):
            return None
        own = function.__code__
        if own not in self._codes:
            definition = self.definition(function)
            code = None if definition is None else lower(definition, own.co_qualname, own.co_filename)
            self._codes[own] = code
            if code is not None:
                self._globals[code] = function.__globals__
        return self._codes[own]

    def definition(self, function: FunctionType) -> ast.FunctionDef | None:
        """The rewritten definition of a function of the scope."""
        own = function.__code__
        if own.co_filename not in self._files or function.__closure__:
            return None
        return self._tree(own.co_filename, function).get((own.co_name, own.co_firstlineno))

    def names(self, code: Code) -> dict[str, Any]:
        """The global variables that a function sees."""
        return self._globals[code]

    def named(self, function: FunctionType) -> list[tuple[str, ast.FunctionDef]]:
        """Every function of the files of the scope that are read, with its qualified name."""
        self._tree(function.__code__.co_filename, function)
        return [pair for tree in self._named.values() for pair in tree]

    def _tree(self, file: str, function: FunctionType) -> dict[tuple[str, int], ast.FunctionDef]:
        if file not in self._trees:
            package = function.__globals__.get("__package__") or ""
            tree = self._copies.counted(Path(file).read_bytes(), file, package)
            self._named[file] = list(_qualified(tree, ""))
            self._trees[file] = {
                (node.name, min([node.lineno, *(each.lineno for each in node.decorator_list)])): node
                for node in ast.walk(tree)
                if isinstance(node, ast.FunctionDef)
            }
        return self._trees[file]


def _qualified(node: ast.AST, prefix: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions below a node with their qualified names."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            yield prefix + child.name, child
            yield from _qualified(child, f"{prefix}{child.name}.<locals>.")
        else:
            yield from _qualified(
                child, f"{prefix}{child.name}." if isinstance(child, ast.ClassDef) else prefix
            )
