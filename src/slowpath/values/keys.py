"""Which key of a container a key equals, where keys depend on the input.

C code finds keys by hash, and so by the concrete value; here the same question is a decision.

- *Is it there?* is one decision: the key equals some key of the container. Plain ints among these count
  by runs, `3 <= key <= 7`.
- *Which one?* follows where it matters (a dict's value): the symbolic keys one by one, in the order of the
  container; the plain ints by halves, `key <= 5`. What is left at last needs no decision.

So a membership has two outcomes, and a lookup as many as there are keys, and one more. What has been
decided holds for C code as well: it then finds the key by identity, while the trace is quiet.
"""

from __future__ import annotations

import dataclasses
from abc import ABCMeta
from collections.abc import Iterable, Iterator
from types import FunctionType, NoneType, TracebackType
from typing import Any, Final

from slowpath.expr.comparison import compare
from slowpath.expr.condition import FALSE, TRUE, Condition, all_of, constant, some_of
from slowpath.values.functions import SYMBOLIC
from slowpath.values.remembered import by_type
from slowpath.values.text.char import all_same
from slowpath.values.trace import Trace

PLAIN: Final = frozenset({int, str, bool, float, bytes, NoneType})  # types that are never symbolic
MISSING: Final[Any] = object()
_NUMBERS = (int, float)


class Quiet:
    """While C code compares keys whose equality is decided, nothing is noted."""

    __slots__ = ("_outer", "_trace")

    def __init__(self, trace: Trace) -> None:
        self._trace = trace

    def __enter__(self) -> None:
        self._outer = self._trace.quiet
        self._trace.quiet = True

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._trace.quiet = self._outer


def trace_of(key: Any) -> Trace | None:
    """Return the trace that a key belongs to, or None where it does not depend on the input."""
    kind = type(key)
    if kind in PLAIN:
        return None
    if kind in SYMBOLIC:
        trace: Trace = key.trace
        return trace
    if isinstance(key, tuple) and getattr(kind, "__hash__", None) is tuple.__hash__:
        for part in tuple.__iter__(key):
            found = trace_of(part)
            if found is not None:
                return found
        return None
    for name in fields_of(kind) or ():
        found = trace_of(getattr(key, name))
        if found is not None:
            return found
    return getattr(key, "open", None) if kind in HASHABLE else None


def fields_of(kind: type) -> tuple[str, ...] | None:
    """Return the fields of a dataclass where generated code compares and hashes it by them, else None."""
    return _fields_of(kind) if type(kind) in _METACLASSES and hasattr(kind, "__dataclass_fields__") else None


_METACLASSES = (type, ABCMeta)


@by_type
def _fields_of(kind: type) -> tuple[str, ...] | None:
    own = [vars(kind).get(name) for name in ("__eq__", "__hash__")]
    if not all(type(each) is FunctionType and each.__code__.co_filename == "<string>" for each in own):
        return None
    fields = dataclasses.fields(kind)
    if any(field.hash is not None and field.hash != field.compare for field in fields):
        return None
    return tuple(field.name for field in fields if field.compare)


HASHABLE: Final[set[type]] = set()  # recording containers that can be keys


def is_foreign(key: Any) -> bool:
    """Tell whether a key is neither symbolic nor of a type whose equality is known: it is left to C code."""
    kind = type(key)
    if kind in PLAIN or kind in SYMBOLIC or kind in HASHABLE or isinstance(key, tuple | int):
        return False
    return fields_of(kind) is None


def equality(left: Any, right: Any) -> Condition:
    """The condition that two keys are equal. Objects of the target's own types are left to C code."""
    if left is right:
        return TRUE
    if type(left) not in SYMBOLIC:
        if type(right) in SYMBOLIC:
            return equality(right, left)
        if isinstance(left, tuple) and isinstance(right, tuple):
            if len(left) != len(right):
                return FALSE
            return all_of(map(equality, tuple.__iter__(left), tuple.__iter__(right)))
        fields = fields_of(type(left)) if type(left) is type(right) else None
        if fields is not None:
            return all_of([equality(getattr(left, name), getattr(right, name)) for name in fields])
        return constant(_is_equal(left, right))
    if isinstance(left, _NUMBERS) and isinstance(right, _NUMBERS):
        return compare(left.form, "==", _form(right))  # type: ignore[union-attr]
    if _same_text(left, right) and len(left) == len(right):
        return all_same(left.parts, _parts(right))
    return constant(_is_equal(left, right))


