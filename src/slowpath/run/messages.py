"""What the command and its worker process say to each other, and how it is framed on a pipe.

A frame is a length of four bytes, then one MessagePack document. The pipes are the worker's own: the
target's standard streams never carry a frame.
"""

from __future__ import annotations

import os
from typing import Any

import msgspec

from slowpath.model.run import Run
from slowpath.model.target import Target
from slowpath.run.limits import Limits

OPS, SECONDS = "ops", "seconds"
COUNT, OBSERVE, PLAIN, MODEL = "count", "observe", "plain", "model"
HEADER = 4


class Load(msgspec.Struct, tag="load", frozen=True):
    """Load the target. `path` is the module search path to use; `build` is "count", "observe", "plain" or
    "model", whose allocations cost what the document of a cost model says."""

    spec: str
    scope: tuple[str, ...]
    build: str
    path: tuple[str, ...]
    limits: Limits
    model: dict[str, Any] | None = None


class Job(msgspec.Struct, tag="job", frozen=True):
    """Run the loaded target once.

    `inputs` are expressions by parameter, `measures` the measures whose parts are wanted.
    """

    inputs: dict[str, str]
    size: int | None
    measures: tuple[str, ...]
    max_ops: int | None
    limits: Limits
    allow: tuple[str, ...]


class Ready(msgspec.Struct, tag="ready", frozen=True):
    """The target is loaded."""

    target: Target


class Done(msgspec.Struct, tag="done", frozen=True):
    """What a run showed. `run.costs` has the elementary measures that this build can see."""

    run: Run


class Failed(msgspec.Struct, tag="failed", frozen=True):
    """A SlowpathError to raise on the other side; `kind` is its class's name."""

    kind: str
    message: str
    hint: str


Request = Load | Job
Reply = Ready | Done | Failed

_requests: msgspec.msgpack.Decoder[Request] = msgspec.msgpack.Decoder(Request)
_replies: msgspec.msgpack.Decoder[Reply] = msgspec.msgpack.Decoder(Reply)
_encoder = msgspec.msgpack.Encoder()


def frame(message: msgspec.Struct) -> bytes:
    """Return the message as it travels on a pipe."""
    body = _encoder.encode(message)
    return len(body).to_bytes(HEADER, "big") + body


def body(received: bytes | bytearray) -> bytes | None:
    """Return the document in `received`, or None while the frame is not complete."""
    end = HEADER + int.from_bytes(received[:HEADER], "big")
    return bytes(received[HEADER:end]) if len(received) >= max(end, HEADER) else None


def request(document: bytes) -> Request:
    return _requests.decode(document)


def reply(document: bytes) -> Reply:
    return _replies.decode(document)


def write(fd: int, frame: bytes) -> None:
    """Write the whole frame."""
    view = memoryview(frame)
    while view:
        view = view[os.write(fd, view) :]


def read(fd: int) -> bytes | None:
    """Return the next document from a pipe, or None when the other side has closed it."""
    received = bytearray()
    while (document := body(received)) is None:
        wanted = HEADER if len(received) < HEADER else HEADER + int.from_bytes(received[:HEADER], "big")
        chunk = os.read(fd, wanted - len(received))
        if not chunk:
            return None
        received += chunk
    return document
