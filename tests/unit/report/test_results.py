"""Kept searches are shown with what they found, and no text from outside reaches the terminal as it is."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from slowpath.model.find import FindReport
from slowpath.model.results import KeptResult, ResultsReport
from slowpath.model.target import Target
from slowpath.report import document as documents
from slowpath.report.results import document, text
from tests.unit.report.found import FINDING, HOSTILE, report

MADE = "2026-11-17 10:00:00"


def kept(*reports: FindReport, notices: tuple[str, ...] = ()) -> ResultsReport:
    return ResultsReport("kept.sqlite", tuple(KeptResult(MADE, each) for each in reports), notices)


@pytest.mark.parametrize(
    ("found", "told"),
    [
        (report(), "nothing found in 4 s"),
        (report(inconclusive="it raised"), "inconclusive in 4 s"),
        (report(FINDING), "1 finding in 4 s"),
        (report(FINDING, FINDING, inconclusive="it raised"), "2 findings in 4 s"),
    ],
)
def test_a_line_says_what_a_search_found(found: FindReport, told: str) -> None:
    assert text(kept(found)).splitlines()[0] == f"{MADE}  shop:dedupe: {told}"


def test_each_finding_has_its_growth_and_its_place() -> None:
    outside = replace(FINDING, function="", site="/src/shop.py:9")
    assert text(kept(report(FINDING, outside))).splitlines()[1:3] == [
        "    O(n^2)  /src/shop.py:4 in dedupe",
        "    O(n^2)  /src/shop.py:9 in the module",
    ]


@pytest.mark.parametrize(
    ("count", "told"), [(0, "0 kept searches"), (1, "1 kept search"), (2, "2 kept searches")]
)
def test_the_last_line_counts_the_searches(count: int, told: str) -> None:
    lines = text(kept(*[report()] * count, notices=("a notice",))).splitlines()
    assert lines[-2:] == ["a notice", f"{told} in kept.sqlite"]
    assert len(lines) == count + 2


def test_the_document_has_the_documents_of_the_searches() -> None:
    told = json.loads(json.dumps(document(kept(report(FINDING), notices=("a notice",)))))
    assert (told["file"], told["notices"]) == ("kept.sqlite", ["a notice"])
    (only,) = told["results"]
    assert only.pop("made") == MADE
    assert only == json.loads(json.dumps(documents.find(report(FINDING))))


def test_hostile_text_is_shown_safely() -> None:
    bad = replace(FINDING, function=HOSTILE, site=f"{HOSTILE}:4")
    shown = text(kept(replace(report(bad), target=Target.named(f"shop:{HOSTILE}")), notices=(HOSTILE,)))
    assert not {"\x00", "\x1b", "\u202e", "\ud800"} & set(shown)
