"""The store: documents come back, and whatever is wrong with the file is told and never lost."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing

from slowpath.store import documents
from slowpath.store.documents import MIGRATIONS, DocumentStore, usual_file

SCHEMA = len(MIGRATIONS)


def test_documents_come_back(tmp_path):
    file = tmp_path / "deep" / "store.sqlite"
    with DocumentStore(file) as store:
        assert store.get("summary", "a") is None
        store.put("summary", "a", b"1")
        store.put("order", "a", b"2")
        store.put("summary", "a", b"3")
    with DocumentStore(file) as store:
        assert store.get("summary", "a") == b"3"
        assert store.get("order", "a") == b"2"
        assert store.notices == []


def test_a_damaged_store_is_moved_aside(tmp_path):
    file = tmp_path / "store.sqlite"
    file.write_bytes(b"this is no database, and long enough to be taken for one" * 20)
    with DocumentStore(file) as store:
        store.put("summary", "a", b"1")
        assert store.get("summary", "a") == b"1"
        (notice,) = store.notices
    assert "is damaged" in notice
    assert "store.sqlite.damaged-1" in notice
    assert (tmp_path / "store.sqlite.damaged-1").read_bytes().startswith(b"this is no")


def test_a_store_of_another_version_is_moved_aside(tmp_path):
    file = tmp_path / "store.sqlite"
    with sqlite3.connect(file) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    connection.close()
    with DocumentStore(file) as store:
        store.put("summary", "a", b"1")
        (notice,) = store.notices
    assert f"is of version {SCHEMA + 1}" in notice
    with sqlite3.connect(tmp_path / f"store.sqlite.version-{SCHEMA + 1}-1") as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA + 1,)
    connection.close()


def test_an_older_store_is_brought_up_to_date(tmp_path, monkeypatch):
    file = tmp_path / "store.sqlite"
    with DocumentStore(file) as store:
        store.put("summary", "a", b"1")
    more = (*MIGRATIONS, "ALTER TABLE documents ADD COLUMN size INTEGER NOT NULL DEFAULT 7")
    monkeypatch.setattr(documents, "MIGRATIONS", more)
    for _ in range(2):  # the second time there is nothing to do
        with DocumentStore(file) as store:
            assert store.get("summary", "a") == b"1"
            assert store.notices == []
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT size FROM documents").fetchall() == [(7,)]
        assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA + 1,)


def test_a_migration_that_fails_changes_nothing(tmp_path, monkeypatch):
    file = tmp_path / "store.sqlite"
    with DocumentStore(file) as store:
        store.put("summary", "a", b"1")
    added = "ALTER TABLE documents ADD COLUMN size INTEGER"
    monkeypatch.setattr(documents, "MIGRATIONS", (*MIGRATIONS, added, added))
    with DocumentStore(file) as store:
        assert store.get("summary", "a") is None
        (notice,) = store.notices
        assert "is not used: duplicate column" in notice
    monkeypatch.undo()
    with DocumentStore(file) as store:
        assert store.get("summary", "a") == b"1"


def test_damage_that_shows_later_is_told_too(tmp_path):
    file = tmp_path / "store.sqlite"
    with DocumentStore(file) as store:
        for number in range(200):
            store.put("summary", str(number), bytes(3000))
    damaged = bytearray(file.read_bytes())
    damaged[4096:] = b"x" * (len(damaged) - 4096)
    file.write_bytes(damaged)
    with DocumentStore(file) as store:
        assert store.get("summary", "7") is None
        store.put("summary", "7", b"new")
        assert store.get("summary", "7") == b"new"
        assert "is damaged" in store.notices[0]
    assert (tmp_path / "store.sqlite.damaged-1").exists()


def test_a_locked_store_is_not_used(tmp_path):
    file = tmp_path / "store.sqlite"
    with DocumentStore(file) as store:
        store.put("summary", "a", b"1")
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        with DocumentStore(file, patience=0.01) as store:
            store.put("summary", "a", b"2")
            assert "is not used: database is locked" in store.notices[0]
    finally:
        other.close()
    with DocumentStore(file) as store:
        assert store.get("summary", "a") == b"1"


def test_a_folder_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with DocumentStore(tmp_path / "file" / "store.sqlite") as store:
        store.put("summary", "a", b"1")
        assert store.get("summary", "a") is None
        assert "is not used" in store.notices[0]


def test_all_documents_of_a_kind_come_with_their_time(tmp_path):
    with DocumentStore(tmp_path / "store.sqlite") as store:
        store.put("search", "a", b"1")
        store.put("search", "b", b"2")
        store.put("summary", "a", b"3")
        kept = store.all("search")
    assert sorted(document for _, document in kept) == [b"1", b"2"]
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", made) for made, _ in kept)


def test_the_usual_file_stands_with_the_project():
    assert str(usual_file()) == ".slowpath/store.sqlite"
