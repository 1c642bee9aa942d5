"""Rules of native work that need more than a linear formula. None of them runs code of the target.

They ask for `type(x)`: `isinstance(x, kind)` reads `x.__class__`, which may be code of the target.
"""

from __future__ import annotations

import re
import sys
from collections import Counter, deque
from collections.abc import Iterable
from typing import Any, Final

from slowpath.counting.native.units import UNITS

# CPython 3.12 and later convert ints beyond these sizes by subquadratic algorithms written in Python
# (Objects/longobject.c calls Lib/_pylong.py).
SUBQUADRATIC: Final = sys.version_info >= (3, 12)
TO_TEXT_QUADRATIC: Final = 1_000  # 30-bit digits
FROM_TEXT_QUADRATIC: Final = 6_000  # characters

BITS_PER_DIGIT: Final = 30  # PyLong_SHIFT on 64-bit machines; costs are the same on others
CHARACTERS_PER_DIGIT: Final = 9  # whole decimals in 30 bits
# An int of two digits is converted in about the time of the call; its quadratic part does not show.
SHORT_DIGITS: Final = 2
SHORT_CHARACTERS: Final = SHORT_DIGITS * CHARACTERS_PER_DIGIT
_PREFIX: Final = re.compile(r"\s*[-+]?0[xXoObB]")  # of a base that is a power of two
_PREFIX_OF_BYTES: Final = re.compile(_PREFIX.pattern.encode())


def conversion(digits: int, limit: int) -> int:
    """Return the digit products of a conversion between binary and decimal."""
    if not SUBQUADRATIC or digits <= limit:
        return digits * digits
    pieces = 1
    while digits > limit:
        digits = (digits + 1) // 2
        pieces *= 3  # a multiplication of half the size is a third of the next
    return pieces * digits * digits


def int_to_text(before: int, result: Any, receiver: Any, args: tuple[Any, ...]) -> int:
    """str(x), repr(x): quadratic in the digits of a large int, else the length of the result."""
    value = args[0]
    if issubclass(type(value), int) and type(value) is not bool:
        return conversion(digits_of(value), TO_TEXT_QUADRATIC) * UNITS["int.to_text"] // 1000
    return len_of(result) * UNITS["repr"] // 1000


