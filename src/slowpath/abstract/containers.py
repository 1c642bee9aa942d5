"""Items, slices and iteration on what the abstraction knows of containers."""

from __future__ import annotations

from slowpath.abstract.arithmetic import binary
from slowpath.abstract.code import Variable
from slowpath.abstract.heap import Instance, Listed, Ongoing
from slowpath.abstract.iteration import Counting, Pairing, RangeValue, Walking
from slowpath.abstract.kind import as_form, is_number, kind_of, known, number, whole
from slowpath.abstract.step import AbstractStep, Raising, joined
from slowpath.abstract.truth import decide
from slowpath.abstract.value import ANY, NONE, Asking, KnownValue, Ref, Top, Tup, Value

_LOOKED_UP = ("dict", "any", "object")
_ENDED = Walking(Tup(()), 0)


# -- items ---------------------------------------------------------------------------------------


def item(step: AbstractStep, box: Value, key: Value) -> Value:
    """`box[key]`"""
    if isinstance(key, RangeValue):
        return _slice(step, box, key)
    sequence = _sequence(step, box)
    if sequence is None:
        return _unknown_item(step, box)
    if not is_number(key) and not isinstance(key, Top):
        raise Raising(TypeError)
    place = _place(step, sequence, key)
    if sequence.items is None:
        return sequence.item
    return sequence.items[place] if place is not None else joined(sequence.items)


def set_item(step: AbstractStep, box: Value, key: Value, value: Value, contents: Variable | None) -> None:
    """`box[key] = value`"""
    cell = step.cell(box)
    if isinstance(cell, Instance):
        raise step.refuse("an item of an object")
    if isinstance(box, Tup) or isinstance(key, RangeValue):
        raise step.refuse("an assignment to part of a container")
    if not isinstance(cell, Listed):
        if kind_of(box) == "dict":
            step.grow("dict", Top("int"))
        return
    assert isinstance(box, Ref)
    value = step.remembered(contents, value)
    place = _place(step, cell, key)
    if cell.items is None:
        new = Listed(cell.length, None, joined([cell.item, value]))
    elif place is None:
        new = Listed(cell.length, (joined([*cell.items, value]),) * len(cell.items))
    else:
        new = Listed(cell.length, (*cell.items[:place], value, *cell.items[place + 1 :]))
    step.work.heap[box.address] = new


def _sequence(step: AbstractStep, box: Value) -> Listed | None:
    """A list, tuple or known text as a list."""
    match box:
        case Ref():
            cell = step.cell(box)
            if isinstance(cell, Instance):
                raise step.refuse("an item of an object")
            return None if isinstance(cell, Ongoing) else cell
        case Tup(items=items):
            return Listed(number(len(items)), items)
        case KnownValue(value=str() as text):
            return Listed(number(len(text)), tuple([known(each) for each in text]))
    return None


def _unknown_item(step: AbstractStep, box: Value) -> Value:
    kind = kind_of(box)
    if kind in _LOOKED_UP:
        step.may_raise(KeyError)
    else:
        step.may_raise(IndexError)
    return Top(kind if kind == "str" else "any")


def _place(step: AbstractStep, sequence: Listed, key: Value) -> int | None:
    """The index that a key means, None where it is not known. Raises where it is out of range."""
    index, length = as_form(key), as_form(sequence.length)
    if index is None or length is None:
        step.may_raise(IndexError)
        return None
    if step.holds((index, "<")):
        index = index + length
        if step.holds((index, "<")):
            raise Raising(IndexError)
    elif step.holds((index - length, ">=")):
        raise Raising(IndexError)
    if sequence.items is None:
        return None
    place = step.work.store.value(index)
    return place if place is not None and 0 <= place < len(sequence.items) else None


def _slice(step: AbstractStep, box: Value, key: RangeValue) -> Value:
    sequence = _sequence(step, box)
    if sequence is None:
        return Top(kind_of(box))
    bounds = [None if part == NONE else _settled(step, part) for part in (key.start, key.stop, key.step)]
    if bounds[2] == 0:
        raise Raising(ValueError)
    given = [part != NONE for part in (key.start, key.stop, key.step)]
    unknown = any(part is None and there for part, there in zip(bounds, given, strict=True))
    if sequence.items is None or unknown:
        taken = Listed(Top("int"), None, joined(sequence.items) if sequence.items else sequence.item)
    else:
        items = sequence.items[slice(*bounds)]
        taken = Listed(number(len(items)), items)
    if isinstance(box, KnownValue):
        return Top("str") if taken.items is None else known(box.value[slice(*bounds)])
    if isinstance(box, Tup):
        return Top("tuple") if taken.items is None else Tup(taken.items)
    step.allocate("list", taken.length)
    return step.work.new(taken)


def _settled(step: AbstractStep, value: Value) -> int | None:
    form = as_form(value)
    return None if form is None else step.work.store.value(form)


