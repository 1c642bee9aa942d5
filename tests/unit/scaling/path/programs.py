"""Programs whose worst paths are learned. A comment marks the line that is counted."""

from __future__ import annotations


def insertion_sort(xs: list[int]) -> None:
    for i in range(1, len(xs)):
        x, j = xs[i], i - 1
        while j >= 0 and xs[j] > x:
            xs[j + 1] = xs[j]  # hot: insertion_sort
            j -= 1
        xs[j + 1] = x


def float_sort(xs: list[float]) -> None:
    for i in range(1, len(xs)):
        x, j = xs[i], i - 1
        while j >= 0 and xs[j] > x:
            xs[j + 1] = xs[j]  # hot: float_sort
            j -= 1
        xs[j + 1] = x


def quicksort(xs: list[int]) -> None:
    partition(xs, 0, len(xs) - 1)


def partition(xs: list[int], low: int, high: int) -> None:
    if low >= high:
        return
    pivot, boundary = xs[low], low
    for j in range(low + 1, high + 1):
        if xs[j] < pivot:  # hot: quicksort
            boundary += 1
            xs[boundary], xs[j] = xs[j], xs[boundary]
    xs[low], xs[boundary] = xs[boundary], xs[low]
    partition(xs, low, boundary - 1)
    partition(xs, boundary + 1, high)


def merge(xs: list[int], ys: list[int]) -> int:
    i = j = steps = 0
    while i < len(xs) and j < len(ys):
        steps += 1  # hot: merge
        if xs[i] <= ys[j]:
            i += 1
        else:
            j += 1
    return steps


def prefix_sums(xs: list[int]) -> int:
    """Asks about sums of more and more variables."""
    total = positive = 0
    for x in xs:
        total += x
        if total > 10:
            positive += 1  # hot: prefix_sums
    return positive


def shortest(w: list[list[int]]) -> list[int]:
    """Relaxes the edges of each node in turn: rows of three variables."""
    far = 1 << 30
    distance = [0] + [far] * (len(w) - 1)
    for u in range(len(w)):
        for v in range(u + 1, len(w)):
            if distance[u] + w[u][v] < distance[v]:
                distance[v] = distance[u] + w[u][v]  # hot: shortest
    return distance


def windows(text: str) -> int:
    """The last window is an exception."""
    found = 0
    for start in range(len(text) - 1):
        if text[start] == "a":
            found += 1  # hot: windows
            if text[start + 1] == "b":
                return found
    return found


def same_remainders(xs: list[int]) -> int:
    found = 0
    for x in xs:
        if x * x % 7 == 2:
            found += 1  # hot: same_remainders
    return found


def chains(xs: list[int]) -> int:
    """A table with chains: asks for remainders, and whether keys differ."""
    table: list[list[int]] = [[] for _ in range(4)]
    for x in xs:
        for other in table[x % 4]:
            if other == x:  # hot: chains
                break
        else:
            table[x % 4].append(x)
    return max(map(len, table))


def product(a: list[list[int]], b: list[list[int]]) -> int:
    """A product of matrices of bits: too many paths to see them all."""
    ones = 0
    for i in range(len(a)):
        for j in range(len(a)):
            for k in range(len(a)):
                if a[i][k] and b[k][j]:
                    ones += 1  # hot: product
    return ones


def merge_sort(xs: list[int]) -> list[int]:
    if len(xs) < 2:
        return xs
    middle = len(xs) // 2
    left, right = merge_sort(xs[:middle]), merge_sort(xs[middle:])
    merged = []
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:  # hot: merge_sort
            merged.append(left[i])
            i += 1
        else:
            merged.append(right[j])
            j += 1
    return merged + left[i:] + right[j:]
