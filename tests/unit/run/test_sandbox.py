"""The kernel refuses what is not allowed, to a process and to those that it starts."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from slowpath.run.sandbox import Defences, isolation, restrict
from tests.unit.run.forked import forked

FOUND: Defences = forked(lambda: restrict(()))
needs_kernel = pytest.mark.skipif(
    FOUND.landlock is None or not FOUND.seccomp, reason="the kernel does not let a process restrict itself"
)


def outcome(
    action: Callable[[], Any],
    *allow: str,
    writable: tuple[str, ...] = (),
    times: bool = False,
    alone: bool = False,
) -> Any:
    isolate = isolation(allow)

    def run() -> str:
        restrict(allow, writable, times=times)
        if alone:
            isolate()
        try:
            action()
        except PermissionError:
            return "refused"
        except OSError:
            return "failed"
        return "done"

    return forked(run)


def send() -> None:
    with socket.socket(type=socket.SOCK_DGRAM) as sender:
        sender.sendto(b"x", ("127.0.0.1", 9))


def start() -> None:
    subprocess.run(["true"], check=True)


def fork() -> None:
    pid = os.fork()
    if not pid:
        os._exit(0)
    os.waitpid(pid, 0)


def thread() -> None:
    started = threading.Thread(target=int)
    started.start()
    started.join()


@needs_kernel
def test_what_needs_a_permission(tmp_path: Path) -> None:
    there = tmp_path / "there.txt"
    there.write_text("x")
    actions: list[tuple[Callable[[], Any], str]] = [
        (lambda: there.write_text("y"), "files"),
        (lambda: there.chmod(0o600), "files"),
        (lambda: os.utime(there), "files"),
        (send, "network"),
        (start, "processes"),
    ]
    for action, permission in actions:
        assert outcome(action) == "refused"
        assert outcome(action, permission) == "done"


@needs_kernel
def test_what_does_not(tmp_path: Path) -> None:
    for action in (
        fork,
        thread,
        socket.socketpair,
        lambda: os.listdir("/"),
        lambda: Path(os.devnull).write_text("x"),
    ):
        assert outcome(action) == "done"
    assert outcome(thread, alone=True) == "done"


@needs_kernel
def test_a_folder_that_can_be_written(tmp_path: Path) -> None:
    def write() -> None:
        (tmp_path / "kept").write_text("x")

    def keep() -> None:
        write()
        os.utime(tmp_path / "kept")

    def keep_later() -> None:
        restrict(())
        keep()

    assert outcome(write, writable=(str(tmp_path),)) == "done"
    assert outcome(keep, writable=(str(tmp_path),)) == "refused"
    assert outcome(keep, writable=(str(tmp_path),), times=True) == "done"
    assert outcome(keep_later, writable=(str(tmp_path),), times=True) == "refused"


@needs_kernel
def test_a_process_that_is_alone() -> None:
    parent = os.getpid()
    for action in (fork, lambda: os.kill(parent, 0), lambda: os.kill(0, 0)):
        assert outcome(action, alone=True) == "refused"
        assert outcome(action, "processes", alone=True) == "done"
    assert outcome(lambda: os.kill(os.getpid(), 0), alone=True) == "done"


def test_other_systems_have_no_such_defences(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert restrict(()) == Defences()
    isolation.cache_clear()
    assert not isolation(())()
    isolation.cache_clear()
