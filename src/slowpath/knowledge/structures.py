"""Values whose parts depend on each other: what code expects that refuses parts chosen at random.

`{n}` is the size. They are tried if a function refuses plain values: see `search/learning.py`.
"""

from __future__ import annotations

from slowpath.knowledge.entry import Structure

# Those of one kind stand side by side: a function takes all of them, or none.
STRUCTURES = (
    Structure(
        "sorted", "list(range({n}))", "sorted and distinct; also a permutation, and every item is an index"
    ),
    Structure("positive", "list(range(1, {n} + 1))", "sorted, distinct, and at least 1"),
    Structure(
        "square", "[[i + j for j in range({n})] for i in range({n})]", "small numbers, sorted both ways"
    ),
    Structure(
        "square", "[[0] * {n} for i in range({n})]", "all the same: nothing stands out, nothing is reached"
    ),
    Structure(
        "square", "[[1] * {n} for i in range({n})]", "every cell is set, every node is a neighbour of all"
    ),
    Structure(
        "square", "[[int(i == j) for j in range({n})] for i in range({n})]", "the unit matrix can be inverted"
    ),
    Structure("pairs", "[(i, i + 1) for i in range({n})]", "a path as a list of edges; intervals that meet"),
    Structure("pairs in lists", "[[i, i + 1] for i in range({n})]", "the same as lists"),
    Structure("triples", "[(i, i + 1, 1) for i in range({n})]", "a path of edges with weights"),
    Structure("triples in lists", "[[i, i + 1, 1] for i in range({n})]", "the same as lists"),
    Structure("graph", "{i: [i + 1] if i + 1 < {n} else [] for i in range({n})}", "a path in one direction"),
    Structure(
        "graph",
        "{i: [j for j in (i - 1, i + 1) if 0 <= j < {n}] for i in range({n})}",
        "a path in both directions",
    ),
    Structure(
        "graph", "{i: [(i + 1) % {n}] for i in range({n})}", "a circle: every node reaches every other"
    ),
    Structure(
        "graph",
        "{i: list(range(1, {n})) if i == 0 else [0] for i in range({n})}",
        "a star: one node has all others as neighbours, so lists of neighbours differ in length",
    ),
    Structure(
        "weighted graph", "{i: {(i + 1) % {n}: 1} for i in range({n})}", "a circle whose edges have weights"
    ),
    Structure(
        "weighted graph",
        "{i: {j: 1 for j in (i - 1, i + 1) if 0 <= j < {n}} for i in range({n})}",
        "a path with weights",
    ),
    Structure(
        "neighbour lists",
        "[[(i + 1) % {n}] for i in range({n})]",
        "a circle: a list of neighbours for each node",
    ),
    Structure(
        "neighbour lists",
        "[[j for j in (i - 1, i + 1) if 0 <= j < {n}] for i in range({n})]",
        "a path of such lists",
    ),
    Structure(
        "named graph",
        "{str(i): [str((i + 1) % {n})] for i in range({n})}",
        "a circle of nodes that have names",
    ),
    Structure(
        "named weighted graph",
        "{str(i): {str((i + 1) % {n}): 1} for i in range({n})}",
        "the same with a weight for each edge",
    ),
    Structure(
        "neighbour sets", "{i: {(i + 1) % {n}} for i in range({n})}", "a circle whose neighbours are sets"
    ),
    Structure(
        "neighbour sets",
        "{i: {j for j in (i - 1, i + 1) if 0 <= j < {n}} for i in range({n})}",
        "a path of sets",
    ),
    Structure("counts", "{i: 1 for i in range({n})}", "a number for each of some numbers"),
    Structure("board", "[['0', '1'] * {n} for i in range({n})]", "a board of characters"),
    Structure("board of texts", "['01' * {n} for i in range({n})]", "a board of texts of one length"),
)
