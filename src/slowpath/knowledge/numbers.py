"""Whole numbers that code is likely to treat differently from others."""

from __future__ import annotations

from slowpath.knowledge.entry import Expression

NUMBERS = (
    Expression("0", "stands for nothing: no items, no steps, a false condition"),
    Expression("1", "the least amount of work, and a true condition"),
    Expression("2", "the least base of a number system, and the least even number"),
    Expression("-1", "counts from the end, or stands for no limit"),
    Expression("3", "the least odd prime: it divides no power of two and no power of ten"),
    Expression("10", "the base of decimal digits"),
    Expression("64", "a power of two: blocks, words and buffers have such sizes"),
    Expression("100", "above most limits on what is written by hand, such as the width of a line"),
    Expression("1000", "above most limits on depth: CPython's own recursion limit"),
)

# Numbers beside lists of N items: code compares them with the items, or takes them as indices.
SCALARS = (
    Expression("1", "the least rank, if ranks count from one"),
    Expression("-1", "less than every item, if items count from zero"),
    Expression("-N", "less than every item, if items alternate in sign"),
    Expression("N - 1", "the last index, and the greatest item, if items count from zero"),
    Expression("2 * N", "greater than every item, if items are every second number"),
    Expression("-2 * N", "less than every item, if items are every second number and negative"),
)
