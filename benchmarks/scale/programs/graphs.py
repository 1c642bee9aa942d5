"""Programs over graphs, given as matrices of weights."""

from __future__ import annotations

INFINITE = 1 << 40


def dijkstra(w: list[list[int]]) -> list[int]:
    count = len(w)
    distance = [INFINITE] * count
    distance[0] = 0
    done = [False] * count
    for _ in range(count):
        nearest = -1
        for v in range(count):
            if not done[v] and (nearest < 0 or distance[v] < distance[nearest]):
                nearest = v
        done[nearest] = True
        for v in range(count):
            if not done[v] and distance[nearest] + w[nearest][v] < distance[v]:
                distance[v] = distance[nearest] + w[nearest][v]  # hot
    return distance


def bellman_ford(w: list[list[int]]) -> list[int]:
    """Rounds over all edges until none shortens a distance."""
    count = len(w)
    distance = [INFINITE] * count
    distance[0] = 0
    changed = True
    while changed:
        changed = False
        for u in range(count - 1, -1, -1):
            for v in range(count):
                if u != v and distance[u] < INFINITE and distance[u] + w[u][v] < distance[v]:
                    distance[v] = distance[u] + w[u][v]  # hot
                    changed = True
    return distance


def floyd_warshall(w: list[list[int]]) -> list[list[int]]:
    """All distances; a pass over an intermediate node ends early where its row improves nothing."""
    count = len(w)
    for k in range(count):
        for i in range(count):
            if i == k:
                continue
            improved = False
            for j in range(count):
                if j != i and j != k and w[i][k] + w[k][j] < w[i][j]:
                    w[i][j] = w[i][k] + w[k][j]  # hot
                    improved = True
            if not improved:
                break
    return w


def travelling_salesman(w: list[list[int]]) -> int:
    """The shortest round trip, by branch and bound."""
    return _best_trip(w, [0], 0, INFINITE)


def _best_trip(w: list[list[int]], trip: list[int], length: int, best: int) -> int:
    here = trip[-1]
    if len(trip) == len(w):
        total = length + w[here][0]
        return min(total, best)
    for city in range(1, len(w)):
        if city not in trip:
            further = length + w[here][city]
            if further < best:
                trip.append(city)  # hot
                best = _best_trip(w, trip, further, best)
                trip.pop()
    return best


def boolean_product(a: list[list[int]], b: list[list[int]]) -> list[list[int]]:
    count = len(a)
    product = [[0] * count for _ in range(count)]
    for i in range(count):
        for j in range(count):
            for k in range(count):
                if a[i][k] and b[k][j]:
                    product[i][j] = 1  # hot
    return product
