"""io.StringIO and io.BytesIO whose content depends on the input.

A stream is a subclass of the builtin one that keeps its characters beside it. The builtin does every
operation and tells the place before and after; the characters are read and written between these places.
What a line is depends on the characters, so reading a line decides it.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from typing import Any

from slowpath.values.blob import SymBytes, blob
from slowpath.values.blob import parts_of as bytes_of
from slowpath.values.elements import directly
from slowpath.values.text.char import Part, are_same, is_in
from slowpath.values.text.classes import any_of
from slowpath.values.text.kind import note
from slowpath.values.text.operations import plain
from slowpath.values.text.text import SymStr, text
from slowpath.values.text.text import parts_of as characters_of

Operation = Callable[..., Any]

LINE_ENDS = any_of("\n\r")


class _Stream:
    """What both streams share: `content` are the characters, None while none depends on the input."""

    base: Any
    content: list[Part] | None = None
    universal = False  # lines end at any of \n, \r, \r\n
    _perform: Callable[..., Any] = staticmethod(directly)
    tell: Callable[[], int]
    seek: Callable[[int], int]

    def _make(self, parts: list[Part]) -> Any:
        return text(parts) if self.base is io.StringIO else blob(parts)

    def _parts(self, value: Any) -> list[Part]:
        return list(characters_of(value) if self.base is io.StringIO else bytes_of(value))

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        return self.base

    def getvalue(self) -> Any:
        value = self._perform(self.base.getvalue, self)
        return value if self.content is None else self._make(self.content)

    def read(self, size: Any = -1, /) -> Any:
        start = self.tell()
        value = self._perform(self.base.read, self, size)
        return value if self.content is None else self._make(self.content[start : self.tell()])

    def readline(self, size: Any = -1, /) -> Any:
        start = self.tell()
        line = self._perform(self.base.readline, self, size)
        if self.content is None:
            return line
        limit = -1 if size is None else int(size)
        end = (_any_line_end if self.universal else _line_end)(self.content, start, limit)
        self.seek(end)
        return self._make(self.content[start:end])

    def readlines(self, hint: Any = -1, /) -> list[Any]:
        if self.content is None:
            found: list[Any] = self._perform(self.base.readlines, self, hint)
            return found
        lines: list[Any] = []
        size = 0
        while line := self.readline():
            lines.append(line)
            size += len(line)
            if hint is not None and 0 < hint <= size:
                break
        return lines

    def __iter__(self) -> Any:
        return self.base.__iter__(self)

    def __next__(self) -> Any:
        if self.content is None:
            return self.base.__next__(self)
        if line := self.readline():
            return line
        raise StopIteration

    def write(self, value: Any, /) -> int:
        if self.content is None and type(value) in _TEXTUAL:
            self.content = self._parts(self.base.getvalue(self))
        start = self.tell()
        written: int = self._perform(self.base.write, self, plain(value))
        if self.content is not None:
            parts = self._parts(value)
            self.content += [0] * (start - len(self.content))
            self.content[start : start + len(parts)] = parts
        return written

    def writelines(self, lines: Any, /) -> None:
        for line in lines:
            self.write(line)

    def truncate(self, size: Any = None, /) -> int:
        kept: int = self.base.truncate(self, size)
        if self.content is not None:
            del self.content[kept:]
        return kept


def _line_end(content: list[Part], start: int, size: int) -> int:
    """Decide where a line ends: one question per character."""
    last = len(content) if size < 0 else min(len(content), start + size)
    for place in range(start, last):
        if are_same((content[place],), (10,)):
            return place + 1
    return max(last, start)


def _any_line_end(content: list[Part], start: int, size: int) -> int:
    """Decide where a line ends that any line end ends."""
    last = len(content) if size < 0 else min(len(content), start + size)
    for place in range(start, last):
        if is_in(content[place], LINE_ENDS):
            pair = place + 1 < last and are_same(content[place : place + 2], (13, 10))
            return place + (2 if pair else 1)
    return max(last, start)


class SymStringIO(_Stream, io.StringIO):  # type: ignore[misc]
    """A recording io.StringIO that does not translate line ends."""

    base = io.StringIO


class SymBytesIO(_Stream, io.BytesIO):  # type: ignore[misc]
    """A recording io.BytesIO."""

    base = io.BytesIO


STREAMS: Mapping[Any, Any] = {io.StringIO: SymStringIO, io.BytesIO: SymBytesIO}
_TEXTUAL = frozenset({SymStr, SymBytes})


def _made(kind: Any) -> Operation:
    """`StringIO(text)`, `BytesIO(blob)`: recording, unless line ends are translated."""

    def operation(perform: Any, *arguments: Any, **options: Any) -> Any:
        newline = options.get("newline", arguments[1] if len(arguments) > 1 else "\n")
        if newline not in ("", "\n") or set(options) - {"newline"}:
            note("a stream that translates line ends", *arguments, *options.values())
            return perform(kind, *arguments, **options)
        given = tuple(map(plain, arguments))
        if perform is not directly:
            perform(kind, *given, **options)
        stream = STREAMS[kind](*given, **options)
        stream.universal = newline == ""
        if arguments and type(arguments[0]) in _TEXTUAL:
            stream.content = list(arguments[0].parts)
        return stream

    return operation


def _charged(kind: Any, name: str) -> Operation:
    """A method of a recording stream, charged as that of a plain one."""
    model = getattr(STREAMS[kind], name)

    def operation(perform: Any, stream: Any, *arguments: Any, **options: Any) -> Any:
        stream._perform = perform
        try:
            return model(stream, *arguments, **options)
        finally:
            del stream._perform

    return operation


TYPES: Mapping[Any, Operation] = {kind: _made(kind) for kind in STREAMS}
METHODS: Mapping[type, Mapping[str, Operation]] = {
    stream: {name: _charged(kind, name) for name in ("read", "write", "getvalue", "readline", "readlines")}
    for kind, stream in STREAMS.items()
}
