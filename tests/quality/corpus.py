"""Small programs whose paths can be counted by brute force: each is a function of whole numbers.

A program's parameters are lists of N numbers (`xs`, `ys`) or single numbers (all other names).
"""

# ruff: noqa: FURB136, RUF005, RUF007, SIM109 (written as users write them)

from __future__ import annotations

import heapq
from collections.abc import Iterator


def insertion_sort(xs: list[int]) -> list[int]:
    for i in range(1, len(xs)):
        key, j = xs[i], i - 1
        while j >= 0 and xs[j] > key:
            xs[j + 1] = xs[j]
            j -= 1
        xs[j + 1] = key
    return xs


def bubble_sort(xs: list[int]) -> list[int]:
    for end in range(len(xs) - 1, 0, -1):
        swapped = False
        for i in range(end):
            if xs[i] > xs[i + 1]:
                xs[i], xs[i + 1] = xs[i + 1], xs[i]
                swapped = True
        if not swapped:
            break
    return xs


def selection_sort(xs: list[int]) -> list[int]:
    for i in range(len(xs)):
        least = i
        for j in range(i + 1, len(xs)):
            if xs[j] < xs[least]:
                least = j
        xs[i], xs[least] = xs[least], xs[i]
    return xs


def merge_sort(xs: list[int]) -> list[int]:
    if len(xs) < 2:
        return xs
    middle = len(xs) // 2
    left, right = merge_sort(xs[:middle]), merge_sort(xs[middle:])
    merged: list[int] = []
    while left and right:
        merged.append(left.pop(0) if left[0] <= right[0] else right.pop(0))
    return merged + left + right


def quick_sort(xs: list[int]) -> list[int]:
    if len(xs) < 2:
        return xs
    pivot, *rest = xs
    return quick_sort([x for x in rest if x < pivot]) + [pivot] + quick_sort([x for x in rest if x >= pivot])


def heap_sort(xs: list[int]) -> list[int]:
    heap: list[int] = []
    for x in xs:
        heapq.heappush(heap, x)
    return [heapq.heappop(heap) for _ in xs]


def shell_sort(xs: list[int]) -> list[int]:
    gap = len(xs) // 2
    while gap:
        for i in range(gap, len(xs)):
            j = i
            while j >= gap and xs[j - gap] > xs[j]:
                xs[j - gap], xs[j] = xs[j], xs[j - gap]
                j -= gap
        gap //= 2
    return xs


def builtin_sort(xs: list[int]) -> list[int]:
    return sorted(xs, key=lambda x: -x)


def linear_search(xs: list[int], y: int) -> int:
    for i, x in enumerate(xs):
        if x == y:
            return i
    return -1


def contains(xs: list[int], y: int) -> bool:
    return y in xs


def binary_search(xs: list[int], y: int) -> int:
    low, high = 0, len(xs)
    while low < high:
        middle = (low + high) // 2
        if xs[middle] < y:
            low = middle + 1
        else:
            high = middle
    return low


def largest(xs: list[int]) -> int:
    return max(xs) - min(xs)


def second_largest(xs: list[int]) -> int | None:
    first = second = None
    for x in xs:
        if first is None or x > first:
            first, second = x, first
        elif x != first and (second is None or x > second):
            second = x
    return second


def is_sorted(xs: list[int]) -> bool:
    return all(a <= b for a, b in zip(xs, xs[1:], strict=False))


def any_negative(xs: list[int]) -> bool:
    return any(x < 0 for x in xs)


def longest_run(xs: list[int]) -> int:
    best = run = 1
    for before, after in zip(xs, xs[1:], strict=False):
        run = run + 1 if before == after else 1
        best = max(best, run)
    return best


def pairs_with_sum(xs: list[int], y: int) -> list[tuple[int, int]]:
    return [(i, j) for i in range(len(xs)) for j in range(i) if xs[i] + xs[j] == y]


