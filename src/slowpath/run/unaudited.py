"""Functions of the interpreter that change the system and raise no audit event: here they are made to.

They are replaced in their modules before the target is imported, so it never has the originals.
"""

from __future__ import annotations

import functools
import os
import posix
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any, Final

THREAD, NODE, SIGNAL, SPAWN = "slowpath.thread", "slowpath.node", "slowpath.signal", "slowpath.spawn"
RECURSION: Final = "slowpath.recursion"  # slowpath lets the target recurse so deep


def audit_more() -> None:
    """Make these functions raise the events above; the arguments of the call are those of the event."""
    import _posixsubprocess
    import _thread
    import signal

    for name in ("mkfifo", "mknod"):
        _replace(name, NODE, os, posix)
    _replace("pidfd_send_signal", SIGNAL, signal, sys.modules.get("_signal"))
    _replace("fork_exec", SPAWN, _posixsubprocess)
    if sys.version_info < (3, 12):  # later versions audit it
        for name in ("start_new_thread", "start_new", "_start_new_thread"):
            _replace(name, THREAD, _thread, sys.modules.get("threading"))


def cap_recursion(deepest: Callable[[], int | None]) -> None:
    """Let `sys.setrecursionlimit` set no more than `deepest` says at the time, if it says anything.

    It sets what it may instead of raising: programs ask for a million frames to have enough, and use few.
    """
    change = sys.setrecursionlimit

    def setrecursionlimit(limit: int, /) -> None:
        most = deepest()
        change(min(limit, most) if most is not None and isinstance(limit, int) else limit)

    sys.setrecursionlimit = _Replaced(change, setrecursionlimit)


def _replace(name: str, event: str, *modules: ModuleType | None) -> None:
    for module in modules:
        function = getattr(module, name, None)
        if function is not None and not isinstance(function, _Replaced):
            setattr(module, name, _audited(function, event))


def _audited(function: Callable[..., Any], event: str) -> Callable[..., Any]:
    def audited(*arguments: Any, **named: Any) -> Any:
        sys.audit(event, *arguments)
        return function(*arguments, **named)

    return _Replaced(function, audited)


class _Replaced:
    """A callable that passes for a function of the interpreter: it is no Python function whose work would
    have to be counted."""

    def __init__(self, original: Callable[..., Any], replacement: Callable[..., Any]) -> None:
        functools.update_wrapper(self, original)
        self._replacement = replacement

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self._replacement(*arguments, **named)
