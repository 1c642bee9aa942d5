"""A search as a task of a cluster: what a worker checks, carries out, and lets go of."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self

import msgspec
import pytest

from slowpath.command import task
from slowpath.command.find import FindOrder
from slowpath.command.searchers import SearchAnswer
from slowpath.command.task import (
    ClusterTask,
    Environment,
    EnvironmentAsked,
    TaskResult,
    carry_out,
    environment_of,
    misfit,
    serve_environment,
    stop_searches,
)
from slowpath.errors import TargetImportError
from tests.unit.command import scanning
from tests.unit.command.fakes import FakeLink, written
from tests.unit.report.found import FINDING, report

HERE = Environment("3.11.4", "0.1.0 (abc)", "digest")
ORDER = FindOrder(spec="shop:f", seconds=20.0, max_ops=1, path=("/where/the/command/looks",))


class FakeDask:
    """A worker of a cluster, with one task that it knows until it is cancelled."""

    def __init__(self) -> None:
        self.extensions: dict[str, Any] = {}
        self.state = SimpleNamespace(tasks={"key": SimpleNamespace(state="executing")})

    def get_current_task(self) -> str:
        return "key"


@dataclass
class FakeProcess:
    """A search that answers when it is heard for the third time; it notes what is done with it."""

    order: FindOrder
    folder: str | None
    heard: int = 0
    done: list[str] = field(default_factory=list)

    def hear(self, seconds: float) -> SearchAnswer | None:
        self.heard += 1
        return SearchAnswer(self.order, 4.0, report(FINDING)) if self.heard == 3 else None

    def interrupt(self) -> None:
        self.done.append("interrupted")

    def close(self) -> None:
        self.done.append("closed")


@dataclass
class FakeRemote:
    """A process that says one thing about its environment, or raises an error."""

    says: Environment | Exception | None = HERE
    output: str = ""
    asked: list[EnvironmentAsked] = field(default_factory=list)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None: ...

    def ask(self, request: EnvironmentAsked) -> None:
        self.asked.append(request)

    def hear(self, seconds: float) -> Environment | None:
        if isinstance(self.says, Exception):
            raise self.says
        return self.says


class Cluster:
    """One worker; its processes are not real."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, remote: FakeRemote) -> None:
        self.dask = FakeDask()
        self.started: list[FakeProcess] = []
        monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(get_worker=lambda: self.dask))
        monkeypatch.setattr(task, "SearchProcess", self._start)
        monkeypatch.setattr(task, "Remote", {Environment: lambda *started: remote})

    def _start(self, order: FindOrder, serve: object, folder: str | None) -> FakeProcess:
        self.started.append(FakeProcess(order, folder))
        return self.started[-1]

    def result(self, folder: str = "/no/such/folder") -> TaskResult:
        document = msgspec.msgpack.encode(ClusterTask(ORDER, folder, "scan-1", "shop", HERE))
        return msgspec.msgpack.decode(carry_out(document, scanning.serve), type=TaskResult)


def test_a_task_is_a_search_in_the_folder_of_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cluster = Cluster(monkeypatch, FakeRemote())
    assert cluster.result(str(tmp_path)) == TaskResult(4.0, report(FINDING))
    (process,) = cluster.started
    assert process.folder == str(tmp_path)
    assert process.order.path[0] == str(tmp_path)
    assert process.order.path[-1] == "/where/the/command/looks"
    assert (process.heard, process.done) == (3, ["closed"])


def test_a_worker_without_that_folder_searches_in_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    cluster = Cluster(monkeypatch, FakeRemote())
    assert cluster.result().report is not None
    (process,) = cluster.started
    assert process.folder is None
    assert process.order.path[0] == str(tmp_path)


@pytest.mark.parametrize("tasks", [{}, {"key": SimpleNamespace(state="cancelled")}])
def test_a_cancelled_task_ends_its_search(monkeypatch: pytest.MonkeyPatch, tasks: dict[str, Any]) -> None:
    cluster = Cluster(monkeypatch, FakeRemote())
    cluster.dask.state.tasks = tasks
    assert cluster.result() == TaskResult(why="cancelled")
    assert (cluster.started[0].heard, cluster.started[0].done) == (1, ["closed"])


def test_a_worker_with_another_environment_searches_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    cluster = Cluster(monkeypatch, FakeRemote(Environment("3.12.0", HERE.slowpath, HERE.code)))
    assert cluster.result() == TaskResult(unfit="has Python 3.12.0, not 3.11.4")
    assert cluster.started == []


@pytest.mark.parametrize(
    ("remote", "why"),
    [
        (FakeRemote(TargetImportError("importing it fails")), "importing it fails"),
        (FakeRemote(None, "no memory"), "cannot start a process: no memory"),
    ],
)
def test_a_worker_that_cannot_tell_its_environment_says_why(
    monkeypatch: pytest.MonkeyPatch, remote: FakeRemote, why: str
) -> None:
    assert Cluster(monkeypatch, remote).result().unfit == why


def test_a_worker_is_asked_once_for_each_code(monkeypatch: pytest.MonkeyPatch) -> None:
    remote, dask = FakeRemote(), Cluster(monkeypatch, FakeRemote()).dask
    monkeypatch.setattr(task, "Remote", {Environment: lambda *started: remote})
    for spec in ("shop", "shop", "other"):
        assert misfit(spec, "/no/such/folder", HERE, dask_worker=dask) == ""
    assert [each.spec for each in remote.asked] == ["shop", "other"]
    changed = msgspec.structs.replace(HERE, code="changed")
    assert misfit("shop", "/no/such/folder", changed, dask_worker=dask) == "has other code of what is scanned"


def test_only_the_searches_of_one_scan_are_stopped() -> None:
    dask = FakeDask()
    assert stop_searches("scan-1", dask_worker=dask) == 0
    processes = [FakeProcess(ORDER, None) for _ in range(3)]
    scans = ("scan-1", "scan-2", "scan-1")
    dask.extensions["slowpath"]["processes"] += zip(scans, processes, strict=True)
    assert stop_searches("scan-1", dask_worker=dask) == 2
    assert [each.done for each in processes] == [["interrupted"], [], ["interrupted"]]


def test_an_environment_is_told_by_the_code_that_is_scanned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    written(tmp_path, "def f(x): ...\n", "shelved.py")
    path = (str(tmp_path), *sys.path)
    link = FakeLink(EnvironmentAsked("shelved", path))
    serve_environment(link)  # type: ignore[arg-type]
    (first,) = link.sent
    assert (first.missing, tuple(sys.path)) == ("", path)
    written(tmp_path, "def f(y): ...\n", "shelved.py")
    assert environment_of("shelved").difference(first) == "has other code of what is scanned"
    missing = environment_of("no_such_module").difference(first)
    assert missing.startswith("cannot find what is scanned: no module")