def matrix_saddle(xs: list[int], ys: list[int]) -> list[tuple[int, int]]:
    rows = [xs, ys]
    return [(r, c) for r in range(2) for c in range(len(xs)) if rows[r][c] >= rows[1 - r][c]]


def sign_counts(xs: list[int]) -> dict[str, int]:
    counts = {"+": 0, "0": 0, "-": 0}
    for x in xs:
        if x > 0:
            counts["+"] += 1
        elif x < 0:
            counts["-"] += 1
        else:
            counts["0"] += 1
    return counts


def count_values(xs: list[int]) -> int:
    counts: dict[int, int] = {}
    for x in xs:
        counts[x] = counts.get(x, 0) + 1
    return max(counts.values())


def two_sum(xs: list[int], y: int) -> tuple[int, int] | None:
    seen: dict[int, int] = {}
    for i, x in enumerate(xs):
        if y - x in seen:
            return seen[y - x], i
        seen[x] = i
    return None


def has_duplicates(xs: list[int]) -> bool:
    return len(set(xs)) < len(xs)


def dedupe(xs: list[int]) -> list[int]:
    seen: set[int] = set()
    out: list[int] = []
    for x in xs:
        if x not in seen:
            seen.add(x)
            out.append(x)
    return out


def fizzbuzz(n: int) -> str:
    if n % 6 == 0:
        return "fizzbuzz"
    return "fizz" if n % 2 == 0 else "buzz" if n % 3 == 0 else "none"


def triangle(a: int, b: int, c: int) -> str:
    if a <= 0 or b <= 0 or c <= 0 or a + b <= c or b + c <= a or a + c <= b:
        return "none"
    if a == b == c:
        return "equilateral"
    return "isosceles" if a == b or b == c or a == c else "scalene"


def gcd(a: int, b: int) -> int:
    while b:
        a, b = b, a % b
    return abs(a)


def collatz(n: int) -> int:
    steps = 0
    while n > 1 and steps < 6:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def divide(a: int, b: int) -> str:
    try:
        return f"{a // b:d}" if a // b > 1 else "small"
    except ZeroDivisionError:
        return "undefined"
    finally:
        a = 0


def pick(xs: list[int], n: int) -> int:
    try:
        return xs[n]
    except IndexError:
        return -1


def count_up(n: int) -> int:
    total = 0
    for i in range(n):
        total += i
    return total


def fibonacci(n: int) -> int:
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def clamp(n: int, a: int, b: int) -> int:
    assert a <= b, "empty"
    return a if n < a else b if n > b else n


class Account:
    def __init__(self, balance: int) -> None:
        if balance < 0:
            raise ValueError("negative")
        self.balance = balance

    def withdraw(self, amount: int) -> None:
        if amount > self.balance:
            raise RuntimeError("overdrawn")
        self.balance -= amount


def account(n: int, a: int, b: int) -> int:
    try:
        opened = Account(n)
        opened.withdraw(a)
        opened.withdraw(b)
    except RuntimeError:
        return -1
    return opened.balance


class Tree:
    def __init__(self, value: int) -> None:
        self.value = value
        self.left: Tree | None = None
        self.right: Tree | None = None

    def insert(self, value: int) -> None:
        side = "left" if value < self.value else "right"
        below: Tree | None = getattr(self, side)
        if below is None:
            setattr(self, side, Tree(value))
        else:
            below.insert(value)

    def __iter__(self) -> Iterator[int]:
        if self.left:
            yield from self.left
        yield self.value
        if self.right:
            yield from self.right


def tree_sort(xs: list[int]) -> list[int]:
    root = Tree(xs[0])
    for x in xs[1:]:
        root.insert(x)
    return list(root)


def stack_machine(xs: list[int]) -> int:
    stack: list[int] = []
    for x in xs:
        match x:
            case 0 if len(stack) > 1:
                stack.append(stack.pop() + stack.pop())
            case 1 if stack:
                stack.append(stack[-1])
            case _:
                stack.append(x)
    return stack[-1]


def bits(n: int) -> int:
    count = 0
    while n > 0:
        count += n & 1
        n >>= 1
    return count
