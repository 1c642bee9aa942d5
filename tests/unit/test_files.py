from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from slowpath import files


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path) -> Iterator[Path]:
    before = files.folder()
    files.use(str(tmp_path))
    files._shelf.sizes.clear()
    yield tmp_path
    files.use(before)
    files._shelf.sizes.clear()


def test_a_file_has_its_content(own_folder: Path) -> None:
    path = files.file("é\n", ".txt")
    assert Path(path).read_bytes() == "é\n".encode()
    assert Path(path).parent == own_folder
    assert path.endswith(".txt")
    assert files.file_path(b"\xff").read_bytes() == b"\xff"


def test_equal_contents_have_one_path_and_others_another() -> None:
    assert files.file("a") == files.file("a") != files.file("b")
    first = files.tree(["a", "b"])
    assert first == files.tree(["a", "b"]) != files.tree(["b", "a"])


def test_a_file_that_was_changed_is_none_of_the_next_run() -> None:
    path = files.file("a")
    os.remove(path)
    assert Path(files.file("a")).read_text() == "a"


def test_a_tree_has_its_files() -> None:
    folder = files.tree_path(["a", b"bc"])
    assert {each.name: each.read_bytes() for each in folder.iterdir()} == {"0.txt": b"a", "1.txt": b"bc"}
    named = files.tree_path({"sub/x.csv": "1", "y": ""})
    assert (named / "sub" / "x.csv").read_text() == "1"
    assert (named / "y").read_text() == ""


def test_a_path_holds_what_its_content_does() -> None:
    assert files.held(files.file("é" * 10)) == 20
    assert files.held(files.file_path(b"abc")) == 3
    assert files.held(files.tree(["abc"])) == 8  # and its name
    assert files.held("/etc/passwd") is None
    assert files.held(7) is None


def test_the_oldest_go(own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_MOST_FILES", 3)
    paths = [files.file(str(i)) for i in range(5)]
    assert [os.path.exists(path) for path in paths] == [False, False, True, True, True]
    monkeypatch.setattr(files, "_MOST_BYTES", 100)
    files.tree(["a" * 90])
    last = files.file("b" * 99)
    assert [path.name for path in own_folder.iterdir()] == [Path(last).name]


def test_a_process_without_a_folder_removes_its_own() -> None:
    program = """
import os, sys
from slowpath import files
path = files.file("a")
if not os.fork():
    sys.exit()
os.wait()
print(os.path.exists(path), path)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    there, path = done.stdout.split()
    assert there == "True"
    assert not Path(path).parent.exists()
