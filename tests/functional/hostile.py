"""Targets that try what they must not: each attack returns if it succeeds, and raises if it fails.

HOSTILE_PLACE is a folder with a file and an empty folder, HOSTILE_PORT a port of this machine where the test
listens for TCP and UDP.
"""

import asyncio
import ctypes
import dbm.dumb
import gc
import io
import logging
import multiprocessing
import os
import pathlib
import posix
import pty
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import urllib.request
import zipfile
from collections.abc import Callable
from sys import setrecursionlimit
from typing import Any

PLACE = os.environ.get("HOSTILE_PLACE", "")
PORT = int(os.environ.get("HOSTILE_PORT", "0"))
THERE, FOLDER, NEW = (os.path.join(PLACE, name) for name in ("there.txt", "folder", "new"))
HOME = ("127.0.0.1", PORT)
SLEEP = ["/bin/sleep", "600"]


def attack(name: str) -> None:
    """Try one of the attacks."""
    (PLAIN | AGAINST_THE_HOOK | NATIVE)[name]()


def opened(flags: int) -> None:
    os.close(os.open(NEW, flags, 0o600))


def swallows() -> None:
    try:
        pathlib.Path(NEW).write_text("x")
    except OSError:
        return


def listens() -> None:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()


def sends(connected: bool) -> None:
    with socket.socket(type=socket.SOCK_DGRAM) as sender:
        if connected:
            sender.connect(HOME)
            sender.send(b"secret")
        else:
            sender.sendto(b"secret", HOME)


def forks() -> None:
    if not os.fork():
        os.execv(SLEEP[0], SLEEP)


def spawns_below_subprocess() -> None:
    import _posixsubprocess

    start: Any = _posixsubprocess.fork_exec
    plain = (False, False, 0, None, None, None, -1, None, True)
    start(SLEEP, [b"/bin/sleep"], True, (), None, None, -1, -1, -1, -1, -1, -1, *plain)


def raises_limit(which: int) -> None:
    soft, _ = resource.getrlimit(which)
    resource.setrlimit(which, (soft + 1, soft + 1))


def recurses(change: Callable[[int], None]) -> None:
    change(1_000_000)

    def down(n: int) -> int:
        return n and down(n - 1)

    down(5_000)


def signals_by_descriptor() -> None:
    signal.pidfd_send_signal(os.pidfd_open(os.getppid()), signal.SIGCONT)


def limits_another() -> None:
    which = resource.RLIMIT_NOFILE
    resource.prlimit(os.getppid(), which, resource.getrlimit(which))


def copies() -> None:
    shutil.copy(THERE, NEW)


def zips() -> None:
    with zipfile.ZipFile(NEW, "w") as file:
        file.writestr("a", "b")


def starts_thread() -> None:
    threading.Thread(target=int).start()


PLAIN: dict[str, Callable[[], Any]] = {
    "write": lambda: pathlib.Path(NEW).write_text("x"),
    "append": lambda: pathlib.Path(THERE).open("a").close(),
    "change in place": lambda: pathlib.Path(THERE).open("r+b").close(),
    "raw file": lambda: io.FileIO(NEW, "w"),
    "create by descriptor": lambda: opened(os.O_CREAT | os.O_WRONLY),
    "truncate while opening": lambda: os.open(THERE, os.O_RDONLY | os.O_TRUNC),
    "touch": lambda: pathlib.Path(NEW).touch(),
    "make a folder": lambda: os.makedirs(NEW),
    "remove a folder": lambda: os.rmdir(FOLDER),
    "remove a tree": lambda: shutil.rmtree(PLACE),
    "remove": lambda: os.remove(THERE),
    "rename": lambda: os.rename(THERE, NEW),
    "symlink": lambda: os.symlink(THERE, NEW),
    "link": lambda: os.link(THERE, NEW),
    "truncate": lambda: os.truncate(THERE, 0),
    "chmod": lambda: os.chmod(THERE, 0o777),
    "set times": lambda: os.utime(THERE, (0, 0)),
    "mkfifo": lambda: os.mkfifo(NEW),
    "mkfifo of posix": lambda: posix.mkfifo(NEW),
    "mknod": lambda: os.mknod(NEW),
    "mkfifo by keyword": lambda: os.mkfifo(path=NEW),
    "database": lambda: sqlite3.connect(NEW),
    "dbm": lambda: dbm.dumb.open(NEW, "c").close(),
    "copy": copies,
    "zip": zips,
    "log": lambda: logging.FileHandler(NEW),
    "temporary file": lambda: tempfile.mkstemp(dir=PLACE),
    "connect": lambda: socket.create_connection(HOME, 1),
    "fetch": lambda: urllib.request.urlopen(f"http://127.0.0.1:{PORT}/", timeout=1),
    "connect asynchronously": lambda: asyncio.run(asyncio.open_connection(*HOME)),
    "send": lambda: sends(connected=False),
    "send connected": lambda: sends(connected=True),
    "listen": listens,
    "look up": lambda: socket.getaddrinfo("localhost", PORT),
    "run": lambda: subprocess.Popen(SLEEP),
    "shell": lambda: 1 // (os.system("exec sleep 600 &") == 0),
    "fork": forks,
    "fork with a terminal": lambda: pty.fork()[0] or os.execv(SLEEP[0], SLEEP),
    "spawn": lambda: os.posix_spawn(SLEEP[0], SLEEP, os.environ),
    "spawn below subprocess": spawns_below_subprocess,
    "multiprocessing": lambda: multiprocessing.get_context("fork").Process(target=signal.pause).start(),
    "become": lambda: os.execv(SLEEP[0], SLEEP),
    "kill": lambda: os.kill(os.getppid(), signal.SIGCONT),
    "kill the group": lambda: os.killpg(os.getpgid(os.getppid()), signal.SIGCONT),
    "kill by descriptor": signals_by_descriptor,
    "change the limits of another": limits_another,
}
# What a module may do while it is imported, and what is limited only from then on.
PLAIN_IN_RUNS: dict[str, Callable[[], Any]] = {
    "swallow the refusal": swallows,
    "thread": starts_thread,
    "load a library": lambda: ctypes.CDLL("libc.so.6"),
    "find a native function": lambda: ctypes.pythonapi.getpid(),
    "raise the memory limit": lambda: raises_limit(resource.RLIMIT_AS),
    "raise the CPU limit": lambda: raises_limit(resource.RLIMIT_CPU),
    "raise the core limit": lambda: raises_limit(resource.RLIMIT_CORE),
    "recurse": lambda: recurses(sys.setrecursionlimit),
    "recurse by an early name": lambda: recurses(setrecursionlimit),
}
PLAIN_AT_IMPORT = dict(PLAIN)
PLAIN |= PLAIN_IN_RUNS


