"""Whole numbers that code is likely to treat differently from others."""

from __future__ import annotations

from slowpath.knowledge.entry import KnownExpression

NUMBERS = (
    KnownExpression("0", "stands for nothing: no items, no steps, a false condition"),
    KnownExpression("1", "the least amount of work, and a true condition"),
    KnownExpression("2", "the least base of a number system, and the least even number"),
    KnownExpression("-1", "counts from the end, or stands for no limit"),
    KnownExpression("3", "the least odd prime: it divides no power of two and no power of ten"),
    KnownExpression("10", "the base of decimal digits"),
    KnownExpression("64", "a power of two: blocks, words and buffers have such sizes"),
    KnownExpression("100", "above most limits on what is written by hand, such as the width of a line"),
    KnownExpression("1000", "above most limits on depth: CPython's own recursion limit"),
)

# Numbers beside lists of N items: code compares them with the items, or takes them as indices.
SCALARS = (
    KnownExpression("1", "the least rank, if ranks count from one"),
    KnownExpression("-1", "less than every item, if items count from zero"),
    KnownExpression("-N", "less than every item, if items alternate in sign"),
    KnownExpression("N - 1", "the last index, and the greatest item, if items count from zero"),
    KnownExpression("2 * N", "greater than every item, if items are every second number"),
    KnownExpression("-2 * N", "less than every item, if items are every second number and negative"),
)

# Numbers that grow with N, besides N itself.
SHARES = (
    KnownExpression(
        "N // 2", "half of the size: a list has as many stretches of that length as they are long"
    ),
)
