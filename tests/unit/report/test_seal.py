"""A file that slowpath wrote is known again, unless somebody edited it."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.errors import UsageError
from slowpath.report import seal


@pytest.mark.parametrize("name", ["test_it.py", "page.html", "other.txt"])
def test_what_was_written_may_be_written_again(tmp_path: Path, name: str) -> None:
    path = tmp_path / "deep" / name
    seal.write(path, "x = '\ud800'\n")
    seal.write(path, "y = 2\n")
    path.write_text(path.read_text() + "z = 3\n")
    with pytest.raises(UsageError, match="was edited since") as caught:
        seal.write(path, "y = 4\n")
    assert "--force" in caught.value.hint
    assert "z = 3" in path.read_text()
    seal.write(path, "y = 4\n", force=True)
    assert path.read_text().endswith("\ny = 4\n")


def test_what_others_wrote_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "it.py"
    for content in (b"", b"\xff", b"x = 1\n"):
        path.write_bytes(content)
        with pytest.raises(UsageError):
            seal.check(path)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="it is a folder"):
        seal.check(tmp_path, force=True)
