"""Memoryviews of symbolic bytes.

A view stands for the interpreter's own, which does every operation on the concrete bytes: results, exceptions
and charges are its own. The view knows the bytes or the bytearray that it looks at, and at which places, so
that what it gives depends on the input as those bytes do, and what is written into it is written there.
C code that asks for the buffer gets that of the interpreter's view, which is noted.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Self

from slowpath.values._lending import Lender
from slowpath.values.blob import READERS, SymBytes, blob, number, seen
from slowpath.values.bytearrays import SymByteArray, admitted, array, content
from slowpath.values.items import settled
from slowpath.values.packing import gathered
from slowpath.values.text.char import Part, Parts, are_same, is_plain, trace_of
from slowpath.values.text.operations import plain
from slowpath.values.trace import OURS, Trace

Operation = Callable[..., Any]

_BYTE, _SIGNED, _LETTER = "B", "b", "c"
_FORMATS = frozenset({_BYTE, _SIGNED, _LETTER})
_FORWARDED = (
    *("nbytes", "readonly", "format", "itemsize", "ndim", "shape", "strides", "suboffsets"),
    *("c_contiguous", "f_contiguous", "contiguous", "__reduce_ex__", "__reduce__"),
)


class SymView(Lender):
    """A memoryview of bytes, some of which may depend on the input, in one dimension.

    `view` is the interpreter's own, `owner` the bytes or bytearray, `places` where in it each item is. One of
    plain bytes is compared with symbolic ones, which C code would not ask.
    """

    __slots__ = ("__weakref__", "owner", "places")

    owner: Any
    places: range

    def __new__(cls, view: memoryview, owner: Any, places: range) -> Self:
        made = super().__new__(cls, view)
        made.owner = owner
        made.places = places
        return made

    __class__ = property(lambda self: memoryview)

    @property
    def obj(self) -> Any:
        return self.view.obj

    @property
    def trace(self) -> Trace | None:
        return trace_of(self._known() or ())

    @property
    def parts(self) -> Parts:
        """The bytes that it looks at."""
        concrete = self.view.tobytes()  # raises where it is released
        return self._known() or tuple(concrete)

    def _whole(self) -> Any:
        return getattr(self.owner, "parts", None)

    def _known(self) -> Parts | None:
        """The bytes that it looks at, None where none of the owner's depends on the input."""
        whole = self._whole()
        return None if whole is None else tuple([whole[place] for place in self.places])

    def lend(self, changing: bool) -> None:
        """Note that C code gets the buffer, unless a model asks; what it may change is known no more."""
        trace = self.trace
        if trace is not None and not sys._getframe(1).f_code.co_filename.startswith(OURS):
            trace.give_up("the buffer of a memoryview")
        if changing and type(self.owner) is SymByteArray and not self.view.readonly:
            self.owner.freeze()

    # -- items ---------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.view)

    def __getitem__(self, key: Any) -> Any:
        key = settled(key, len(self.places))
        found = self.view[key]
        if type(found) is memoryview:
            return SymView(found, self.owner, self.places if key is ... else self.places[key])
        whole = self._whole()
        return found if whole is None else _item(whole[self._place(key)], self.view.format)

    def _place(self, key: Any) -> int:
        return self.places[key[0] if isinstance(key, tuple) else key]

    def __setitem__(self, key: Any, value: Any) -> None:
        key = settled(key, len(self.places))
        whole = isinstance(key, slice) or key is ...
        if not whole and self.view.format == _BYTE:
            value = admitted(value)
        given = seen(value)
        self.view[key] = plain(value)
        if type(self.owner) is not SymByteArray:
            return
        if self.view.format == _SIGNED:
            self.owner.freeze()
        elif whole:
            places = self.places if key is ... else self.places[key]
            self.owner.write(zip(places, content(given), strict=True))
        else:
            self.owner.write([(self._place(key), content(given)[0])])

    def __delitem__(self, key: Any) -> None:
        del self.view[key]  # type: ignore[attr-defined]  # raises

    def __iter__(self) -> Iterator[Any]:
        iter(self.view)  # raises where it is released
        return (self[place] for place in range(len(self.places)))

    def __contains__(self, value: Any) -> bool:
        return any(value is each or value == each for each in self)

    def __radd__(self, other: Any) -> Any:
        return other + blob(self.parts) if isinstance(other, bytes) else NotImplemented

    # -- questions -----------------------------------------------------------------------------------

    def __eq__(self, other: Any) -> Any:
        same = self.view.__eq__(plain(other))
        pair = _same_format(self, other)
        if same is NotImplemented or pair is None or len(pair[0]) != len(pair[1]):
            return same
        return are_same(*pair)

    def __ne__(self, other: Any) -> Any:
        same = self.__eq__(other)
        return same if same is NotImplemented else not same

    def __hash__(self) -> int:
        found = hash(self.view)
        trace = self.trace
        if trace is not None and not sys._getframe(1).f_code.co_filename.startswith(OURS):
            trace.give_up("hash of bytes")
        return found

    def __repr__(self) -> str:
        return repr(self.view)

    # -- what is made of it ----------------------------------------------------------------------------

    def tobytes(self, *order: Any, **options: Any) -> Any:
        self.view.tobytes(*order, **options)  # raises where Python does
        return blob(self.parts)

    def tolist(self) -> list[Any]:
        return [_item(part, self.view.format) for part in self.parts]

    def hex(self, *grouping: Any, **options: Any) -> Any:
        concrete = self.view.hex(*grouping, **options)
        made = blob(self.parts)
        return concrete if type(made) is bytes else made.hex(*grouping, **options)

    def toreadonly(self) -> SymView:
        return SymView(self.view.toreadonly(), self.owner, self.places)

    def cast(self, *arguments: Any, **options: Any) -> Any:
        made = self.view.cast(*arguments, **options)
        if made.ndim == 1 and made.format in _FORMATS:
            return SymView(made, self.owner, self.places)
        trace = self.trace
        if trace is not None:
            trace.give_up("memoryview.cast()")
        if type(self.owner) is SymByteArray and not made.readonly:
            self.owner.freeze()
        return made

    def release(self) -> None:
        self.view.release()

    def __enter__(self) -> Self:
        self.view.__enter__()
        return self

    def __exit__(self, *raised: Any) -> None:
        self.view.release()


