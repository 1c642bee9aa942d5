"""Targets of the tests of exploration."""

# ruff: noqa: FURB136 (written as users write them)

from __future__ import annotations

import os


def countdown(n: int) -> int:
    steps = 0
    while n > 0:
        n -= 1
        steps += 1
    return steps


def nested(a: int, b: int) -> int:
    steps = 0
    for _ in range(2):
        left = a
        while left > 0:
            left -= 1
            steps += 1
        right = b
        while right > 0:
            right -= 1
            steps += 1
    return steps


def recursive(n: int, deep: int) -> int:
    steps = 0
    while n > steps:
        if deep:
            recursive(1, deep - 1)
        steps += 1
    return steps


def outer_of_three(n: int) -> int:
    return recursive(n, 1)


def comprehended(n: int) -> list[list[int]]:
    return [[j for j in range(i)] for i in range(4) if i < n]  # noqa: C416


def generated(n: int) -> int:
    return sum(sum(1 for _ in range(2)) for _ in range(n))


def swallowing(n: int) -> int:
    steps = 0
    while n > 0:
        n -= 1
        try:
            for i in range(n):
                steps += i
        except BaseException:
            steps += 100
    return steps


def largest(xs: list[int]) -> int:
    best = xs[0]
    for x in xs[1:]:
        if x > best:
            best = x
    return best


def orders(xs: list[int]) -> list[int]:
    for i in range(1, len(xs)):
        j = i
        while j and xs[j - 1] > xs[j]:
            xs[j - 1], xs[j] = xs[j], xs[j - 1]
            j -= 1
    return xs


def dies(a: int, b: int, c: int) -> int:
    score = (a > 0) + 2 * (b > 0) + 4 * (c > 0)
    if a > 5 and b > 5 and c > 5:
        os._exit(3)
    return score


def unsendable(a: int, b: int) -> object:
    return lambda: a if a > b else b


def head_asserted(a: int) -> int:
    assert a > 3, "too small"
    return a if a < 10 else 10


def shown(a: int) -> str:
    return "few" if len(f"{a}") < 2 else "many"


def remade(a: int, b: int) -> int:
    names: dict[str, object] = {}
    exec("def less(a, b):\n    return 1 if a < b else 0", names)
    less = names["less"]
    return less(a, b) if a != b else 2  # type: ignore[operator]


def scored(a: int, b: int, c: int) -> int:
    return (a > 0) + 2 * (b > 0) + 4 * (c > 0)


def powers(a: int, b: int) -> int:
    if a**b == 27:
        return 1
    if a**b > 100:
        return 2
    return 3


def bit_tricks(a: int, b: int) -> int:
    if (a << b) & 5 == 4:
        return 1
    if a % (b + 1) == 2:
        return 2
    if (a ^ b) | 3 == 7:
        return 3
    if a // (b + 1) == 2:
        return 4
    if a >> b == 1:
        return 5
    return 6
