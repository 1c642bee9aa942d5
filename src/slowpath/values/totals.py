"""`sum`, `min`, `max` and `sorted` of numbers, some of them symbolic: C code looks into floats by itself."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from types import GeneratorType
from typing import Any

from slowpath.values.elements import Perform, take
from slowpath.values.integer import SymInt
from slowpath.values.real import SymFloat
from slowpath.values.sides import is_mixed, note_mixed, operands, plain_number

Operation = Callable[..., Any]

COMPENSATED = sys.version_info >= (3, 12)  # sums of floats carry their rounding errors along
_SYMBOLIC = frozenset({SymInt, SymFloat})


def total(perform: Perform, /, *arguments: Any, **options: Any) -> Any:
    """`sum(values, start)`"""
    given = arguments[0] if arguments else ()
    start = arguments[1] if len(arguments) == 2 else options.get("start", 0)
    items: list[Any] = []
    if type(given) is list or type(given) is tuple:
        items = given  # type: ignore[assignment]
    elif type(given) is GeneratorType:
        arguments = (_remembering(items, given), *arguments[1:])
    elif type(given) is map or type(given) is filter:
        taken = take(given, check=callable)
        items = taken.items
        arguments = (taken.again(items), *arguments[1:])
    result = perform(sum, *arguments, **options)
    kinds = {type(start), *map(type, items)}
    if not kinds & _SYMBOLIC or not any(issubclass(kind, float) for kind in kinds | {type(result)}):
        return result
    if COMPENSATED and len(items) + (start != 0) > 2:
        note((start, *items), "sum of floats")
        return sum(map(plain_number, items), plain_number(start))
    return reduce(_plus, items, start)


def _remembering(items: list[Any], values: Iterable[Any]) -> Iterator[Any]:
    for each in values:
        items.append(each)
        yield each


def _plus(left: Any, right: Any) -> Any:
    if is_mixed((left, right)) and type(left) is not SymInt:
        left, right = operands(left, right)
    return left + right


def products(perform: Perform, /, *arguments: Any) -> Any:
    """`math.sumprod(p, q)`, which carries rounding errors along for floats of the builtin type only."""
    given = [list(values) for values in arguments]
    if not any(type(each) in _SYMBOLIC for values in given for each in values):
        return perform(_SUMPROD, *given)
    note((each for values in given for each in values), "math.sumprod()")
    return perform(_SUMPROD, *([plain_number(each) for each in values] for values in given))


_SUMPROD = getattr(math, "sumprod", None)  # new in Python 3.12
FUNCTIONS: Mapping[Any, Operation] = {} if _SUMPROD is None else {_SUMPROD: products}


def ordering(function: Any) -> Operation:
    """`min`, `max`, `sorted`: their comparisons start from either side."""

    def operation(perform: Perform, /, *arguments: Any, **options: Any) -> Any:
        if "key" not in options:
            note_mixed(arguments[0] if len(arguments) == 1 else arguments)
        return perform(function, *arguments, **options)

    return operation


def sort(perform: Perform, values: Any, /, **options: Any) -> None:
    """`values.sort()`"""
    if "key" not in options:
        note_mixed(values)
    perform(list.sort, values, **options)


def note(values: Iterable[Any], reason: str) -> None:
    """Note what is lost of the symbolic numbers among values."""
    next(each for each in values if type(each) in _SYMBOLIC).trace.give_up(reason, 1)
