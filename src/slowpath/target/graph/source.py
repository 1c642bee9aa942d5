"""The modules of a target as text, with the numbers of their sites."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path

from slowpath.model.loops import SiteKey
from slowpath.model.site import SiteKind
from slowpath.model.target import Build
from slowpath.target.copies import Copies
from slowpath.target.rewrite import count
from slowpath.target.sites import Position, position


@dataclass(frozen=True)
class Source:
    """The text of a module."""

    name: str
    package: str
    file: str
    copies: Copies

    @cached_property
    def tree(self) -> ast.Module:
        """The syntax tree of the module."""
        return self._parsed()

    @cached_property
    def _sites(self) -> Mapping[Position, list[int]]:
        """The numbers of the sites at each position, in their order."""
        book = count(self._parsed(), self.file, 0, Build.COUNT, self.copies.scope)
        sites: dict[Position, list[int]] = defaultdict(list)
        for number, where in enumerate(book.positions):
            sites[where].append(number)
        return sites

    def key(self, kind: SiteKind, node: ast.AST, clause: int = 0) -> SiteKey | None:
        """Return the site of a node, or of a clause of a comprehension; None if it has none."""
        numbers = self._sites.get(position(kind, node))
        return (self.file, numbers[clause]) if numbers and clause < len(numbers) else None

    def _parsed(self) -> ast.Module:
        return self.copies.parsed(Path(self.file).read_bytes(), self.file, self.package)


class Library:
    """Finds the modules of a loaded target, those too that it has not imported yet."""

    def __init__(self, copies: Copies) -> None:
        self._copies = copies
        self._numbered = {site.file for site in copies.ledger.sites}

    def loaded(self, top: str) -> list[str]:
        """Return the names of the modules of a top-level package that are loaded."""
        return sorted(name for name in self._copies.modules if name.partition(".")[0] == top)

    def find(self, name: str) -> Source | None:
        """Return the text of a module that is instrumented, or would be if it were imported."""
        if name == "builtins" or not self._copies.scope.covers(name):
            return None
        module = self._copies.modules.get(name)
        if module is not None:
            file = getattr(module, "__file__", None)
            package = module.__package__ or ""
            return Source(name, package, file, self._copies) if file in self._numbered else None
        spec = self._spec(name)
        if spec is None or not isinstance(spec.loader, SourceFileLoader) or not spec.origin:
            return None
        return Source(
            name, name if spec.submodule_search_locations else spec.parent or "", spec.origin, self._copies
        )

    def _spec(self, name: str) -> ModuleSpec | None:
        """Return where a module that is not imported yet would come from."""
        if self._copies.near is not None and name not in self._copies.near:
            return None
        package, _, _ = name.rpartition(".")
        where = getattr(self._copies.modules.get(package), "__path__", None) if package else None
        if package and where is None:
            return None
        with self._copies.installed():
            return self._copies.find(name, where)
