"""Sets that decide which of their elements an element equals.

A set's table, and with it the order in which it is iterated, depends on hashes and so on the concrete
values: each set here is made by the builtin's own operations, in the builtin's own order. Decisions
follow the order in which elements came in, which does not depend on the input.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from slowpath.counting.native.rules import MODULUS
from slowpath.expr.comparison import compare
from slowpath.expr.term import Expression, apply, choose
from slowpath.values.elements import Perform
from slowpath.values.functions import SYMBOLIC
from slowpath.values.keys import MISSING, LastAnswer, Quiet
from slowpath.values.recording import (
    RECORDING,
    SymFrozenSet,
    SymSet,
    asking,
    plain_of,
    trace_among,
    trace_in,
)
from slowpath.values.trace import Trace


def is_set(value: Any) -> bool:
    """Whether a value is a set or a frozenset, symbolic or not."""
    return isinstance(value, set | frozenset)


def table(box: Any) -> Any:
    """Return the set whose table C code is to go through."""
    return box.twin if type(box) is SymFrozenSet else box


def new_set(
    kind: Any,
    entered: list[Any] | None,
    fill: Callable[[], Any],
    layout: Callable[[Any], Any],
    trace: Trace | None,
    thinned: bool = False,
) -> Any:
    """Return a new recording set: of the elements of the plain frozenset that `fill` makes, or of those that
    `layout` puts into an empty set as the builtin does.

    `entered` are the elements in an order that does not depend on the input, None where nothing does. With a
    trace the set is open even if no element depends on the input: its order may.
    """
    new: Any
    if kind is frozenset:
        twin = fill()
        new = frozenset.__new__(SymFrozenSet, twin)
        new.twin = twin
    else:
        new = SymSet.__new__(SymSet)
        layout(new)
    new.known = new.open = new.entered = None
    new.thinned = thinned
    if entered is not None:
        new.open, new.entered = trace, _entries(new, entered)
    return new


def _entries(box: Any, order: Iterable[Any]) -> dict[int, Any]:
    """Return the elements of a set by their ids, in an order given for them."""
    now = {id(each): each for each in plain_of(box).__iter__(table(box))}
    return {id(each): each for each in order if id(each) in now} | now


def order_of(box: Any) -> list[Any]:
    """Return the elements of a set in an order that does not depend on the input."""
    if type(box) in RECORDING and box.entered is not None:
        return list(box.entered.values())
    return list(plain_of(box).__iter__(table(box)))


# -- which element -----------------------------------------------------------------------------


def _hashable(element: Any) -> Any:
    """Return the element that C code looks up: the frozenset of a set."""
    if isinstance(element, set) and type(element).__hash__ is None:
        return frozenset(element)
    return element


def _known(box: Any, element: Any, trace: Trace) -> LastAnswer:
    """Return whether a set has an element, decided once as long as it has the same elements."""
    known: LastAnswer | None = box.known if type(box) in RECORDING else None
    if known is not None and known.key is element:
        return known
    wanted = _hashable(element)
    known = LastAnswer(order_of(box), element, wanted, trace)
    if not known.there:
        with Quiet(trace):
            if plain_of(box).__contains__(table(box), wanted):  # other types may equal whatever they like
                known.set(wanted)
    if type(box) in RECORDING:
        box.known = known
    return known


def _find(box: Any, element: Any, trace: Trace) -> Any:
    return _known(box, element, trace).which()


def changed(box: Any, order: list[Any], trace: Trace, thinned: bool = False) -> None:
    """Note that a set has other elements now, by an operation that decided something."""
    if type(box) in RECORDING:
        box.known, box.thinned = None, box.thinned or thinned
        box.open, box.entered = trace, _entries(box, order)
    elif trace_among(order) is not None:
        trace.give_up("a symbolic element in a set made elsewhere")


def settle_order(box: Any) -> None:
    """Decide in which order a set is iterated.

    A small int lies in the table at its lowest bits, unless another one is there: elements in different
    places are iterated in the order of the places.
    """
    trace = trace_in(box)
    if trace is None or len(box) < 2:
        return
    order, laid = order_of(box), list(plain_of(box).__iter__(table(box)))
    mask = _mask(table(box))
    if box.thinned or not all(isinstance(each, int) and abs(int(each)) < MODULUS for each in order):
        trace.give_up("order of a set")
        return
    places: list[tuple[Any, Expression, int]] = []
    for each in order:
        new = (each, *_place(each, mask))
        at = 0
        while at < len(places) and trace.decide(compare(places[at][1], "<", new[1]), places[at][2] < new[2]):
            at += 1
        if at < len(places) and trace.decide(compare(places[at][1], "==", new[1]), places[at][2] == new[2]):
            trace.give_up("order of a set")
            return
        places.insert(at, new)
    if any(place[0] is not each for place, each in zip(places, laid, strict=True)):
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
        return bool(plain_of(box).__contains__(table(box), element))
    return _known(box, element, trace).there


def add(perform: Perform, box: Any, element: Any) -> None:
    """`box.add(element)`"""
    trace = asking(box, element)
    if trace is None:
        perform(set.add, box, element)
        _resynced(box)
        return
    if _known(box, element, trace).there:
        return
    before = order_of(box) if trace_in(box) is None else None
    with Quiet(trace):
        perform(set.add, box, element)
    if before is None:  # open already: no need to look at the others again
        box.entered[id(element)] = element
        box.known = None
    else:
        changed(box, [*before, element], trace)


def _resynced(box: Any, thinned: bool = False) -> None:
    """Note what C code did on its own: an object that is not symbolic came or went."""
    if type(box) is not SymSet:
        return
    box.known, box.thinned = None, box.thinned or thinned
    if box.entered is not None:
        box.entered = _entries(box, box.entered.values())


def _asked(perform: Perform, method: Any, box: Any, element: Any) -> Trace | None:
    """The trace that is to ask for an element; if there is none, C code performs the method."""
    trace = asking(box, element)
    if trace is None:
        perform(method, box, element)
        _resynced(box, thinned=True)
    return trace


def discard(perform: Perform, box: Any, element: Any) -> None:
    """`box.discard(element)`"""
    trace = _asked(perform, set.discard, box, element)
    if trace is not None:
        _drop(box, _find(box, element, trace), trace)


def remove(perform: Perform, box: Any, element: Any) -> None:
    """`box.remove(element)`"""
    trace = _asked(perform, set.remove, box, element)
    if trace is None:
        return
    found = _find(box, element, trace)
    if found is MISSING:
        with Quiet(trace):
            perform(set.remove, box, element)  # raises
    _drop(box, found, trace)


def _drop(box: Any, found: Any, trace: Trace) -> None:
    if found is MISSING:
        return
    with Quiet(trace):
        set.discard(box, found)
    if type(box) in RECORDING:
        box.known, box.thinned = None, True
        if box.entered is not None and box.entered.pop(id(found), None) is None:
            _resynced(box)


def pop(perform: Perform, box: Any) -> Any:
    """`box.pop()`"""
    settle_order(box)
    element = perform(set.pop, box)
    if type(box) in RECORDING:
        box.known, box.thinned = None, True
        if box.entered is not None:
            del box.entered[id(element)]
    return element


def clear(perform: Perform, box: Any) -> None:
    """`box.clear()`"""
    perform(set.clear, box)
    if type(box) in RECORDING:
        box.open = box.known = box.entered = None
        box.thinned = False
