"""Values whose parts depend on each other: what code expects that refuses parts chosen at random.

`{n}` is the size. They are tried if a function refuses plain values: see `search/learning.py`. Objects that
stand on a line, such as days, are here too.
"""

from __future__ import annotations

from slowpath.knowledge.entry import Structure

# By kind: a function takes all values of one kind, or none.
_SOURCES = {
    "sorted": {
        "list(range({n}))": "sorted and distinct; also a permutation, and every item is an index",
    },
    "positive": {
        "list(range(1, {n} + 1))": "sorted, distinct, and at least 1",
    },
    "square": {
        "[[i + j for j in range({n})] for i in range({n})]": "small numbers, sorted both ways",
        "[[0] * {n} for i in range({n})]": "all the same: nothing stands out, nothing is reached",
        "[[1] * {n} for i in range({n})]": "every cell is set, every node is a neighbour of all",
        "[[int(i == j) for j in range({n})] for i in range({n})]": "the unit matrix can be inverted",
    },
    "pairs": {
        "[(i, i + 1) for i in range({n})]": "a path as a list of edges; intervals that meet",
        "[({n} - i, {n} - i + 1) for i in range({n})]": "the same backwards: what comes last is needed first",
        "[(0, i + 1) for i in range({n})]": "a star as a list of edges; intervals within intervals",
        "[(2 * i, 2 * i + 1) for i in range({n})]": "edges without a common node; intervals apart",
    },
    "pairs in lists": {
        "[[i, i + 1] for i in range({n})]": "a path of lists",
        "[[0, i + 1] for i in range({n})]": "a star of lists",
    },
    "triples": {
        "[(i, i + 1, 1) for i in range({n})]": "a path of edges with weights",
        "[(0, i + 1, 1) for i in range({n})]": "a star of such edges",
    },
    "triples in lists": {
        "[[i, i + 1, 1] for i in range({n})]": "the same as lists",
    },
    "graph": {
        "{i: [i + 1] if i + 1 < {n} else [] for i in range({n})}": "a path in one direction",
        "{i: [j for j in (i - 1, i + 1) if 0 <= j < {n}] for i in range({n})}": "a path in both directions",
        "{i: [(i + 1) % {n}] for i in range({n})}": "a circle: every node reaches every other",
        "{i: list(range(1, {n})) if i == 0 else [0] for i in range({n})}": (
            "a star: one node has all others as neighbours, so lists of neighbours differ in length"
        ),
        "{i: [j for j in (i + 1, i + 2) if j < {n}] for i in range({n})}": (
            "two ways forward from each node, and no way back: the number of paths is exponential"
        ),
    },
    "weighted graph": {
        "{i: {(i + 1) % {n}: 1} for i in range({n})}": "a circle whose edges have weights",
        "{i: {j: 1 for j in (i - 1, i + 1) if 0 <= j < {n}} for i in range({n})}": "a path with weights",
    },
    "neighbour lists": {
        "[[(i + 1) % {n}] for i in range({n})]": "a circle: a list of neighbours for each node",
        "[[j for j in (i - 1, i + 1) if 0 <= j < {n}] for i in range({n})]": "a path of such lists",
    },
    "named graph": {
        "{str(i): [str((i + 1) % {n})] for i in range({n})}": "a circle of nodes that have names",
        "{str(i): [str(j) for j in (i + 1, i + 2) if j < {n}] for i in range({n})}": (
            "two ways forward from each node, and no way back"
        ),
    },
    "named weighted graph": {
        "{str(i): {str((i + 1) % {n}): 1} for i in range({n})}": "the same with a weight for each edge"
    },
    "neighbour sets": {
        "{i: {(i + 1) % {n}} for i in range({n})}": "a circle whose neighbours are sets",
        "{i: {j for j in (i - 1, i + 1) if 0 <= j < {n}} for i in range({n})}": "a path of sets",
        "{i: {j for j in (i + 1, i + 2) if j < {n}} for i in range({n})}": "two ways forward from each node",
    },
    "named neighbour sets": {
        "{str(i): {str((i + 1) % {n})} for i in range({n})}": "a circle of names whose neighbours are sets",
        "{str(i): {str(j) for j in (i + 1, i + 2) if j < {n}} for i in range({n})}": (
            "two ways forward from each name"
        ),
    },
    "chain": {
        "{i: i + 1 for i in range({n})}": "each key leads to the next: parents, links and aliases of numbers",
    },
    "named chain": {
        "{str(i): str(i + 1) for i in range({n})}": "the same of names: redirections, aliases, imports",
    },
    "parents": {
        "{i: i - 1 if i else None for i in range({n})}": (
            "a tree as deep as it can be: each node names its parent, the root none"
        ),
        "{i: 0 if i else None for i in range({n})}": "a flat tree: one node is the parent of all others",
        "{i: (i - 1) // 2 if i else None for i in range({n})}": "a tree of two children each",
    },
    "named parents": {
        "{str(i): str(i - 1) if i else None for i in range({n})}": "a deep tree of nodes that have names",
        "{str(i): str(0) if i else None for i in range({n})}": "a flat tree of nodes that have names",
    },
    "counts": {
        "{i: 1 for i in range({n})}": "a number for each of some numbers",
    },
    "board": {
        "[['0', '1'] * {n} for i in range({n})]": "a board of characters",
    },
    "board of texts": {
        "['01' * {n} for i in range({n})]": "a board of texts of one length",
    },
}
STRUCTURES = tuple(
    Structure(kind, source, reason)
    for kind, sources in _SOURCES.items()
    for source, reason in sources.items()
)

# Objects of classes of the standard library that stand on a line, by class: one, and one N steps away.
_DAY = "__import__('datetime').timedelta(days={n})"
OBJECTS = tuple(
    Structure(kind, source, reason)
    for kind, source, reason in (
        ("datetime:date", "__import__('datetime').date(2000, 1, 1)", "a day in the midst of the calendar"),
        (
            "datetime:date",
            f"__import__('datetime').date(2000, 1, 1) + {_DAY}",
            "so many days later: code that goes from day to day",
        ),
        (
            "datetime:datetime",
            "__import__('datetime').datetime(2000, 1, 1)",
            "a time in the midst of the calendar",
        ),
        (
            "datetime:datetime",
            f"__import__('datetime').datetime(2000, 1, 1) + {_DAY}",
            "so many days later: code that goes from day to day, or from hour to hour",
        ),
        ("datetime:timedelta", _DAY, "so many days"),
    )
)
