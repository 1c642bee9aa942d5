"""Symbolic bytearrays.

A bytearray keeps its bytes beside it, once one depends on the input. The builtin does every operation on the
concrete bytes, so results, exceptions and charges are its own; the same is then done to the bytes beside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from slowpath.expr.comparison import compare
from slowpath.values._lending import Lender
from slowpath.values.blob import READERS, SymBytes, blob, byte, number, parts_of, seen
from slowpath.values.elements import directly
from slowpath.values.integer import SymInt
from slowpath.values.items import settled
from slowpath.values.text import scan
from slowpath.values.text.calls import METHODS as MODELS
from slowpath.values.text.char import Part, Parts, is_plain, values_of
from slowpath.values.text.operations import TYPES as TEXTS
from slowpath.values.text.operations import plain

Operation = Callable[..., Any]

to_bytes = TEXTS[bytes]


class SymByteArray(bytearray):
    """A recording bytearray: `parts` are its bytes, None while none depends on the input.

    One that C code may change is frozen: that is without its knowledge, and it keeps no parts.
    """

    parts: list[Part] | None = None
    frozen = False

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return bytearray

    def __getitem__(self, key: Any) -> Any:
        key = settled(key)
        found = bytearray.__getitem__(self, key)
        if self.parts is None:
            return found
        return array(self.parts[key]) if isinstance(key, slice) else number(self.parts[key])

    def __iter__(self) -> Iterator[Any]:
        place = 0
        while place < len(self):
            yield self[place]
            place += 1

    def __setitem__(self, key: Any, value: Any) -> None:
        key = settled(key)
        given = admitted(value)
        beside = _beside(self, given)
        bytearray.__setitem__(self, key, _concrete(given))
        if beside is not None:
            beside[key] = list(content(given)) if isinstance(key, slice) else byte(given)
            self.parts = beside

    def __delitem__(self, key: Any) -> None:
        key = settled(key)
        bytearray.__delitem__(self, key)
        if self.parts is not None:
            del self.parts[key]

    def __iadd__(self, other: Any) -> Any:
        if _is_open(other):
            extend(directly, self, other)
            return self
        size = len(self)
        bytearray.__iadd__(self, _concrete(other))
        if self.parts is not None:
            self.parts.extend(bytearray.__getitem__(self, slice(size, None)))
        return self

    def __imul__(self, times: Any) -> Any:
        count = settled(times)
        bytearray.__imul__(self, count)
        if self.parts is not None:
            self.parts *= count
        return self

    def __add__(self, other: Any) -> Any:
        found = bytearray.__add__(self, _concrete(other))
        return found if self.parts is None and not _is_open(other) else array(content(self) + content(other))

    def __mul__(self, times: Any) -> Any:
        count = settled(times)
        found = bytearray.__mul__(self, count)
        return found if self.parts is None else array(self.parts * count)

    __rmul__ = __mul__

    def write(self, changes: Iterable[tuple[int, Part]]) -> None:
        """Let bytes at some places be others, as they are in the concrete bytes already."""
        taken = list(changes)
        if self.parts is None and not self.frozen and not is_plain([part for _, part in taken]):
            self.parts = list(bytearray.__iter__(self))
        if self.parts is not None:
            for place, part in taken:
                self.parts[place] = part

    def freeze(self) -> None:
        self.parts, self.frozen = None, True

    def __reduce_ex__(self, protocol: Any) -> tuple[type[bytearray], tuple[bytes]]:
        return bytearray, (bytes(bytearray(self)),)


def array(parts: Iterable[Part]) -> Any:
    """A new recording bytearray of bytes."""
    taken = list(parts)
    made = SymByteArray(values_of(taken))
    if not is_plain(taken):
        made.parts = taken
    return made


def content(value: Any) -> Parts:
    """The bytes of a bytearray, of bytes, or of an iterable of numbers."""
    if type(value) is SymByteArray:
        return tuple(value.parts) if value.parts is not None else tuple(bytearray.__iter__(value))
    if isinstance(value, list | tuple):
        return tuple(map(byte, value))
    return parts_of(value)


def _concrete(value: Any) -> Any:
    return bytearray(values_of(content(value))) if type(value) is SymByteArray else plain(value)


def _is_open(value: Any) -> bool:
    if type(value) is SymByteArray:
        return value.parts is not None
    if isinstance(value, list):
        return SymInt in map(type, value)
    return isinstance(value, Lender) or type(value) in (SymBytes, SymInt)


def _beside(box: SymByteArray, value: Any) -> list[Part] | None:
    """The bytes beside a bytearray that a value enters; None where none depends on the input."""
    if box.parts is None and _is_open(value) and not box.frozen:
        return list(bytearray.__iter__(box))
    return box.parts


def admitted(value: Any) -> Any:
    """A value that enters; where it is a number of the input, whether it is a byte is decided."""
    if type(value) is not SymInt:
        return value
    concrete = int.__index__(value)
    value.trace.decide(compare(value.form, ">=", 0), concrete >= 0, 1)
    value.trace.decide(compare(value.form, "<", 256), concrete < 256, 1)
    return value


# -- what changes it --------------------------------------------------------------------------------------


def append(perform: Any, box: SymByteArray, value: Any) -> None:
    """`box.append(value)`"""
    given = admitted(value)
    beside = _beside(box, given)
    perform(bytearray.append, box, _concrete(given))
    if beside is not None:
        beside.append(byte(given))
        box.parts = beside


def extend(perform: Any, box: SymByteArray, values: Any) -> None:
    """`box.extend(values)`"""
    if not any(hasattr(type(values), name) for name in ("__iter__", "__getitem__")):
        perform(bytearray.extend, box, values)  # raises in its own words
    given = values if isinstance(values, bytes | bytearray | memoryview | str) else list(values)
    for value in given if isinstance(given, list) else ():
        admitted(value)
    beside = _beside(box, given)
    more = () if beside is None else content(given)
    perform(bytearray.extend, box, _concrete(given))
    if beside is not None:
        beside.extend(more)
        box.parts = beside


def insert(perform: Any, box: SymByteArray, index: Any, value: Any) -> None:
    """`box.insert(index, value)`"""
    given = admitted(value)
    place = settled(index)
    beside = _beside(box, given)
    perform(bytearray.insert, box, place, _concrete(given))
    if beside is not None:
        beside.insert(place, byte(given))
        box.parts = beside


def pop(perform: Any, box: SymByteArray, *index: Any) -> Any:
    """`box.pop(index)`"""
    place = tuple(map(settled, index))
    popped = perform(bytearray.pop, box, *place)
    return popped if box.parts is None else number(box.parts.pop(*place))


def remove(perform: Any, box: SymByteArray, value: Any) -> None:
    """`box.remove(value)`"""
    if not isinstance(value, int) or (not _is_open(box) and type(value) is not SymInt):
        perform(bytearray.remove, box, _concrete(value))
        return
    parts = content(box)
    place = scan.find(parts, (byte(value),), 0, len(parts))
    perform(bytearray.remove, box, plain(value))
    if box.parts is not None:
        del box.parts[place]


def reverse(perform: Any, box: SymByteArray) -> None:
    """`box.reverse()`"""
    perform(bytearray.reverse, box)
    if box.parts is not None:
        box.parts.reverse()


def clear(perform: Any, box: SymByteArray) -> None:
    """`box.clear()`"""
    perform(bytearray.clear, box)
    box.parts = None


def copied(perform: Any, box: SymByteArray) -> Any:
    """`box.copy()`"""
    perform(bytearray.copy, bytearray(values_of(content(box))))
    return array(content(box))


# -- what asks it -----------------------------------------------------------------------------------------


_RELATIONS = ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__contains__")


def _itself(value: Any) -> Any:
    return value


def _asking(name: str) -> Operation:
    """A method that leaves a bytearray as it is: that of bytes, with new bytearrays for its pieces."""
    builtin = getattr(bytearray, name)
    model = MODELS[bytes].get(name, getattr(SymBytes, name))
    look = seen if name in READERS or name in _RELATIONS else _itself

    def operation(perform: Any, box: Any, *arguments: Any, **options: Any) -> Any:
        concrete = bytearray(values_of(content(box)))
        if not any(map(_is_open, (box, *arguments, *options.values()))):
            return _own(perform(builtin, concrete, *map(_concrete, arguments), **options))
        given = [blob(content(each)) if type(each) is SymByteArray else look(each) for each in arguments]
        try:
            result = model(blob(content(box)), *given, **options)
        except TypeError:
            return builtin(concrete, *map(_concrete, arguments), **options)  # raises, with its own name
        finally:
            if perform is not directly:
                _charge(perform, builtin, concrete, *map(_concrete, arguments), **options)
        return _own(result)

    return operation


def _charge(perform: Any, builtin: Any, *arguments: Any, **options: Any) -> None:
    try:
        perform(builtin, *arguments, **options)
    except Exception:
        pass


def _own(result: Any) -> Any:
    """Pieces as bytearrays of their own."""
    if type(result) in (list, tuple):
        return type(result)(map(_own, result))
    return array(content(result)) if isinstance(result, bytes | bytearray) else result


def _changing(name: str, operation: Operation, *counts: int) -> Operation:
    """An operation with so many arguments; with others the builtin raises."""
    builtin = getattr(bytearray, name)

    def checked(perform: Any, box: Any, *arguments: Any, **options: Any) -> Any:
        if len(arguments) not in counts or options:
            return perform(builtin, box, *arguments, **options)
        return operation(perform, box, *arguments)

    return checked


_CHANGING: Mapping[str, Operation] = {
    "append": _changing("append", append, 1),
    "extend": _changing("extend", extend, 1),
    "insert": _changing("insert", insert, 2),
    "pop": _changing("pop", pop, 0, 1),
    "remove": _changing("remove", remove, 1),
    "reverse": _changing("reverse", reverse, 0),
    "clear": _changing("clear", clear, 0),
    "copy": _changing("copy", copied, 0),
}
_ASKING = tuple(
    name for name in dir(bytes) if not name.startswith("_") and name in vars(SymBytes) and name != "hex"
)
METHODS: Mapping[type, Mapping[str, Operation]] = {
    SymByteArray: {**_CHANGING, **{name: _asking(name) for name in _ASKING}}
}


def _bound(name: str, operation: Operation) -> Callable[..., Any]:
    def method(self: Any, *arguments: Any, **options: Any) -> Any:
        return operation(directly, self, *arguments, **options)

    method.__name__ = name  # by which the operation is found again
    method.__qualname__ = f"bytearray.{name}"
    return method


for _name, _operation in METHODS[SymByteArray].items():
    setattr(SymByteArray, _name, _bound(_name, _operation))
for _name in _RELATIONS:
    setattr(SymByteArray, _name, _bound(_name, _asking(_name)))
SymByteArray.__hash__ = None
SymByteArray.__name__ = SymByteArray.__qualname__ = "bytearray"


def _gone_through(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """Arguments whose first one is a list where it is an iterator of symbolic numbers: C code would take
    plain ones from it."""
    if not arguments or not issubclass(type(arguments[0]), Iterator):
        return arguments
    items = list(arguments[0])
    return (items if SymInt in map(type, items) else iter(items), *arguments[1:])


def made(perform: Any, *arguments: Any, **options: Any) -> Any:
    """`bytearray(...)`: a recording one."""
    arguments = _gone_through(arguments)
    source = arguments[0] if len(arguments) == 1 and not options else None
    if _is_open(source):
        for each in source if isinstance(source, list) else ():
            admitted(each)
        if type(source) is not SymInt:
            perform(bytearray, _concrete(source))
            return array(content(source))
        source = settled(source)
        arguments = (source,)
    return SymByteArray(perform(bytearray, *arguments, **options))


def frozen(perform: Any, *arguments: Any, **options: Any) -> Any:
    """`bytes(...)`, of a bytearray too."""
    arguments = _gone_through(arguments)
    source = arguments[0] if len(arguments) == 1 and not options else None
    if type(source) is not SymByteArray or source.parts is None:
        return to_bytes(perform, *arguments, **options)
    perform(bytes, _concrete(source))
    return blob(source.parts)


TYPES: Mapping[Any, Operation] = {bytearray: made, bytes: frozen}
