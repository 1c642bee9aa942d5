"""Landlock: files change only where the rules allow it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.unit.run.forked import forked

if sys.platform != "linux":
    pytest.skip("Landlock is a part of Linux", allow_module_level=True)

from slowpath.run.kernel import landlock
from slowpath.run.kernel.syscalls import NO_NEW_PRIVILEGES, Libc

ABI = landlock.version(Libc())
if ABI is None:
    pytest.skip("the kernel has no Landlock", allow_module_level=True)


def outcome(action: Callable[[], Any], writable: Sequence[str] | None, abi: int = ABI, **more: bool) -> str:
    def run() -> str:
        libc = Libc()
        assert libc.control(NO_NEW_PRIVILEGES, 1)
        assert landlock.restrict(
            libc, abi, writable=writable, network=True, signals=more.get("signals", True)
        )
        try:
            action()
        except PermissionError:
            return "refused"
        return "done"

    found: str = forked(run)
    return found


@pytest.mark.parametrize("abi", sorted({1, 2, 3, 4, 5, 6, ABI} & set(range(ABI + 1))))
def test_files_change_only_where_allowed(tmp_path: Path, abi: int) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    inside.mkdir()
    outside.mkdir()
    allowed = (str(inside), str(tmp_path / "missing"))
    assert outcome(lambda: (inside / "a").write_text("x"), allowed, abi) == "done"
    assert outcome(lambda: (inside / "a").rename(inside / "b"), allowed, abi) == "done"
    assert outcome(lambda: (outside / "a").write_text("x"), allowed, abi) == "refused"
    assert outcome(lambda: os.mkfifo(outside / "a"), allowed, abi) == "refused"
    assert outcome(lambda: (inside / "b").unlink(), (), abi) == "refused"
    assert outcome(lambda: (inside / "b").read_text(), (), abi) == "done"
    assert outcome(lambda: Path(os.devnull).write_text("x"), (), abi) == "done"
    assert sorted(map(str, tmp_path.rglob("*"))) == [str(inside), str(inside / "b"), str(outside)]


def test_files_that_are_allowed(tmp_path: Path) -> None:
    assert outcome(lambda: (tmp_path / "a").write_text("x"), None) == "done"


@pytest.mark.skipif(ABI < 6, reason="older ABIs do not know signals")
def test_signals_go_to_processes_that_are_restricted_alike() -> None:
    parent = os.getpid()
    assert outcome(lambda: os.kill(parent, 0), None, signals=False) == "refused"
    assert outcome(lambda: os.kill(os.getpid(), 0), None, signals=False) == "done"
    assert outcome(lambda: os.kill(parent, 0), None) == "done"
