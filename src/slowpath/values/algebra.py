"""Unions, intersections and the like of sets, and the methods of recording sets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from slowpath.values import sets
from slowpath.values.elements import Elements, Perform, directly, take
from slowpath.values.functions import SYMBOLIC
from slowpath.values.keys import PLAIN, Quiet, Search
from slowpath.values.recording import (
    RecordedSet,
    SymDict,
    SymFrozenSet,
    SymSet,
    plain_of,
    trace_among,
    trace_in,
)
from slowpath.values.sets import changed, is_set, new_set, order_of, settle_order, table
from slowpath.values.trace import Trace


class _Operand:
    """An operand of a set operation: its elements in an order that does not depend on the input."""

    def __init__(self, value: Any) -> None:
        self.value = value
        self.is_set = is_set(value)
        self.is_dict = type(value) in (dict, SymDict)  # C code looks at the exact type
        self._taken: Elements | None = None
        if self.is_set:
            self.elements = order_of(value)
            self.trace = trace_in(value)
            return
        if self.is_dict:
            self.elements = list(dict.keys(value))
        else:
            self._taken = take(value)
            self.elements = self._taken.items
        self.trace = trace_among(self.elements)

    def again(self) -> Any:
        """What C code goes through in its place."""
        if self.is_set:
            return table(self.value)
        if self.is_dict:
            return dict(self.value) if type(self.value) is SymDict else self.value
        assert self._taken is not None
        return self.elements if self._taken.error is None else self._taken.again(self.elements)

    def given(self, elements: list[Any] | None = None) -> Any:
        """The same, or other elements, in an iterable that costs as much as the value itself."""
        if self._taken is not None:
            return self._taken.again(self.elements if elements is None else elements)
        if elements is None:
            return self.again()
        return set(range(len(elements))) if self.is_set else dict.fromkeys(range(len(elements)))


def _operands(box: Any, others: tuple[Any, ...]) -> tuple[list[_Operand], Trace | None]:
    operands = [_Operand(each) for each in others]
    traces = (trace_in(box), *(each.trace for each in operands))
    return operands, next((trace for trace in traces if trace is not None), None)


class _Silence:
    """Quiet where there is a trace."""

    def __init__(self, trace: Trace | None) -> None:
        self._quiet = Quiet(trace) if trace is not None else None

    def __enter__(self) -> None:
        if self._quiet is not None:
            self._quiet.__enter__()

    def __exit__(self, *error: Any) -> None:
        if self._quiet is not None:
            self._quiet.__exit__(None, None, None)


def _distinct(elements: Iterable[Any], trace: Trace, before: Iterable[Any] = ()) -> list[Any]:
    """Return `before` and the elements that are new, each decided."""
    kept = list(before)
    plain: set[Any] = {each for each in kept if type(each) in PLAIN}
    for each in elements:
        if type(each) in PLAIN and each in plain:
            continue
        if not Search(kept, each, trace).there():
            kept.append(each)
            if type(each) in PLAIN:
                plain.add(each)
    return kept


def _among(elements: list[Any], others: list[Any], trace: Trace) -> list[bool]:
    """Decide for each element whether it is among others."""
    return [Search(others, each, trace).there() for each in elements]


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
    operand = _Operand(arguments[0])
    trace = operand.trace
    order = (
        None if trace is None else operand.elements if operand.is_set else _distinct(operand.elements, trace)
    )
    with _Silence(trace):
        new = new_set(
            kind,
            order,
            lambda: kind(operand.again()),
            lambda new: set.update(new, operand.again()),
            trace,
        )
        _charge_made(perform, kind, operand, len(new))
    return new


def _charge_made(perform: Perform, kind: Any, operand: _Operand, distinct: int) -> None:
    """Charge for a new set; only large ints, whose hashes may clash, matter themselves."""
    if any(isinstance(each, int) and not -_CLASHING < int(each) < _CLASHING for each in operand.elements):
        perform(kind, operand.given())
    else:
        perform(kind, operand.given([*range(distinct), *[0] * (len(operand.elements) - distinct)]))


_CLASHING = 1 << 60


def copied(perform: Perform, box: Any) -> Any:
    """`box.copy()`"""
    _charge(perform, "copy", box)
    if type(box) is SymFrozenSet:
        return box
    trace = trace_in(box)
    with _Silence(trace):
        order = order_of(box) if trace is not None else None
        return new_set(plain_of(box), order, lambda: frozenset(box), lambda new: set.update(new, box), trace)


def _charge(perform: Perform, name: str, box: Any, *operands: _Operand) -> None:
    """Charge for a new set by the sizes of the old ones."""
    plain = plain_of(box)
    perform(
        getattr(plain, name),
        plain(range(len(box))),
        *(each.given([0] * len(each.elements)) for each in operands),
    )


def union(perform: Perform, box: Any, *others: Any) -> Any:
    """`box | other`"""
    operands, trace = _operands(box, others)
    order = None
    if trace is not None:
        order = order_of(box)
        for each in operands:
            order = _distinct(each.elements, trace, order)

    def layout(new: Any) -> None:
        set.update(new, table(box))
        for each in operands:
            if each.value is not box:
                set.update(new, each.again())

    _charge(perform, "union", box, *operands)
    with _Silence(trace):
        plain = plain_of(box)
        return new_set(
            plain, order, lambda: plain.union(table(box), *(each.again() for each in operands)), layout, trace
        )


def update(perform: Perform, box: Any, *others: Any) -> None:
    """`box.update(other)`"""
    operands, trace = _operands(box, others)
    order: list[Any] = []
    if trace is not None:
        order = order_of(box)
        for each in operands:
            order = _distinct(each.elements, trace, order)
    with _Silence(trace):
        perform(set.update, box, *(each.given() for each in operands))
    if trace is not None:
        changed(box, order, trace)
    elif type(box) is SymSet:
        box.known = None


def _intersected(box: Any, operands: list[_Operand], trace: Trace) -> list[Any]:
    """Return the elements of an intersection in an order that does not depend on the input."""
    order = order_of(box)
    for each in operands:
        swapped = each.is_set and len(each.elements) > len(order)
        through, held = (order, each.elements) if swapped else (each.elements, order)
        there = _among(through, held, trace)
        kept = [element for element, found in zip(through, there, strict=True) if found]
        order = kept if each.is_set else _distinct(kept, trace)
    return order


def _intersect(new: Any, current: Any, operand: _Operand) -> None:
    """Put the elements of an intersection into a new set, in the order in which C code finds them."""
    other = operand.again()
    swapped = operand.is_set and len(other) > len(current)
    through = current if swapped else other
    ids = set(map(id, plain_of(current).intersection(current, other)))
    elements = plain_of(through).__iter__(through) if swapped or operand.is_set else through
    set.update(new, [each for each in elements if id(each) in ids])


def intersection(perform: Perform, box: Any, *others: Any) -> Any:
    """`box & other`"""
    operands, trace = _operands(box, others)
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

    _charge(perform, "intersection", box, *operands)
    with _Silence(trace):
        return new_set(
            plain,
            order,
            lambda: plain.intersection(table(box), *(each.again() for each in operands)),
            layout,
            trace,
        )


def intersection_update(perform: Perform, box: Any, *others: Any) -> None:
    """`box &= other`"""
    operands, trace = _operands(box, others)
    order = _intersected(box, operands, trace) if trace is not None else []
    with _Silence(trace):
        perform(set.intersection_update, box, *(each.given() for each in operands))
    if trace is not None:
        changed(box, order, trace)
    elif type(box) is SymSet:
        box.known = None


def _left(order: list[Any], operands: list[_Operand], trace: Trace) -> list[Any]:
    """Return the elements that are in no operand."""
    for each in operands:
        there = _among(order, each.elements, trace)
        order = [element for element, found in zip(order, there, strict=True) if not found]
    return order


def difference(perform: Perform, box: Any, *others: Any) -> Any:
    """`box - other`"""
    if not others:
        return copied(perform, box)
    operands, trace = _operands(box, others)
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

    _charge(perform, "difference", box, *operands)
    with _Silence(trace):
        plain = plain_of(box)
        return new_set(
            plain,
            order,
            lambda: plain.difference(table(box), *(each.again() for each in operands)),
            layout,
            trace,
            thinned or len(operands) > 1,
        )


def difference_update(perform: Perform, box: Any, *others: Any) -> None:
    """`box -= other`"""
    operands, trace = _operands(box, others)
    order = _left(order_of(box), operands, trace) if trace is not None else []
    with _Silence(trace):
        perform(set.difference_update, box, *(each.given() for each in operands))
    _shrunk(box, order, trace)


def _shrunk(box: Any, order: list[Any], trace: Trace | None) -> None:
    if trace is not None:
        changed(box, order, trace, thinned=True)
    elif type(box) is SymSet:
        box.known, box.thinned = None, True


def _either(mine: list[Any], theirs: list[Any], trace: Trace) -> list[Any]:
    """Return the elements of one list that are not in the other, both ways."""
    rest = {id(each): each for each in theirs}
    only = []
    for each in mine:
        search = Search(theirs, each, trace)
        if search.there():
            rest.pop(id(search.which()), None)
        else:
            only.append(each)
    return [*only, *rest.values()]


def symmetric_difference(perform: Perform, box: Any, other: Any) -> Any:
    """`box ^ other`"""
    (operand,), trace = _operands(box, (other,))
    order = None
    if trace is not None:
        theirs = operand.elements if operand.is_set else _distinct(operand.elements, trace)
        order = _either(order_of(box), theirs, trace)
    plain = plain_of(box)

    def layout(new: Any) -> None:
        set.update(new, operand.again())
        set.symmetric_difference_update(new, table(box))

    _charge(perform, "symmetric_difference", box, operand)
    with _Silence(trace):
        return new_set(
            plain, order, lambda: plain.symmetric_difference(table(box), operand.again()), layout, trace, True
        )


def symmetric_difference_update(perform: Perform, box: Any, other: Any) -> None:
    """`box ^= other`"""
    (operand,), trace = _operands(box, (other,))
    order: list[Any] = []
    if trace is not None:
        theirs = operand.elements if operand.is_set else _distinct(operand.elements, trace)
        order = _either(order_of(box), theirs, trace)
    with _Silence(trace):
        perform(set.symmetric_difference_update, box, operand.given())
    _shrunk(box, order, trace)


def issubset(perform: Perform, box: Any, other: Any) -> bool:
    """`box <= other`"""
    return _covers(perform, plain_of(box).issubset, box, other, mine=True)


def issuperset(perform: Perform, box: Any, other: Any) -> bool:
    """`box >= other`"""
    return _covers(perform, plain_of(box).issuperset, box, other, mine=False)


def _covers(perform: Perform, method: Any, box: Any, other: Any, mine: bool) -> bool:
    (operand,), trace = _operands(box, (other,))
    if trace is not None:
        theirs = operand.elements if operand.is_set else _distinct(operand.elements, trace)
        inner, outer = (order_of(box), theirs) if mine else (theirs, order_of(box))
        if len(inner) <= len(outer):
            for each in inner:
                if not Search(outer, each, trace).there():
                    break
    with _Silence(trace):
        return bool(perform(method, table(box), operand.given()))


def isdisjoint(perform: Perform, box: Any, other: Any) -> bool:
    """`box.isdisjoint(other)`"""
    (operand,), trace = _operands(box, (other,))
    if trace is not None:
        for each in operand.elements:
            if Search(order_of(box), each, trace).there():
                break
    with _Silence(trace):
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


def display(*elements: Any) -> SymSet:
    """`{x, ...}`"""
    return SymSet(elements)


# -- the methods of recording sets ------------------------------------------------------------------


def _method(name: str) -> Callable[..., Any]:
    operation = METHODS[name]

    def method(self: Any, *arguments: Any) -> Any:
        return operation(directly, self, *arguments)

    method.__name__ = name
    return method


def _operator(operation: Callable[..., Any]) -> Callable[..., Any]:
    def operator(self: Any, other: Any) -> Any:
        return operation(self, other) if is_set(other) else NotImplemented

    return operator


def _unequal(self: Any, other: Any) -> Any:
    same = self.__eq__(other)
    return same if same is NotImplemented else not same


def _has(self: Any, element: Any) -> bool:
    if self.open is None and type(element) in PLAIN:
        return bool(self.plain.__contains__(self, element))
    return sets.contains(self, element)


def _add(self: Any, element: Any) -> None:
    if self.open is None and type(element) in PLAIN:
        self.known = None
        set.add(self, element)
    else:
        sets.add(directly, self, element)


def _iterated(self: Any) -> Iterator[Any]:
    settle_order(self)
    through: Iterator[Any] = plain_of(self).__iter__(table(self))
    return through


def _frozen(cls: Any, *arguments: Any) -> Any:
    return made(directly, frozenset, *arguments)


_OPERATORS = {"or": union, "and": intersection, "sub": difference, "xor": symmetric_difference}
_CHANGES = {
    "or": update,
    "and": intersection_update,
    "sub": difference_update,
    "xor": symmetric_difference_update,
}
_SHARED = ("copy", "union", "intersection", "difference", "symmetric_difference")
_ASKING = ("issubset", "issuperset", "isdisjoint")
_CHANGING = ("discard", "remove", "pop", "clear", "update", "intersection_update")


def _binary(name: str) -> dict[str, Callable[..., Any]]:
    operation = _OPERATORS[name]
    return {
        f"__{name}__": _operator(lambda self, other: operation(directly, self, other)),
        f"__r{name}__": _operator(lambda self, other: operation(directly, other, self)),
    }


def _in_place(name: str) -> Callable[..., Any]:
    change = _CHANGES[name]

    def changed_set(self: Any, other: Any) -> Any:
        change(directly, self, other)
        return self

    return _operator(changed_set)


_OWN: dict[str, Any] = {
    **{name: _method(name) for name in (*_SHARED, *_ASKING)},
    **_binary("or"),
    **_binary("and"),
    **_binary("sub"),
    **_binary("xor"),
    "__contains__": _has,
    "__iter__": _iterated,
    "__eq__": _operator(lambda self, other: len(self) == len(other) and issubset(directly, self, other)),
    "__ne__": _unequal,
    "__le__": _operator(lambda self, other: issubset(directly, self, other)),
    "__ge__": _operator(lambda self, other: issuperset(directly, self, other)),
    "__lt__": _operator(lambda self, other: len(self) < len(other) and issubset(directly, self, other)),
    "__gt__": _operator(lambda self, other: len(self) > len(other) and issuperset(directly, self, other)),
}
for _name, _function in _OWN.items():
    setattr(RecordedSet, _name, _function)
for _name in (*_CHANGING, "difference_update", "symmetric_difference_update"):
    setattr(SymSet, _name, _method(_name))
_add.__name__ = "add"  # by which calls of it find their operation
SymSet.add = _add  # type: ignore[method-assign]
for _name in _CHANGES:
    setattr(SymSet, f"__i{_name}__", _in_place(_name))
SymFrozenSet.__new__ = _frozen  # type: ignore[method-assign]
