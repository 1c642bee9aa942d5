"""Functions whose time goes into C code of lists, dicts, sets, deques and tuples."""

from __future__ import annotations

import copy
from collections import deque
from typing import Any


def dedupe(xs: list[int]) -> list[int]:
    seen: list[int] = []
    for x in xs:
        if x not in seen:
            seen.append(x)
    return seen


def index_each(xs: list[str]) -> int:
    return sum([xs.index(x) for x in xs])


def count_each(xs: list[int]) -> int:
    most = 0
    for x in xs:
        most = max(most, xs.count(x))
    return most


def drain_front(xs: list[int]) -> int:
    total = 0
    while xs:
        total += xs.pop(0)
    return total


def build_front(n: int) -> list[int]:
    xs: list[int] = []
    for i in range(n):
        xs.insert(0, i)
    return xs


def remove_each(xs: list[int], order: list[int]) -> None:
    for x in order:
        xs.remove(x)


def delete_front(xs: list[int]) -> None:
    while xs:
        del xs[0]


def recursive_sum(xs: list[int]) -> int:
    total = 0
    while xs:
        total += xs[0]
        xs = xs[1:]
    return total


def copies(xs: list[int]) -> int:
    total = 0
    for _ in range(len(xs)):
        total += len(xs.copy())
    return total


def prefix_sums(xs: list[int]) -> list[int]:
    return [sum(xs[:i]) for i in range(len(xs))]


def prefix_minima(xs: list[int]) -> list[int]:
    return [min(xs[: i + 1]) for i in range(len(xs))]


def selection_by_min(xs: list[float]) -> list[float]:
    chosen = []
    while xs:
        smallest = min(xs)
        xs.remove(smallest)
        chosen.append(smallest)
    return chosen


def sorted_after_each(xs: list[float]) -> list[float]:
    kept: list[float] = []
    for x in xs:
        kept = sorted([*kept, x])
    return kept


def sort_all(xss: list[list[Any]]) -> int:
    total = 0
    for xs in xss:
        total += len(sorted(xs))
    return total


def flatten_by_sum(xss: list[list[int]]) -> list[int]:
    return sum(xss, [])  # noqa: RUF017


def tuple_append(n: int) -> tuple[int, ...]:
    xs: tuple[int, ...] = ()
    for i in range(n):
        xs = (*xs, i) if i % 2 else xs + (i,)  # noqa: RUF005
    return xs


def equal_to_any(xs: list[int], others: list[list[int]]) -> int:
    return sum([xs == other for other in others])


def dict_copies(table: dict[int, int]) -> int:
    total = 0
    for key in list(table):
        total += len(dict(table)) + key
    return total


def merged(tables: list[dict[str, int]]) -> dict[str, int]:
    result: dict[str, int] = {}
    for table in tables:
        result = result | table
    return result


def set_unions(groups: list[set[int]]) -> set[int]:
    reached: set[int] = set()
    for group in groups:
        reached = reached | group
    return reached


def set_overlaps(groups: list[set[int]]) -> int:
    return sum([len(a & b) for a in groups for b in groups])


def colliding(keys: list[int]) -> dict[int, int]:
    table: dict[int, int] = {}
    for key in keys:
        if key not in table:
            table[key] = 1
    return table


def rotations(xs: list[int]) -> int:
    ring = deque(xs)
    total = 0
    for _ in range(len(xs)):
        ring.rotate(len(xs) // 3)
        total += ring[0]
    return total


def deep_copies(tree: dict[str, Any], times: int) -> None:
    for _ in range(times):
        copy.deepcopy(tree)


def reversals(xs: list[int]) -> list[int]:
    for _ in range(len(xs)):
        xs.reverse()
    return xs


def unique_each(xs: list[int]) -> int:
    total = 0
    for i in range(0, len(xs), 8):
        total += len(set(xs[i:]))
    return total


def any_match(xs: list[int]) -> int:
    return sum([any([False] * x) for x in xs])


def extend_all(xss: list[list[int]], times: int) -> list[int]:
    out: list[int] = []
    for _ in range(times):
        out = []
        for xs in xss:
            out.extend(xs)
    return out


def pairwise(xs: list[int]) -> int:
    total = 0
    for i in range(len(xs)):
        total += len(list(zip(xs[i:], xs, strict=False)))
    return total


def converted(xs: list[str]) -> list[int]:
    total: list[int] = []
    for _ in range(30):
        total = list(map(int, xs))
    return total
