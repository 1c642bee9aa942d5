from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from slowpath import files
from slowpath.run.audit import Audit
from slowpath.run.written import put_back
from tests.unit.run.forked import forked


def watched(folder: Path, action: Callable[[], Any], *, again: bool = False) -> tuple[str, list[str]]:
    """Return what an action came to in a watched process with a folder, and the names in it after that; after
    all was put back if `again`."""

    def run() -> tuple[str, list[str]]:
        os.environ["TMPDIR"] = str(folder)
        tempfile.tempdir = None
        files.use(str(folder))
        audit = Audit()
        audit.install()
        audit.arm(())
        try:
            action()
            result = "done"
        except PermissionError:
            result = "refused"
        if again:
            put_back()
        audit.disarm()
        return result, sorted(str(each.relative_to(folder)) for each in folder.rglob("*"))

    answer: tuple[str, list[str]] = forked(run)
    return answer


def rename(old: Path, new: Path) -> Callable[[], None]:
    return lambda: os.rename(old, new)


def test_a_target_writes_into_the_folder_of_its_process_and_nowhere_else(tmp_path: Path) -> None:
    own, other = tmp_path / "own", tmp_path / "other"
    own.mkdir()
    other.mkdir()
    assert watched(own, lambda: (own / "a").write_text("x")) == ("done", ["a"])
    assert watched(own, lambda: (own / "b").mkdir()) == ("done", ["a", "b"])
    assert watched(own, lambda: (other / "a").write_text("x"))[0] == "refused"
    assert watched(own, lambda: Path(f"{own}/../other/a").write_text("x"))[0] == "refused"
    assert watched(own, lambda: (Path(f"{own}x") / "a").write_text("x"))[0] == "refused"
    assert watched(own, rename(own / "a", other / "a"))[0] == "refused"
    assert watched(own, lambda: os.symlink(other, own / "link"))[0] == "refused"
    assert list(other.iterdir()) == []


@pytest.mark.parametrize(
    "action",
    [
        lambda: tempfile.TemporaryFile("w").close(),
        lambda: tempfile.TemporaryDirectory().cleanup(),
        lambda: Path(tempfile.mkdtemp(), "a").write_text("x"),
        lambda: sqlite3.connect(Path(tempfile.gettempdir(), "a.db")).close(),
    ],
)
def test_temporary_files_are_made_and_put_back(tmp_path: Path, action: Callable[[], Any]) -> None:
    assert watched(tmp_path, action, again=True) == ("done", [])


def test_what_a_run_changed_is_put_back(tmp_path: Path) -> None:
    def change() -> None:
        path = files.file("before")
        Path(path).write_text("after")
        os.rename(path, f"{path}.old")
        Path(files.file("other")).unlink()

    result, names = watched(tmp_path, change, again=True)
    assert result == "done"
    assert [(tmp_path / name).read_text() for name in names] in (["before", "other"], ["other", "before"])


def test_a_folder_that_was_removed_is_there_again(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    assert watched(tmp_path, (tmp_path / "a").rmdir) == ("done", [])
    (tmp_path / "a").mkdir()
    assert watched(tmp_path, (tmp_path / "a").rmdir, again=True) == ("done", ["a"])


def test_without_a_folder_nothing_is_written(tmp_path: Path) -> None:
    def run() -> str:
        files.use("")
        audit = Audit()
        audit.install()
        audit.arm(())
        try:
            (tmp_path / "a").write_text("x")
        except PermissionError:
            return "refused"
        return "done"

    assert forked(run) == "refused"
