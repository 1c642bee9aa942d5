from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from slowpath.errors import UsageError
from slowpath.target.changes import changed_since

SHOP = """
LIMIT = 3

def inner(x):
    return x

def outer(x):
    return inner(x)

def other(x):
    return x

class Box:
    size = 1
    def __init__(self):
        outer(1)
    def put(self, x):
        return x
"""


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    file = tmp_path / "shop.py"
    file.write_text(SHOP)
    identity = ("-c", "user.name=x", "-c", "user.email=x@example.com")
    for arguments in (("init", "-q"), ("add", "."), (*identity, "commit", "-q", "-m", "first")):
        subprocess.run(["git", "-C", str(tmp_path), *arguments], check=True)
    return file


def changed(file: Path) -> set[str]:
    return {each.partition(":")[2] for each in changed_since("HEAD", [("shop", file)])}


@pytest.mark.parametrize(
    ("old", "new", "names"),
    [
        ("return x\n\ndef outer", "return x + 1\n\ndef outer", {"inner", "outer", "Box", "Box.__init__"}),
        ("def other(x):\n    return x", "def other(x):\n    return 1", {"other"}),
        ("size = 1", "size = 2", {"Box", "Box.__init__", "Box.put", "Box.size"}),
        ("def outer", "# a comment\ndef outer", set()),
    ],
)
def test_what_changed_and_what_calls_it(shop: Path, old: str, new: str, names: set[str]) -> None:
    assert changed(shop) == set()
    shop.write_text(SHOP.replace(old, new))
    assert changed(shop) == names


def test_code_outside_functions_changes_all(shop: Path) -> None:
    shop.write_text(SHOP.replace("LIMIT = 3", "LIMIT = 4"))
    assert changed(shop) == {"LIMIT", "inner", "outer", "other", "Box", "Box.__init__", "Box.put", "Box.size"}


def test_a_new_file_is_all_new(shop: Path) -> None:
    added = shop.with_name("added.py")
    added.write_text("def f(): ...\n")
    assert changed_since("HEAD", [("added", added)]) == {"added:f"}


def test_mistakes(shop: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    with pytest.raises(UsageError, match="no revision 'nothing'"):
        changed_since("nothing", [("shop", shop)])
    outside = tmp_path_factory.mktemp("outside") / "shop.py"
    outside.write_text(SHOP)
    with pytest.raises(UsageError, match="in no git repository"):
        changed_since("HEAD", [("shop", outside)])
