"""Summaries that are kept: under which name, and when they are used again."""

from __future__ import annotations

import sys
from enum import StrEnum
from hashlib import sha256
from typing import Protocol

import msgspec

from slowpath.pipeline.summary import VERSION, Summary

KIND = "summary"


class Reuse(StrEnum):
    """Which summaries may come from the library: none; those that are there; all of them have to."""

    NONE = "none"
    INCREMENTAL = "incremental"
    FULL = "full"


class Documents(Protocol):
    """Keeps documents by kind and key. It never raises: what it cannot do it says in `notices`."""

    notices: list[str]

    def get(self, kind: str, key: str) -> bytes | None: ...
    def put(self, kind: str, key: str, document: bytes) -> None: ...


class NoDocuments:
    """Keeps nothing."""

    def __init__(self) -> None:
        self.notices: list[str] = []

    def get(self, kind: str, key: str) -> bytes | None:
        return None

    def put(self, kind: str, key: str, document: bytes) -> None:
        return


def key_of(code: str, call: str, shape: str, size: int, tests: int, *, feeds: bool) -> str:
    """The name of a summary: a digest of all that it depends on. `code` is the digest of a stage's
    modules."""
    python = ".".join(map(str, sys.version_info[:3]))
    parts = (VERSION, python, code, call, shape, size, tests, feeds)
    return sha256(repr(parts).encode()).hexdigest()


def load(documents: Documents, key: str) -> Summary | None:
    """The summary of this name; None if there is none that can be read."""
    document = documents.get(KIND, key)
    if document is None:
        return None
    try:
        found = msgspec.msgpack.decode(document, type=Summary)
    except msgspec.MsgspecError as error:
        documents.notices.append(f"a kept summary cannot be read and is computed again: {error}")
        return None
    return found if found.version == VERSION else None


def save(documents: Documents, key: str, summary: Summary) -> None:
    """Keep a summary."""
    documents.put(KIND, key, msgspec.msgpack.encode(summary))