def length(step: AbstractStep, value: Value) -> Value:
    """`len(value)`"""
    cell = step.cell(value)
    if isinstance(cell, Instance):
        raise step.refuse("the length of an object")
    sequence = _sequence(step, value)
    if sequence is not None:
        return sequence.length
    if isinstance(value, RangeValue):
        raise step.refuse("the length of a range")
    return Top("int")


def contains(step: AbstractStep, wanted: Value, box: Value, site: int | None) -> Value:
    """`wanted in box`"""
    lose(step, box)
    sequence = _sequence(step, box)
    if sequence is not None and sequence.items is not None and isinstance(wanted, KnownValue):
        if all(isinstance(each, KnownValue) for each in sequence.items) and not isinstance(box, KnownValue):
            values = [each.value for each in sequence.items if isinstance(each, KnownValue)]
            return known(wanted.value in values)
        if isinstance(box, KnownValue) and isinstance(wanted.value, str):
            return known(wanted.value in box.value)
    if site is not None:
        step.unpriced("this search")
    return Top("bool")


def unpack(step: AbstractStep, value: Value, before: int, behind: int | None) -> list[Value]:
    """The parts of a value for so many targets, and a starred one between them."""
    lose(step, value)
    sequence = _sequence(step, value)
    wanted = before + (behind or 0)
    if sequence is None or sequence.items is None:
        step.may_raise(ValueError)
        part = Top() if sequence is None else sequence.item
        if behind is None:
            return [part] * before
        rest = step.work.new(Listed(Top("int"), None, part))
        return [*[part] * before, rest, *[part] * behind]
    items = sequence.items
    if len(items) < wanted or (behind is None and len(items) > wanted):
        raise Raising(ValueError)
    if behind is None:
        return list(items)
    middle = step.new_list(items[before : len(items) - behind])
    step.allocate("list", number(len(items) - wanted))
    return [*items[:before], middle, *items[len(items) - behind :]]


# -- iteration -----------------------------------------------------------------------------------


def iterator(step: AbstractStep, value: Value) -> Value:
    """`iter(value)`"""
    match value:
        case Counting() | Walking() | Pairing() | Top():
            return value
        case RangeValue(start=start, stop=stop, step=by):
            size = whole(by)
            if size is None:
                raise step.refuse("a range with a step that is not known")
            return Counting(start, stop, size)
        case Tup() | KnownValue(value=str()):
            return Walking(value, 0)
        case Ref():
            cell = step.cell(value)
            if isinstance(cell, Instance):
                raise step.refuse("the iteration of an object")
            return value if isinstance(cell, Ongoing) else Walking(value, 0)
    raise Raising(TypeError)


def following(step: AbstractStep, iterator: Value) -> tuple[Value | None, Value]:
    """The next item of an iterator, None at the end, and what is left of it."""
    match iterator:
        case Walking(over=over, at=at):
            sequence = _sequence(step, over)
            assert sequence is not None
            if not decide(step, _greater(step, sequence.length, number(at))):
                return None, _ENDED
            items = sequence.items
            counted = not isinstance(sequence.length, Top)
            left = Walking(over, at + 1 if counted else at)
            return (sequence.item if items is None else items[at]), left
        case Counting(at=at, stop=stop, step=by):
            if stop is not None:
                ahead = _greater(step, stop, at) if by > 0 else _greater(step, at, stop)
                if not decide(step, ahead):
                    return None, _ENDED
            return at, Counting(binary(step, "+", at, number(by), None), stop, by)
        case Pairing(parts=parts):
            return _together(step, parts)
        case Ref(address=address):
            cell = step.cell(iterator)
            assert isinstance(cell, Ongoing)
            item, rest = following(step, cell.left)
            step.work.heap[address] = Ongoing(rest)
            return item, iterator
    return (Top() if step.choose(2) == 0 else None), iterator


def _together(step: AbstractStep, parts: tuple[Value, ...]) -> tuple[Value | None, Value]:
    items: list[Value] = []
    left: list[Value] = []
    for place, part in enumerate(parts, 1):
        item, rest = following(step, part)
        left.append(rest)
        if item is None:
            return None, Pairing((*left, *parts[place:]))
        items.append(item)
    return (Tup(tuple(items)) if parts else None), Pairing(tuple(left))


def lose(step: AbstractStep, value: Value) -> None:
    """Forget what is left of an iterator, and of those it takes items from: how many it gave is not known."""
    cell = step.cell(value)
    if isinstance(value, Ref) and isinstance(cell, Ongoing):
        step.work.heap[value.address] = Ongoing(ANY)
        if isinstance(cell.left, Pairing):
            for part in cell.left.parts:
                lose(step, part)


def _greater(step: AbstractStep, left: Value, right: Value) -> Value:
    one, other = as_form(left), as_form(right)
    if one is None or other is None:
        return Top("bool")
    form = one - other
    return Asking(form, ">") if form.parts else known(form.constant > 0)
