"""Programs whose costly paths are few: calls, methods, loops, recursion and exceptions."""

from __future__ import annotations


class Empty(Exception):
    pass


class Stack:
    def __init__(self, room: int) -> None:
        self.items: list[int] = []
        self.room = room

    def push(self, x: int) -> None:
        if len(self.items) >= self.room:
            raise OverflowError
        self.items.append(x)

    def pop(self) -> int:
        if not self.items:
            raise Empty
        return self.items.pop()


def reverse_polish(xs: list[int], room: int) -> int:
    """Numbers are pushed, zeros add the two on top."""
    stack = Stack(room)
    for x in xs:
        if x == 0:
            stack.push(stack.pop() + stack.pop())
        else:
            stack.push(x)
    return stack.pop()


class Queue:
    """A queue of two stacks: every now and then a pop moves all there is."""

    def __init__(self) -> None:
        self.front: list[int] = []
        self.back: list[int] = []
        self.moved = 0

    def put(self, x: int) -> None:
        self.back.append(x)

    def get(self) -> int:
        if not self.front:
            self.turn()
        return self.front.pop()

    def turn(self) -> None:
        while self.back:
            self.front.append(self.back.pop())
            self.moved += 1


def served(xs: list[int]) -> int:
    """A positive number comes, any other lets one go."""
    queue = Queue()
    for x in xs:
        if x > 0:
            queue.put(x)
        else:
            try:
                queue.get()
            except IndexError:
                return -1
    return queue.moved


class Table:
    """Open addressing with a fixed number of slots."""

    def __init__(self, slots: int) -> None:
        self.slots = [0] * slots
        self.used = 0

    def add(self, x: int) -> int:
        if self.used == len(self.slots):
            self.grow()
        self.slots[self.used] = x
        self.used += 1
        return self.used

    def grow(self) -> None:
        wider = [0] * (2 * len(self.slots))
        for i, x in enumerate(self.slots):
            wider[i] = x
        self.slots = wider


def positives(xs: list[int]) -> int:
    table = Table(1)
    for x in xs:
        if x > 0:
            table.add(x)
    return table.used


def hanoi(n: int, a: int, b: int) -> int:
    """Moves of a tower, with a shortcut where a and b agree."""
    if n <= 0:
        return 0
    if a == b:
        return 1
    return hanoi(n - 1, b, a) + 1 + hanoi(n - 1, a, a)


def power(base: int, n: int) -> int:
    if n < 0:
        raise ValueError("negative")
    if n == 0:
        return 1
    half = power(base, n // 2)
    return half * half * base if n % 2 else half * half


def retried(xs: list[int], y: int) -> int:
    """Divide by each number in turn; a zero costs another try."""
    tries = 0
    for x in xs:
        try:
            y = y // x
        except ZeroDivisionError:
            tries += 1
            if tries > 1:
                raise
        finally:
            y += 1
    return y


def longest_climb(xs: list[int]) -> int:
    best = run = 0
    for i in range(1, len(xs)):
        if xs[i] > xs[i - 1]:
            run += 1
            if run > best:
                best = run
        else:
            run = 0
    return best


def merge(xs: list[int], ys: list[int]) -> list[int]:
    merged: list[int] = []
    i = j = 0
    while i < len(xs) and j < len(ys):
        if xs[i] <= ys[j]:
            merged.append(xs[i])
            i += 1
        else:
            merged.append(ys[j])
            j += 1
    while i < len(xs):
        merged.append(xs[i])
        i += 1
    while j < len(ys):
        merged.append(ys[j])
        j += 1
    return merged


def majority(xs: list[int]) -> int:
    best, votes = 0, 0
    for x in xs:
        if votes == 0:
            best, votes = x, 1
        elif x == best:
            votes += 1
        else:
            votes -= 1
    return best


def steps_down(n: int, step: int) -> int:
    if step <= 0:
        raise ValueError("no step")
    count = 0
    while n > 0:
        n -= step
        count += 1
    return count


class Gate:
    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.passed = 0

    def let(self, weight: int) -> bool:
        if weight > self.limit:
            return False
        self.passed += 1
        return True


def convoy(xs: list[int], limit: int) -> int:
    gate = Gate(limit)
    for x in xs:
        if not gate.let(x):
            break
    else:
        gate.passed += 10
    return gate.passed


def covered(xs: list[int], ys: list[int]) -> int:
    """How many of xs lie in ys: two loops, the inner one left early."""
    hits = 0
    for x in xs:
        for y in ys:
            if x == y:
                hits += 1
                break
    return hits


def drained(n: int, a: int) -> int:
    """A level that falls by one and is filled up to twice."""
    filled = 0
    while n > 0:
        n -= 1
        if n == a and filled < 2:
            n += 2
            filled += 1
    return filled
