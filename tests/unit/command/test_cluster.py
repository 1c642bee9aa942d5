"""Scans on a cluster of two workers, which all tests share."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from slowpath.command import cluster
from slowpath.command.cluster import ClusterSearchers, check_cluster
from slowpath.command.find import FindOrder
from slowpath.command.scan import ScanOrder, run
from slowpath.command.task import Environment, environment_of
from slowpath.errors import UsageError
from slowpath.model.scan import ScanReport
from slowpath.model.stop import StopReason
from tests.unit.command import scanning

distributed = pytest.importorskip("distributed", reason="the extra 'cluster' is not installed")

# Dask's own: sockets and files that its processes leave to the garbage collector.
pytestmark = pytest.mark.filterwarnings(
    "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(Path(__file__).parents[3]), prepend=os.pathsep)
        started = _started()
        yield started.scheduler_address
        started.close(timeout=5)


def _started(attempts: int = 3) -> Any:
    """A cluster. On a busy machine Dask now and then gives up before its processes are there."""
    try:
        return distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=50, memory_limit=None
        )
    except RuntimeError:
        if attempts == 1:
            raise
        return _started(attempts - 1)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[3]), prepend=os.pathsep)
    return tmp_path


def scanned(folder: Path, names: list[str], **more: Any) -> ScanReport:
    (folder / "shop.py").write_text("".join(f"def {name}(x): ...\n" for name in names))
    order = ScanOrder(spec="shop.py", seconds=600.0, max_ops=1, per_target=20.0, **more)
    return run(order, search=scanning.serve)


def without_seconds(report: ScanReport) -> bytes:
    """The bytes of a report; its targets in one order, since answers come in any."""
    scans = sorted((replace(each, seconds=0.0) for each in report.scans), key=lambda each: each.target)
    reports = sorted(report.reports, key=lambda each: each.target.spec)
    fixed = replace(report, elapsed=0.0, scans=tuple(scans), reports=tuple(reports))
    return msgspec.msgpack.encode(fixed)


def test_the_same_as_a_local_scan(folder: Path, address: str) -> None:
    names = ["slow", "slower", "fails", "dies", "clean_more", "shows", "learns"]
    here, there = scanned(folder, names), scanned(folder, names, cluster=address)
    assert there.searched == 5
    assert without_seconds(there) == without_seconds(here)


def test_a_worker_that_dies_is_replaced(folder: Path, address: str) -> None:
    report = scanned(folder, ["clean", "slow_kills"], cluster=address)
    assert (folder / "killed").exists()
    assert (report.targets, report.searched, len(report.findings)) == (2, 2, 1)


def test_ctrl_c_keeps_what_was_found_and_leaves_nothing_running(folder: Path, address: str) -> None:
    (folder / "shop.py").write_text("def clean(x): ...\ndef hangs(x): ...\n")

    def interrupt_at(doing: str) -> None:
        if "1 of 2" in doing and doing.endswith("hangs"):
            time.sleep(1.5)  # its process must have begun to hang
            raise KeyboardInterrupt

    order = ScanOrder(spec="shop.py", seconds=600.0, max_ops=1, per_target=20.0, cluster=address)
    report = run(order, interrupt_at, search=scanning.serve)
    assert report.stopped_because is StopReason.INTERRUPTED
    assert "shop.py:clean" in {each.target for each in report.scans}
    _wait_for_the_end(address)


def test_a_search_ends_if_its_task_is_cancelled(folder: Path, address: str) -> None:
    (folder / "shop.py").write_text("def hangs(x): ...\n")
    searchers = ClusterSearchers(address, "shop.py", scanning.serve)
    free = searchers.free
    searchers.begin(FindOrder(spec="shop.py:hangs", seconds=20.0, max_ops=1))
    assert (free, searchers.free) == (2, 1)
    while not _processes(address):
        time.sleep(0.1)
    searchers.close()
    _wait_for_the_end(address)


def _wait_for_the_end(address: str) -> None:
    """Wait until no worker searches: a process that is told to end takes a moment."""
    for _ in range(100):
        if not _processes(address):
            return
        time.sleep(0.1)
    raise AssertionError("the search goes on")


def _processes(address: str) -> list[object]:
    """The searches that the workers have; a worker without a task so far knows nothing of searches."""
    with distributed.Client(address, set_as_default=False) as client:
        told = client.run(
            lambda dask_worker: len(dask_worker.extensions.get("slowpath", {}).get("processes", ()))
        )
    return [each for each in told.values() if each]


def test_a_worker_with_other_code_is_refused(
    folder: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "shop.py").write_text("def clean(x): ...\n")
    monkeypatch.setattr(cluster, "environment_of", lambda spec: replace_code(environment_of(spec)))
    with pytest.raises(UsageError, match=r"the worker tcp://.* has other code of what is scanned"):
        ClusterSearchers(address, "shop.py", scanning.serve)


def replace_code(known: Environment) -> Environment:
    return msgspec.structs.replace(known, code="other")


def test_what_differs_is_named() -> None:
    here = Environment("3.11.4", "0.1.0 (abc)", "digest")
    for field, told in (
        ("python", "has Python x, not 3.11.4"),
        ("slowpath", "has slowpath x, not 0.1.0 (abc)"),
    ):
        assert msgspec.structs.replace(here, **{field: "x"}).difference(here) == told
    missing = msgspec.structs.replace(here, code="", missing="no module 'shop'")
    assert missing.difference(here) == "cannot find what is scanned: no module 'shop'"
    assert not here.difference(here)


def test_mistakes(monkeypatch: pytest.MonkeyPatch) -> None:
    for text in ("local", "local:0", "local:x", "10.0.0.1:8786"):
        with pytest.raises(UsageError, match="is no cluster"):
            check_cluster(text)
    with pytest.raises(UsageError, match="Leave out --jobs or --cluster"):
        check_cluster("local:2", jobs=4)
    monkeypatch.setattr(cluster, "_CONNECTING", 0.5)
    with pytest.raises(UsageError, match="no scheduler answers"):
        ClusterSearchers("tcp://127.0.0.1:9", "json", scanning.serve)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(UsageError, match=r"pip install 'slowpath\[cluster\]'") as raised:
        check_cluster("local:2")
    assert "pip install" in str(raised.value)
