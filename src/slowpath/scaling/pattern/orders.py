"""The known orders and tables of numbers of a given length, as expressions in N."""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.knowledge.catalogue import ALL, Knowledge

PLAIN_CELLS = ("1", "0")  # tables of one value, whatever is known


def orders(length: str, knowledge: Knowledge = ALL) -> Iterator[str]:
    """Lists of whole numbers of a length."""
    for each in (*knowledge.orders, *knowledge.variants):
        yield each.over(bracketed(length))


def constants(length: str, values: Iterator[str]) -> Iterator[str]:
    """Lists of one value."""
    for value in values:
        yield f"[{value}] * {bracketed(length)}"


def tables(rows: str, columns: str, knowledge: Knowledge = ALL) -> Iterator[str]:
    """Matrices of whole numbers: one formula for all cells, or one for a region and one for the rest."""
    cells = [*PLAIN_CELLS, *(each.source for each in knowledge.cells)]
    cells += [
        f"{level.inside} if {region.source} else {level.outside}"
        for region in knowledge.regions
        for level in knowledge.levels
    ]
    for cell in cells:
        yield table(cell.replace("{n}", bracketed(columns)), rows, columns)


def table(cell: str, rows: str, columns: str) -> str:
    """The matrix with a formula of i and j in each cell."""
    return f"[[{cell} for j in range({columns})] for i in range({rows})]"


def bracketed(length: str) -> str:
    """A length as an operand."""
    return length if length.isidentifier() or length.isdigit() else f"({length})"
