"""Functions whose time goes into arithmetic on large ints."""

from __future__ import annotations


def factorial(n: int) -> int:
    product = 1
    for i in range(2, n + 1):
        product *= i
    return product


def fibonacci(n: int) -> int:
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def digits(n: int) -> int:
    count = 0
    while n:
        n //= 10
        count += 1
    return count


def square_often(n: int, times: int) -> int:
    size = 0
    for _ in range(times):
        size = (n * n).bit_length()
    return size


def divide_often(a: int, b: int, times: int) -> int:
    rest = 0
    for _ in range(times):
        rest = a % b
    return rest


def power(base: int, exponent: int, times: int) -> int:
    size = 0
    for _ in range(times):
        size += (base**exponent).bit_length()
    return size


def modular_power(base: int, exponent: int, modulus: int) -> int:
    return pow(base, exponent, modulus)


def to_text(n: int, times: int) -> int:
    length = 0
    for _ in range(times):
        length += len(str(n))
    return length


def from_text(text: str, times: int) -> int:
    size = 0
    for _ in range(times):
        size += int(text).bit_length()
    return size


def shift_out(n: int) -> int:
    ones = 0
    while n:
        ones += n & 1
        n >>= 1
    return ones


def greatest_divisor(a: int, b: int) -> int:
    while b:
        a, b = b, a % b
    return a
