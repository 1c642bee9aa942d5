"""Formulas of native work: how the sizes of operands and outcomes become a charge."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from slowpath.counting.native import _hooks
from slowpath.counting.native.units import UNITS

# (size of the receiver before the call, result, receiver, args) -> milli-ops
Rule = Callable[[int, Any, Any, tuple[Any, ...]], int]


class WorkFormula(NamedTuple):
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


def linear(
    receiver: str | None = None, result: str | None = None, argument: str | None = None
) -> WorkFormula:
    """Work in proportion to the receiver before the call, the result, and the first argument."""
    return WorkFormula(_hooks.LINEAR, "", 0, unit(receiver), unit(result), unit(argument))


def filled(fill: str) -> WorkFormula:
    """A new text, most of it made of one character."""
    return WorkFormula(_hooks.LINEAR, "", unit("new.text"), 0, unit(fill))


def consume(argument: str, result: str | None = None) -> WorkFormula:
    """Work per element that is taken from the first argument, an iterable."""
    return WorkFormula(_hooks.CONSUME, "", 0, 0, unit(result), unit(argument))


def extreme(call: str, element: str) -> WorkFormula:
    """min() and max(): the call, and work per element of the one argument, or per argument."""
    return WorkFormula(_hooks.EXTREME, "", 0, unit(call), 0, unit(element))


def hashed(new: str | None, element: str, clone: str | None = None) -> WorkFormula:
    """A new table, work per element that is hashed into it, and the clashes among them.

    `clone` is the unit where the elements come from a container of the same type.
    """
    return WorkFormula(_hooks.HASHED, "", 0, unit(new), unit(clone), unit(element))


def scan(many: str, one: str | None = None) -> WorkFormula:
    """A search that ends where it finds; `one` is the unit for a needle of one element."""
    return WorkFormula(_hooks.SCAN, "", 0, unit(many), 0, unit(one or many))


def scan_back(many: str, one: str | None = None) -> WorkFormula:
    """A search from the end."""
    return WorkFormula(_hooks.SCAN_BACK, "", 0, unit(many), 0, unit(one or many))


def whole(many: str, one: str, hit: str) -> WorkFormula:
    """Work over all of start:end, and per hit, the number of which is the result."""
    return WorkFormula(_hooks.RANGE, "", 0, unit(many), unit(hit), unit(one))


def replaced(search: str, copy: str, hit: str) -> WorkFormula:
    """A search up to the last replacement, the copy, and the replacements."""
    return WorkFormula(_hooks.REPLACED, "", 0, unit(search), unit(copy), unit(hit))


def tail(move: str) -> WorkFormula:
    """Work per element behind the index given."""
    return WorkFormula(_hooks.TAIL, "", 0, unit(move))


def edge(move: str) -> WorkFormula:
    """Work per element between the index given and the nearer end."""
    return WorkFormula(_hooks.EDGE, "", 0, unit(move))


def remove(search: str, move: str) -> WorkFormula:
    """A search in a list, then a move of the elements behind."""
    return WorkFormula(_hooks.REMOVE, "", 0, unit(search), unit(move))


def insort(step: str, move: str) -> WorkFormula:
    """A binary search in a list, then a move of the elements behind."""
    return WorkFormula(_hooks.INSORT, "", 0, unit(step), unit(move))


def seek(search: str) -> WorkFormula:
    """A search in a container that is not a sequence in memory."""
    return WorkFormula(_hooks.SEEK, "", 0, unit(search))


def split(search: str, piece: str, copy: str) -> WorkFormula:
    """A search for separators up to the last piece, and the pieces."""
    return WorkFormula(_hooks.SPLIT, "", 0, unit(search), unit(piece), unit(copy))


def split_back(search: str, piece: str, copy: str) -> WorkFormula:
    """A search for separators from the end."""
    return WorkFormula(_hooks.SPLIT_BACK, "", 0, unit(search), unit(piece), unit(copy))


def strip(off: str, kept: str) -> WorkFormula:
    """Work per element taken off, and per element copied where any was."""
    return WorkFormula(_hooks.STRIP, "", 0, unit(off), unit(kept))


def coded(other: str, ascii_only: str) -> WorkFormula:
    """Work per element of the receiver, less where it and the result are ASCII."""
    return WorkFormula(_hooks.CODED, "", 0, unit(other), unit(ascii_only))


def formatted() -> WorkFormula:
    """str.format(): text operands are copied, the rest of the result is made."""
    return WorkFormula(_hooks.FORMATTED, "")


def prefix(match: str, each: str) -> WorkFormula:
    """Work per element of a matching prefix, and per prefix of a tuple."""
    return WorkFormula(_hooks.PREFIX, "", 0, unit(match), unit(each))


def predicate(test: str, number: int) -> WorkFormula:
    """Work per character up to the first that fails; `number` names the test in `_calls.h`."""
    return WorkFormula(_hooks.PREDICATE, "", 0, unit(test), 0, number)


def smaller(lookup: str) -> WorkFormula:
    """Work per element of the smaller set."""
    return WorkFormula(_hooks.SMALLER, "", 0, unit(lookup))


def subset(lookup: str) -> WorkFormula:
    """Work per element of the receiver up to the first that is missing in the argument."""
    return WorkFormula(_hooks.SUBSET, "", 0, unit(lookup))


def superset(lookup: str) -> WorkFormula:
    """Work per element of the argument up to the first that is missing in the receiver."""
    return WorkFormula(_hooks.SUPERSET, "", 0, unit(lookup))


def rise(level: str) -> WorkFormula:
    """Work per level that an item rises in a heap."""
    return WorkFormula(_hooks.HEAP_PUSH, "", 0, unit(level))


def logarithm(step: str) -> WorkFormula:
    """Work per halving of the first argument."""
    return WorkFormula(_hooks.LOG, "", 0, unit(step))


def sort(element: str, compare: str) -> WorkFormula:
    """n elements, and the comparisons of the merges of their runs."""
    return WorkFormula(_hooks.SORT, "", 0, unit(element), unit(compare))


def total(addend: str, copy: str) -> WorkFormula:
    """sum(): each addend, and each intermediate sequence."""
    return WorkFormula(_hooks.SUM, "", 0, unit(addend), unit(copy))


def quantifier(truth: str, stops_at: bool) -> WorkFormula:
    """any() and all(): elements up to the first whose truth decides."""
    return WorkFormula(_hooks.QUANTIFIER, "", 0, unit(truth), 0, int(stops_at))


def power() -> WorkFormula:
    """pow() of large ints."""
    return WorkFormula(_hooks.POWER, "")


def divide() -> WorkFormula:
    """divmod() of large ints."""
    return WorkFormula(_hooks.DIVIDE, "")


def divisor() -> WorkFormula:
    """gcd() and lcm() of large ints."""
    return WorkFormula(_hooks.DIVISOR, "")


def root() -> WorkFormula:
    """isqrt() of a large int."""
    return WorkFormula(_hooks.ROOT, "")


def tree() -> WorkFormula:
    """A large int made by a balanced tree of products."""
    return WorkFormula(_hooks.TREE, "")


def product(factor: str) -> WorkFormula:
    """prod(): each factor, and the products up to a large result."""
    return WorkFormula(_hooks.PRODUCT, "", 0, 0, 0, unit(factor))


def reduction(call: str) -> WorkFormula:
    """reduce(): one call per element of the second argument; a function in Python counts itself."""
    return WorkFormula(_hooks.REDUCE, "", 0, 0, 0, unit(call))


def ruled(rule: Rule) -> WorkFormula:
    """A rule in Python."""
    return WorkFormula(_hooks.RULE, "", rule=rule)


def ruled_int(rule: Rule, above: int, result: str) -> WorkFormula:
    """A rule where the first argument is an int of more than `above` digits, else linear in the result."""
    return WorkFormula(_hooks.RULE_INT, "", 0, above, unit(result), rule=rule)


def ruled_text(rule: Rule, above: int, each: str) -> WorkFormula:
    """A fixed part where the first argument is a text, and a rule where it is longer than `above`."""
    return WorkFormula(_hooks.RULE_TEXT, "", 0, above, unit(each), rule=rule)


def lost(name: str) -> WorkFormula:
    """Work that cannot be counted."""
    return WorkFormula(_hooks.LOST, name)


# Operations of the regular expression engine, in the order of `regex_operation` in _regex.h.
REGEX_OPERATIONS = ("match", "fullmatch", "search", "findall", "split", "sub", "finditer", "scanner", "scan")


def regex(name: str, operation: str, call: str, function: bool = False) -> WorkFormula:
    """What the engine of regular expressions does for a method of a pattern, or for a function of `re`."""
    return WorkFormula(_hooks.REGEX, name, unit(call), REGEX_OPERATIONS.index(operation), int(function))
