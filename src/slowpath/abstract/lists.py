"""Methods of lists on what the abstraction knows of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from slowpath.abstract import containers
from slowpath.abstract.heap import Listed
from slowpath.abstract.kind import as_form, from_form, number
from slowpath.abstract.step import AbstractStep, Raising, joined
from slowpath.abstract.truth import decide, truth
from slowpath.abstract.value import NONE, Ref, Top, Value


def _append(step: AbstractStep, ref: Ref, cell: Listed, arguments: Sequence[Value]) -> Value:
    (value,) = arguments
    step.grow("list", number(1))
    step.work.heap[ref.address] = longer(step, cell, value)
    return NONE


def longer(step: AbstractStep, cell: Listed, value: Value) -> Listed:
    """A list with one item more."""
    if cell.items is not None:
        return Listed(number(len(cell.items) + 1), (*cell.items, value))
    form = as_form(cell.length)
    return Listed(Top("int") if form is None else from_form(form + 1), None, joined([cell.item, value]))


def _pop(step: AbstractStep, ref: Ref, cell: Listed, arguments: Sequence[Value]) -> Value:
    if not decide(step, truth(step, ref)):
        raise Raising(IndexError)
    if arguments:
        step.charge(list.pop, ref, arguments[0])
    index = arguments[0] if arguments else number(-1)
    taken = containers.item(step, ref, index)
    if cell.items is None:
        form = as_form(cell.length)
        step.work.heap[ref.address] = Listed(
            Top("int") if form is None else from_form(form - 1), None, cell.item
        )
        return taken
    place = as_form(index)
    if place is None or place.parts:
        rest = (joined(cell.items),) * (len(cell.items) - 1)
    else:
        left = list(cell.items)
        del left[place.constant]
        rest = tuple(left)
    step.work.heap[ref.address] = Listed(number(len(rest)), rest)
    return taken


def _insert(step: AbstractStep, ref: Ref, cell: Listed, arguments: Sequence[Value]) -> Value:
    place, value = arguments
    step.charge(list.insert, ref, place, value)
    step.grow("list", number(1))
    at = as_form(place)
    if cell.items is None or at is None or at.parts:
        new = longer(step, cell, value)
        item = joined([*(new.items or [new.item])])
        step.work.heap[ref.address] = Listed(new.length, new.items and (item,) * len(new.items), item)
        return NONE
    items = list(cell.items)
    items.insert(at.constant, value)
    step.work.heap[ref.address] = Listed(number(len(items)), tuple(items))
    return NONE


def _copy(step: AbstractStep, ref: Ref, cell: Listed, arguments: Sequence[Value]) -> Value:
    step.charge(list.copy, ref)
    step.allocate("list", cell.length)
    return step.work.new(cell)


def _reverse(step: AbstractStep, ref: Ref, cell: Listed, arguments: Sequence[Value]) -> Value:
    step.charge(list.reverse, ref)
    items = None if cell.items is None else cell.items[::-1]
    step.work.heap[ref.address] = Listed(cell.length, items, cell.item)
    return NONE


LISTS: dict[str, Callable[[AbstractStep, Ref, Listed, Sequence[Value]], Value]] = {
    "append": _append,
    "pop": _pop,
    "insert": _insert,
    "copy": _copy,
    "reverse": _reverse,
}
