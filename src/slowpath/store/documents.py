"""Documents by kind and key, in an SQLite file that several processes may use at once.

The store is a cache: whatever happens to it, the command goes on. A file that is damaged, or that another
version of slowpath has written, is renamed, never removed. What happened is told in `notices`.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from types import TracebackType
from typing import Any, Self

PATIENCE = 5.0  # seconds to wait for another process that writes: a document takes a fraction of one
# What makes tables of each version out of those of the one before, one statement each. A version, in the
# file's `user_version`, is the number of statements that were carried out. Old ones are never changed.
MIGRATIONS = (
    """
CREATE TABLE IF NOT EXISTS documents (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    document BLOB NOT NULL,
    made REAL NOT NULL DEFAULT (julianday('now')),
    PRIMARY KEY (kind, key)
) WITHOUT ROWID
""",
)


def usual_file() -> Path:
    """Where the store is: with the project, in the current folder."""
    return Path(".slowpath", "store.sqlite")


def store_in(file: str | Path | None) -> DocumentStore:
    """Return the store in a file, or the usual one."""
    return DocumentStore(usual_file() if file is None else Path(file))


class DocumentStore:
    """Keeps documents. A context manager. It raises nothing: a store that cannot be used keeps nothing."""

    def __init__(self, file: Path, patience: float = PATIENCE) -> None:
        self.file = file
        self.notices: list[str] = []
        self._patience = patience
        self._connection: sqlite3.Connection | None = None

    def __enter__(self) -> Self:
        self._connection = self._opened()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def get(self, kind: str, key: str) -> bytes | None:
        """The document, or None if there is none or it cannot be read."""
        rows = self._ask("SELECT document FROM documents WHERE kind = ? AND key = ?", (kind, key))
        return bytes(rows[0][0]) if rows else None

    def all(self, kind: str) -> list[tuple[str, bytes]]:
        """The documents of a kind, each with the time at which it was kept, in UTC."""
        return [
            (str(made), bytes(document))
            for made, document in self._ask(
                "SELECT datetime(made), document FROM documents WHERE kind = ? ORDER BY made", (kind,)
            )
        ]

    def put(self, kind: str, key: str, document: bytes) -> None:
        """Keep a document in the place of another of the same kind and key."""
        self._ask(
            "INSERT OR REPLACE INTO documents (kind, key, document) VALUES (?, ?, ?)", (kind, key, document)
        )

    def _ask(self, statement: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        if self._connection is None:
            return []
        try:
            with self._connection:
                return self._connection.execute(statement, values).fetchall()
        except sqlite3.OperationalError as error:  # locked, full, not writable: the file itself is sound
            self.notices.append(f"the store {self.file} is not used: {error}")
            self._connection.close()
            self._connection = None
        except sqlite3.DatabaseError as error:
            self._connection.close()
            self._put_aside(f"is damaged ({error})", "damaged")
            self._connection = self._opened(again=False)
        return []

    def _opened(self, *, again: bool = True) -> sqlite3.Connection | None:
        """A connection to a store of this version; None if there is none to be had."""
        connection = None
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(self.file, timeout=self._patience)
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            if version > len(MIGRATIONS):
                connection.close()
                self._put_aside(f"is of version {version}, not {len(MIGRATIONS)}", f"version-{version}")
                return self._opened(again=False) if again else None
            connection.execute("PRAGMA journal_mode = WAL")
            if version < len(MIGRATIONS):
                _migrate(connection)
            return connection
        except (sqlite3.OperationalError, OSError) as error:
            if connection is not None:
                connection.close()
            self.notices.append(f"the store {self.file} is not used: {error}")
        except sqlite3.DatabaseError as error:
            if connection is not None:
                connection.close()
            self._put_aside(f"is damaged ({error})", "damaged")
            return self._opened(again=False) if again else None
        return None

    def _put_aside(self, why: str, suffix: str) -> None:
        """Rename the file, with its log, and say so."""
        number = 1
        while (aside := self.file.with_name(f"{self.file.name}.{suffix}-{number}")).exists():
            number += 1
        try:
            self.file.rename(aside)
            for part in ("-wal", "-shm"):
                beside = self.file.with_name(self.file.name + part)
                if beside.exists():
                    beside.rename(aside.with_name(aside.name + part))
        except OSError as error:
            self.notices.append(f"the store {self.file} {why} and cannot be moved: {error}")
            return
        self.notices.append(f"the store {self.file} {why}: it was moved to {aside}, and a new one begun")


def _migrate(connection: sqlite3.Connection) -> None:
    """Bring the tables to the latest version, all steps or none."""
    with connection:
        connection.execute("BEGIN IMMEDIATE")  # another process may be about to do the same
        done = connection.execute("PRAGMA user_version").fetchone()[0]
        for statement in MIGRATIONS[done:]:
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
