"""The sites of one module, found while it is rewritten."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from types import CodeType

from slowpath.counting.weights import SourceSpan, weigh
from slowpath.model.site import Site, SiteKind

Position = tuple[
    SiteKind, str, int, int, int, int
]  # kind of site and of node, first and last line and column


@dataclass(frozen=True, slots=True)
class Place:
    """Where a statement or expression stands: its function, its block, the loops around it."""

    function: str
    block: int
    loops: tuple[int, ...] = ()


class SiteBook:
    """Numbers the sites of a module, from `first` on, and knows which block each piece of source is in."""

    def __init__(self, file: str, first: int) -> None:
        self._file = file
        self._first = first
        self._sites: list[Site] = []
        self._regions: list[tuple[SourceSpan, int]] = []
        self._charges: list[tuple[int, int, int]] = []
        self.positions: list[Position] = []  # of the sites, in their order

    def block(
        self, node: ast.AST, function: str, loops: tuple[int, ...] = (), rest: tuple[int, ...] = ()
    ) -> int:
        """Open a block that starts at a node and return its slot. With `rest` it needs no counter."""
        index = self._next()
        self._add(SiteKind.BLOCK, node, Place(function, index, loops), rest=rest)
        return index

    def site(self, kind: SiteKind, node: ast.AST, place: Place, what: str = "") -> int:
        """Note a site inside a block and return its slot."""
        index = self._next()
        self._add(kind, node, place, what)
        return index

    def region(self, node: ast.AST, block: int) -> None:
        """Let the instructions of a node belong to a block, but for regions noted inside it."""
        self._regions.append((_span(node), block))

    def charge(self, block: int, line: int, units: int) -> None:
        """Let each execution of a block cost more than its instructions."""
        self._charges.append((block, line, units))

    def described(self, original: CodeType) -> list[Site]:
        """Return the sites with the weights of the original code."""
        weights = weigh(original, self._regions)
        for block, line, units in self._charges:
            weights[block][line] += units
        for site in self._sites:
            if site.kind is SiteKind.LOOP and site.block not in weights:
                weights[site.block][site.line] = 1  # `while True: pass` goes round too
        return [
            replace(site, weights=tuple(sorted(weights[site.index].items())))
            if site.index in weights
            else site
            for site in self._sites
        ]

    def _next(self) -> int:
        return self._first + len(self._sites)

    def _add(
        self, kind: SiteKind, node: ast.AST, place: Place, what: str = "", rest: tuple[int, ...] = ()
    ) -> None:
        line = getattr(node, "lineno", 1)
        index = self._next()
        self.positions.append(position(kind, node))
        self._sites.append(
            Site(
                index, kind, self._file, line, place.function, place.block, place.loops, rest=rest, what=what
            )
        )


def position(kind: SiteKind, node: ast.AST) -> Position:
    """Return what tells a site from the others of its module. Clauses of one comprehension share it."""
    end = getattr(node, "end_lineno", 0), getattr(node, "end_col_offset", 0)
    return kind, type(node).__name__, getattr(node, "lineno", 0), getattr(node, "col_offset", 0), *end


def _span(node: ast.AST) -> SourceSpan:
    if isinstance(node, ast.Module):
        return SourceSpan((0, 0), (1 << 30, 0))
    assert isinstance(node, ast.stmt | ast.expr | ast.pattern | ast.ExceptHandler)
    first = min(getattr(node, "decorator_list", None) or [node], key=lambda each: each.lineno)
    end = (node.end_lineno or node.lineno, node.end_col_offset or node.col_offset)
    return SourceSpan((first.lineno, min(first.col_offset, node.col_offset)), end)
