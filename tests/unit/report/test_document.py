from __future__ import annotations

import json
from dataclasses import replace

from slowpath.model.find import Beyond, Evidence
from slowpath.report import document
from tests.unit.report import found, reports


def test_cost() -> None:
    made = json.loads(document.text(document.cost(reports.cost())))
    assert list(made) == [
        "target",
        "size",
        "input",
        "setup",
        "program",
        "cost",
        "building",
        "lines",
        "end",
        "raises",
        "detail",
        "lost",
    ]
    assert (made["setup"], made["building"]) == (None, None)
    assert made["cost"] == {"ops": 10000, "memory": 2048, "0.5*ops": 5000.0}
    assert made["lines"][0] == {
        "file": "/src/shop.py",
        "line": 4,
        "function": "dedupe",
        "ops": 9000,
        "native": 8000,
        "hits": 100,
        "share": 0.9,
        "source": "if x not in seen:",
    }
    assert made["lost"] == [
        {"site": "/src/shop.py:4", "reason": "regular expressions are not counted", "count": 3}
    ]
    assert len(document.cost(reports.cost(), 1)["lines"]) == 1
    assert document.cost(reports.cost(seconds=0.5))["seconds"] == 0.5


def test_growth() -> None:
    made = json.loads(document.text(document.growth(reports.growth())))
    assert list(made) == [
        "target",
        "measure",
        "growth",
        "setup",
        "program",
        "building",
        "stopped_because",
        "raises",
        "lost",
    ]
    assert (made["setup"], made["building"]) == (None, [])
    assert made["growth"] == {
        "points": [[8, 64], [16, 256], [32, 1024], [64, 4096], [128, 16384]],
        "class": "O(n^2)",
        "words": "O(n^2)",
        "exponent": 2.0,
        "confidence": 0.95,
        "ratios": [4.0, 4.0, 4.0, 4.0],
        "residual": 0.001,
        "why": "",
        "recipe": {"xs": "list(range(N))"},
    }


def test_find() -> None:
    short = replace(found.FINDING, evidence=Evidence.BOTH, seconds=(), beyond=Beyond(4096, "RecursionError"))
    made = document.find(found.report(found.FINDING, short, large_results=(found.LARGE,)))
    first, second = made["findings"]
    assert (first["evidence"], first["largest_size"], first["beyond"]) == ("counted", 4096, None)
    assert (second["evidence"], second["largest_size"]) == ("counted and timed", 2048)
    assert second["beyond"] == {"size": 4096, "raises": "RecursionError"}
    assert [each["natural"] for each in (first, second)] == [True, True]
    assert [each["minor"] for each in (first, second)] == [False, True]
    assert made["inconclusive"] is None
    (large,) = made["large_results"]
    assert set(large) == {"recipe", "setup", "program", "growth", "result", "site", "function", "found_by"}
    assert (first["setup"], first["program"]) == (None, "dedupe(list(range(N)))  # measured")
    assert large["recipe"] == {"xs": "'a' * N"}
    assert (large["growth"]["class"], large["result"]["class"]) == ("O(n^2)", "O(n^2)")
    assert large["result"]["points"][-1] == [1024, 1048576]
    assert json.loads(document.text(made)) == made


def test_a_search_that_means_nothing() -> None:
    made = document.find(found.report(inconclusive="0 of 9 inputs"))
    assert (made["inconclusive"], made["large_results"]) == ("0 of 9 inputs", [])
