"""Tables of numbers, such as the weights of a graph, by formulas of row i and column j.

`{n}` is the number of columns.
"""

from __future__ import annotations

from itertools import product

from slowpath.knowledge.entry import KnownExpression, Level

# One formula for all cells.
CELLS = (
    KnownExpression("i + j + 1", "rises to the right and downwards: ties on every rising diagonal"),
    KnownExpression("i * {n} + j + 1", "all cells distinct, sorted row by row"),
    KnownExpression("abs(i - j)", "the distance of points on a line: a detour never costs more"),
    KnownExpression(
        "abs(i - j) + 1", "the same with a charge for each step: the direct way is always the best"
    ),
    KnownExpression("(i - j)**2 + 1", "convex distance: many short steps cost less than a long one"),
    KnownExpression(
        "(i - j) % {n} + 1", "distance around a circle, backwards: no cell has the weight of its mirror"
    ),
    KnownExpression(
        "(j - i) % {n} + 1", "distance around a circle, forwards: no cell has the weight of its mirror"
    ),
    KnownExpression("(i + j) % 2", "chessboard: every neighbour differs"),
    KnownExpression("(i + 1) * (j + 1)", "products: the differences between rows grow from column to column"),
    KnownExpression(
        "2 * {n} - i - j", "falls to the right and downwards: every later cell is an improvement"
    ),
    KnownExpression("2 ** abs(i - j)", "exponential distance: every way in shorter steps is an improvement"),
    KnownExpression(
        "2 ** ({n} - min(i, j))", "exponential fall: a later row or column outweighs no earlier one"
    ),
    KnownExpression(
        "2 ** (i + j)", "exponential rise: each cell is greater than the sum of all before it in its row"
    ),
)

# Regions that get a formula of their own.
REGIONS = (
    KnownExpression("i == 0", "the first row: the edges that leave the first node"),
    KnownExpression("j == 0", "the first column: the edges that lead to the first node"),
    KnownExpression("i < j", "above the diagonal: edges forwards"),
    KnownExpression("i > j", "below the diagonal: edges backwards"),
    KnownExpression("i == j", "the diagonal: loops of a node"),
    KnownExpression("j == i + 1", "a path through all nodes forwards"),
    KnownExpression("i == j + 1", "a path through all nodes backwards"),
    KnownExpression("j == {n} - 1", "the last column: the edges that lead to the last node"),
)

LEVELS = (
    Level(
        "1", "{n} ** 2", "light in a heavy table: any way through the region costs less than one cell outside"
    ),
    Level(
        "{n} ** 2", "1", "heavy in a light table: any way around the region costs less than one cell of it"
    ),
    Level("0", "1", "absent: the cells of the region are false, or without an edge"),
    Level("1", "0", "present: only the cells of the region are true, or edges"),
)

# The rest of this module is for tables with a formula for each of several regions. No weight is below one, as
# many shapes want it.

# What a cell may be sorted by, rising or falling, as a number from 1 to {n}.
_KEYS = {"row": ("i + 1", "{n} - i"), "column": ("j + 1", "{n} - j")}
_KEY = "sorted by one index, rising or falling"
_SCALED = "the same; one step weighs as much as {n} steps of cells without the factor"
_KEYS_TOO = "all cells distinct, sorted by one index, then by the other, each rising or falling"

WEIGHTS = (
    *(
        KnownExpression(each, "a level: each weighs more than a way of {n} cells of the level below it")
        for each in ("1", "{n}", "{n}**2", "{n}**3")
    ),
    *(KnownExpression(key, _KEY) for keys in _KEYS.values() for key in keys),
    *(KnownExpression(f"{{n}} * ({key})", _SCALED) for keys in _KEYS.values() for key in keys),
    *(
        KnownExpression(f"{{n}}**2 * ({first}) + {{n}} * ({second})", _KEYS_TOO)
        for major, minor in (("row", "column"), ("column", "row"))
        for first, second in product(_KEYS[major], _KEYS[minor])
    ),
    KnownExpression("abs(i - j) + 1", "the distance on a line with a charge for each step"),
    KnownExpression("(i - j)**2 + 1", "convex distance: many short steps cost less than a long one"),
    KnownExpression("i + j + 1", "rises to the right and downwards"),
    KnownExpression("(i + 1) * (j + 1)", "products: the differences between rows grow from column to column"),
    KnownExpression(
        "({n} - i) * ({n} - j)", "products: the differences between rows fall from column to column"
    ),
)

PLACES = (
    *REGIONS,
    KnownExpression("i == {n} - 1", "the last row: the edges that leave the last node"),
    KnownExpression("abs(i - j) == 1", "a path through all nodes, both ways"),
    KnownExpression("j == i + 2", "steps that leave out one node, forwards"),
    KnownExpression("i == j + 2", "steps that leave out one node, backwards"),
    KnownExpression("i + j < {n}", "above the other diagonal: edges whose nodes are early in sum"),
    KnownExpression("2 * i < {n}", "the upper half: edges that leave one half of the nodes"),
    KnownExpression("2 * j < {n}", "the left half: edges that lead to one half of the nodes"),
    KnownExpression("(i + j) % 2", "chessboard: edges between even and odd nodes"),
    KnownExpression("i % 2", "every second row: edges that leave every second node"),
    KnownExpression("j % 2", "every second column: edges that lead to every second node"),
)
