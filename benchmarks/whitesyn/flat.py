"""Shows that methods which might be expected to have a slow path have none in this interpreter.

Cost grows faster than what a call is given only if a loop runs inside another one, or in each step of a
recursion. For the first three, the graph of all code that they may call, with loops of C code, has no nest of
two loops. `TopologicalSorter.prepare` has nests, but visits each edge once: its counted cost is divided by
the nodes and edges of graphs of several forms.

    python benchmarks/whitesyn/flat.py
"""

from __future__ import annotations

import sys

import slowpath
from slowpath.search.loops.bench import LoopBench
from slowpath.target.graph.goals import goals_of

WITHOUT_NEST = (
    "zipfile:ZipFile.getinfo",
    "zipfile:ZipFile.namelist",
    "logging:Logger.getEffectiveLevel",
)
SORTER = "graphlib:TopologicalSorter.prepare"
# What builds a graph, and its nodes and edges.
GRAPHS = {
    "a chain": ("for i in range(N):\n    x.add(i, i + 1)", lambda n: 2 * n + 1),
    "a star": ("for i in range(N):\n    x.add(0, i + 1)", lambda n: 2 * n + 1),
    "one edge, many times": ("for i in range(N):\n    x.add(0, 1)", lambda n: n + 2),
    "every pair": ("for i in range(N):\n    x.add(i, *range(i))", lambda n: n + n * (n - 1) // 2),
    "a cycle": ("for i in range(N):\n    x.add(i, (i + 1) % N)", lambda n: 2 * n),
}
SIZES = (50, 100, 200, 400)
MOST = 1.3  # times that the cost of one edge may grow by while N grows eightfold: a quadratic one takes 8


def main() -> int:
    """Print what shows it; return 0 if all of it holds."""
    holds = True
    for target in WITHOUT_NEST:
        graph = LoopBench(depth=1, iterations=1, max_ops=1).graph(target)
        counts = [len(goals_of(graph, depth, 1).goals) for depth in (1, 2)]
        holds &= not counts[1]
        print(f"{target}: {counts[0]} loops, {counts[1]} inside another one")
    for name, (lines, volume) in GRAPHS.items():
        setup = f"x = TopologicalSorter()\n{lines}"
        per_edge = []
        for size in SIZES:
            run = slowpath.cost(SORTER, inputs={"self": "x"}, size=size, setup=setup)
            per_edge.append(run.costs["ops"] / volume(size))
        holds &= per_edge[-1] <= MOST * per_edge[0]
        shown = ", ".join(f"{each:.1f}" for each in per_edge)
        print(f"{SORTER}, {name}: {shown} ops for each node or edge at N = {', '.join(map(str, SIZES))}")
    print("none of them has a slow path" if holds else "one of them may have a slow path")
    return int(not holds)


if __name__ == "__main__":
    sys.exit(main())
