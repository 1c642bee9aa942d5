"""What a target may not do unless `--allow` says so."""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Iterable, Sequence
from typing import Any, Final

from slowpath.counting.observer import Listener
from slowpath.run import unaudited, written
from slowpath.target.trust import TRUSTED

FILES, NATIVE, NETWORK, PROCESSES, THREADS = "files", "native", "network", "processes", "threads"
PERMISSIONS: Final = (FILES, NATIVE, NETWORK, PROCESSES, THREADS)
AT_IMPORT: Final = (NATIVE, THREADS)  # what a module may do besides while it is imported: many do
IN_SEARCH: Final = (NATIVE,)  # in a process where slowpath itself calls solvers, by ctypes

# the limits of a run, with the option that sets them; the target may lower them
_LIMITS: Final = {
    resource.RLIMIT_AS: ("memory", "allow more with --memory SIZE"),
    resource.RLIMIT_CPU: ("CPU", "allow more with --cpu SECONDS"),
    resource.RLIMIT_CORE: ("core file", "slowpath leaves no core files"),
    resource.RLIMIT_FSIZE: ("file size", "allow more with --allow files"),
}
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

# permission -> audit event that needs it -> what the target tried; {0} and {1} are the event's arguments
_TRIED: Final[dict[str, dict[str, str]]] = {
    FILES: {
        "open": "write {0!r}",
        "os.remove": "remove {0!r}",
        "os.rename": "rename {0!r} to {1!r}",
        "os.mkdir": "make the directory {0!r}",
        "os.rmdir": "remove the directory {0!r}",
        "os.link": "link {0!r} as {1!r}",
        "os.symlink": "link {0!r} as {1!r}",
        "os.truncate": "truncate {0!r}",
        unaudited.NODE: "make the special file {0!r}",
        "os.chmod": "change the mode of {0!r}",
        "os.chown": "change the owner of {0!r}",
        "os.chflags": "change the flags of {0!r}",
        "os.utime": "change the times of {0!r}",
        "os.setxattr": "change the attributes of {0!r}",
        "os.removexattr": "change the attributes of {0!r}",
        "sqlite3.connect": "open the database {0!r}",
    },
    NATIVE: {
        "ctypes.dlopen": "load the library {0!r}",
        "ctypes.dlsym": "call the native function {1!r}",
        "ctypes.dlsym/handle": "call the native function {1!r}",
        "ctypes.call_function": "call a native function",
        "ctypes.cdata": "use memory by its address",
        "sqlite3.load_extension": "load a library into a database",
    },
    NETWORK: {
        "socket.connect": "connect to {1!r}",
        "socket.bind": "listen on {1!r}",
        "socket.sendto": "send to {1!r}",
        "socket.sendmsg": "send to {1!r}",
        "socket.getaddrinfo": "look up the host {0!r}",
        "socket.gethostbyname": "look up the host {0!r}",
        "socket.gethostbyaddr": "look up the host {0!r}",
        "socket.getnameinfo": "look up the address {0!r}",
        "syslog.syslog": "write to the system log",
    },
    PROCESSES: {
        "subprocess.Popen": "start the process {0!r}",
        "os.system": "run the command {0!r}",
        "os.exec": "become the program {0!r}",
        "os.posix_spawn": "start the process {0!r}",
        "os.spawn": "start the process {1!r}",
        "os.fork": "fork",
        "os.forkpty": "fork",
        "os.kill": "send signal {1!r} to the process {0!r}",
        "os.killpg": "send signal {1!r} to the process group {0!r}",
        "pty.spawn": "start the process {0!r}",
        unaudited.SPAWN: "start the process {0!r}",
        unaudited.SIGNAL: "send signal {1!r} to a process",
    },
    THREADS: {
        "_thread.start_new_thread": "start a thread",
        "_thread.start_joinable_thread": "start a thread",
        unaudited.THREAD: "start a thread",
    },
}
_EVENTS: Final = {
    event: (needed, tried) for needed, events in _TRIED.items() for event, tried in events.items()
}
_LIMIT_EVENTS: Final = ("resource.setrlimit", "resource.prlimit")
_WATCHED: Final = frozenset((*_EVENTS, *_LIMIT_EVENTS))


class Audit:
    """The process's audit hook. It refuses nothing until it is armed, and cannot be removed."""

    def __init__(self) -> None:
        self.refusals: list[str] = []
        self.listeners: Sequence[Listener] = ()
        self.guarded: tuple[int, ...] = ()  # the descriptors of slowpath's own pipes
        self._allowed: frozenset[str] | None = None
        self._trusted = 0  # how many pieces of slowpath's own work are under way
        self._deepest: int | None = None  # the recursion limit that slowpath set

    def install(self) -> None:
        """Watch the process from now on. Called before the target is imported."""
        sys.addaudithook(self._hook)
        unaudited.audit_more()
        unaudited.cap_recursion(lambda: None if self._allowed is None else self._deepest)

    def arm(self, allow: Iterable[str]) -> None:
        """Refuse what needs a permission that is not in `allow`. What was refused before is forgotten."""
        self._allowed = frozenset(allow)
        self.refusals = []

    def disarm(self) -> None:
        self._allowed = None
        self.listeners = ()

    def _hook(self, event: str, arguments: tuple[Any, ...]) -> None:
        for listener in self.listeners:
            listener.audit(event, arguments)
        if event == TRUSTED:
            self._trusted += 1 if arguments[0] else -1
        if event == unaudited.RECURSION:
            (self._deepest,) = arguments
        if self._allowed is None or self._trusted or event not in _WATCHED:
            return
        if event == "open" and arguments[0] in self.guarded:
            refusal: str | None = (
                f"the target tried to open the descriptor {arguments[0]}, a pipe of slowpath"
            )
        else:
            refusal = _raised_limit(event, arguments) or self._refused(event, arguments)
        if refusal:
            # The target may swallow the exception: the refusal is remembered.
            self.refusals.append(refusal)
            raise PermissionError(f"slowpath: {refusal}")

    def _refused(self, event: str, arguments: tuple[Any, ...]) -> str | None:
        permission, what = _EVENTS.get(event, (None, ""))
        if permission is None or _harmless(event, arguments) or written.is_own(event, arguments):
            return None
        if permission in (self._allowed or ()):
            return None
        return (
            f"the target tried to {what.format(*arguments, None, None)}; allow it with --allow {permission}"
        )


def _harmless(event: str, arguments: tuple[Any, ...]) -> bool:
    if event == "open":
        path, _, flags = arguments
        return isinstance(path, int) or not flags & _WRITES or path in (os.devnull, os.devnull.encode())
    if event == "ctypes.dlopen":
        return arguments[0] is None  # the interpreter itself, as `import ctypes` does
    return event == "sqlite3.connect" and arguments[0] in (":memory:", b":memory:")


def _raised_limit(event: str, arguments: tuple[Any, ...]) -> str | None:
    """Say that the target tried to raise a limit of its run, or change one of another process."""
    if event == "resource.setrlimit":
        which, wanted = arguments
    elif event == "resource.prlimit":
        process, which, wanted = arguments
        if wanted is None:
            return None
        if process not in (0, os.getpid()):
            return "the target tried to change the limits of another process"
    else:
        return None
    if which not in _LIMITS or all(map(_at_most, wanted, resource.getrlimit(which))):
        return None
    name, advice = _LIMITS[which]
    return f"the target tried to raise its {name} limit; {advice}"


def _at_most(wanted: int, limit: int) -> bool:
    return limit == resource.RLIM_INFINITY or 0 <= wanted <= limit
