"""Orders of numbers that algorithms suffer from. `{n}` is the length of the list."""

from __future__ import annotations

from slowpath.knowledge.entry import KnownExpression

# Orders that change how the cost grows.
ORDERS = (
    KnownExpression(
        "list(range({n}))",
        "sorted: worst for a quicksort with the first item as pivot, and for trees without balance",
    ),
    KnownExpression(
        "list(range({n}, 0, -1))",
        "reversed: every pair is out of order, worst for insertion sort and whatever inserts at the front",
    ),
    KnownExpression(
        "[i % 2 for i in range({n})]",
        "two values in turn: every test of an item goes the other way than the one before",
    ),
    KnownExpression(
        "[min(i, {n} - 1 - i) for i in range({n})]",
        "organ pipe: rises, then falls; worst for a quicksort with the middle item as pivot",
    ),
    KnownExpression(
        "[max(i, {n} - 1 - i) for i in range({n})]",
        "valley: falls, then rises, so that the least item is in the middle",
    ),
    KnownExpression(
        "[i if i % 2 else -i for i in range({n})]",
        "every item is a new minimum or a new maximum: the result so far changes at every step",
    ),
    KnownExpression(
        "[i * (2**61 - 1) for i in range({n})]",
        "multiples of the modulus of CPython's hash of numbers: all hashes are equal",
    ),
    KnownExpression(
        "[i << 32 for i in range({n})]",
        "multiples of a large power of two: all fall into one bucket of a table whose size is a power of two",
    ),
    KnownExpression(
        "[i * i % {n} for i in range({n})]",
        "equal items far apart: a look at the neighbours does not find them",
    ),
    KnownExpression(
        "[i * 0x9E3779B1 % 2**32 for i in range({n})]",
        "scattered: multiples of the golden ratio (Knuth's hashing) are distinct and in no order",
    ),
    KnownExpression(
        "list(range(1, {n})) + [0]",
        "sorted but for the least item, which is last: it moves one place in each pass of bubble sort",
    ),
    KnownExpression(
        "[{n}] + list(range(1, {n}))",
        "sorted but for the greatest item, which is first: a check of the first items does not see the order",
    ),
    KnownExpression(
        "[i // 2 for i in range({n})]",
        "every item twice, side by side: comparisons with <= and with < take different ways",
    ),
)

# Orders with the growth of those above that cost a few steps more. Only an exact worst case needs them.
VARIANTS = (
    KnownExpression("list(range(1, {n} + 1))", "sorted, for shapes that do not admit zero"),
    KnownExpression(
        "list(range(0, 2 * {n}, 2))", "even numbers: merged with odd ones, each list gives an item in turn"
    ),
    KnownExpression(
        "list(range(1, 2 * {n}, 2))", "odd numbers: merged with even ones, each list gives an item in turn"
    ),
    KnownExpression(
        "list(range(2 * {n}, 0, -2))", "falling even numbers: a number fits between any two of them"
    ),
    KnownExpression(
        "list(range({n} // 2, {n})) + list(range({n} // 2))",
        "two sorted halves in the wrong order: a search for the least item starts in the wrong half",
    ),
    KnownExpression(
        "[min(2 * i, 2 * ({n} - i) - 1) for i in range({n})]",
        "organ pipe of distinct items: both slopes interleave",
    ),
    KnownExpression(
        "[max(2 * i, 2 * ({n} - i) - 1) for i in range({n})]",
        "valley of distinct items: both slopes interleave",
    ),
    KnownExpression(
        "[i if i % 2 else {n} - i for i in range({n})]",
        "rising and falling items in turn: neighbours are on different sides of the middle",
    ),
    KnownExpression(
        "[i // 2 if i % 2 else {n} - i // 2 for i in range({n})]",
        "the greatest, the least, the next of both: a distinct new extreme of what is left at each step",
    ),
    KnownExpression(
        "[i ^ 1 for i in range({n})]", "neighbours swapped: every second comparison of neighbours fails"
    ),
    KnownExpression(
        "[i * i for i in range({n})]", "growing gaps: all differences of neighbours are distinct"
    ),
    KnownExpression(
        "[2**i for i in range({n})]", "each item is greater than the sum of all before it: sums never meet"
    ),
    KnownExpression(
        "[2 ** ({n} - i) for i in range({n})]",
        "each item is greater than the sum of all behind it: greedy halving",
    ),
    KnownExpression(
        "[i * {n} for i in range({n})]",
        "multiples of the length: all fall into one bucket of a table with a bucket for each item",
    ),
    KnownExpression(
        "sorted(range({n}), key=lambda i: f'{i:064b}'[::-1])",
        "bits reversed: every merge of two halves takes from both in turn",
    ),
    KnownExpression(
        "sorted(range({n}), key=lambda i: f'{i:064b}'[::-1], reverse=True)",
        "bits reversed, falling: every merge of two halves takes from both in turn, the second half first",
    ),
)

# Lists of truth values.
FLAGS = (
    KnownExpression("[i % 2 == 0 for i in range({n})]", "in turn, true first: no two neighbours are equal"),
    KnownExpression("[i % 2 == 1 for i in range({n})]", "in turn, false first: no two neighbours are equal"),
)
