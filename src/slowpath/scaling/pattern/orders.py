"""Orders and tables of numbers that algorithms are known to suffer from, as expressions in N."""

from __future__ import annotations

from collections.abc import Iterator

# `{n}` is the length. Families by rank: sorted, reversed, rotated, organ pipes and valleys, alternations of
# small and large, interleavings, bits reversed (what merges by halves suffer from).
_ORDERS = (
    "list(range({n}))",
    "list(range(1, {n} + 1))",
    "list(range({n}, 0, -1))",
    "list(range(0, 2 * {n}, 2))",
    "list(range(1, 2 * {n}, 2))",
    "list(range(2 * {n}, 0, -2))",
    "list(range(1, {n})) + [0]",
    "[{n}] + list(range(1, {n}))",
    "list(range({n} // 2, {n})) + list(range({n} // 2))",
    "[min(i, {n} - 1 - i) for i in range({n})]",
    "[max(i, {n} - 1 - i) for i in range({n})]",
    "[min(2 * i, 2 * ({n} - i) - 1) for i in range({n})]",
    "[max(2 * i, 2 * ({n} - i) - 1) for i in range({n})]",
    "[i if i % 2 else -i for i in range({n})]",
    "[i if i % 2 else {n} - i for i in range({n})]",
    "[i // 2 if i % 2 else {n} - i // 2 for i in range({n})]",
    "[i ^ 1 for i in range({n})]",
    "[i % 2 for i in range({n})]",
    "[i // 2 for i in range({n})]",
    "[i * i for i in range({n})]",
    "[2**i for i in range({n})]",
    "[2 ** ({n} - i) for i in range({n})]",
    "[8 * i for i in range({n})]",
    "[i * {n} for i in range({n})]",
    "sorted(range({n}), key=lambda i: f'{i:064b}'[::-1])",
    "sorted(range({n}), key=lambda i: f'{i:064b}'[::-1], reverse=True)",
)

# Cells by row and column.
_CELLS = (
    "1",
    "0",
    "i + j + 1",
    "i * {n} + j + 1",
    "abs(i - j)",
    "abs(i - j) + 1",
    "(i - j)**2 + 1",
    "(i - j) % {n} + 1",
    "(j - i) % {n} + 1",
    "(i + j) % 2",
    "(i + 1) * (j + 1)",
    "2 * {n} - i - j",
    "({n} - i)**2 + 1",
    "2 ** abs(i - j)",
    "2 ** ({n} - min(i, j))",
    "2 ** (i + j)",
)
_REGIONS = ("i == 0", "j == 0", "i < j", "i > j", "i == j", "j == i + 1", "i == j + 1", "j == {n} - 1")
_LEVELS = (("1", "{n} ** 2"), ("{n} ** 2", "1"), ("0", "1"), ("1", "0"), ("1", "{n} * (j + 1)"))


def orders(length: str) -> Iterator[str]:
    """Lists of whole numbers of a length."""
    for each in _ORDERS:
        yield _filled(each, length)


def constants(length: str, values: Iterator[str]) -> Iterator[str]:
    """Lists of one value."""
    for value in values:
        yield f"[{value}] * {bracketed(length)}"


def tables(rows: str, columns: str) -> Iterator[str]:
    """Matrices of whole numbers: one formula for all cells, or two for two regions."""
    for cell in _CELLS:
        yield table(_filled(cell, columns), rows, columns)
    for region in _REGIONS:
        for inside, outside in _LEVELS:
            cell = _filled(f"{inside} if {region} else {outside}", columns)
            yield table(cell, rows, columns)


def table(cell: str, rows: str, columns: str) -> str:
    """The matrix with a formula of i and j in each cell."""
    return f"[[{cell} for j in range({columns})] for i in range({rows})]"


def _filled(expression: str, length: str) -> str:
    return expression.replace("{n}", bracketed(length))


def bracketed(length: str) -> str:
    """A length as an operand."""
    return length if length.isidentifier() or length.isdigit() else f"({length})"