def _is_equal(left: Any, right: Any) -> bool:
    """Tell whether two keys are equal in this run, as C code does; sets with symbolic elements are lost."""
    if type(left) in PLAIN and type(right) in PLAIN:
        return bool(left == right)
    if _is_own(left) != _is_own(right) or _is_unique(left) or _is_unique(right):
        return False  # code of the target is not asked whether it equals a number
    trace = trace_of(left) or trace_of(right)
    if trace is None:
        return bool(hash(left) == hash(right) and left == right)
    if type(left) in HASHABLE or type(right) in HASHABLE:
        trace.give_up("a set as a key")
    with Quiet(trace):
        return bool(hash(left) == hash(right) and left == right)


def _is_unique(key: Any) -> bool:
    """Tell whether a key equals nothing but itself."""
    return getattr(type(key), "__eq__", None) is object.__eq__


def _is_own(key: Any) -> bool:
    """Tell whether code of the target compares a key."""
    kind = type(key)
    return type(kind.__eq__) is FunctionType and kind not in HASHABLE and kind not in SYMBOLIC


def _same_text(left: Any, right: Any) -> bool:
    return any(isinstance(left, kind) and isinstance(right, kind) for kind in (str, bytes))


def _parts(text: Any) -> Any:
    if type(text) in SYMBOLIC:
        return text.parts
    return tuple(map(ord, text)) if isinstance(text, str) else tuple(text)


def _form(number: Any) -> Any:
    if type(number) in SYMBOLIC:
        return number.form
    return int(number) if isinstance(number, int) else float(number)


class KeySearch:
    """The keys of a container that a key may equal. `trace` is that of the key or of the container."""

    def __init__(self, keys: Iterable[Any], key: Any, trace: Trace) -> None:
        with Quiet(trace):
            hash(key)  # raises where C code would
        self._key = key
        self._trace = trace
        self._same = MISSING  # equal whatever the input
        self._open: list[tuple[Any, Condition]] = []
        self._ints: list[int] = []
        symbolic = type(key) in SYMBOLIC and isinstance(key, int)
        size = len(key) if type(key) in SYMBOLIC and isinstance(key, str) else -1
        for each in keys:
            if symbolic and type(each) is int:
                self._ints.append(each)
                continue
            if size >= 0 and type(each) is str and len(each) != size:
                continue  # most keys of a large table, and quickly told
            condition = equality(key, each)
            if condition == TRUE:
                self._same = each
                break
            if condition != FALSE:
                self._open.append((each, condition))
        self._ints.sort()

    def there(self) -> bool:
        """Decide whether any key is equal."""
        if self._same is not MISSING:
            return True
        if not self._open and not self._ints:
            return False
        found = self._found() is not MISSING
        conditions = [condition for _, condition in self._open]
        conditions += _in_runs(self._key, self._ints) if self._ints else ()
        return self._trace.decide(some_of(conditions), found)

    def which(self) -> Any:
        """Decide which key is equal, where one is."""
        if self._same is not MISSING:
            return self._same
        found = self._found()
        last = None if self._ints else self._open[-1][0]
        for each, condition in self._open:
            if each is last or self._trace.decide(condition, each is found):
                return each
        low, high = 0, len(self._ints)
        while high - low > 1:
            middle = (low + high) // 2
            below = self._ints[middle - 1]
            if self._trace.decide(compare(self._key.form, "<=", below), int.__le__(self._key, below)):
                high = middle
            else:
                low = middle
        return self._ints[low]

    def _found(self) -> Any:
        """The key that is equal in this run."""
        with Quiet(self._trace):
            for each, _ in self._open:
                if each == self._key:
                    return each
            return (
                self._key if self._ints and int(self._key) in self._ints else MISSING
            )  # an int, in any case


def _in_runs(key: Any, ints: list[int]) -> Iterator[Condition]:
    """Conditions of which one holds if a key is among sorted ints: one per run of successive numbers."""
    first = 0
    for at in range(1, len(ints) + 1):
        if at == len(ints) or ints[at] != ints[at - 1] + 1:
            low, high = ints[first], ints[at - 1]
            if low == high:
                yield compare(key.form, "==", low)
            else:
                yield all_of((compare(key.form, ">=", low), compare(key.form, "<=", high)))
            first = at


class LastAnswer:
    """The last answer of a container about one key object: `if k in d: d[k] += 1` asks once."""

    __slots__ = ("_search", "found", "key", "there")

    def __init__(self, keys: Iterable[Any], key: Any, wanted: Any, trace: Trace) -> None:
        self.key = key
        self._search: KeySearch | None = KeySearch(keys, wanted, trace)
        self.there = self._search.there()
        self.found = MISSING

    def which(self) -> Any:
        """Return the key of the container, MISSING where there is none."""
        if self.there and self._search is not None:
            self.found, self._search = self._search.which(), None
        return self.found

    def set(self, found: Any) -> None:
        """Note a key that C code finds."""
        self.there, self.found, self._search = True, found, None
