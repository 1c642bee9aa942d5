"""Targets of the tests of traces."""

from __future__ import annotations


def branches(a: int, b: int) -> int:
    if a > 0:
        a += 1
    if b > 0:
        b += 1
    return a + b


def counted(a: int) -> int:
    steps = 0
    for _ in range(a):
        steps += 1
        if steps > 2:
            return -1
    return steps


def instantiated(xs: list[int], limit: int) -> int:
    size = total = 0
    for x in xs:
        if x > 0:
            size += 1
            total += x
        if size > limit:
            return -1
    return size


def both(a: int, b: int) -> int:
    if a > 0 and b > 0:
        return 1
    return 0


def same_twice(a: int, b: int) -> int:
    steps = 0
    if a > b:
        steps += 1
    if a <= b:
        steps += 1
    return steps


def cleaned(a: int, b: int) -> int:
    steps = 0
    try:
        steps += 1
        if a == 1:
            return b // a
        if a == 2:
            raise ValueError
        steps = 10 // b
    except (ValueError, KeyError):
        steps = 100
    finally:
        if b > 0:
            steps += 1
    return steps


def squares(xs: list[int]) -> list[int]:
    return [x * x for x in xs if x > 0]


def inner(a: int) -> int:
    if a > 0:
        return 1
    return 2


def outer(a: int, b: int) -> int:
    first = inner(a)
    if b > 0:
        first += inner(b)
    return first


def generated(a: int) -> int:
    return sum(x for x in range(a))


def found(xs: list[int], y: int) -> bool:
    return y in xs


def endless(a: int) -> int:
    while a != 7:
        a = a * a
    return a


def down(n: int) -> int:
    if n <= 0:
        return 0
    return 1 + down(n - 1)


def made(n: int) -> list[int]:
    if n < 0:
        return []
    return [0] * n


def nested(n: int, m: int) -> int:
    steps = 0
    while n > 0:
        n -= 1
        left = m
        while left > 0:
            left -= 1
            steps += 1
    return steps


def shortcut(xs: list[int], fast: bool) -> int:
    if fast:
        return 0
    total = 0
    for x in xs:
        total += x
    return total


def named(xs: list[int], mode: str) -> int:
    if mode == "none":
        return 0
    total = 0
    for x in xs:
        total += x
    return total
