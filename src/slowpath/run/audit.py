"""What a target may not do unless `--allow` says so."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from slowpath.counting.observer import Listener

FILES, NETWORK, PROCESSES, THREADS = "files", "network", "processes", "threads"
PERMISSIONS: Final = (FILES, NETWORK, PROCESSES, THREADS)

_THREAD_EVENT = "slowpath.thread"
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

# audit event -> (permission it needs, what the target tried; {0} and {1} are the event's arguments)
_EVENTS: Final[dict[str, tuple[str, str]]] = {
    "open": (FILES, "write {0!r}"),
    "os.remove": (FILES, "remove {0!r}"),
    "os.rename": (FILES, "rename {0!r} to {1!r}"),
    "os.mkdir": (FILES, "make the directory {0!r}"),
    "os.rmdir": (FILES, "remove the directory {0!r}"),
    "os.link": (FILES, "link {0!r} as {1!r}"),
    "os.symlink": (FILES, "link {0!r} as {1!r}"),
    "os.truncate": (FILES, "truncate {0!r}"),
    "os.chmod": (FILES, "change the mode of {0!r}"),
    "os.chown": (FILES, "change the owner of {0!r}"),
    "os.chflags": (FILES, "change the flags of {0!r}"),
    "os.utime": (FILES, "change the times of {0!r}"),
    "os.setxattr": (FILES, "change the attributes of {0!r}"),
    "os.removexattr": (FILES, "change the attributes of {0!r}"),
    "sqlite3.connect": (FILES, "open the database {0!r}"),
    "socket.connect": (NETWORK, "connect to {1!r}"),
    "socket.bind": (NETWORK, "listen on {1!r}"),
    "socket.sendto": (NETWORK, "send to {1!r}"),
    "socket.sendmsg": (NETWORK, "send to {1!r}"),
    "socket.getaddrinfo": (NETWORK, "look up the host {0!r}"),
    "socket.gethostbyname": (NETWORK, "look up the host {0!r}"),
    "socket.gethostbyaddr": (NETWORK, "look up the host {0!r}"),
    "socket.getnameinfo": (NETWORK, "look up the address {0!r}"),
    "subprocess.Popen": (PROCESSES, "start the process {0!r}"),
    "os.system": (PROCESSES, "run the command {0!r}"),
    "os.exec": (PROCESSES, "become the program {0!r}"),
    "os.posix_spawn": (PROCESSES, "start the process {0!r}"),
    "os.spawn": (PROCESSES, "start the process {1!r}"),
    "os.fork": (PROCESSES, "fork"),
    "os.forkpty": (PROCESSES, "fork"),
    "os.kill": (PROCESSES, "send signal {1!r} to the process {0!r}"),
    "os.killpg": (PROCESSES, "send signal {1!r} to the process group {0!r}"),
    "pty.spawn": (PROCESSES, "start the process {0!r}"),
    "_thread.start_new_thread": (THREADS, "start a thread"),
    "_thread.start_joinable_thread": (THREADS, "start a thread"),
    _THREAD_EVENT: (THREADS, "start a thread"),
}


class Audit:
    """The process's audit hook. It refuses nothing until it is armed, and cannot be removed."""

    def __init__(self) -> None:
        self.refusals: list[str] = []
        self.listeners: Sequence[Listener] = ()
        self._allowed: frozenset[str] | None = None

    def install(self) -> None:
        """Watch the process from now on. Called before the target is imported."""
        sys.addaudithook(self._hook)
        _audit_threads()

    def arm(self, allow: Iterable[str]) -> None:
        """Refuse what needs a permission that is not in `allow`."""
        self._allowed = frozenset(allow)

    def disarm(self) -> None:
        self._allowed = None
        self.listeners = ()

    def _hook(self, event: str, arguments: tuple[Any, ...]) -> None:
        for listener in self.listeners:
            listener.audit(event, arguments)
        if self._allowed is None or event not in _EVENTS:
            return
        permission, what = _EVENTS[event]
        if permission in self._allowed or _harmless(event, arguments):
            return
        # The target may swallow the exception: the refusal is remembered.
        refusal = f"the target tried to {what.format(*arguments)}; allow it with --allow {permission}"
        self.refusals.append(refusal)
        raise PermissionError(f"slowpath: {refusal}")


def _harmless(event: str, arguments: tuple[Any, ...]) -> bool:
    if event == "open":
        path, _, flags = arguments
        return isinstance(path, int) or not flags & _WRITES or path in (os.devnull, os.devnull.encode())
    return event == "sqlite3.connect" and arguments[0] in (":memory:", b":memory:")


def _audit_threads() -> None:
    """Make starting a thread an audited event where the interpreter does not (Python 3.11)."""
    import _thread

    if sys.version_info >= (3, 12):
        return
    start: Callable[..., int] = _thread.start_new_thread

    def start_new_thread(*arguments: Any) -> int:
        sys.audit(_THREAD_EVENT)
        return start(*arguments)

    for module in (_thread, sys.modules.get("threading")):
        for name in ("start_new_thread", "start_new", "_start_new_thread"):
            if getattr(module, name, None) is start:
                setattr(module, name, start_new_thread)
