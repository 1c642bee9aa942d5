from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from slowpath.command import kept
from slowpath.command.find import FindOrder
from slowpath.command.kept import KIND, KeptSearches
from slowpath.model.stop import StopReason
from tests.unit.report.found import FINDING, report


class Memory:
    """Documents that are kept for the time of a test."""

    def __init__(self) -> None:
        self.notices: list[str] = []
        self.kept: dict[tuple[str, str], bytes] = {}

    def get(self, kind: str, key: str) -> bytes | None:
        return self.kept.get((kind, key))

    def put(self, kind: str, key: str, document: bytes) -> None:
        self.kept[kind, key] = document


ORDER = FindOrder(spec="shop:dedupe", seconds=5.0, max_ops=1)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "shop.py"
    made.write_text("x = 1\n")
    return made


def test_a_search_is_found_again_as_it_was(file: Path) -> None:
    documents = Memory()
    KeptSearches(documents, [file]).keep(ORDER, report(FINDING))
    assert KeptSearches(documents, [file]).find(ORDER) == report(FINDING)
    assert KeptSearches(documents, [file], fresh=True).find(ORDER) is None
    elsewhere = msgspec.structs.replace(ORDER, path=("/elsewhere",))
    assert KeptSearches(documents, [file]).find(elsewhere) == report(FINDING)


def test_examples_are_no_part_of_what_was_asked(file: Path) -> None:
    documents = Memory()
    KeptSearches(documents, [file]).keep(ORDER, report(FINDING))
    taught = msgspec.structs.replace(ORDER, examples=("dedupe([1])",))
    assert KeptSearches(documents, [file]).find(taught) == report(FINDING)


def test_it_is_not_if_anything_differs(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    documents = Memory()
    KeptSearches(documents, [file]).keep(ORDER, report(FINDING))
    for change in ({"seed": 1}, {"seconds": 6.0}, {"without": ("beam",)}, {"spec": "shop:other"}):
        assert KeptSearches(documents, [file]).find(msgspec.structs.replace(ORDER, **change)) is None
    file.write_text("x = 2\n")
    assert KeptSearches(documents, [file]).find(ORDER) is None
    file.write_text("x = 1\n")
    monkeypatch.setattr(kept, "environment", lambda: "another Python")
    assert KeptSearches(documents, [file]).find(ORDER) is None


def test_a_search_that_was_broken_off_is_not_kept(file: Path) -> None:
    documents = Memory()
    broken_off = replace(report(FINDING), stopped_because=StopReason.INTERRUPTED)
    KeptSearches(documents, [file]).keep(ORDER, broken_off)
    assert documents.kept == {}


def test_one_that_cannot_be_read_is_made_again(file: Path) -> None:
    documents = Memory()
    KeptSearches(documents, [file]).keep(ORDER, report(FINDING))
    ((kind, key),) = documents.kept
    assert kind == KIND
    documents.kept[kind, key] = b"\xc1"
    assert KeptSearches(documents, [file]).find(ORDER) is None
    assert "made again" in documents.notices[0]
