"""Functions of a few whole numbers, for tools that enumerate paths: no import, no container as input."""

from __future__ import annotations


def insertion_sort(a: int, b: int, c: int, d: int, e: int) -> list[int]:
    xs = [a, b, c, d, e]
    for i in range(1, len(xs)):
        key, j = xs[i], i - 1
        while j >= 0 and xs[j] > key:
            xs[j + 1] = xs[j]
            j -= 1
        xs[j + 1] = key
    return xs


def bubble_sort(a: int, b: int, c: int, d: int, e: int) -> list[int]:
    xs = [a, b, c, d, e]
    for end in range(len(xs) - 1, 0, -1):
        for i in range(end):
            if xs[i] > xs[i + 1]:
                xs[i], xs[i + 1] = xs[i + 1], xs[i]
    return xs


def largest(a: int, b: int, c: int, d: int, e: int, f: int, g: int) -> int:
    best = a
    for x in (b, c, d, e, f, g):
        if x > best:
            best = x
    return best


def median(a: int, b: int, c: int, d: int, e: int) -> int:
    xs = [a, b, c, d, e]
    for x in xs:
        below = above = 0
        for y in xs:
            if y < x:
                below += 1
            elif y > x:
                above += 1
        if below <= 2 and above <= 2:
            return x
    return a


def binary_search(a: int, b: int, c: int, d: int, y: int) -> int:
    xs = [a, b, c, d]
    for i in range(3):
        if xs[i] > xs[i + 1]:
            return -1
    low, high = 0, len(xs)
    while low < high:
        middle = (low + high) // 2
        if xs[middle] < y:
            low = middle + 1
        elif xs[middle] > y:
            high = middle
        else:
            return middle
    return -2


def clamps(a: int, b: int, c: int, d: int) -> int:
    total = 0
    for x in (a, b, c, d):
        if x < -10:
            total -= 1
        elif x > 10:
            total += 1
        elif x == 0:
            total += 7
    return total


def zigzag(a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    turns, xs = 0, [a, b, c, d, e, f]
    for i in range(1, len(xs) - 1):
        if xs[i - 1] < xs[i] > xs[i + 1] or xs[i - 1] > xs[i] < xs[i + 1]:
            turns += 1
    return turns


def overlaps(a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    spans = [(a, b), (c, d), (e, f)]
    count = 0
    for i, (low, high) in enumerate(spans):
        if low > high:
            return -1
        for other_low, other_high in spans[:i]:
            if low <= other_high and other_low <= high:
                count += 1
    return count


def two_sum(a: int, b: int, c: int, d: int, y: int) -> int:
    xs = [a, b, c, d]
    for i in range(4):
        for j in range(i):
            if xs[i] + xs[j] == y:
                return 10 * i + j
    return -1


def triangle(a: int, b: int, c: int) -> str:
    if a <= 0 or b <= 0 or c <= 0 or a + b <= c or b + c <= a or a + c <= b:
        return "none"
    if a == b == c:
        return "equilateral"
    return "isosceles" if a == b or b == c or a == c else "scalene"  # noqa: SIM109


def gcd(a: int, b: int) -> int:
    if a <= 0 or b <= 0:
        return 0
    for _ in range(7):
        if a == b:
            return a
        if a > b:
            a -= b
        else:
            b -= a
    return -1


def fizzbuzz(a: int, b: int, c: int) -> str:
    out = ""
    for x in (a, b, c):
        if x % 15 == 0:
            out += "fizzbuzz"
        elif x % 3 == 0:
            out += "fizz"
        elif x % 5 == 0:
            out += "buzz"
    return out


def insertion_sort_of(xs: list[int]) -> list[int]:
    for i in range(1, len(xs)):
        key, j = xs[i], i - 1
        while j >= 0 and xs[j] > key:
            xs[j + 1] = xs[j]
            j -= 1
        xs[j + 1] = key
    return xs
