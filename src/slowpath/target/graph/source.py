"""The modules of a target as text, with the numbers of their sites."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from slowpath.model.loops import SiteKey
from slowpath.model.site import SiteKind
from slowpath.model.target import Build
from slowpath.target.copies import Copies
from slowpath.target.rewrite import count
from slowpath.target.sites import Position, position


@dataclass(frozen=True, slots=True)
class Source:
    """The text of a module. `sites` has the numbers of the sites at each position, in their order."""

    name: str
    package: str
    file: str
    tree: ast.Module
    sites: Mapping[Position, list[int]]

    def key(self, kind: SiteKind, node: ast.AST, clause: int = 0) -> SiteKey | None:
        """Return the site of a node, or of a clause of a comprehension; None if it has none."""
        numbers = self.sites.get(position(kind, node))
        return (self.file, numbers[clause]) if numbers and clause < len(numbers) else None


def sources(copies: Copies) -> Iterator[Source]:
    """Yield the instrumented modules of a loaded target."""
    files = {site.file for site in copies.ledger.sites}
    for name, module in sorted(copies.modules.items()):
        file = getattr(module, "__file__", None)
        if file in files:
            files.discard(file)
            yield _read(name, module, file, copies)


def _read(name: str, module: ModuleType, file: str, copies: Copies) -> Source:
    text = Path(file).read_bytes()
    package = module.__package__ or ""
    tree = copies.parsed(text, file, package)
    book = count(copies.parsed(text, file, package), file, 0, Build.COUNT, copies.scope)
    sites: dict[Position, list[int]] = defaultdict(list)
    for number, where in enumerate(book.positions):
        sites[where].append(number)
    return Source(name, package, file, tree, sites)
