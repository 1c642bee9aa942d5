"""Ranges whose bounds depend on the input."""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from slowpath.expr.comparison import compare
from slowpath.expr.condition import Condition, all_of
from slowpath.expr.term import apply
from slowpath.values.elements import Perform, directly
from slowpath.values.integer import SymInt, form_of
from slowpath.values.items import exactly, settled
from slowpath.values.trace import Trace

Operation = Callable[..., Any]


class SymRange:
    """A range with symbolic bounds. Going through it decides at each step whether there is one more.

    The sign of a symbolic step is decided when the range is made, so its length is one expression.
    """

    __slots__ = ("_bounds", "_plain")

    def __init__(self, start: Any, stop: Any, step: Any) -> None:
        self._bounds = start, stop, step
        self._plain = range(start, stop, step)

    @property
    def start(self) -> Any:
        return self._bounds[0]

    @property
    def stop(self) -> Any:
        return self._bounds[1]

    @property
    def step(self) -> Any:
        return self._bounds[2]

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        return range

    @property
    def _upwards(self) -> bool:
        return int(self.step) > 0

    def __iter__(self) -> Iterator[Any]:
        return RangeIterator(*self._bounds)

    def length(self) -> Any:
        """The number of elements, which may be symbolic."""
        up = self._upwards
        if not (self.start < self.stop if up else self.start > self.stop):
            return 0
        span = self.stop - self.start if up else self.start - self.stop
        step = self.step if up else -self.step
        return span if type(step) is int and step == 1 else (span + step - 1) // step

    def __len__(self) -> int:
        return int(settled_length(self))

    def __bool__(self) -> bool:
        return bool(self.start < self.stop if self._upwards else self.start > self.stop)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return self._slice(index)
        index = operator.index(index) if type(index) is not SymInt else index
        length = self.length()
        if index < 0:
            index = index + length
        if index < 0 or index >= length:
            raise IndexError("range object index out of range")
        return self.start + index * self.step

    def _slice(self, key: slice) -> Any:
        """The range of a slice: the bounds are settled, as they are clipped to the length."""
        length = settled_length(self)
        start, stop, step = settled(key, length).indices(length)
        first = self.start + start * self.step
        return made(first, self.start + stop * self.step, self.step * step)

    def __reversed__(self) -> Iterator[Any]:
        length = self.length()
        last = self.start + (length - 1) * self.step
        return iter(made(last, self.start - self.step, -self.step))

    def __contains__(self, value: Any) -> bool:
        return contains(self, value)

    def count(self, value: Any) -> int:
        return count(directly, self, value)

    def index(self, value: Any) -> Any:
        return index(directly, self, value)

    def __eq__(self, other: Any) -> Any:
        if not isinstance(other, range):
            return NotImplemented
        mine, theirs = self.length(), length_of(other)
        if mine != theirs:
            return False
        if not mine:
            return True
        return bool(self.start == other.start and (mine == 1 or self.step == other.step))

    def __ne__(self, other: Any) -> Any:
        same = self.__eq__(other)
        return same if same is NotImplemented else not same

    def __hash__(self) -> int:
        settled_length(self)
        self._trace().give_up("hash of a range")
        return hash(self._plain)

    def __repr__(self) -> str:
        self._trace().give_up("text of a range")
        return repr(self._plain)

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: Any) -> Any:
        return self

    def __reduce__(self) -> Any:
        self._trace().give_up("pickle of a range")
        return self._plain.__reduce__()

    def __reduce_ex__(self, protocol: Any) -> Any:
        return self.__reduce__()

    def _trace(self) -> Trace:
        return next(each.trace for each in self._bounds if type(each) is SymInt)


class RangeIterator:
    """An iterator over a range with symbolic bounds. It asks at each step whether there is one more."""

    __slots__ = ("_at", "_ended", "_start", "_step", "_stop", "_upwards")

    def __init__(self, start: Any, stop: Any, step: Any) -> None:
        self._start = self._at = start
        self._stop, self._step = stop, step
        self._upwards = int(step) > 0
        self._ended = False

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        return type(self._plain())

    def __iter__(self) -> RangeIterator:
        return self

    def __next__(self) -> Any:
        at = self._at
        if self._ended or not (at < self._stop if self._upwards else at > self._stop):
            self._ended = True
            raise StopIteration
        self._at = at + self._step
        return at

    def left(self) -> Any:
        """The range of the elements that are left."""
        return made(self._at, self._at if self._ended else self._stop, self._step)

    def __length_hint__(self) -> int:
        return self._plain().__length_hint__()  # type: ignore[no-any-return]  # C code asks to make room

    def __setstate__(self, place: Any) -> None:
        self._plain().__setstate__(place)  # raises where it is no place
        if not _COUNTS_ON:
            self._at = self._start
        left = length_of(made(self._at, self._stop, self._step))
        self._ended = bool(place >= left)
        if not self._ended and place > 0:
            self._at = self._at + place * self._step

    def __copy__(self) -> RangeIterator:
        made = RangeIterator(self._start, self._stop, self._step)
        made._at, made._ended = self._at, self._ended
        return made

    def __deepcopy__(self, memo: Any) -> RangeIterator:
        return self.__copy__()

    def __reduce__(self) -> Any:
        bounds = (self._start, self._stop, self._step)
        next(each for each in bounds if type(each) is SymInt).trace.give_up("pickle of a range")
        return self._plain().__reduce__()

    def __reduce_ex__(self, protocol: Any) -> Any:
        return self.__reduce__()

    def _plain(self) -> Any:
        """The plain iterator in the same state."""
        whole = range(int(self._start), int(self._stop), int(self._step))
        plain: Any = iter(whole)
        gone = (int(self._at) - whole.start) // whole.step
        plain.__setstate__(length_of(whole) if self._ended else gone)
        return plain


