from __future__ import annotations

import os
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
from tests.unit.run.forked import forked


def watched(action: Callable[[], Any], *allow: str) -> tuple[str, list[str]]:
    """Return what the action came to in a watched process, and the refusals."""

    def run() -> tuple[str, list[str]]:
        audit = Audit()
        audit.install()
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


def test_an_audit_that_is_not_armed_refuses_nothing(tmp_path: Path) -> None:
    def write() -> bool:
        Audit().install()
        (tmp_path / "out.txt").write_text("x")
        return True

    assert forked(write) is True


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
