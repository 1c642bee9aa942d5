from __future__ import annotations

from dataclasses import replace

import msgspec

from slowpath.command.results import ResultsOrder, run
from slowpath.model.target import Target
from slowpath.report.results import document, text
from tests.unit.report.found import FINDING, report

CLEAN = replace(report(), target=Target.named("shop:clean"))
SLOW = replace(report(FINDING), target=Target.named("shop:slow"))
KEPT = [
    ("2026-11-16 10:00:00", msgspec.msgpack.encode(CLEAN)),
    ("2026-11-17 10:00:00", msgspec.msgpack.encode(SLOW)),
    ("2026-11-15 10:00:00", b"\xc1"),
]


def specs(**options: object) -> list[str]:
    found = run(ResultsOrder(file="store", **options), KEPT)  # type: ignore[arg-type]
    return [each.report.target.spec for each in found.results]


def test_the_latest_first() -> None:
    assert specs() == ["shop:slow", "shop:clean"]
    assert specs(found=True) == ["shop:slow"]
    assert specs(text="clean") == ["shop:clean"]


def test_what_is_shown() -> None:
    answer = run(ResultsOrder(file="store"), KEPT)
    told = text(answer)
    assert "2026-11-17 10:00:00  shop:slow: 1 finding" in told
    assert "O(n^2)" in told
    assert "shop:clean: nothing found" in told
    assert "1 of the kept searches, of another version" in told
    assert told.endswith("2 kept searches in store")
    exported = document(answer)
    assert [each["target"] for each in exported["results"]] == ["shop:slow", "shop:clean"]
    assert exported["results"][0]["findings"][0]["growth"]["class"] == "O(n^2)"