# -- what only the kernel stops ----------------------------------------------------------------------------


def pretends_to_be_slowpath() -> None:
    sys.audit("slowpath.trusted", True)
    pathlib.Path(NEW).write_text("x")


def disarms() -> None:
    for each in gc.get_objects():
        if type(each).__name__ == "Audit":
            each.disarm()
    pathlib.Path(NEW).write_text("x")


def listens_unbound() -> None:
    socket.socket().listen()


AGAINST_THE_HOOK: dict[str, Callable[[], Any]] = {
    "pretend to be slowpath": pretends_to_be_slowpath,
    "disarm the hook": disarms,
    "listen unbound": listens_unbound,
    "talk to the kernel": lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW),
}


def native(name: str, *arguments: Any) -> int:
    """Call a function of the C library; raise if it fails."""
    library = ctypes.CDLL(None, use_errno=True)
    passed = [each.encode() if isinstance(each, str) else each for each in arguments]
    result: int = getattr(library, name)(*passed)
    if result < 0:
        raise OSError(ctypes.get_errno(), name)
    return result


def native_address() -> Any:
    data = (
        socket.AF_INET.to_bytes(2, sys.byteorder) + PORT.to_bytes(2, "big") + bytes((127, 0, 0, 1)) + bytes(8)
    )
    return ctypes.create_string_buffer(data, 16)


def natively_sends() -> None:
    descriptor = native("socket", socket.AF_INET, socket.SOCK_DGRAM, 0)
    native("sendto", descriptor, b"secret", 6, 0, native_address(), 16)


def natively_connects() -> None:
    native("connect", native("socket", socket.AF_INET, socket.SOCK_STREAM, 0), native_address(), 16)


def natively_executes() -> None:
    arguments = (ctypes.c_char_p * 3)(b"/bin/sleep", b"600", None)
    native("execv", "/bin/sleep", arguments)


def natively_forks() -> None:
    if not native("fork"):
        natively_executes()


def natively_raises_limit() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    native("setrlimit", resource.RLIMIT_CPU, (ctypes.c_ulong * 2)(hard + 100, hard + 100))


NATIVE_AT_IMPORT: dict[str, Callable[[], Any]] = {
    "native create": lambda: native("open", NEW, os.O_CREAT | os.O_WRONLY, 0o600),
    "native change": lambda: native("open", THERE, os.O_RDWR),
    "native folder": lambda: native("mkdir", NEW, 0o700),
    "native mkfifo": lambda: native("mkfifo", NEW, 0o600),
    "native remove": lambda: native("unlink", THERE),
    "native rename": lambda: native("rename", THERE, NEW),
    "native link": lambda: native("link", THERE, NEW),
    "native symlink": lambda: native("symlink", THERE, NEW),
    "native chmod": lambda: native("chmod", THERE, 0o777),
    "native chown": lambda: native("chown", THERE, 1, 1),
    "native truncate": lambda: native("truncate", THERE, ctypes.c_long(0)),
    "native send": natively_sends,
    "native connect": natively_connects,
    "native execute": natively_executes,
    "native trace": lambda: native("ptrace", 16, os.getppid(), None, None),
    "native mount": lambda: native("mount", "none", FOLDER, "tmpfs", 0, None),
    "native namespace": lambda: native("unshare", 0x10000000),
    "native ring": lambda: native("syscall", ctypes.c_long(425), 8, ctypes.create_string_buffer(120)),
}
NATIVE: dict[str, Callable[[], Any]] = NATIVE_AT_IMPORT | {
    "native times": lambda: native("utimes", THERE, None),
    "native fork": natively_forks,
    "native kill": lambda: native("kill", os.getppid(), signal.SIGCONT),
    "native kill of all": lambda: native("kill", 0, signal.SIGCONT),
    "native limit": natively_raises_limit,
    "native outliving": lambda: native("prctl", 1, 0, 0, 0, 0),
}
