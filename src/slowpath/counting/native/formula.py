"""Formulas of native work: how the sizes of operands and outcomes become a charge."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from slowpath.counting.native import _hooks
from slowpath.counting.native.units import UNITS

# (size of the receiver before the call, result, receiver, args) -> milli-ops
Rule = Callable[[int, Any, Any, tuple[Any, ...]], int]


class Formula(NamedTuple):
    """A kind of formula with its units in micro-ops; `_ledger.h` says what a, b and c are in each kind."""

    kind: int
    name: str
    base: int = 0
    a: int = 0
    b: int = 0
    c: int = 0
    rule: Rule | None = None


def unit(name: str | None) -> int:
    """Return the micro-ops per element of a unit; None is free."""
    return 0 if name is None else UNITS[name]


def linear(receiver: str | None = None, result: str | None = None, argument: str | None = None) -> Formula:
    """Work in proportion to the receiver before the call, the result, and the first argument."""
    return Formula(_hooks.LINEAR, "", 0, unit(receiver), unit(result), unit(argument))


def filled(fill: str) -> Formula:
    """A new text, most of it made of one character."""
    return Formula(_hooks.LINEAR, "", unit("new.text"), 0, unit(fill))


def consume(argument: str, result: str | None = None) -> Formula:
    """Work per element that is taken from the first argument, an iterable."""
    return Formula(_hooks.CONSUME, "", 0, 0, unit(result), unit(argument))


def extreme(call: str, element: str) -> Formula:
    """min() and max(): the call, and work per element of the one argument, or per argument."""
    return Formula(_hooks.EXTREME, "", 0, unit(call), 0, unit(element))


def hashed(new: str | None, element: str, clone: str | None = None) -> Formula:
    """A new table, work per element that is hashed into it, and the clashes among them.

    `clone` is the unit where the elements come from a container of the same type.
    """
    return Formula(_hooks.HASHED, "", 0, unit(new), unit(clone), unit(element))


def scan(many: str, one: str | None = None) -> Formula:
    """A search that ends where it finds; `one` is the unit for a needle of one element."""
    return Formula(_hooks.SCAN, "", 0, unit(many), 0, unit(one or many))


def scan_back(many: str, one: str | None = None) -> Formula:
    """A search from the end."""
    return Formula(_hooks.SCAN_BACK, "", 0, unit(many), 0, unit(one or many))


def whole(many: str, one: str, hit: str) -> Formula:
    """Work over all of start:end, and per hit, the number of which is the result."""
    return Formula(_hooks.RANGE, "", 0, unit(many), unit(hit), unit(one))


def replaced(search: str, copy: str, hit: str) -> Formula:
    """A search up to the last replacement, the copy, and the replacements."""
    return Formula(_hooks.REPLACED, "", 0, unit(search), unit(copy), unit(hit))


def tail(move: str) -> Formula:
    """Work per element behind the index given."""
    return Formula(_hooks.TAIL, "", 0, unit(move))


def edge(move: str) -> Formula:
    """Work per element between the index given and the nearer end."""
    return Formula(_hooks.EDGE, "", 0, unit(move))


def remove(search: str, move: str) -> Formula:
    """A search in a list, then a move of the elements behind."""
    return Formula(_hooks.REMOVE, "", 0, unit(search), unit(move))


def insort(step: str, move: str) -> Formula:
    """A binary search in a list, then a move of the elements behind."""
    return Formula(_hooks.INSORT, "", 0, unit(step), unit(move))


def seek(search: str) -> Formula:
    """A search in a container that is not a sequence in memory."""
    return Formula(_hooks.SEEK, "", 0, unit(search))


def split(search: str, piece: str, copy: str) -> Formula:
    """A search for separators up to the last piece, and the pieces."""
    return Formula(_hooks.SPLIT, "", 0, unit(search), unit(piece), unit(copy))


def split_back(search: str, piece: str, copy: str) -> Formula:
    """A search for separators from the end."""
    return Formula(_hooks.SPLIT_BACK, "", 0, unit(search), unit(piece), unit(copy))


def strip(off: str, kept: str) -> Formula:
    """Work per element taken off, and per element copied where any was."""
    return Formula(_hooks.STRIP, "", 0, unit(off), unit(kept))


def coded(other: str, ascii_only: str) -> Formula:
    """Work per element of the receiver, less where it and the result are ASCII."""
    return Formula(_hooks.CODED, "", 0, unit(other), unit(ascii_only))


def formatted() -> Formula:
    """str.format(): text operands are copied, the rest of the result is made."""
    return Formula(_hooks.FORMATTED, "")


def prefix(match: str, each: str) -> Formula:
    """Work per element of a matching prefix, and per prefix of a tuple."""
    return Formula(_hooks.PREFIX, "", 0, unit(match), unit(each))


def predicate(test: str, number: int) -> Formula:
    """Work per character up to the first that fails; `number` names the test in `_calls.h`."""
    return Formula(_hooks.PREDICATE, "", 0, unit(test), 0, number)


def smaller(lookup: str) -> Formula:
    """Work per element of the smaller set."""
    return Formula(_hooks.SMALLER, "", 0, unit(lookup))


def subset(lookup: str) -> Formula:
    """Work per element of the receiver up to the first that is missing in the argument."""
    return Formula(_hooks.SUBSET, "", 0, unit(lookup))


def superset(lookup: str) -> Formula:
    """Work per element of the argument up to the first that is missing in the receiver."""
    return Formula(_hooks.SUPERSET, "", 0, unit(lookup))


def rise(level: str) -> Formula:
    """Work per level that an item rises in a heap."""
    return Formula(_hooks.HEAP_PUSH, "", 0, unit(level))


def logarithm(step: str) -> Formula:
    """Work per halving of the first argument."""
    return Formula(_hooks.LOG, "", 0, unit(step))


def sort(element: str, compare: str) -> Formula:
    """n elements, and the comparisons of the merges of their runs."""
    return Formula(_hooks.SORT, "", 0, unit(element), unit(compare))


def total(addend: str, copy: str) -> Formula:
    """sum(): each addend, and each intermediate sequence."""
    return Formula(_hooks.SUM, "", 0, unit(addend), unit(copy))


def quantifier(truth: str, stops_at: bool) -> Formula:
    """any() and all(): elements up to the first whose truth decides."""
    return Formula(_hooks.QUANTIFIER, "", 0, unit(truth), 0, int(stops_at))


def power() -> Formula:
    """pow() of large ints."""
    return Formula(_hooks.POWER, "")


def divide() -> Formula:
    """divmod() of large ints."""
    return Formula(_hooks.DIVIDE, "")


def divisor() -> Formula:
    """gcd() and lcm() of large ints."""
    return Formula(_hooks.DIVISOR, "")


def root() -> Formula:
    """isqrt() of a large int."""
    return Formula(_hooks.ROOT, "")


def tree() -> Formula:
    """A large int made by a balanced tree of products."""
    return Formula(_hooks.TREE, "")


def product(factor: str) -> Formula:
    """prod(): each factor, and the products up to a large result."""
    return Formula(_hooks.PRODUCT, "", 0, 0, 0, unit(factor))


def reduction(call: str) -> Formula:
    """reduce(): one call per element of the second argument; a function in Python counts itself."""
    return Formula(_hooks.REDUCE, "", 0, 0, 0, unit(call))


def ruled(rule: Rule) -> Formula:
    """A rule in Python."""
    return Formula(_hooks.RULE, "", rule=rule)


def ruled_int(rule: Rule, above: int, result: str) -> Formula:
    """A rule where the first argument is an int of more than `above` digits, else linear in the result."""
    return Formula(_hooks.RULE_INT, "", 0, above, unit(result), rule=rule)


def ruled_text(rule: Rule, above: int, each: str) -> Formula:
    """A fixed part where the first argument is a text, and a rule where it is longer than `above`."""
    return Formula(_hooks.RULE_TEXT, "", 0, above, unit(each), rule=rule)


def lost(name: str) -> Formula:
    """Work that cannot be counted."""
    return Formula(_hooks.LOST, name)


# Operations of the regular expression engine, in the order of `regex_operation` in _regex.h.
REGEX_OPERATIONS = ("match", "fullmatch", "search", "findall", "split", "sub", "finditer", "scanner", "scan")


def regex(name: str, operation: str, call: str, function: bool = False) -> Formula:
    """What the engine of regular expressions does for a method of a pattern, or for a function of `re`."""
    return Formula(_hooks.REGEX, name, unit(call), REGEX_OPERATIONS.index(operation), int(function))
