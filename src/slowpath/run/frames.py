"""Messages on a pipe: a length of four bytes, then one MessagePack document.

The pipes belong to slowpath: the target's standard streams never carry a frame.
"""

from __future__ import annotations

import os
import pickle
from typing import Any, Generic, TypeVar

import msgspec

from slowpath.errors import UsageError

HEADER = 4  # bytes of the length

Value = TypeVar("Value")


class Message(msgspec.Struct, frozen=True, tag=True):
    """What processes say to each other; the name of the class travels with it."""


class Failed(Message, frozen=True):
    """An error to raise on the other side. `kind` is the name of a class of slowpath.errors."""

    kind: str
    message: str
    hint: str
    traceback: str = ""


class Pickled(Generic[Value]):
    """A value of slowpath's own that has no MessagePack form: shapes, conditions, paths."""

    __slots__ = ("value",)

    def __init__(self, value: Value) -> None:
        self.value = value


def frame(message: msgspec.Struct) -> bytes:
    """Return the message as it travels on a pipe."""
    try:
        body = _encoder.encode(message)
    except OverflowError:
        raise UsageError("a number in the order does not fit 64 bits", "Give a smaller one.") from None
    except UnicodeEncodeError as error:
        raise UsageError(
            f"{error.object!r} is not text: it has bytes that no encoding explains", "Write it in UTF-8."
        ) from None
    return len(body).to_bytes(HEADER, "big") + body


def body(received: bytes | bytearray) -> bytes | None:
    """Return the document in `received`, or None while the frame is not complete."""
    end = HEADER + int.from_bytes(received[:HEADER], "big")
    return bytes(received[HEADER:end]) if len(received) >= max(end, HEADER) else None


def decoder(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    """Return what decodes documents of a type, or of a union of types."""
    return msgspec.msgpack.Decoder(kind, dec_hook=_unpickled)


def write(fd: int, frame: bytes) -> None:
    """Write the whole frame."""
    view = memoryview(frame)
    while view:
        view = view[os.write(fd, view) :]


def read(fd: int) -> bytes | None:
    """Return the next document from a pipe, or None if the other side has closed it."""
    received = bytearray()
    while (document := body(received)) is None:
        wanted = HEADER if len(received) < HEADER else HEADER + int.from_bytes(received[:HEADER], "big")
        chunk = os.read(fd, wanted - len(received))
        if not chunk:
            return None
        received += chunk
    return document


def _pickled(value: Any) -> bytes:
    if isinstance(value, Pickled):
        return pickle.dumps(value.value)
    raise TypeError(f"{type(value).__qualname__} has no MessagePack form")


def _unpickled(kind: Any, document: Any) -> Any:
    return Pickled(pickle.loads(document))


_encoder = msgspec.msgpack.Encoder(enc_hook=_pickled)
