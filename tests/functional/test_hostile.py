"""Hostile targets write nothing, send nothing, leave nothing running and lift no limit."""

from __future__ import annotations

import errno
import os
import socket
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from slowpath.errors import TargetImportError
from slowpath.model.run import End, Run
from slowpath.run.client import Worker
from slowpath.run.kernel import seccomp
from slowpath.run.kernel.syscalls import NO_NEW_PRIVILEGES, Libc, this_machine
from slowpath.run.limits import Limits
from slowpath.run.sandbox import Defences, restrict
from tests.functional import hostile
from tests.functional.command import MARK, Cli
from tests.unit.run.forked import forked

HERE = Path(__file__).parent
LIMITS = Limits(cpu=10, time=20)


class Place:
    """Where the attacks go: a folder, and a port on which this process listens."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "folder").mkdir(parents=True)
        (folder / "there.txt").write_text("precious")
        self._before = self._state()
        self._stream = socket.create_server(("127.0.0.1", 0))
        self.port = self._stream.getsockname()[1]
        self._datagrams = socket.socket(type=socket.SOCK_DGRAM)
        self._datagrams.bind(("127.0.0.1", self.port))
        for each in (self._stream, self._datagrams):
            each.setblocking(False)

    def check(self) -> None:
        """Nothing was written, nothing was sent."""
        assert self._state() == self._before
        with pytest.raises(BlockingIOError):
            self._stream.accept()
        with pytest.raises(BlockingIOError):
            self._datagrams.recv(1)

    def close(self) -> None:
        self._stream.close()
        self._datagrams.close()

    def _state(self) -> list[tuple[object, ...]]:
        found = sorted(self.folder.rglob("*"))
        return [
            (
                str(path),
                path.lstat().st_mode,
                path.lstat().st_uid,
                path.lstat().st_mtime_ns,
                path.is_dir() or path.read_text(),
            )
            for path in (self.folder, *found)
        ]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    place, cli = Place(tmp_path / "place"), Cli(tmp_path, uuid.uuid4().hex)
    monkeypatch.setenv("HOSTILE_PLACE", str(place.folder))
    monkeypatch.setenv("HOSTILE_PORT", str(place.port))
    monkeypatch.setenv("SLOWPATH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv(MARK, cli.mark)
    yield place
    place.check()
    place.close()
    assert cli.left_running() == []


@pytest.fixture
def _kernel() -> None:
    found: Defences = forked(lambda: restrict(()))
    if found.landlock is None or not found.seccomp:
        pytest.skip("the kernel does not let a process restrict itself")


def attacked(names: Mapping[str, object], *allow: str) -> dict[str, Run]:
    """What becomes of the attacks, all in one worker."""
    with Worker(f"{HERE / 'hostile.py'}:attack", limits=LIMITS, allow=allow) as worker:
        runs = worker.runs([{"name": repr(name)} for name in names])
    return dict(zip(names, runs, strict=True))


def without_kernel(names: Mapping[str, object]) -> dict[str, Run]:
    """The same on a kernel that has neither Landlock nor seccomp, as this process sees it."""
    machine = this_machine()
    if machine is None:
        return attacked(names)
    libc = Libc()
    assert libc.control(NO_NEW_PRIVILEGES, 1)
    older = replace(machine, numbers={**machine.numbers, "landlock_create_ruleset": 444})
    missing = [seccomp.refused(call, errno.ENOSYS) for call in ("landlock_create_ruleset", "seccomp")]
    assert seccomp.Filter(older, missing).install(libc)
    assert restrict(()) == Defences()
    return attacked(names)


@pytest.mark.usefixtures("place")
def test_attacks_are_refused_by_name() -> None:
    runs = attacked(hostile.PLAIN)
    assert len(runs) >= 40
    ends = {name: run.end for name, run in runs.items() if not name.startswith("recurse")}
    assert set(ends.values()) == {End.REFUSED}, ends
    assert all(runs[name].exception == "RecursionError" for name in ("recurse", "recurse by an early name"))
    assert "--allow files" in runs["mkfifo"].detail
    assert "--allow native" in runs["load a library"].detail
    assert "--memory" in runs["raise the memory limit"].detail


@pytest.mark.usefixtures("place", "_kernel")
def test_the_kernel_stops_what_the_hook_does_not_see() -> None:
    names = hostile.AGAINST_THE_HOOK | hostile.NATIVE
    runs = attacked(names, "native")
    assert {name: run.end for name, run in runs.items()} == dict.fromkeys(names, End.RAISED)
    assert {run.exception for run in runs.values()} == {"PermissionError"}, runs


@pytest.mark.usefixtures("place")
def test_the_hook_alone_refuses_the_same() -> None:
    runs = forked(lambda: without_kernel(hostile.PLAIN))
    ends = {name: run.end for name, run in runs.items() if not name.startswith("recurse")}
    assert set(ends.values()) == {End.REFUSED}, ends


@pytest.mark.usefixtures("place")
def test_attacks_at_import_fail() -> None:
    assert succeeded_at_import() == "ValueError: []"


@pytest.mark.usefixtures("place", "_kernel")
def test_native_attacks_at_import_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOSTILE_NATIVE", "1")
    assert succeeded_at_import() == "ValueError: []"


def succeeded_at_import() -> str | None:
    with Worker(f"{HERE / 'hostile_import.py'}:successes", limits=LIMITS) as worker:
        return worker.run({}).raises


def test_a_failed_import_names_what_was_refused(tmp_path: Path) -> None:
    (tmp_path / "early.py").write_text("open('out.txt', 'w')\ndef f(n): pass\n")
    with pytest.raises(TargetImportError, match="--allow files"), Worker(f"{tmp_path}/early.py:f") as worker:
        worker.run({"n": "1"})
    assert not os.path.exists("out.txt")
