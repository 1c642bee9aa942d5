from __future__ import annotations

import json
from dataclasses import replace

from slowpath.model.scan import ScanReport, SlowSite, TargetScan
from slowpath.model.stop import StopReason
from slowpath.report.scan import document, text
from tests.unit.report import reports
from tests.unit.report.found import FINDING, HOSTILE
from tests.unit.report.found import report as found

SPEC = reports.TARGET.spec
SITE = SlowSite(SPEC, (SPEC, *(f"shop.deep:f{i}" for i in range(6))), FINDING)
REPORT = ScanReport(
    package="shop",
    targets=5,
    scans=(
        TargetScan(SPEC, 4.2, 100, 270, 1, accepted=90, blocks=(7, 9)),
        TargetScan("shop:clean", 2.0, 50, 120, 0, is_over=False, accepted=40),
        TargetScan("shop:refuses", 1.0, 3, 0, 0, "the target returned for 0 of 3 inputs that were tried"),
    ),
    findings=(SITE,),
    elapsed=7.5,
    stopped_because=StopReason.TIME,
    unread=(("shop.bad", "it does not compile"),),
    reports=(found(FINDING),),
)


def test_the_document() -> None:
    told = json.loads(json.dumps(document(REPORT)))
    assert (told["package"], told["targets"], told["searched"], told["resumed"]) == ("shop", 5, 2, 0)
    assert told["not_searched"] == 2
    assert [each["target"] for each in told["inconclusive"]] == ["shop:refuses", "shop.bad"]
    (finding,) = told["findings"]
    assert finding["class"] == "O(n^2)"
    assert finding["entries"] == list(SITE.entries)
    assert "list(range(N))" in finding["program"]
    assert finding["new"] is None
    searched = told["scans"][0]
    assert (searched["tried"], searched["accepted"], searched["returned"]) == (100, 90, 270)
    assert (searched["blocks"], searched["blocks_of"]) == (7, 9)


def test_the_text_says_what_was_not_searched() -> None:
    told = " ".join(text(REPORT).split())
    assert "1. " in told
    assert "list(range(N))" in told
    assert "also reached by shop.deep:f0" in told
    assert "and 2 more" in told
    assert "2 of 5 targets searched" in told
    assert "2 not begun" in told
    assert "1 had more to try" in told
    assert "1 inconclusive" in told
    assert "shop:refuses: the target returned for 0 of 3 inputs" in told
    assert "153 inputs of growing size tried, 130 accepted" in told
    assert "not read: shop.bad" in told


def test_reasons_name_their_targets_in_one_line() -> None:
    why = "importing m fails:\nTraceback (most recent call last):\n  File 'm.py'\nImportError: no m"
    failing = tuple(TargetScan(f"shop:f{number}", inconclusive=why) for number in range(5))
    told = " ".join(text(replace(REPORT, scans=failing)).split())
    assert "5 inconclusive" in told
    assert "shop:f0, shop:f1, shop:f2 and 2 more: importing m fails: ImportError: no m" in told


def test_what_a_baseline_has_is_marked() -> None:
    assert "(in the baseline)" in text(replace(REPORT, new=frozenset()))
    assert "(in the baseline)" not in text(replace(REPORT, new=frozenset({FINDING.site})))


def test_hostile_text_is_shown_safely() -> None:
    scan = replace(REPORT.scans[2], inconclusive=HOSTILE)
    assert "\x1b[31m\u202e" not in text(replace(REPORT, scans=(scan,), unread=(("x", HOSTILE),)))
