"""Sets that decide which of their elements an element equals.

A set's table, and with it the order in which it is iterated, depends on hashes and so on the concrete
values: each set here is made by the builtin's own operations, in the builtin's own order. Decisions
follow the order in which elements came in, which does not depend on the input.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar

from slowpath.expr.comparison import compare
from slowpath.expr.term import Expression, apply, choose
from slowpath.values.elements import Elements, Perform, directly, take
from slowpath.values.functions import SYMBOLIC
from slowpath.values.mapping import SymDict
from slowpath.values.keys import HASHABLE, MISSING, PLAIN, Known, Quiet, Search, trace_of
from slowpath.values.trace import Trace


class RecordedSet:
    """What recording sets share. `open` is the trace, once an element depends on the input; `entered` are then
    the elements in the order in which they came."""

    __slots__ = ()

    plain: ClassVar[Any]
    open: Trace | None
    known: Known | None
    entered: dict[int, Any] | None

    @property
    def __class__(self) -> Any:
        return self.plain if type(self) in RECORDING else type(self)

    def __contains__(self, element: Any) -> bool:
        return contains(self, element)

    def __iter__(self) -> Iterator[Any]:
        settle_order(self)
        return self.plain.__iter__(self)  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        text: str = self.plain.__repr__(self)  # as of any subclass: set({1, 2})
        return text[4:-1] if text.startswith("set({") else text

    def __reduce__(self) -> Any:
        return self.plain, (list(self),)

    def __reduce_ex__(self, protocol: Any) -> Any:
        return self.__reduce__()

    def copy(self) -> Any:
        return copied(directly, self)

    def __copy__(self) -> Any:
        return copied(directly, self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return KINDS[self.plain]([copy.deepcopy(each, memo) for each in self.plain.__iter__(self)])

    def union(self, *others: Any) -> Any:
        return union(directly, self, *others)

    def intersection(self, *others: Any) -> Any:
        return intersection(directly, self, *others)

    def difference(self, *others: Any) -> Any:
        return difference(directly, self, *others)

    def symmetric_difference(self, other: Any) -> Any:
        return symmetric_difference(directly, self, other)

    def issubset(self, other: Any) -> bool:
        return issubset(directly, self, other)

    def issuperset(self, other: Any) -> bool:
        return issuperset(directly, self, other)

    def isdisjoint(self, other: Any) -> bool:
        return isdisjoint(directly, self, other)

    def __eq__(self, other: Any) -> Any:
        if not _is_set(other):
            return NotImplemented
        return len(self) == len(other) and issubset(directly, self, other)  # type: ignore[arg-type]

    def __ne__(self, other: Any) -> Any:
        same = self.__eq__(other)
        return same if same is NotImplemented else not same

    __hash__: Any = None

    def __le__(self, other: Any) -> Any:
        return issubset(directly, self, other) if _is_set(other) else NotImplemented

    def __ge__(self, other: Any) -> Any:
        return issuperset(directly, self, other) if _is_set(other) else NotImplemented

    def __lt__(self, other: Any) -> Any:
        if not _is_set(other):
            return NotImplemented
        return len(self) < len(other) and issubset(directly, self, other)  # type: ignore[arg-type]

    def __gt__(self, other: Any) -> Any:
        if not _is_set(other):
            return NotImplemented
        return len(self) > len(other) and issuperset(directly, self, other)  # type: ignore[arg-type]

    def __or__(self, other: Any) -> Any:
        return union(directly, self, other) if _is_set(other) else NotImplemented

    def __and__(self, other: Any) -> Any:
        return intersection(directly, self, other) if _is_set(other) else NotImplemented

    def __sub__(self, other: Any) -> Any:
        return difference(directly, self, other) if _is_set(other) else NotImplemented

    def __xor__(self, other: Any) -> Any:
        return symmetric_difference(directly, self, other) if _is_set(other) else NotImplemented

    # A plain set on the left: the result has its type.
    def __ror__(self, other: Any) -> Any:
        return union(directly, other, self) if _is_set(other) else NotImplemented

    def __rand__(self, other: Any) -> Any:
        return intersection(directly, other, self) if _is_set(other) else NotImplemented

    def __rsub__(self, other: Any) -> Any:
        return difference(directly, other, self) if _is_set(other) else NotImplemented

    def __rxor__(self, other: Any) -> Any:
        return symmetric_difference(directly, other, self) if _is_set(other) else NotImplemented


class SymSet(RecordedSet, set):  # type: ignore[type-arg]
    """A recording set."""

    __slots__ = ("entered", "known", "open")
    plain = set

    def __new__(cls, *arguments: Any) -> Any:
        made = set.__new__(cls)
        made.open = made.known = made.entered = None
        return made

    def __init__(self, *arguments: Any) -> None:
        if len(arguments) > 1:
            set(*arguments)  # raises
        set.clear(self)
        self.open = self.known = self.entered = None
        for each in arguments:
            update(directly, self, each)

    def add(self, element: Any) -> None:
        add(directly, self, element)

    def remove(self, element: Any) -> None:
        remove(directly, self, element)

    def discard(self, element: Any) -> None:
        discard(directly, self, element)

    def pop(self) -> Any:
        return pop(directly, self)

    def clear(self) -> None:
        clear(directly, self)

    def update(self, *others: Any) -> None:
        update(directly, self, *others)

    def intersection_update(self, *others: Any) -> None:
        intersection_update(directly, self, *others)

    def difference_update(self, *others: Any) -> None:
        difference_update(directly, self, *others)

    def symmetric_difference_update(self, other: Any) -> None:
        symmetric_difference_update(directly, self, other)

    def _in_place(change: Callable[..., None]) -> Any:  # type: ignore[misc]
        def operator(self: Any, other: Any) -> Any:
            if not _is_set(other):
                return NotImplemented
            change(directly, self, other)
            return self

        return operator

    __ior__ = _in_place(lambda *args: update(*args))
    __iand__ = _in_place(lambda *args: intersection_update(*args))
    __isub__ = _in_place(lambda *args: difference_update(*args))
    __ixor__ = _in_place(lambda *args: symmetric_difference_update(*args))


class SymFrozenSet(RecordedSet, frozenset):  # type: ignore[type-arg]
    """A recording frozenset. `twin` is the plain one: its table cannot be made again in another type."""

    __slots__ = ("entered", "known", "open", "twin")
    plain = frozenset
    twin: frozenset[Any]

    def __new__(cls, *arguments: Any) -> Any:
        return made(directly, frozenset, *arguments)

    def __iter__(self) -> Iterator[Any]:
        settle_order(self)
        return iter(self.twin)

    def __hash__(self) -> int:
        return hash(self.twin)


KINDS: dict[Any, Any] = {set: SymSet, frozenset: SymFrozenSet}
RECORDING = frozenset(KINDS.values())
HASHABLE.add(SymFrozenSet)
for _kind in RECORDING:  # error messages and `repr` tell the name
    _kind.__name__ = _kind.__qualname__ = _kind.plain.__name__


def plain_of(box: Any) -> Any:
    """Return the builtin type of a set."""
    kind = type(box)
    return kind.plain if kind in RECORDING else set if isinstance(box, set) else frozenset


def _is_set(value: Any) -> bool:
    return isinstance(value, set | frozenset)


def _table(box: Any) -> Any:
    """Return the set whose table C code is to go through."""
    return box.twin if type(box) is SymFrozenSet else box


def _trace_in(box: Any) -> Trace | None:
    return box.open if type(box) in RECORDING else None


def recorded(kind: Any, entered: list[Any] | None, fill: Callable[[], Any], layout: Callable[[Any], Any]) -> Any:
    """Return a new recording set: the elements of the plain frozenset that `fill` makes, or those that `layout` puts
    into an empty set as the builtin does.

    `entered` are the elements in an order that does not depend on the input, None where none depends on it.
    """
    new: Any
    if kind is frozenset:
        twin = fill()
        new = frozenset.__new__(SymFrozenSet, twin)
        new.twin = twin
    else:
        new = set.__new__(SymSet)
        layout(new)
    new.known = new.open = new.entered = None
    if entered is not None:
        new.open = _trace_of_elements(entered)
        new.entered = {id(each): each for each in entered} if new.open is not None else None
    return new


def _trace_of_elements(elements: Iterable[Any]) -> Trace | None:
    if type(elements) is list and set(map(type, elements)) <= PLAIN:
        return None
    for each in elements:
        trace = trace_of(each)
        if trace is not None:
            return trace
    return None


def _order(box: Any) -> list[Any]:
    """Return the elements of a set in an order that does not depend on the input."""
    if type(box) in RECORDING and box.entered is not None:
        return list(box.entered.values())
    return list(plain_of(box).__iter__(_table(box)))


# -- which element -----------------------------------------------------------------------------


def asking(box: Any, element: Any) -> Trace | None:
    """Return the trace that hears which element of a set equals an element, None where nothing is to decide."""
    return _trace_in(box) or trace_of(element)


def _hashable(element: Any) -> Any:
    """Return the element that C code looks up: the frozenset of a set."""
    if isinstance(element, set) and type(element).__hash__ is None:
        return frozenset(element)
    return element


def _known(box: Any, element: Any, trace: Trace) -> Known:
    known = box.known if type(box) in RECORDING else None
    if known is None or known.key is not element:
        known = Known(element, Search(_order(box), _hashable(element), trace).there())
        if type(box) in RECORDING:
            box.known = known
    return known


def _find(box: Any, element: Any, trace: Trace) -> Any:
    known = _known(box, element, trace)
    if known.there and known.found is MISSING:
        known.found = Search(_order(box), _hashable(element), trace).which()
    return known.found


def _changed(box: Any, order: Iterable[Any] | None = None) -> None:
    """Note that a set has other elements now: those of `order`, or none."""
    if type(box) not in RECORDING:
        trace = _trace_of_elements(list(order or ()))
        if trace is not None:
            trace.give_up("a symbolic element in a set made elsewhere")
        return
    elements = list(order or ())
    box.known = None
    box.open = _trace_of_elements(elements)
    box.entered = None if box.open is None else {id(each): each for each in elements}


def settle_order(box: Any) -> None:
    """Decide in which order a set is iterated.

    A small int lies in the table at its lowest bits, unless another one is there: elements in different
    places are iterated in the order of the places.
    """
    trace = _trace_in(box)
    if trace is None or len(box) < 2:
        return
    order, table = _order(box), list(plain_of(box).__iter__(_table(box)))
    mask = _mask(_table(box))
    if not all(isinstance(each, int) and abs(int(each)) < 1 << 60 for each in order):
        trace.give_up("order of a set")
        return
    places: list[tuple[Any, Expression, int]] = []
    for each in order:
        new = (each, *_place(each, mask))
        at = 0
        while at < len(places) and trace.decide(
            compare(places[at][1], "<", new[1]), places[at][2] < new[2]
        ):
            at += 1
        if at < len(places) and trace.decide(compare(places[at][1], "==", new[1]), places[at][2] == new[2]):
            trace.give_up("order of a set")
            return
        places.insert(at, new)
    if any(place[0] is not each for place, each in zip(places, table, strict=True)):
        trace.give_up("order of a set")


def _place(element: Any, mask: int) -> tuple[Expression, int]:
    value = int(element)
    place = (-2 if value == -1 else value) & mask
    if type(element) not in SYMBOLIC:
        return place, place
    hashed = choose(compare(element.form, "==", -1), -2, element.form)
    return apply("&", hashed, mask), place


def _mask(box: Any) -> int:
    own = plain_of(box).__sizeof__(box) - plain_of(box).__sizeof__(type(box)())
    return own // 16 - 1 if own else 7


# -- operations on one element -------------------------------------------------------------------


def contains(box: Any, element: Any) -> bool:
    """`element in box`"""
    trace = asking(box, element)
    if trace is None:
        return bool(plain_of(box).__contains__(_table(box), element))
    return _known(box, element, trace).there


def add(perform: Perform, box: Any, element: Any) -> None:
    """`box.add(element)`"""
    trace = asking(box, element)
    if trace is None:
        perform(set.add, box, element)
        return
    if _known(box, element, trace).there:
        return
    before = _order(box) if _trace_in(box) is None else None
    with Quiet(trace):
        perform(set.add, box, element)
    if before is None:  # open already: no need to look at the others again
        box.entered[id(element)] = element
        box.known = None
    else:
        _changed(box, [*before, element])


def discard(perform: Perform, box: Any, element: Any) -> None:
    """`box.discard(element)`"""
    trace = asking(box, element)
    if trace is None:
        perform(set.discard, box, element)
        return
    _drop(box, _find(box, element, trace), trace)


def remove(perform: Perform, box: Any, element: Any) -> None:
    """`box.remove(element)`"""
    trace = asking(box, element)
    if trace is None:
        perform(set.remove, box, element)
        return
    found = _find(box, element, trace)
    if found is MISSING:
        raise KeyError(element)
    _drop(box, found, trace)


def _drop(box: Any, found: Any, trace: Trace) -> None:
    if found is MISSING:
        return
    with Quiet(trace):
        set.discard(box, found)
    if type(box) in RECORDING:
        box.known = None
        if box.entered is not None:
            del box.entered[id(found)]


def pop(perform: Perform, box: Any) -> Any:
    """`box.pop()`"""
    settle_order(box)
    element = perform(set.pop, box)
    if type(box) in RECORDING:
        box.known = None
        if box.entered is not None:
            del box.entered[id(element)]
    return element


def clear(perform: Perform, box: Any) -> None:
    """`box.clear()`"""
    perform(set.clear, box)
    _changed(box)


# -- operations on several sets --------------------------------------------------------------------


class _Operand:
    """An operand of a set operation: its elements in an order that does not depend on the input."""

    def __init__(self, value: Any) -> None:
        self.value = value
        self.is_set = _is_set(value)
        self.is_dict = type(value) in (dict, SymDict)  # C code looks at the exact type
        self._taken: Elements | None = None
        if self.is_set:
            self.elements = _order(value)
            self.trace = _trace_in(value)
            return
        if self.is_dict:
            self.elements = list(dict.keys(value))
        else:
            self._taken = take(value)
            self.elements = self._taken.items
        self.trace = _trace_of_elements(self.elements)

    def again(self) -> Any:
        """What C code goes through in its place."""
        if self.is_set:
            return _table(self.value)
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
    traces = (_trace_in(box), *(each.trace for each in operands))
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
        return recorded(kind, None, lambda: perform(kind, *arguments, **options), lambda new: kind(*arguments, **options))
    if kind is frozenset and type(arguments[0]) is SymFrozenSet:
        return arguments[0]
    operand = _Operand(arguments[0])
    trace = operand.trace
    order = None if trace is None else operand.elements if operand.is_set else _distinct(operand.elements, trace)
    with _Silence(trace):
        new = recorded(kind, order, lambda: kind(operand.again()), lambda new: set.update(new, operand.again()))
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
    with _Silence(_trace_in(box)):
        order = _order(box) if _trace_in(box) is not None else None
        return recorded(plain_of(box), order, lambda: frozenset(box), lambda new: set.update(new, box))


def _charge(perform: Perform, name: str, box: Any, *operands: _Operand) -> None:
    """Charge for a new set by the sizes of the old ones."""
    plain = plain_of(box)
    perform(getattr(plain, name), plain(range(len(box))), *(each.given([0] * len(each.elements)) for each in operands))


def union(perform: Perform, box: Any, *others: Any) -> Any:
    """`box | other`"""
    operands, trace = _operands(box, others)
    order = None
    if trace is not None:
        order = _order(box)
        for each in operands:
            order = _distinct(each.elements, trace, order)

    def layout(new: Any) -> None:
        set.update(new, _table(box))
        for each in operands:
            if each.value is not box:
                set.update(new, each.again())

    _charge(perform, "union", box, *operands)
    with _Silence(trace):
        plain = plain_of(box)
        return recorded(plain, order, lambda: plain.union(_table(box), *(each.again() for each in operands)), layout)


def update(perform: Perform, box: Any, *others: Any) -> None:
    """`box.update(other)`"""
    operands, trace = _operands(box, others)
    order: list[Any] = []
    if trace is not None:
        order = _order(box)
        for each in operands:
            order = _distinct(each.elements, trace, order)
    with _Silence(trace):
        perform(set.update, box, *(each.given() for each in operands))
    if trace is not None:
        _changed(box, order)


def _intersected(box: Any, operands: list[_Operand], trace: Trace) -> tuple[list[Any], list[Any]]:
    """Return the elements of an intersection in a decided order, and in the order in which C code adds them."""
    order, table = _order(box), list(plain_of(box).__iter__(_table(box)))
    for each in operands:
        if each.is_set and len(each.elements) > len(order):
            through, held, added = order, each.elements, table
        else:
            through, held = each.elements, order
            added = list(plain_of(each.value).__iter__(each.again())) if each.is_set else through
        there = _among(through, held, trace)
        kept = [element for element, found in zip(through, there, strict=True) if found]
        kept = kept if each.is_set else _distinct(kept, trace)
        ids = set(map(id, kept))
        order, table = kept, list({id(element): element for element in added if id(element) in ids}.values())
    return order, table


def intersection(perform: Perform, box: Any, *others: Any) -> Any:
    """`box & other`"""
    operands, trace = _operands(box, others)
    order, table = _intersected(box, operands, trace) if trace is not None else (None, None)
    plain = plain_of(box)

    def layout(new: Any) -> None:
        if table is not None:
            set.update(new, table)
        else:
            set.update(new, _table(box))
            set.intersection_update(new, *(each.again() for each in operands))

    _charge(perform, "intersection", box, *operands)
    with _Silence(trace):
        return recorded(plain, order, lambda: plain.intersection(_table(box), *(each.again() for each in operands)), layout)


def intersection_update(perform: Perform, box: Any, *others: Any) -> None:
    """`box &= other`"""
    operands, trace = _operands(box, others)
    order = _intersected(box, operands, trace)[0] if trace is not None else []
    with _Silence(trace):
        perform(set.intersection_update, box, *(each.given() for each in operands))
    if trace is not None:
        _changed(box, order)


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
    between = _left(_order(box), operands[:1], trace) if trace is not None else None
    order = _left(between, operands[1:], trace) if between is not None and trace is not None else None

    def layout(new: Any) -> None:
        if not (first.is_set or first.is_dict) or len(box) >> 2 > len(first.elements):
            set.update(new, _table(box))
            set.difference_update(new, first.again())
        elif between is not None:
            ids = set(map(id, between))
            set.update(new, [each for each in plain_of(box).__iter__(_table(box)) if id(each) in ids])
        else:
            set.update(new, list(plain_of(box).difference(_table(box), first.again())))
        for each in operands[1:]:
            set.difference_update(new, each.again())

    _charge(perform, "difference", box, *operands)
    with _Silence(trace):
        plain = plain_of(box)
        return recorded(plain, order, lambda: plain.difference(_table(box), *(each.again() for each in operands)), layout)


def difference_update(perform: Perform, box: Any, *others: Any) -> None:
    """`box -= other`"""
    operands, trace = _operands(box, others)
    order = _left(_order(box), operands, trace) if trace is not None else []
    with _Silence(trace):
        perform(set.difference_update, box, *(each.given() for each in operands))
    if trace is not None:
        _changed(box, order)


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
        order = _either(_order(box), theirs, trace)
    plain = plain_of(box)

    def layout(new: Any) -> None:
        set.update(new, operand.again())
        set.symmetric_difference_update(new, _table(box))

    _charge(perform, "symmetric_difference", box, operand)
    with _Silence(trace):
        return recorded(plain, order, lambda: plain.symmetric_difference(_table(box), operand.again()), layout)


def symmetric_difference_update(perform: Perform, box: Any, other: Any) -> None:
    """`box ^= other`"""
    (operand,), trace = _operands(box, (other,))
    order: list[Any] = []
    if trace is not None:
        theirs = operand.elements if operand.is_set else _distinct(operand.elements, trace)
        order = _either(_order(box), theirs, trace)
    with _Silence(trace):
        perform(set.symmetric_difference_update, box, operand.given())
    if trace is not None:
        _changed(box, order)


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
        inner, outer = (_order(box), theirs) if mine else (theirs, _order(box))
        if len(inner) <= len(outer):
            for each in inner:
                if not Search(outer, each, trace).there():
                    break
    with _Silence(trace):
        return bool(perform(method, _table(box), operand.given()))


def isdisjoint(perform: Perform, box: Any, other: Any) -> bool:
    """`box.isdisjoint(other)`"""
    (operand,), trace = _operands(box, (other,))
    if trace is not None:
        for each in operand.elements:
            if Search(_order(box), each, trace).there():
                break
    with _Silence(trace):
        return bool(perform(plain_of(box).isdisjoint, _table(box), operand.given()))


METHODS: dict[str, Callable[..., Any]] = {
    "add": add, "discard": discard, "remove": remove, "pop": pop, "clear": clear, "copy": copied,
    "union": union, "update": update, "intersection": intersection, "difference": difference,
    "intersection_update": intersection_update, "difference_update": difference_update,
    "symmetric_difference": symmetric_difference, "issubset": issubset, "issuperset": issuperset,
    "symmetric_difference_update": symmetric_difference_update, "isdisjoint": isdisjoint,
    "__contains__": lambda perform, box, element: contains(box, element),
}


def display(*elements: Any) -> SymSet:
    """`{x, ...}`"""
    return SymSet(elements)
