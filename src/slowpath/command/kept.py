"""Searches that are kept: a scan goes on where an earlier one ended.

A result is used again only if all that it depends on is the same: the order, the code that is scanned, what
is installed beside it, the interpreter, and slowpath itself.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from typing import TypeVar

import msgspec

from slowpath.command.find import FindOrder
from slowpath.model.find import FindReport
from slowpath.model.stop import StopReason
from slowpath.pipeline.library import Documents
from slowpath.run.order import Order

KIND = "search"

Thing = TypeVar("Thing")


class KeptSearches:
    """The searches of one scan that are in a store, and those that are put there. If it is `fresh`, none is
    used again."""

    def __init__(self, documents: Documents, files: Iterable[Path], *, fresh: bool = False) -> None:
        self._documents = documents
        self._fresh = fresh
        self._code = code_digest(files)

    def find(self, order: FindOrder) -> FindReport | None:
        """Return what an equal search of the same code came to; None if there was none."""
        return None if self._fresh else read_kept(self._documents, KIND, self._key(order), FindReport)

    def keep(self, order: FindOrder, report: FindReport) -> None:
        """Keep what a search came to, unless it was broken off."""
        if report.stopped_because is not StopReason.INTERRUPTED:
            self._documents.put(KIND, self._key(order), msgspec.msgpack.encode(report))

    def _key(self, order: FindOrder) -> str:
        # What others have learnt changes with the time; a search without it is as good an answer.
        return kept_key(msgspec.structs.replace(order, examples=()), self._code)


def read_kept(documents: Documents, kind: str, key: str, of: type[Thing]) -> Thing | None:
    """Return what is kept by a key; None if nothing is, or if it cannot be read."""
    document = documents.get(kind, key)
    if document is None:
        return None
    try:
        return msgspec.msgpack.decode(document, type=of)
    except msgspec.MsgspecError as error:
        documents.notices.append(f"a kept search cannot be read and is made again: {error}")
        return None


def kept_key(order: Order, code: str) -> str:
    """Return a digest of all that the answer to an order depends on; `code` is that of the target's files.

    Where modules are looked for is part of no result: their code is.
    """
    told = msgspec.json.encode(msgspec.structs.replace(order, path=()))
    return sha256(b"\0".join((told, code.encode(), environment().encode()))).hexdigest()


def code_digest(files: Iterable[Path]) -> str:
    """Return a digest of some files."""
    digest = sha256()
    for file in sorted(files):
        digest.update(str(file).encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def relative_digest(files: Iterable[Path]) -> str:
    """Return a digest of some files that does not depend on the folder that they are in."""
    known = sorted(file.resolve() for file in files)
    root = os.path.commonpath([file.parent for file in known]) if known else ""
    digest = sha256()
    for file in known:
        digest.update(os.path.relpath(file, root).encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


@cache
def own_code() -> str:
    """Return the version of slowpath, with a digest of its code."""
    code = relative_digest(Path(__file__).parents[1].rglob("*.py"))
    return f"{metadata.version('slowpath')} ({code[:12]})"


@cache
def environment() -> str:
    """Return what identifies the interpreter, the installed distributions and the code of slowpath."""
    installed = sorted(f"{each.name} {each.version}" for each in metadata.distributions())
    return "\n".join((platform.python_version(), own_code(), *installed))
