"""A kept summary is used again only if all that it depends on is the same."""

from __future__ import annotations

import sys
from typing import Any

import msgspec
import pytest

from slowpath.pipeline import library
from slowpath.pipeline.library import KIND, NoDocuments, key_of, load, save
from slowpath.pipeline.structure import ValueStructure
from slowpath.pipeline.summary import VERSION, PathNote, Summary

NOTE = PathNote(7, 2, ValueStructure("text", 3), ((97, 99),), "text", None, True, False, b"packed")
SUMMARY = Summary("a:f", "text(N)", 3, (NOTE,), "beam", True, 12)
GIVEN: dict[str, Any] = {
    "code": "c0de",
    "call": "a:f(_)",
    "shape": "text(N)",
    "size": 3,
    "tests": 5,
    "feeds": True,
}


class InMemory(NoDocuments):
    """Keeps documents by kind and key."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], bytes] = {}

    def get(self, kind: str, key: str) -> bytes | None:
        return self.kept.get((kind, key))

    def put(self, kind: str, key: str, document: bytes) -> None:
        self.kept[kind, key] = document


def test_a_summary_comes_back_by_its_name_alone() -> None:
    documents = InMemory()
    save(documents, "one", SUMMARY)
    assert load(documents, "one") == SUMMARY
    assert load(documents, "other") is None
    assert documents.notices == []


@pytest.mark.parametrize(
    "change",
    [
        {"code": "c0df"},
        {"call": "a:f(_, 1)"},
        {"shape": "text(N, 'ab')"},
        {"size": 4},
        {"tests": 6},
        {"feeds": False},
    ],
)
def test_the_name_depends_on_all_that_the_summary_does(change: dict[str, Any]) -> None:
    assert key_of(**GIVEN) == key_of(**GIVEN)
    assert key_of(**{**GIVEN, **change}) != key_of(**GIVEN)


def test_neighbouring_parts_of_a_name_are_kept_apart() -> None:
    assert key_of(**{**GIVEN, "code": "ab", "call": "c"}) != key_of(**{**GIVEN, "code": "a", "call": "bc"})


def test_another_python_or_another_form_has_other_names(monkeypatch: pytest.MonkeyPatch) -> None:
    names = {key_of(**GIVEN)}
    monkeypatch.setattr(sys, "version_info", (3, 99, 1, "final", 0))
    names.add(key_of(**GIVEN))
    monkeypatch.setattr(library, "VERSION", VERSION + 1)
    names.add(key_of(**GIVEN))
    assert len(names) == 3


@pytest.mark.parametrize("document", [b"", b"\xc1", msgspec.msgpack.encode({"stage": 3})])
def test_a_document_that_cannot_be_read_is_computed_again(document: bytes) -> None:
    documents = InMemory()
    documents.put(KIND, "one", document)
    assert load(documents, "one") is None
    (told,) = documents.notices
    assert told.startswith("a kept summary cannot be read and is computed again")


def test_a_summary_of_another_form_is_not_used() -> None:
    documents = InMemory()
    save(documents, "one", msgspec.structs.replace(SUMMARY, version=VERSION - 1))
    assert load(documents, "one") is None
    assert documents.notices == []


def test_without_a_library_nothing_is_kept() -> None:
    documents = NoDocuments()
    save(documents, "one", SUMMARY)
    assert load(documents, "one") is None
    assert documents.notices == []
