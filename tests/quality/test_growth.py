"""Counted costs of real algorithms: the class each must get, at sizes that `grow` would run."""

from __future__ import annotations

import random

import pytest

from slowpath.scaling.growth import fit

DOUBLING = [2**i for i in range(4, 11)]


def bubble_sort(n):
    values, comparisons = list(range(n, 0, -1)), 0
    for end in range(n - 1, 0, -1):
        for i in range(end):
            comparisons += 1
            if values[i] > values[i + 1]:
                values[i], values[i + 1] = values[i + 1], values[i]
    return comparisons


def insertion_sort_of_random_values(n):
    rng, steps = random.Random(n), 0
    values: list[float] = []
    for _ in range(n):
        value, i = rng.random(), len(values)
        while i and values[i - 1] > value:
            i -= 1
            steps += 1
        values.insert(i, value)
        steps += 1
    return steps


def merge_sort(n):
    def sort(values):
        if len(values) < 2:
            return values, 1
        middle = len(values) // 2
        left, a = sort(values[:middle])
        right, b = sort(values[middle:])
        merged, i, j, steps = [], 0, 0, a + b + 1
        while i < len(left) and j < len(right):
            steps += 1
            if left[i] <= right[j]:
                merged.append(left[i])
                i += 1
            else:
                merged.append(right[j])
                j += 1
        return merged + left[i:] + right[j:], steps + len(left) - i + len(right) - j

    rng = random.Random(1)
    return sort([rng.random() for _ in range(n)])[1]


class Compared:
    """A value that counts its comparisons."""

    count = 0

    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        Compared.count += 1
        return self.value < other.value


def builtin_sort(n):
    rng = random.Random(1)
    Compared.count = 0
    sorted(Compared(rng.random()) for _ in range(n))
    return Compared.count


def binary_search(n):
    low, high, steps = 0, n, 3
    while low < high:
        steps += 7
        middle = (low + high) // 2
        if middle < n:
            low = middle + 1
        else:
            high = middle
    return steps


def sieve(n):
    steps, prime = n, [True] * (n + 1)
    for i in range(2, n + 1):
        steps += 1
        if prime[i]:
            for j in range(2 * i, n + 1, i):
                prime[j] = False
                steps += 1
    return steps


def appended(n):
    steps, capacity = 0, 1
    for length in range(n):
        if length == capacity:
            steps += capacity
            capacity *= 2
        steps += 1
    return steps


def matrix_product(n):
    steps = 0
    for _ in range(n):
        for _ in range(n):
            steps += 2
            for _ in range(n):
                steps += 5
    return steps


def karatsuba(digits):
    if digits <= 1:
        return 1
    half = digits // 2
    return 2 * karatsuba(half) + karatsuba(digits - half) + 6 * digits + 9


def fibonacci(n):
    return 1 if n < 2 else 1 + fibonacci(n - 1) + fibonacci(n - 2)


def subsets(n):
    def walk(i):
        return 1 if i == n else 3 + walk(i + 1) + walk(i + 1)

    return walk(0)


def subsets_copied(n):
    return sum(3 + mask.bit_count() for mask in range(2**n)) + sum(n for _ in range(2**n))


def permutations(n):
    return 1 if n == 0 else 4 + n * permutations(n - 1)


def hanoi(n):
    return 1 if n == 0 else 6 + 2 * hanoi(n - 1)


def triples(n):
    return sum(1 for i in range(n) for j in range(i) for _ in range(j)) + 4 * n


def pairs_each_sorted(n):
    return sum(3 + n * n.bit_length() - n for _ in range(n))


@pytest.mark.parametrize(
    ("algorithm", "sizes", "klass"),
    [
        (bubble_sort, DOUBLING, "O(n^2)"),
        (merge_sort, DOUBLING, "O(n log n)"),
        (merge_sort, [10, 30, 100, 300, 1000, 3000], "O(n log n)"),
        (builtin_sort, [2**i for i in range(4, 14)], "O(n log n)"),
        (binary_search, DOUBLING, "O(log n)"),
        (appended, DOUBLING, "O(n)"),
        (appended, [2**i + 1 for i in range(4, 12)], "O(n)"),
        (matrix_product, [2, 4, 8, 16, 32, 64], "O(n^3)"),
        (matrix_product, [8, 16, 32, 64], "O(n^3)"),
        (triples, [4, 8, 16, 32, 64, 128], "O(n^3)"),
        (karatsuba, DOUBLING, "O(n^1.58)"),
        (pairs_each_sorted, DOUBLING, "O(n^2 log n)"),
        (fibonacci, range(2, 22, 2), "O(1.62^n)"),
        (fibonacci, [8, 16, 4, 2, 17, 18, 19, 20, 21], "O(1.62^n)"),
        (subsets, range(1, 13), "O(2^n)"),
        (subsets, [4, 6, 8, 10, 12], "O(2^n)"),
        (subsets_copied, range(2, 14), "O(n 2^n)"),
        (hanoi, range(1, 14), "O(2^n)"),
        (permutations, range(1, 10), "O(n!)"),
    ],
)
def test_a_real_algorithm_gets_its_class(algorithm, sizes, klass):
    growth = fit([(n, algorithm(n)) for n in sizes])
    if klass == "O(n^1.58)":  # log2(3) = 1.585
        assert growth.klass in {"O(n^1.58)", "O(n^1.59)"}, growth
    else:
        assert growth.klass == klass, growth
    assert growth.confidence > 0.2


def test_the_sieve_is_between_two_classes():
    growth = fit([(n, sieve(n)) for n in DOUBLING])
    assert growth.klass in {"O(n)", "O(n log n)"}
    assert growth.confidence < 0.8


def test_random_inputs_blur_the_cost_and_lower_the_confidence():
    growth = fit([(n, insertion_sort_of_random_values(n)) for n in DOUBLING])
    assert growth.klass == "O(n^2)"
    assert growth.confidence < 0.5
