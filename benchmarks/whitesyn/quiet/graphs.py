"""Graphs and trees: the neighbours of each node are read once."""

from __future__ import annotations

import heapq
from collections import deque
from typing import Any


def distances(graph: dict[int, list[int]], start: int) -> dict[int, int]:
    """Return how many steps each node is from a node: breadth-first over lists of neighbours."""
    found = {start: 0}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        for other in graph.get(node, []):
            if other not in found:
                found[other] = found[node] + 1
                queue.append(other)
    return found


def depth_first(graph: dict[int, list[int]], start: int) -> list[int]:
    """Return the nodes in the order of a depth-first search."""
    visited: set[int] = set()
    order: list[int] = []
    stack = [start]
    while stack:
        node = stack.pop()
        if node not in visited:
            visited.add(node)
            order.append(node)
            for other in reversed(graph.get(node, [])):
                stack.append(other)
    return order


def topological_order(graph: dict[int, list[int]]) -> list[int]:
    """Return the nodes with every edge going forward; a cycle is a ValueError."""
    waiting = dict.fromkeys(graph, 0)
    for node in graph:
        for other in graph[node]:
            waiting[other] = waiting.get(other, 0) + 1
    ready = deque(node for node, count in waiting.items() if count == 0)
    order: list[int] = []
    while ready:
        node = ready.popleft()
        order.append(node)
        for other in graph.get(node, []):
            waiting[other] -= 1
            if waiting[other] == 0:
                ready.append(other)
    if len(order) < len(waiting):
        raise ValueError("the graph has a cycle")
    return order


def shortest_paths(graph: dict[int, dict[int, int]], start: int) -> dict[int, int]:
    """Return the length of the shortest path to each node, by a heap."""
    found: dict[int, int] = {}
    heap = [(0, start)]
    while heap:
        length, node = heapq.heappop(heap)
        if node in found:
            continue
        found[node] = length
        for other, weight in graph.get(node, {}).items():
            if other not in found:
                heapq.heappush(heap, (length + weight, other))
    return found


def components(count: int, edges: list[tuple[int, int]]) -> int:
    """Return the number of connected parts, by disjoint sets whose paths are halved."""
    parent = list(range(count))
    for first, second in edges:
        while parent[first] != first:
            parent[first] = parent[parent[first]]
            first = parent[first]
        while parent[second] != second:
            parent[second] = parent[parent[second]]
            second = parent[second]
        if first != second:
            parent[first] = second
            count -= 1
    return count


def degrees(graph: dict[int, list[int]]) -> dict[int, int]:
    """Return how many edges end at each node."""
    counts: dict[int, int] = {}
    for node in graph:
        for other in graph[node]:
            counts[other] = counts.get(other, 0) + 1
    return counts


def reversed_graph(graph: dict[int, list[int]]) -> dict[int, list[int]]:
    """Return the graph with every edge turned round."""
    turned: dict[int, list[int]] = {node: [] for node in graph}
    for node, others in graph.items():
        for other in others:
            turned.setdefault(other, []).append(node)
    return turned


def word_tree(words: list[str]) -> int:
    """Return the number of nodes of a tree of words: equal beginnings share their nodes."""
    root: dict[str, Any] = {}
    count = 0
    for word in words:
        node = root
        for letter in word:
            if letter not in node:
                node[letter] = {}
                count += 1
            node = node[letter]
    return count


def paths(tree: dict[str, object]) -> list[str]:
    """Return the paths to all leaves of nested dictionaries."""
    found: list[str] = []
    stack: list[tuple[str, object]] = [("", tree)]
    while stack:
        path, value = stack.pop()
        if isinstance(value, dict):
            for name, inner in value.items():
                stack.append((f"{path}/{name}", inner))
        else:
            found.append(path)
    return sorted(found)


def heights(children: list[list[int]]) -> list[int]:
    """Return the height of each node of a tree whose children have greater numbers."""
    result = [0] * len(children)
    for node in range(len(children) - 1, -1, -1):
        for child in children[node]:
            result[node] = max(result[node], result[child] + 1)
    return result
