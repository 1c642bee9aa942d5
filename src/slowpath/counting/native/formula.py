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


def _of_units(kind: int) -> Callable[..., WorkFormula]:
    """What makes the formulas of a kind from the names of their units, as far as it has any."""

    def formula(a: str | None = None, b: str | None = None, c: str | None = None) -> WorkFormula:
        return WorkFormula(kind, "", 0, unit(a), unit(b), unit(c))

    return formula


# Work per element ...
tail = _of_units(_hooks.TAIL)  # behind the index given
edge = _of_units(_hooks.EDGE)  # between the index given and the nearer end
seek = _of_units(_hooks.SEEK)  # of a container that is not a sequence in memory, up to the one that is sought
smaller = _of_units(_hooks.SMALLER)  # of the smaller set
subset = _of_units(_hooks.SUBSET)  # of the receiver up to the first that is missing in the argument
superset = _of_units(_hooks.SUPERSET)  # of the argument up to the first that is missing in the receiver
# Work per step ...
rise = _of_units(_hooks.HEAP_PUSH)  # by which an item rises in a heap
logarithm = _of_units(_hooks.LOG)  # that halves the first argument
# Work of two or three kinds ...
remove = _of_units(_hooks.REMOVE)  # a search in a list, then a move of the elements behind
insort = _of_units(_hooks.INSORT)  # a binary search in a list, then a move of the elements behind
strip = _of_units(_hooks.STRIP)  # per element taken off, and per element copied if any was
coded = _of_units(_hooks.CODED)  # per element of the receiver; a second unit if it and the result are ASCII
prefix = _of_units(_hooks.PREFIX)  # per element of a matching prefix, and per prefix of a tuple
sort = _of_units(_hooks.SORT)  # the elements, and the comparisons of the merges of their runs
total = _of_units(_hooks.SUM)  # sum(): each addend, and each intermediate sequence
replaced = _of_units(_hooks.REPLACED)  # a search up to the last replacement, the copy, and the replacements
split = _of_units(_hooks.SPLIT)  # a search for separators up to the last piece, each piece, and their copies
split_back = _of_units(_hooks.SPLIT_BACK)  # the same from the end
# Work in units that the hooks know ...
formatted = _of_units(_hooks.FORMATTED)  # str.format(): text operands are copied, the rest is made
power = _of_units(_hooks.POWER)  # pow() of large ints
divide = _of_units(_hooks.DIVIDE)  # divmod() of large ints
divisor = _of_units(_hooks.DIVISOR)  # gcd() and lcm() of large ints
root = _of_units(_hooks.ROOT)  # isqrt() of a large int
tree = _of_units(_hooks.TREE)  # a large int made by a balanced tree of products


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


def predicate(test: str, number: int) -> WorkFormula:
    """Work per character up to the first that fails; `number` names the test in `_calls.h`."""
    return WorkFormula(_hooks.PREDICATE, "", 0, unit(test), 0, number)


def quantifier(truth: str, stops_at: bool) -> WorkFormula:
    """any() and all(): elements up to the first whose truth decides."""
    return WorkFormula(_hooks.QUANTIFIER, "", 0, unit(truth), 0, int(stops_at))


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
