"""Functions whose time goes into bytecode: loops, calls, recursion."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def bubble_sort(xs: list[int]) -> list[int]:
    for end in range(len(xs) - 1, 0, -1):
        for i in range(end):
            if xs[i] > xs[i + 1]:
                xs[i], xs[i + 1] = xs[i + 1], xs[i]
    return xs


def insertion_sort(xs: list[int]) -> list[int]:
    for i in range(1, len(xs)):
        x = xs[i]
        j = i - 1
        while j >= 0 and xs[j] > x:
            xs[j + 1] = xs[j]
            j -= 1
        xs[j + 1] = x
    return xs


def merge_sort(xs: list[int]) -> list[int]:
    if len(xs) < 2:
        return xs
    middle = len(xs) // 2
    left, right = merge_sort(xs[:middle]), merge_sort(xs[middle:])
    merged = []
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:
            merged.append(left[i])
            i += 1
        else:
            merged.append(right[j])
            j += 1
    return merged + left[i:] + right[j:]


def edit_distance(a: str, b: str) -> int:
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        corner, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            corner, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, corner + (x != y))
    return row[-1]


def sieve(n: int) -> int:
    flags = [True] * (n + 1)
    count = 0
    for i in range(2, n + 1):
        if flags[i]:
            count += 1
            for j in range(i * i, n + 1, i):
                flags[j] = False
    return count


def trial_division(n: int) -> int:
    count = 0
    for i in range(2, n):
        d = 2
        while d * d <= i:
            if i % d == 0:
                break
            d += 1
        else:
            count += 1
    return count


def fibonacci(n: int) -> int:
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def matrix_product(a: list[list[float]], b: list[list[float]]) -> list[list[float]]:
    size = len(a)
    product = [[0.0] * size for _ in range(size)]
    for i in range(size):
        for j in range(size):
            total = 0.0
            for k in range(size):
                total += a[i][k] * b[k][j]
            product[i][j] = total
    return product


def permutations(n: int) -> int:
    def extend(chosen: list[int], used: int) -> int:
        if len(chosen) == n:
            return 1
        count = 0
        for i in range(n):
            if not used >> i & 1:
                chosen.append(i)
                count += extend(chosen, used | 1 << i)
                chosen.pop()
        return count

    return extend([], 0)


def floyd_warshall(distance: list[list[int]]) -> list[list[int]]:
    nodes = range(len(distance))
    for k in nodes:
        by = distance[k]
        for i in nodes:
            row = distance[i]
            first = row[k]
            for j in nodes:
                if first + by[j] < row[j]:
                    row[j] = first + by[j]
    return distance


class Node:
    """A node of an unbalanced binary search tree."""

    def __init__(self, key: int) -> None:
        self.key = key
        self.left: Node | None = None
        self.right: Node | None = None


def tree_insert(keys: list[int]) -> Node:
    root = Node(keys[0])
    for key in keys[1:]:
        node = root
        while True:
            if key < node.key:
                if node.left is None:
                    node.left = Node(key)
                    break
                node = node.left
            else:
                if node.right is None:
                    node.right = Node(key)
                    break
                node = node.right
    return root


def walk(tree: tuple[Any, Any] | None) -> Iterator[int]:
    if tree is None:
        yield 1
    else:
        yield from walk(tree[0])
        yield from walk(tree[1])


def count_leaves(tree: tuple[Any, Any] | None) -> int:
    return sum(1 for _ in walk(tree))


def word_counts(text: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    word = ""
    for character in text:
        if character.isalpha():
            word += character
        elif word:
            counts[word] = counts.get(word, 0) + 1
            word = ""
    return counts


def collatz(n: int) -> int:
    longest = 0
    for start in range(1, n):
        value, steps = start, 0
        while value != 1:
            value = value // 2 if value % 2 == 0 else 3 * value + 1
            steps += 1
        longest = max(longest, steps)
    return longest


def pairs(xs: list[int]) -> int:
    return sum(1 for i, x in enumerate(xs) for y in xs[i:] if x + y == 0)


def queens(n: int) -> int:
    def place(row: int, columns: frozenset[int], up: frozenset[int], down: frozenset[int]) -> int:
        if row == n:
            return 1
        count = 0
        for c in range(n):
            if c not in columns and row + c not in up and row - c not in down:
                count += place(row + 1, columns | {c}, up | {row + c}, down | {row - c})
        return count

    return place(0, frozenset(), frozenset(), frozenset())
