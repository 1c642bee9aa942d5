"""Rewritten modules on disk."""

from __future__ import annotations

import ast
import os
from pathlib import Path

import pytest

from slowpath.model.target import Build
from slowpath.target.rewrite import Rewritten, rewrite
from slowpath.target.scope import Scope
from slowpath.target.shelf import Shelf, name_of

SCOPE = Scope(frozenset({"m"}))
SOURCE = b"def total(xs):\n    found = 0\n    for x in xs:\n        found += x\n    return found\n" * 20


def rewritten() -> Rewritten:
    return rewrite(ast.parse(SOURCE), "m.py", Build.COUNT, SCOPE)


def name(source: bytes = SOURCE, scope: Scope = SCOPE, build: Build = Build.COUNT) -> str | None:
    return name_of(source, "m.py", "", build, scope)


def test_what_is_kept_is_found_as_it_was(tmp_path: Path) -> None:
    shelf, made = Shelf(tmp_path), rewritten()
    shelf.open = True
    shelf.keep("one", made)
    found = shelf.find("one")
    assert found is not None
    assert found.plain_sites == made.plain_sites
    assert found.flags == made.flags
    assert found.code == made.code


def test_nothing_is_written_unless_it_is_open(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "cache")
    shelf.keep("one", rewritten())
    assert not (tmp_path / "cache").exists()
    assert shelf.find("one") is None


def test_what_is_at_hand_needs_no_file(tmp_path: Path) -> None:
    shelf, made = Shelf(tmp_path), rewritten()
    shelf.hold("one", made)
    shelf.hold(None, made)
    assert shelf.find("one") is made
    assert not list(tmp_path.iterdir())


def test_a_file_that_cannot_be_read_counts_as_none(tmp_path: Path) -> None:
    (tmp_path / "one").write_bytes(b"\xff nonsense")
    assert Shelf(tmp_path).find("one") is None


def test_the_name_depends_on_all_that_is_rewritten() -> None:
    assert name() == name()
    others = [name(build=Build.TRACE), name(SOURCE + b"\n"), name(scope=Scope(SCOPE.tops, leaning=True))]
    assert len({name(), *others}) == 4


def test_the_name_depends_on_packages_of_the_scope_that_the_source_names() -> None:
    wider = Scope(frozenset({"m", "other"}))
    assert name() == name(scope=wider)
    assert name(source=b"import other\n" + SOURCE) != name(source=b"import other\n" + SOURCE, scope=wider)


def test_short_modules_have_no_name() -> None:
    assert name(source=b"x = 1\n") is None


def test_what_was_not_used_for_long_is_deleted(tmp_path: Path) -> None:
    for age, each in enumerate(("new", "old")):
        (tmp_path / each).write_bytes(b"x" * 100)
        os.utime(tmp_path / each, (1000 - age, 1000 - age))
    Shelf(tmp_path).prune(150)
    assert [each.name for each in tmp_path.iterdir()] == ["new"]


def test_room_is_made_once_in_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, pruned = tmp_path / "cache", 0

    def prune(shelf: Shelf, most: int = 0) -> None:
        nonlocal pruned
        pruned += 1
        plain(shelf)

    plain = Shelf.prune
    monkeypatch.setattr(Shelf, "prune", prune)

    def kept(name: str | None) -> int:
        shelf = Shelf(folder)
        shelf.open = True
        shelf.keep(name, rewritten())
        shelf.close()
        return pruned

    assert [kept(None), kept("one"), kept("two"), kept(None)] == [0, 1, 1, 1]
    os.utime(tmp_path / "cache.pruned", (1000, 1000))
    assert [kept(None), kept("three"), kept("four")] == [1, 2, 2]
    assert len(list(folder.iterdir())) == 4
