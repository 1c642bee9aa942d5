"""Programs with a known worst case, besides those of `benchmarks/scale/programs`."""

from __future__ import annotations


def build_tree(keys: list[int]) -> int:
    """Insert keys into a binary search tree, kept as lists of children; return its height."""
    left = [-1] * len(keys)
    right = [-1] * len(keys)
    height = 1
    for new in range(1, len(keys)):
        node, depth = 0, 1
        while True:
            depth += 1
            side = left if keys[new] < keys[node] else right
            if side[node] < 0:
                side[node] = new
                break
            node = side[node]
        height = max(height, depth)
    return height


def pruned_increasing(xs: list[int]) -> int:
    """The length of the longest increasing subsequence; a row ends where nothing longer can come."""
    best: list[int] = []
    for i in range(len(xs)):
        length = 1
        for j in range(i - 1, -1, -1):
            if j + 1 < length:
                break
            if xs[j] < xs[i] and best[j] >= length:
                length = best[j] + 1
        best.append(length)
    return max(best, default=0)


def tokens(text: str) -> int:
    """Count the tokens of a text: words, numbers, tags in angle brackets, single signs."""
    place = count = 0
    while place < len(text):
        character = text[place]
        if character == "<":
            end = place + 1
            while end < len(text) and text[end] != ">":
                end += 1
            place = end + 1 if end < len(text) else place + 1
        elif "0" <= character <= "9":
            while place < len(text) and "0" <= text[place] <= "9":
                place += 1
        elif "a" <= character <= "z":
            while place < len(text) and "a" <= text[place] <= "z":
                place += 1
        else:
            place += 1
        count += 1
    return count


def closure(reach: list[list[int]]) -> list[list[int]]:
    """The transitive closure of a relation, in place."""
    count = len(reach)
    for k in range(count):
        for i in range(count):
            if reach[i][k]:
                for j in range(count):
                    if reach[k][j]:
                        reach[i][j] = 1
    return reach


def build_heap(xs: list[int]) -> list[int]:
    """Make a heap, the largest first, from the last parent to the root."""
    for start in range(len(xs) // 2 - 1, -1, -1):
        root = start
        while 2 * root + 1 < len(xs):
            child = 2 * root + 1
            if child + 1 < len(xs) and xs[child] < xs[child + 1]:
                child += 1
            if xs[root] >= xs[child]:
                break
            xs[root], xs[child] = xs[child], xs[root]
            root = child
    return xs