Sequence.register(SymView)  # so that patterns of sequences match it, as they do memoryviews


def _forwarded(name: str) -> property:
    return property(lambda self: getattr(self.view, name))


for _name in _FORWARDED:
    setattr(SymView, _name, _forwarded(_name))
SymView.__name__ = SymView.__qualname__ = "memoryview"


def _item(part: Part, format: str) -> Any:
    """An item of a view."""
    if format == _BYTE:
        return number(part)
    return blob((part,)) if format == _LETTER else gathered((part,), True, True)


def _same_format(view: SymView, other: Any) -> tuple[Parts, Parts] | None:
    """The bytes of a view and of what it is compared with, None where these do not tell."""
    try:
        own = view.view.format
    except ValueError:
        return None  # it is released, and equal to itself alone
    known = own == _BYTE or type(other) is SymView
    if not known or not isinstance(other, bytes | bytearray | SymView):
        return None
    if type(other) is SymView and other.view.format != own:
        return None
    pair = view.parts, content(other)
    return None if is_plain(pair[0]) and is_plain(pair[1]) else pair


# -- operations ------------------------------------------------------------------------------------------


def made(perform: Any, /, *arguments: Any, **options: Any) -> Any:
    """`memoryview(value)`"""
    given = [each.view if type(each) is SymView else each for each in arguments]
    view = perform(memoryview, *given, **options)
    source = next(iter((*arguments, *options.values())))
    if type(source) is SymView:
        return SymView(view, source.owner, source.places)
    known = type(source) in (bytes, SymBytes, SymByteArray)
    return SymView(view, source, range(len(source))) if known else view


def _made_of(view: SymView, kind: Any) -> Any:
    if kind is bytes:
        return blob(view.parts)
    return array(view.parts) if kind is bytearray else kind(view)