def text_to_int(before: int, result: Any, receiver: Any, args: tuple[Any, ...]) -> int:
    """int(text): two passes over it; quadratic in its length unless the base is a power of two.

    What is no number, or has more digits than Python allows, is refused after these passes.
    """
    text = args[0]
    length = len_of(text)
    passes = 2 * length * UNITS["text.code"]
    if result is None or (len(args) > 1 and _is_binary(text, args[1])):
        return passes // 1000
    digits = min(length // CHARACTERS_PER_DIGIT, digits_of(result)) + 1  # zeros in front make it no longer
    products = conversion(digits, FROM_TEXT_QUADRATIC // CHARACTERS_PER_DIGIT)
    return (passes + products * UNITS["int.from_text"]) // 1000


def _is_binary(text: Any, base: Any) -> bool:
    """Whether a text is read in a base that is a power of two; base 0 leaves that to its prefix."""
    if not issubclass(type(base), int):
        return False
    base = int.__index__(base)
    if base == 0 and issubclass(type(text), (str, bytes)):
        prefix = _PREFIX if issubclass(type(text), str) else _PREFIX_OF_BYTES
        return prefix.match(text) is not None
    return base in (2, 4, 8, 16, 32)


def copied_nodes(before: int, result: Any, receiver: Any, args: tuple[Any, ...]) -> int:
    """copy.deepcopy(x): the objects reachable from the copy through containers and attributes."""
    return count_nodes(result) * UNITS["copy.node"] // 1000


def shallow_copy(before: int, result: Any, receiver: Any, args: tuple[Any, ...]) -> int:
    """copy.copy(x): a builtin value by its own method, any other object by way of pickling's protocol."""
    kind = type(result)
    scalar = kind in ATOMS and kind is not range  # what stands for a range is no subclass of it
    builtin = scalar or issubclass(kind, SIZED) or _is_standing(kind)
    each = UNITS["copy.object" if builtin else "copy.node"]
    return (each + len_of(result) * UNITS["copy.sequence"]) // 1000


def selection(before: int, result: Any, receiver: Any, args: tuple[Any, ...]) -> int:
    """heapq.nlargest(n, xs): one comparison per element, and the heap of those kept."""
    kept = len_of(result)
    elements = len_of(args[1]) if len(args) > 1 else 0
    return (elements * UNITS["minimum"] + kept * kept.bit_length() * UNITS["heap.step"]) // 1000


def digits_of(value: Any) -> int:
    """Return the number of 30-bit digits of an int, else 0."""
    return -(-int.bit_length(value) // BITS_PER_DIGIT) if issubclass(type(value), int) else 0


def len_of(value: Any) -> int:
    """Return the length of a builtin container, else 0; an overridden `__len__` is not asked."""
    for kind in SIZED:
        if issubclass(type(value), kind):
            return int(kind.__len__(value))
    return 0


def count_nodes(root: Any) -> int:
    """Return the number of distinct objects below `root`."""
    seen: set[int] = set()
    stack = [root]
    while stack:
        node = stack.pop()
        identity = _identity(node)
        if identity in seen:
            continue
        seen.add(identity)
        stack.extend(children(node))
    return len(seen)


def _is_standing(kind: type) -> bool:
    """Tell whether values of a type stand for plain ones: they name another type as their `__class__`."""
    return issubclass(kind, STANDING) and type(vars(kind).get("__class__")) is property


def _identity(node: Any) -> int:
    """Return what tells an object from others; there is one object for each small int."""
    if issubclass(type(node), int) and _is_standing(type(node)) and -6 < int.__index__(node) < 257:
        return id(int.__index__(node))
    return id(node)


def children(node: Any) -> Iterable[Any]:
    """Return what deepcopy goes on to from an object."""
    kind = type(node)
    if kind in ATOMS or _is_standing(kind):
        return ()
    if issubclass(kind, dict):
        return (*dict.keys(node), *dict.values(node))
    for container in (list, tuple, set, frozenset, deque):
        if issubclass(kind, container):
            return container.__iter__(node)
    for base in kind.__mro__:
        slot = base.__dict__.get("__dict__")
        if slot is not None and type(slot).__name__ == "getset_descriptor":
            return list(slot.__get__(node).values())
    return ()


SIZED: Final[tuple[Any, ...]] = (str, bytes, bytearray, list, tuple, dict, set, frozenset, deque)
STANDING: Final = (int, float, str, bytes)
ATOMS: Final = frozenset({int, float, bool, complex, str, bytes, type(None), type, range})


def _sized_iterators() -> tuple[type, ...]:
    """Return the builtin types of iterators that know how many elements are left, the usual ones first."""
    samples: tuple[Any, ...] = ([], (), "", b"", bytearray(), {}, {}.values(), {}.items(), set(), range(0))
    forwards = [type(iter(sample)) for sample in (*samples, "é", deque(), range(1 << 70))]
    reversible: tuple[Any, ...] = ([], {}, {}.values(), {}.items(), deque(), range(0))
    backwards = [type(reversed(sample)) for sample in reversible]
    return tuple(dict.fromkeys([*forwards, *backwards]))


SIZED_ITERATORS: Final = _sized_iterators()


def clashes(keys: Any) -> int:
    """Return the comparisons of different keys with one hash while they enter a dict or set one by one.

    Only ints are looked at: those beyond the hash's modulus are the keys that clash at will.
    """
    # The iterator of an OrderedDict hashes the keys anew, that of dict does not.
    source = dict.keys(keys) if issubclass(type(keys), dict) else keys
    ints = (int.__index__(key) for key in source if issubclass(type(key), int))
    distinct = {key for key in ints if not -MODULUS < key < MODULUS}
    if not distinct:
        return 0
    groups = Counter(map(hash, distinct))
    return sum(count * (count - 1) // 2 for count in groups.values())


MODULUS: Final = sys.hash_info.modulus  # ints below it have hashes of their own
