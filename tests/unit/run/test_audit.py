from __future__ import annotations

import ctypes
import os
import resource
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from slowpath.run.audit import PERMISSIONS, Audit
from slowpath.run.limits import limit_recursion
from slowpath.target.trust import trusted
from tests.unit.run.forked import forked


def watched(action: Callable[[], Any], *allow: str, guarded: tuple[int, ...] = ()) -> tuple[str, list[str]]:
    """Return what the action came to in a watched process, and the refusals."""

    def run() -> tuple[str, list[str]]:
        audit = Audit()
        audit.install()
        audit.guarded = guarded
        audit.arm(allow)
        try:
            action()
            result = "done"
        except PermissionError:
            result = "refused"
        except OSError:
            result = "failed"
        audit.disarm()
        return result, audit.refusals

    answer: tuple[str, list[str]] = forked(run)
    return answer


def thread() -> None:
    started = threading.Thread(target=int)
    started.start()
    started.join()


def opened(mode: str) -> None:
    with open("there.txt", mode):
        pass


@pytest.mark.parametrize(
    ("action", "permission"),
    [
        (lambda: opened("w"), "files"),
        (lambda: opened("ab"), "files"),
        (lambda: opened("r+"), "files"),
        (lambda: os.open("out.txt", os.O_WRONLY | os.O_CREAT), "files"),
        (lambda: Path("out.txt").write_text("x"), "files"),
        (lambda: os.mkdir("folder"), "files"),
        (lambda: os.remove("there.txt"), "files"),
        (lambda: os.replace("there.txt", "other.txt"), "files"),
        (lambda: os.truncate("there.txt", 0), "files"),
        (lambda: os.chmod("there.txt", 0o600), "files"),
        (lambda: sqlite3.connect("data.db"), "files"),
        (lambda: os.mkfifo("pipe"), "files"),
        (lambda: os.mknod("node"), "files"),
        (lambda: ctypes.CDLL("libc.so.6"), "native"),
        (lambda: ctypes.pythonapi.Py_GetVersion, "native"),
        (lambda: socket.create_connection(("localhost", 9)), "network"),
        (lambda: socket.socket().bind(("", 0)), "network"),
        (lambda: subprocess.run(["true"], check=True), "processes"),
        (lambda: os.system("true"), "processes"),
        (lambda: os.fork() or os._exit(0), "processes"),
        (lambda: os.posix_spawn("/bin/true", ["true"], {}), "processes"),
        (lambda: os.kill(os.getpid(), 0), "processes"),
        (thread, "threads"),
    ],
)
def test_what_needs_a_permission(
    action: Callable[[], Any], permission: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there.txt").write_text("x")
    before = sorted(tmp_path.iterdir())
    result, refusals = watched(action)
    assert result == "refused"
    assert refusals[0].endswith(f"allow it with --allow {permission}")
    assert sorted(tmp_path.iterdir()) == before
    others = [other for other in PERMISSIONS if other != permission]
    assert watched(action, *others)[0] == "refused"
    assert watched(action, permission)[0] != "refused"


@pytest.mark.parametrize(
    "action",
    [
        lambda: Path(sys.executable).open("rb").close(),
        lambda: Path(os.devnull).open("w").close(),
        lambda: os.close(os.open("/", os.O_RDONLY)),
        lambda: os.listdir("."),
        lambda: sqlite3.connect(":memory:").close(),
        lambda: [end.detach() for end in socket.socketpair()],
        lambda: ctypes.CDLL(None),
        lambda: resource.setrlimit(resource.RLIMIT_AS, resource.getrlimit(resource.RLIMIT_AS)),
        lambda: resource.setrlimit(resource.RLIMIT_CPU, (1000, 1000)),
        lambda: resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE),
    ],
)
def test_what_does_not(action: Callable[[], Any]) -> None:
    assert watched(action) == ("done", [])


def test_a_swallowed_refusal_is_remembered() -> None:
    def swallow() -> None:
        try:
            os.mkdir("/nowhere")
        except OSError:
            pass

    result, refusals = watched(swallow)
    assert result == "done"
    assert "'/nowhere'" in refusals[0]


def test_descriptors_of_slowpath_are_not_opened() -> None:
    reading, writing = os.pipe()

    def opened_both() -> None:
        open(writing, "wb", closefd=False).close()
        open(reading, "rb", closefd=False).close()

    result, refusals = watched(opened_both, *PERMISSIONS, guarded=(reading,))
    assert result == "refused"
    assert refusals == [f"the target tried to open the descriptor {reading}, a pipe of slowpath"]


def test_an_audit_that_is_not_armed_refuses_nothing(tmp_path: Path) -> None:
    def write() -> bool:
        Audit().install()
        (tmp_path / "out.txt").write_text("x")
        return True

    assert forked(write) is True


@pytest.mark.parametrize(
    ("which", "option"), [(resource.RLIMIT_AS, "--memory"), (resource.RLIMIT_CPU, "--cpu")]
)
def test_limits_can_be_lowered_not_raised(which: int, option: str) -> None:
    def raise_again() -> None:
        resource.setrlimit(which, (1 << 40, 1 << 40))
        resource.setrlimit(which, (1 << 41, -1))

    result, refusals = watched(raise_again, *PERMISSIONS)
    assert result == "refused"
    assert option in refusals[0]


def test_what_slowpath_does_itself_is_not_refused(tmp_path: Path) -> None:
    def work() -> None:
        with trusted():
            (tmp_path / "kept").write_text("x")
        (tmp_path / "other").write_text("x")

    assert watched(work)[0] == "refused"
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_refusals_are_those_since_it_was_armed() -> None:
    def run() -> list[str]:
        audit = Audit()
        audit.install()
        audit.arm(())
        with pytest.raises(PermissionError):
            os.mkdir("/nowhere")
        audit.arm(())
        return audit.refusals

    assert forked(run) == []


def test_the_recursion_limit_stays_within_what_slowpath_set() -> None:
    def run() -> list[int]:
        audit, found = Audit(), []
        audit.install()
        limit_recursion(1200)
        for act in (lambda: audit.arm(()), audit.disarm):
            act()
            sys.setrecursionlimit(5000)
            found.append(sys.getrecursionlimit())
        return found

    assert forked(run) == [1200, 5000]


def test_listeners_hear_every_event() -> None:
    class Listener:
        def __init__(self) -> None:
            self.events: list[str] = []

        def audit(self, event: str, arguments: tuple[Any, ...]) -> None:
            self.events.append(event)

        def block(self, site: object) -> None:
            raise AssertionError

        def value(self) -> int:
            return len(self.events)

    def run() -> list[str]:
        audit, listener = Audit(), Listener()
        audit.install()
        audit.listeners = (listener,)
        compile("1", "text", "eval")
        audit.disarm()
        return listener.events

    assert "compile" in forked(run)
