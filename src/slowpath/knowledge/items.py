"""Texts and containers whose items are distinct, nested, or compared in an unusual way.

`{n}` is the length.
"""

from __future__ import annotations

from slowpath.knowledge.entry import KnownExpression

TEXTS = (
    KnownExpression(
        "''.join(map(chr, range(256, 256 + {n})))",
        "no character comes twice: a search for a repeated one fails",
    ),
    KnownExpression(
        "''.join(map(chr, range(256 + {n}, 256, -1)))",
        "no character comes twice, falling: the least one is last",
    ),
    KnownExpression(
        "' '.join(map(str, range(10**6, 10**6 + {n})))", "no word comes twice, all of one length", 8
    ),
    KnownExpression(
        "','.join(map(str, range(10**6, 10**6 + {n})))", "no item comes twice, all of one length", 8
    ),
    KnownExpression(
        "'\\n'.join(map(str, range(10**6, 10**6 + {n})))", "no line comes twice, all of one length", 8
    ),
)

# Lists of text.
STRINGS = (
    KnownExpression("[str(i) for i in range({n})]", "no item comes twice: a list of those seen so far grows"),
    KnownExpression(
        "[chr(256 + i) for i in range({n})]",
        "items of one character, no one twice: they differ even if characters are sorted or counted",
    ),
    KnownExpression(
        "['a' * {n}, 'b' * {n}]", "two long items that have nothing in common: comparisons of all parts"
    ),
)

# Rows with several parts that can be counted: the first part, and all others.
ROWS = (
    KnownExpression("i, i", "rows that differ in every part: nothing is found a second time"),
    KnownExpression("i, i + 1", "each row goes on where the last one ended: a path, intervals that meet"),
    KnownExpression("i + 1, i", "the same backwards: what a row needs comes before it"),
    KnownExpression("0, i", "rows that agree in their first part: all belong to one group"),
    KnownExpression("i, 0", "rows that agree in all parts but the first: all lead to one place"),
)

# Lists in rows that differ: values of other rows. `{before}` and `{after}` are those of the neighbours.
LINKS = (
    KnownExpression("[]", "no row names another one: nothing has to wait"),
    KnownExpression("[{before}] if i else []", "each row names the one before it: a chain of dependencies"),
    KnownExpression(
        "[{after}] if i + 1 < N else []",
        "each row names the one after it: the last has to come first, and is found last",
    ),
)

# Values within values.
NESTED = (
    KnownExpression(
        "__import__('functools').reduce(lambda inner, _: [inner], range({n}), [])",
        "lists within lists: a walk that copies or checks what is inside at each level",
    ),
    KnownExpression(
        "__import__('functools').reduce(lambda inner, _: [inner, 0], range({n}), [])",
        "lists within lists that have another item: a walk has to come back to each level",
    ),
    KnownExpression(
        "__import__('functools').reduce(lambda inner, _: {'a': inner}, range({n}), {})",
        "mappings within mappings: a walk that keeps the path of keys",
    ),
    KnownExpression(
        "__import__('functools').reduce(lambda inner, _: {'a': inner, 'b': 0}, range({n}), {})",
        "mappings within mappings that have another entry: a walk that gathers what is inside at each level",
    ),
)

# Items of a list of which nothing tells the kind.
UNUSUAL = (
    KnownExpression(
        "[[i] for i in range({n})]", "items that cannot be hashed or put in a set: compared one by one"
    ),
    KnownExpression(
        "[{'a': i} for i in range({n})]", "items that can be neither hashed nor sorted: compared one by one"
    ),
    KnownExpression("[(i, str(i)) for i in range({n})]", "items that are compared part by part"),
)

# Keys of a mapping: iterables of text, and keys that are whole numbers for i below N.
TEXT_KEYS = (
    KnownExpression(
        "'aA0'", "single characters that differ in case or kind: replacements meet them in any text"
    ),
)
NUMBER_KEYS = (
    KnownExpression(
        "i * (2**61 - 1)", "multiples of the modulus of CPython's hash of numbers: all hashes are equal"
    ),
)

# Differences of whole numbers whose hashes agree, or agree where it matters.
STRIDES = (
    KnownExpression(
        "2**61 - 1", "the modulus of CPython's hash of numbers: tuples of such numbers agree as well"
    ),
    KnownExpression("2**32", "what a hash of 32 bits does not see"),
    KnownExpression("2**16", "what a hash of 16 bits does not see"),
)
