"""The same value is computed again: in each round of a loop, or in each branch of a recursion."""

from __future__ import annotations

from dataclasses import dataclass


def shares(amounts: list[int]) -> list[float]:
    """Return the share of each amount in all; all zero is a ZeroDivisionError."""
    return [amount / sum(amounts) for amount in amounts]


def above_average(values: list[int]) -> list[int]:
    """Return the values above the average of all."""
    return [value for value in values if value * len(values) > sum(values)]


def below_best(scores: list[int]) -> list[int]:
    """Return how far each score is below the best."""
    distances: list[int] = []
    for score in scores:
        distances.append(max(scores) - score)
    return distances


def signed(messages: list[str], key: str) -> list[int]:
    """Return a checksum of each message and the key."""
    return [(_checksum(key) * 31 + len(message)) % 65521 for message in messages]


def _checksum(text: str) -> int:
    result = 1
    for character in text:
        result = (result * 33 + ord(character)) % 65521
    return result


@dataclass
class Basket:
    """Things with a price each, and a discount on expensive ones."""

    prices: list[int]

    def total(self) -> int:
        """Return the sum of all prices."""
        return sum(self.prices)

    def expensive(self) -> list[int]:
        """Return the prices that are more than a tenth of the total."""
        return [price for price in self.prices if 10 * price > self.total()]


def fibonacci(n: int) -> int:
    """Return the n-th Fibonacci number."""
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def grid_paths(rows: int, columns: int) -> int:
    """Return the number of ways through a grid, to the right and down."""
    if rows <= 1 or columns <= 1:
        return 1
    return grid_paths(rows - 1, columns) + grid_paths(rows, columns - 1)


def common_length(first: str, second: str) -> int:
    """Return the length of the longest common subsequence."""
    if not first or not second:
        return 0
    if first[0] == second[0]:
        return 1 + common_length(first[1:], second[1:])
    return max(common_length(first[1:], second), common_length(first, second[1:]))


def ways_to_pay(amount: int, smallest: int = 1) -> int:
    """Return the number of sums of ascending numbers, from `smallest` on, that are the amount."""
    if amount == 0:
        return 1
    return sum(ways_to_pay(amount - each, each) for each in range(smallest, amount + 1))
