from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowpath_unix.find import FileEntry, find
from slowpath_unix.glob import matches, pieces_of
from tests.unit.slowpath_unix.gnu import gnu

NAMES = ("mbox", "a.txt", "b.TXT", ".txt", "x[1]", "ab", "é", "big.zip", "*")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("tree")
    for folder in (root, root / "sub"):
        folder.mkdir(exist_ok=True)
        for i, name in enumerate(NAMES):
            with open(folder / name, "wb") as file:
                file.truncate((0, 1, 512, 513, 1024, 10240, 10241, 2**20, 2**21 + 1)[i])
    return root


def entries(root: Path) -> list[FileEntry]:
    paths = [
        root,
        *(Path(folder) / name for folder, dirs, files in os.walk(root) for name in (*dirs, *files)),
    ]
    return [(os.fsencode(path).decode("latin-1"), path.stat().st_size, path.stat().st_mode) for path in paths]


@pytest.mark.parametrize(
    "tests",
    [
        {}, {"-name": "mbox"}, {"-name": "*.txt"}, {"-name": "[a-b]*"}, {"-name": "?"}, {"-name": "??"},
        {"-name": "[!a]*"}, {"-name": r"\*"}, {"-name": "x[[]1]"}, {"-name": "*[[:upper:]]*"},
        {"-name": "[z-a]*"},
        {"-size": "10k"}, {"-size": "+10k"}, {"-size": "-2k"}, {"-size": "1"}, {"-size": "+1M"},
        {"-size": "512c"},
        {"-size": "0"}, {"-name": "*", "-size": "+0c", "-type": "f"}, {"-type": "d"},
    ],
)  # fmt: skip
def test_same_paths_as_the_real_one(tree: Path, tests: dict[str, str]) -> None:
    real = gnu(["find", str(tree), *(word for test in tests.items() for word in test)], b"")
    keywords = {{"-name": "name", "-size": "size", "-type": "kind"}[key]: text for key, text in tests.items()}
    assert sorted(find(entries(tree), **keywords)) == sorted(real.decode("latin-1").splitlines())


@given(st.text("ab*?", max_size=6), st.text("ab", max_size=6))
def test_globs_match_as_those_of_the_standard_library(pattern: str, name: str) -> None:
    from fnmatch import fnmatchcase

    assert matches(pieces_of(pattern), name) == fnmatchcase(name, pattern)


def test_paths_stay_in_the_order_of_the_tree() -> None:
    tree = [("/d/b", 1, stat.S_IFREG), ("/d/a", 1, stat.S_IFREG), ("/d", 0, stat.S_IFDIR)]
    assert find(tree, kind="f") == ["/d/b", "/d/a"]


@pytest.mark.parametrize(("options", "part"), [({"size": "10K"}, "10K"), ({"kind": "x"}, "'x'")])
def test_mistakes_are_named(options: dict[str, str], part: str) -> None:
    with pytest.raises(ValueError, match=part):
        find([], **options)
