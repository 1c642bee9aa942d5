"""What every search tells of itself."""

from __future__ import annotations

from slowpath.model.find import Baseline
from slowpath.model.run import Lost
from slowpath.model.search import SearchReport
from slowpath.model.stop import StopReason
from slowpath.model.traced import TracedReport
from slowpath.report.searching import beside_random, lost_lines, lost_rows, search_fields, traced_fields

LOST = Lost("parser.py:12", "bytes of a file", 3)


def test_a_document_tells_how_long_it_took_and_why_it_ended() -> None:
    report = SearchReport(elapsed=1.23456, stopped_because=StopReason.TIME)
    assert search_fields(report) == {"elapsed": 1.235, "stopped_because": StopReason.TIME}


def test_a_document_of_traced_runs_tells_what_they_could_not_see() -> None:
    report = TracedReport(elapsed=2.0, stopped_because=StopReason.TIME, lost=(LOST,))
    assert traced_fields(report)["lost"] == lost_rows([LOST])
    assert lost_rows([LOST]) == [{"site": "parser.py:12", "reason": "bytes of a file", "count": 3}]
    assert lost_lines([LOST]) == ["not sure: parser.py:12: bytes of a file"]


def test_random_inputs_stand_beside_the_costliest_test() -> None:
    told = beside_random(Baseline(cost=2_000, runs=1_500), 5_000, "the suite")
    assert told == "the costliest of 1,500 random inputs: 2,000; the suite: 2.5 times"
    assert beside_random(Baseline(cost=0, runs=1), 7, "the tests").endswith("the tests: 7.0 times")
