"""Files whose content depends on the input: `open` gives a stream of the symbolic content.

Only reading is modelled. Code outside the copies, and modes that are not modelled, get the concrete content;
that is noted as lost.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from slowpath import files
from slowpath.values.streams import SymBytesIO, SymStringIO

Operation = Callable[..., Any]

# The modes that read, and whether they give text.
_MODES = {"r": True, "rt": True, "tr": True, "rb": False, "br": False}
_UTF8 = frozenset({None, "utf-8", "utf8", "UTF-8"})


class SymTextFile(SymStringIO):
    """A recording stream in the place of a text file that is read. Like that of files, its work is free."""


class SymBinaryFile(SymBytesIO):
    """The same for a file of bytes."""


def opened(perform: Any, /, *arguments: Any, **options: Any) -> Any:
    """`open(path)`: a stream of its content, if that is symbolic."""
    content = files.symbolic(arguments[0]) if 1 <= len(arguments) <= 2 else None
    stream = None
    if content is not None:
        mode = options.pop("mode", None) or (arguments[1] if len(arguments) > 1 else "r")
        stream = _stream(content, mode, options)
        options["mode"] = mode
        arguments = arguments[:1]
    return perform(open, *arguments, **options) if stream is None else stream


def _stream(content: Any, mode: Any, options: Mapping[str, Any]) -> Any:
    """A stream of a content in a mode, or None if that is not modelled."""
    as_text = _MODES.get(mode)
    if as_text is None or options.get("encoding") not in _UTF8 or options.get("errors"):
        return None
    if not as_text:
        data = content if isinstance(content, bytes) else content.encode()
        return _recorded(SymBinaryFile(bytes(memoryview(data))), data)
    text = content if isinstance(content, str) else content.decode()
    if options.get("newline") != "" and "\r" in text:
        return None  # line ends are translated
    stream = SymTextFile(str.__str__(text), newline="")
    stream.universal = options.get("newline") == ""
    return _recorded(stream, text)


def _recorded(stream: Any, value: Any) -> Any:
    if hasattr(value, "parts"):
        stream.content = list(value.parts)
    return stream


def _read(mode: str) -> Operation:
    """`path.read_text()` and `path.read_bytes()`"""
    method = Path.read_text if mode == "r" else Path.read_bytes

    def operation(perform: Any, path: Any, /, *arguments: Any, **options: Any) -> Any:
        content = None if arguments else files.symbolic(path)
        stream = None if content is None else _stream(content, mode, options)
        return perform(method, path, *arguments, **options) if stream is None else stream.read()

    return operation


def _opened_path(perform: Any, path: Any, /, *arguments: Any, **options: Any) -> Any:
    """`path.open()`"""
    if files.symbolic(path) is None:
        return perform(Path.open, path, *arguments, **options)
    return opened(perform, path, *arguments, **options)


FUNCTIONS: Mapping[Any, Operation] = {open: opened}
# Python functions of a module that is not copied.
METHODS: Mapping[Any, Operation] = {
    Path.read_text: _read("r"),
    Path.read_bytes: _read("rb"),
    Path.open: _opened_path,
}
