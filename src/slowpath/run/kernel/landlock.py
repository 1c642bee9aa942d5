"""Landlock: the kernel lets a process change files only where its rules say so.

A process can add restrictions to itself, never take them back; the processes that it starts inherit them.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Sequence

from slowpath.run.kernel.syscalls import Libc

_CREATE, _ADD, _RESTRICT = 444, 445, 446  # the same numbers on every machine
_ASK_VERSION = 1
_PATH_BENEATH = 1

# linux/landlock.h. What only reads (bits 0, 2, 3: execute, read a file, list a folder) is not restricted.
_WRITE_FILE, _TRUNCATE, _IOCTL = 1 << 1, 1 << 14, 1 << 15
_CHANGES = _WRITE_FILE | sum(1 << bit for bit in range(4, 13))  # remove and make entries of every kind
_SINCE = {2: 1 << 13, 3: _TRUNCATE, 5: _IOCTL}  # ABI -> what it can refuse besides; 1 << 13: move elsewhere
_TCP = 1 << 0 | 1 << 1  # bind and connect, since ABI 4
_ABSTRACT_SOCKETS, _SIGNALS = 1 << 0, 1 << 1  # towards processes outside, since ABI 6


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def version(libc: Libc) -> int | None:
    """Return the ABI of Landlock that the kernel has, if any."""
    found = libc.call(_CREATE, None, 0, _ASK_VERSION)
    return found if found > 0 else None


def restrict(libc: Libc, abi: int, *, writable: Sequence[str] | None, network: bool, signals: bool) -> bool:
    """Let this process change files only in the folders `writable` (None: anywhere), and `/dev/null`.

    Without `network` it makes no TCP connection, without `signals` it sends none to processes that are not
    restricted like it: as far as the ABI can refuse them. Return whether the kernel did.
    """
    files = 0
    if writable is not None:
        files = _CHANGES | sum(bits for since, bits in _SINCE.items() if abi >= since)
    tcp = 0 if network or abi < 4 else _TCP
    scoped = 0 if abi < 6 else (0 if network else _ABSTRACT_SOCKETS) | (0 if signals else _SIGNALS)
    if not files | tcp | scoped:
        return True
    size = 8 if abi < 4 else 16 if abi < 6 else 24  # an older kernel knows a shorter structure
    ruleset = libc.call(_CREATE, ctypes.byref(_Ruleset(files, tcp, scoped)), size, 0)
    if ruleset < 0:
        return False
    try:
        _allow(libc, ruleset, os.devnull, files & (_WRITE_FILE | _TRUNCATE | _IOCTL))
        for folder in writable or ():
            _allow(libc, ruleset, folder, files & ~_IOCTL)
        return libc.call(_RESTRICT, ruleset, 0) == 0
    finally:
        os.close(ruleset)


def _allow(libc: Libc, ruleset: int, path: str, access: int) -> None:
    """Let the process change what is beneath a path. What does not exist is not allowed."""
    if not access:
        return
    try:
        parent = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        libc.call(_ADD, ruleset, _PATH_BENEATH, ctypes.byref(_Beneath(access, parent)), 0)
    finally:
        os.close(parent)