_COUNTS_ON = sys.version_info >= (3, 12)  # the state of an iterator is a number of steps from where it is


def hint(perform: Perform, iterator: RangeIterator) -> Any:
    """`iterator.__length_hint__()`, which may be symbolic."""
    return length_of(iterator.left())


def length_hint(perform: Perform, /, *arguments: Any) -> Any:
    """`operator.length_hint(iterator, default)`"""
    if arguments and type(arguments[0]) is RangeIterator:
        return hint(perform, arguments[0])
    return perform(operator.length_hint, *arguments)


def made(*arguments: Any) -> Any:
    """`range(...)`: one with symbolic bounds where an argument is symbolic."""
    if SymInt not in map(type, arguments) or not 1 <= len(arguments) <= 3:
        return range(*arguments)
    start, stop, *rest = (0, *arguments) if len(arguments) == 1 else arguments
    step = rest[0] if rest else 1
    if type(step) is SymInt and step != 0:
        bool(step > 0)
    range(start, stop, step)  # raises where Python does
    bounds = (each if type(each) is SymInt else operator.index(each) for each in (start, stop, step))
    return SymRange(*bounds)


def length_of(values: Any) -> Any:
    """`len(range)`, which may be symbolic."""
    if type(values) is SymRange:
        return values.length()
    # len() refuses ranges with more elements than there are sizes.
    return (values[-1] - values[0]) // values.step + 1 if values else 0


def settled_length(values: SymRange) -> int:
    """Return the plain length of a range, and decide that it is this one."""
    return exactly(values.length())


def contains(values: Any, value: Any) -> bool:
    """`value in range` by its bounds; one decision."""
    if not _is_modelled(values, value):
        return any(each is value or each == value for each in values)
    symbolic = next(each for each in (value, values.start, values.stop, values.step) if type(each) is SymInt)
    plain = range(int(values.start), int(values.stop), int(values.step))
    return symbolic.trace.decide(_inside(values, value), int(value) in plain)


def count(perform: Perform, values: Any, value: Any) -> int:
    """`range.count(value)`"""
    if type(values) is not SymRange and type(value) is not SymInt:
        return int(perform(range.count, values, value))
    if _is_modelled(values, value):
        return int(contains(values, value))
    return sum(1 for each in values if each is value or each == value)


def index(perform: Perform, values: Any, value: Any) -> Any:
    """`range.index(value)`"""
    if type(values) is not SymRange and type(value) is not SymInt:
        return perform(range.index, values, value)
    if not _is_modelled(values, value):
        for place, each in enumerate(values):
            if each is value or each == value:
                return place
        raise ValueError("sequence.index(x): x not in sequence")
    if not contains(values, value):
        raise ValueError(f"{value!r} is not in range")
    return (value - values.start) // values.step


def _is_modelled(values: Any, value: Any) -> bool:
    """Tell whether arithmetic tells where a value is: for ints only, other types may compare as they like."""
    kinds = {type(value), type(values.start), type(values.stop), type(values.step)}
    return type(value) in (int, bool, SymInt) and SymInt in kinds


def _inside(values: Any, value: Any) -> Condition:
    start, stop, step, form = map(form_of, (values.start, values.stop, values.step, value))
    if int(values.step) > 0:
        bounds = [compare(form, ">=", start), compare(form, "<", stop)]
    else:
        bounds = [compare(form, "<=", start), compare(form, ">", stop)]
    if abs(int(values.step)) != 1 or type(values.step) is SymInt:
        bounds.append(compare(apply("%", apply("-", form, start), step), "==", 0))
    return all_of(bounds)


ITERATOR: Mapping[str, Operation] = {"__length_hint__": hint}
FUNCTIONS: Mapping[Any, Operation] = {operator.length_hint: length_hint}
