"""Unions, intersections and the like of sets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from slowpath.counting.native.rules import MODULUS
from slowpath.values import sets
from slowpath.values.elements import Perform
from slowpath.values.functions import SYMBOLIC
from slowpath.values.keys import PLAIN, KeySearch
from slowpath.values.operands import Operand, Silence, among, distinct, operands_of
from slowpath.values.recording import SymFrozenSet, SymSet, plain_of, trace_in
from slowpath.values.sets import changed, new_set, order_of, table
from slowpath.values.trace import Trace


def made(perform: Perform, kind: Any, *arguments: Any, **options: Any) -> Any:
    """`set(...)`, `frozenset(...)`: a recording set."""
    if len(arguments) != 1 or options:
        return new_set(
            kind,
            None,
            lambda: perform(kind, *arguments, **options),
            lambda new: kind(*arguments, **options),
            None,
        )
    if kind is frozenset and type(arguments[0]) is SymFrozenSet:
        return arguments[0]
    operand = Operand(arguments[0])
    trace = operand.trace
    order = (
        None if trace is None else operand.elements if operand.is_set else distinct(operand.elements, trace)
    )
    with Silence(trace):
        new = new_set(
            kind,
            order,
            lambda: kind(operand.again()),
            lambda new: set.update(new, operand.again()),
            trace,
        )
        _charge_made(perform, kind, operand, len(new))
    return new


def _charge_made(perform: Perform, kind: Any, operand: Operand, count: int) -> None:
    """Charge for a new set; only large ints, whose hashes may clash, matter themselves."""
    if any(isinstance(each, int) and not -MODULUS < int(each) < MODULUS for each in operand.elements):
        perform(kind, operand.given())
    else:
        perform(kind, operand.given([*range(count), *[0] * (len(operand.elements) - count)]))


def copied(perform: Perform, box: Any) -> Any:
    """`box.copy()`"""
    _charge(perform, "copy", box)
    if type(box) is SymFrozenSet:
        return box
    trace = trace_in(box)
    with Silence(trace):
        order = order_of(box) if trace is not None else None
        return new_set(plain_of(box), order, lambda: frozenset(box), lambda new: set.update(new, box), trace)


def _change(
    perform: Perform,
    method: Any,
    box: Any,
    operands: list[Operand],
    order: list[Any],
    trace: Trace | None,
    thinned: bool = False,
) -> None:
    """Change a set in place; its elements are then those of `order`, as far as a trace asks."""
    with Silence(trace):
        perform(method, box, *(each.given() for each in operands))
    if trace is not None:
        changed(box, order, trace, thinned)
    elif type(box) is SymSet:
        box.known, box.thinned = None, box.thinned or thinned


def _charge(perform: Perform, name: str, box: Any, *operands: Operand) -> None:
    """Charge for a new set by the sizes of the old ones."""
    plain = plain_of(box)
    perform(
        getattr(plain, name),
        plain(range(len(box))),
        *(each.given([0] * len(each.elements)) for each in operands),
    )


def _combined(
    perform: Perform,
    name: str,
    box: Any,
    operands: list[Operand],
    order: list[Any] | None,
    layout: Callable[[Any], None],
    trace: Trace | None,
    thinned: bool = False,
) -> Any:
    """What a method of that name makes of a set and its operands; `new_set` says what the others are."""
    _charge(perform, name, box, *operands)
    plain = plain_of(box)
    method = getattr(plain, name)
    with Silence(trace):
        return new_set(
            plain,
            order,
            lambda: method(table(box), *(each.again() for each in operands)),
            layout,
            trace,
            thinned,
        )


def union(perform: Perform, box: Any, *others: Any) -> Any:
    """`box | other`"""
    operands, trace = operands_of(box, others)
    order = None
    if trace is not None:
        order = order_of(box)
        for each in operands:
            order = distinct(each.elements, trace, order)

    def layout(new: Any) -> None:
        set.update(new, table(box))
        for each in operands:
            if each.value is not box:
                set.update(new, each.again())

    return _combined(perform, "union", box, operands, order, layout, trace)


def update(perform: Perform, box: Any, *others: Any) -> None:
    """`box.update(other)`"""
    operands, trace = operands_of(box, others)
    order: list[Any] = []
    if trace is not None:
        order = order_of(box)
        for each in operands:
            order = distinct(each.elements, trace, order)
    _change(perform, set.update, box, operands, order, trace)


def _intersected(box: Any, operands: list[Operand], trace: Trace) -> list[Any]:
    """Return the elements of an intersection in an order that does not depend on the input."""
    order = order_of(box)
    for each in operands:
        swapped = each.is_set and len(each.elements) > len(order)
        through, held = (order, each.elements) if swapped else (each.elements, order)
        there = among(through, held, trace)
        kept = [element for element, found in zip(through, there, strict=True) if found]
        order = kept if each.is_set else distinct(kept, trace)
    return order


def _intersect(new: Any, current: Any, operand: Operand) -> None:
    """Put the elements of an intersection into a new set, in the order in which C code finds them."""
    other = operand.again()
    swapped = operand.is_set and len(other) > len(current)
    through = current if swapped else other
    ids = set(map(id, plain_of(current).intersection(current, other)))
    elements = plain_of(through).__iter__(through) if swapped or operand.is_set else through
    set.update(new, [each for each in elements if id(each) in ids])


def intersection(perform: Perform, box: Any, *others: Any) -> Any:
    """`box & other`"""
    operands, trace = operands_of(box, others)
    order = _intersected(box, operands, trace) if trace is not None else None
    plain = plain_of(box)

    def layout(new: Any) -> None:
        current = table(box)
        if not operands or not set(map(type, plain.__iter__(current))) <= PLAIN | SYMBOLIC:
            set.update(new, current)
            set.intersection_update(new, *(each.again() for each in operands))
            return
        for each in operands[:-1]:
            between: set[Any] = set()
            _intersect(between, current, each)
            current = between
        _intersect(new, current, operands[-1])

    return _combined(perform, "intersection", box, operands, order, layout, trace)


def intersection_update(perform: Perform, box: Any, *others: Any) -> None:
    """`box &= other`"""
    operands, trace = operands_of(box, others)
    order = _intersected(box, operands, trace) if trace is not None else []
    _change(perform, set.intersection_update, box, operands, order, trace)


def _left(order: list[Any], operands: list[Operand], trace: Trace) -> list[Any]:
    """Return the elements that are in no operand."""
    for each in operands:
        there = among(order, each.elements, trace)
        order = [element for element, found in zip(order, there, strict=True) if not found]
    return order


def difference(perform: Perform, box: Any, *others: Any) -> Any:
    """`box - other`"""
    if not others:
        return copied(perform, box)
    operands, trace = operands_of(box, others)
    first = operands[0]
    between = _left(order_of(box), operands[:1], trace) if trace is not None else None
    order = _left(between, operands[1:], trace) if between is not None and trace is not None else None

    thinned = not (first.is_set or first.is_dict) or len(box) >> 2 > len(first.elements)

    def layout(new: Any) -> None:
        if thinned:
            set.update(new, table(box))
            set.difference_update(new, first.again())
        elif between is not None:
            ids = set(map(id, plain_of(box).difference(table(box), first.again())))
            set.update(new, [each for each in plain_of(box).__iter__(table(box)) if id(each) in ids])
        else:
            set.update(new, list(plain_of(box).difference(table(box), first.again())))
        for each in operands[1:]:
            set.difference_update(new, each.again())

    emptied = thinned or len(operands) > 1
    return _combined(perform, "difference", box, operands, order, layout, trace, emptied)


def difference_update(perform: Perform, box: Any, *others: Any) -> None:
    """`box -= other`"""
    operands, trace = operands_of(box, others)
    order = _left(order_of(box), operands, trace) if trace is not None else []
    _change(perform, set.difference_update, box, operands, order, trace, thinned=True)


def _either(mine: list[Any], theirs: list[Any], trace: Trace) -> list[Any]:
    """Return the elements of one list that are not in the other, both ways."""
    rest = {id(each): each for each in theirs}
    only = []
    for each in mine:
        search = KeySearch(theirs, each, trace)
        if search.there():
            rest.pop(id(search.which()), None)
        else:
            only.append(each)
    return [*only, *rest.values()]


def symmetric_difference(perform: Perform, box: Any, other: Any) -> Any:
    """`box ^ other`"""
    (operand,), trace = operands_of(box, (other,))
    order = None
    if trace is not None:
        theirs = operand.elements if operand.is_set else distinct(operand.elements, trace)
        order = _either(order_of(box), theirs, trace)

    def layout(new: Any) -> None:
        set.update(new, operand.again())
        set.symmetric_difference_update(new, table(box))

    return _combined(perform, "symmetric_difference", box, [operand], order, layout, trace, True)


def symmetric_difference_update(perform: Perform, box: Any, other: Any) -> None:
    """`box ^= other`"""
    (operand,), trace = operands_of(box, (other,))
    order: list[Any] = []
    if trace is not None:
        theirs = operand.elements if operand.is_set else distinct(operand.elements, trace)
        order = _either(order_of(box), theirs, trace)
    _change(perform, set.symmetric_difference_update, box, [operand], order, trace, thinned=True)


def issubset(perform: Perform, box: Any, other: Any) -> bool:
    """`box <= other`"""
    return _covers(perform, plain_of(box).issubset, box, other, mine=True)


def issuperset(perform: Perform, box: Any, other: Any) -> bool:
    """`box >= other`"""
    return _covers(perform, plain_of(box).issuperset, box, other, mine=False)


def _covers(perform: Perform, method: Any, box: Any, other: Any, mine: bool) -> bool:
    (operand,), trace = operands_of(box, (other,))
    if trace is not None:
        theirs = operand.elements if operand.is_set else distinct(operand.elements, trace)
        inner, outer = (order_of(box), theirs) if mine else (theirs, order_of(box))
        if len(inner) <= len(outer):
            for each in inner:
                if not KeySearch(outer, each, trace).there():
                    break
    with Silence(trace):
        return bool(perform(method, table(box), operand.given()))


def isdisjoint(perform: Perform, box: Any, other: Any) -> bool:
    """`box.isdisjoint(other)`"""
    (operand,), trace = operands_of(box, (other,))
    if trace is not None:
        for each in operand.elements:
            if KeySearch(order_of(box), each, trace).there():
                break
    with Silence(trace):
        return bool(perform(plain_of(box).isdisjoint, table(box), operand.given()))


METHODS: dict[str, Callable[..., Any]] = {
    **{name: getattr(sets, name) for name in ("add", "discard", "remove", "pop", "clear")},
    "copy": copied,
    "union": union,
    "update": update,
    "intersection": intersection,
    "difference": difference,
    "intersection_update": intersection_update,
    "difference_update": difference_update,
    "symmetric_difference": symmetric_difference,
    "symmetric_difference_update": symmetric_difference_update,
    "isdisjoint": isdisjoint,
    "issubset": issubset,
    "issuperset": issuperset,
    "__contains__": lambda perform, box, element: sets.contains(box, element),
}