def _taking(kind: Any, ordinary: Operation) -> Operation:
    """`kind(view)`: bytes, or items."""

    def operation(perform: Any, /, *arguments: Any, **options: Any) -> Any:
        if len(arguments) != 1 or options or type(arguments[0]) is not SymView:
            return ordinary(perform, *arguments, **options)
        perform(kind, arguments[0].view)
        return _made_of(arguments[0], kind)

    return operation


def through(operations: Mapping[Any, Operation]) -> dict[Any, Operation]:
    """Builtins that go through a view, charged as for the interpreter's."""
    return {kind: _taking(kind, operation) for kind, operation in operations.items()}


def taking(types: Mapping[Any, Operation]) -> dict[Any, Operation]:
    """The constructors among some that go through a view, and that of views."""
    return through({kind: types[kind] for kind in (bytes, bytearray, list, tuple)}) | {memoryview: made}


def read(operation: Operation, wanted: Callable[[int], bool] = bool) -> Operation:
    """An operation on bytes-like objects, which reads those that views look at, for `wanted` numbers of
    arguments."""

    def of_bytes(perform: Any, /, *arguments: Any, **options: Any) -> Any:
        if wanted(len(arguments) + len(options)) and any(map(_holds_view, (*arguments, *options.values()))):
            arguments = tuple(map(_read, arguments))
            options = {name: _read(value) for name, value in options.items()}
        return operation(perform, *arguments, **options)

    return of_bytes


def reading(operations: Mapping[Any, Operation], some: Iterable[Any]) -> dict[Any, Operation]:
    """Operations some of which read what views look at."""
    return {**operations, **{name: read(operations[name]) for name in some}}


def searching(methods: Mapping[str, Operation]) -> dict[str, Operation]:
    """The methods of bytes, some of which take any bytes-like objects."""
    parting = {name: _parting(methods[name]) for name in ("partition", "rpartition")}
    return {**reading(methods, READERS), **parting}


def _parting(operation: Operation) -> Operation:
    """A method that gives the separator it was given."""

    def of_bytes(perform: Any, receiver: Any, separator: Any, /) -> Any:
        before, found, after = operation(perform, receiver, seen(separator))
        return before, separator if type(separator) is SymView and len(found) else found, after

    return of_bytes


def shown(operation: Operation) -> Operation:
    """An operation that does not look into views."""

    def of_views(perform: Any, /, *arguments: Any, **options: Any) -> Any:
        given = [each.view if type(each) is SymView else each for each in arguments]
        return operation(perform, *given, **options)

    return of_views


def _holds_view(value: Any) -> bool:
    kind = type(value)
    return kind is SymView or ((kind is list or kind is tuple) and SymView in map(type, value))


def _read(value: Any) -> Any:
    return type(value)(map(seen, value)) if type(value) in (list, tuple) else seen(value)


def listing(operation: Operation, most: int = 1, place: int = 0) -> Operation:
    """An operation that goes through an argument, where there are no more than so many, and is charged by
    its length."""

    def of_items(perform: Any, /, *arguments: Any, **options: Any) -> Any:
        if place < len(arguments) <= most and type(arguments[place]) is SymView:
            arguments = (*arguments[:place], list(arguments[place]), *arguments[place + 1 :])
        return operation(perform, *arguments, **options)

    return of_items


def _asking(name: str) -> Operation:
    """A method of a view that gives what it looks at, charged as the interpreter's."""
    model = getattr(SymView, name)

    def operation(perform: Any, view: Any, /, *arguments: Any, **options: Any) -> Any:
        if type(view) is not SymView:
            return perform(getattr(view, name), *arguments, **options)
        perform(getattr(view.view, name), *arguments, **options)  # raises where Python does
        return model(view, *arguments, **options)

    return operation


METHODS: Mapping[type, Mapping[str, Operation]] = {
    kind: {name: _asking(name) for name in ("tobytes", "tolist", "hex")} for kind in (SymView, memoryview)
}
