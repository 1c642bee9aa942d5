from __future__ import annotations

from collections.abc import Callable
from math import factorial

import pytest

from slowpath.scaling.path.recurrence import recurrence


def merges(n: int) -> int:
    return 0 if n < 2 else n - 1 + merges(n // 2) + merges(n - n // 2)


def trips(n: int) -> int:
    return sum(factorial(n - 1) // factorial(n - 1 - k) for k in range(1, n))


def fibonacci(n: int) -> int:
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


@pytest.mark.parametrize(
    ("cost", "first", "last", "size", "text"),
    [
        (merges, 2, 7, 500, "c(n//2) + c(n - n//2) + a*n + b"),
        (int.bit_length, 2, 9, 1000, "c(n//2) + a"),
        (trips, 3, 6, 10, "(n + a) * (c(n-1) + 1)"),
        (lambda n: 2**n - 1, 2, 6, 200, "a*c(n-1) + b"),
        (fibonacci, 2, 9, 20, "a*c(n-1) + b*c(n-2) + d"),
    ],
)
def test_recursive_costs(cost: Callable[[int], int], first: int, last: int, size: int, text: str) -> None:
    found = recurrence({n: cost(n) for n in range(first, last + 1)})
    assert found is not None
    assert found.kind.text == text
    assert found.at(size) == cost(size)


def test_too_few_sizes_tell_nothing() -> None:
    assert recurrence({n: merges(n) for n in range(2, 6)}) is None
    assert recurrence({3: 4, 4: 15}) is None


def test_costs_that_follow_none() -> None:
    assert recurrence({2: 1, 3: 2, 4: 5, 5: 7, 6: 10, 7: 12}) is None


def test_a_size_that_leads_back_to_an_unknown_one() -> None:
    found = recurrence({n: merges(n) for n in range(5, 17)})
    assert found is not None
    assert found.at(8) == merges(8)
    assert found.at(4) is None
