"""`results`: what is kept in the store of this folder, as text or as documents."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from slowpath.cli.results import results
from slowpath.model.find import FindReport
from slowpath.model.target import Target
from slowpath.store.documents import DocumentStore
from tests.unit.report.found import FINDING, report

FILE = Path(".slowpath", "store.sqlite")


def _report(spec: str, *, slow: bool = False) -> FindReport:
    return replace(report(*[FINDING] * slow), target=Target.named(spec))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose store has three searches, the later the further down, and a document of another kind."""
    monkeypatch.chdir(tmp_path)
    kept = [_report("shop:slow", slow=True), _report("shop:clean"), _report("tool:slow", slow=True)]
    with DocumentStore(FILE) as store:
        for place, each in enumerate(kept):
            store.put("search", f"key{place}", msgspec.msgpack.encode(each))
        store.put("summary", "key", b"no search")
    connection = sqlite3.connect(FILE)
    with connection:
        for place in range(len(kept)):
            moment = f"2026-11-1{place + 1} 10:00:00"
            connection.execute(
                "UPDATE documents SET made = julianday(?) WHERE key = ?", (moment, f"key{place}")
            )
    connection.close()
    return tmp_path


def _output(*arguments: str) -> str:
    done = CliRunner().invoke(results, arguments, standalone_mode=False)
    assert (done.exception, done.return_value) == (None, 0)
    return done.output


@pytest.mark.parametrize(
    ("arguments", "specs"),
    [
        ((), ["tool:slow", "shop:clean", "shop:slow"]),
        (("shop",), ["shop:clean", "shop:slow"]),
        (("--found",), ["tool:slow", "shop:slow"]),
        (("shop", "--found"), ["shop:slow"]),
        (("nowhere",), []),
    ],
    ids=["all", "some", "found", "some-found", "none"],
)
def test_the_latest_searches_come_first(folder: Path, arguments: Sequence[str], specs: list[str]) -> None:
    told: dict[str, Any] = json.loads(_output(*arguments, "--json"))
    assert [each["target"] for each in told["results"]] == specs
    assert (told["file"], told["notices"]) == (str(FILE), [])
    lines = _output(*arguments).splitlines()
    assert [line.split()[2].rstrip(":") for line in lines[:-1] if line.startswith("2026")] == specs
    assert lines[-1].startswith(f"{len(specs)} kept search")


def test_a_line_has_its_time_and_what_was_found(folder: Path) -> None:
    lines = _output("shop").splitlines()
    assert lines[0].startswith("2026-11-12 10:00:00  shop:clean: nothing found")
    assert lines[1].startswith("2026-11-11 10:00:00  shop:slow: 1 finding")
    assert "O(n^2)" in lines[2]


def test_a_folder_without_a_store_has_no_searches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert _output() == f"0 kept searches in {FILE}\n"


def test_what_happened_to_the_store_is_told(folder: Path) -> None:
    FILE.write_bytes(b"no database, but a text that is long enough to be none" * 20)
    lines = _output().splitlines()
    assert lines[-1] == f"0 kept searches in {FILE}"
    assert f"the store {FILE} is damaged" in lines[-2]
    assert [each for each in FILE.parent.iterdir() if ".damaged-" in each.name]  # nothing is removed


def test_a_search_of_another_version_is_counted(folder: Path) -> None:
    with DocumentStore(FILE) as store:
        store.put("search", "old", b"\xc1")
    told = json.loads(_output("--json"))
    assert len(told["results"]) == 3
    assert told["notices"] == ["1 of the kept searches, of another version of slowpath, cannot be read"]


def test_to_list_nothing_makes_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert json.loads(_output("--json"))["results"] == []
    assert list(tmp_path.iterdir()) == []
