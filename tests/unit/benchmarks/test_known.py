"""The lists of known problems are well-formed, and what their scripts judge by is as told."""

from __future__ import annotations

import importlib
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

KNOWN = Path(__file__).parents[3] / "benchmarks" / "known"


@pytest.fixture(autouse=True)
def on_path(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(KNOWN))
    yield
    for name in ("run", "verify", "table"):
        sys.modules.pop(name, None)


def script(name: str) -> Any:
    return importlib.import_module(name)


def test_the_default_set_is_the_first_list() -> None:
    problems = script("run").problems
    assert len(problems([])) == 36
    assert not any(each.half for each in problems([]))
    names = [each.name for each in problems([], "all")]
    assert len(names) == len(set(names))


def test_every_problem_of_the_second_list_is_documented_and_in_one_half() -> None:
    problems = script("run").problems
    developed, measured = problems([], "developed"), problems([], "measured")
    for each in developed + measured:
        assert each.ref, each.name
        assert each.site, each.name
        compile(each.recipe, each.name, "eval")
        compile(each.call, each.name, "eval")
    shares = Counter(each.mechanism for each in developed)
    shares.subtract(Counter(each.mechanism for each in measured))
    assert all(abs(share) <= 1 for share in shares.values())


def test_entries_are_not_in_both_lists() -> None:
    problems = script("run").problems
    first = {(each.entry, each.requires[:1]) for each in problems([])}
    second = {
        (each.entry, each.requires[:1]) for half in ("developed", "measured") for each in problems([], half)
    }
    assert not first & second


def test_a_finding_hits_the_site_by_function_reason_or_hot_line() -> None:
    run = script("run")

    def hits(site: tuple[str, ...], finding: dict[str, Any], entry: str = "m:f") -> bool:
        answer: bool = run.hits(run.Problem("p", entry, (), "polynomial", site=site), finding)
        return answer

    line = {"share": 0.9, "function": "inner", "source": "m = _TOKEN_RE.match(text, i)"}
    finding = {"function": "inner", "reason": "line 3 of inner", "lines": [line]}
    assert hits(("inner",), finding)
    assert hits(("other", "_TOKEN_RE"), finding)
    assert not hits(("TOKEN_RE", "inn"), finding)
    assert not hits(("_TOKEN_RE",), {**finding, "lines": [{**line, "share": 0.1}]})
    assert hits(("RE",), {"function": "RE.match", "reason": "", "lines": []}, "m:RE.match")


def test_growth_is_read_from_the_last_points() -> None:
    run, verify = script("run"), script("verify")
    squares = [(n, n * n * 1e-6) for n in (8, 16, 32, 64, 128, 256)]
    powers = [(n, 2.0**n * 1e-4) for n in range(1, 12)]
    polynomial = run.Problem("p", "m:f", (), "polynomial")
    exponential = run.Problem("e", "m:f", (), "exponential")
    assert verify.judge(polynomial, squares, "").growth == "n^2.00"
    assert verify.judge(exponential, powers, "").growth == "2.00^n"
    assert not verify.judge(polynomial, [(n, n * 1e-3) for n, _ in squares], "").shown
    assert not verify.judge(polynomial, squares[:2], "").shown


def test_a_table_has_a_row_per_problem_and_a_column_for_what_is_switched_off() -> None:
    table = script("table").table
    found = {"name": "a", "found": True, "site": True, "klass": "O(n^2)", "slope": 1.9}
    found |= {"seconds": 12.0, "recipe": {"s": "'|' * N"}}
    missed = {**found, "found": False, "site": None, "recipe": None, "seconds": 20.0}
    assert table({"outcomes": [found]})[2:] == [r"| a | yes | yes | O(n^2) | n^1.90 | 12 | `s='\|' * N` |"]
    both = table({"outcomes": [missed, found]}, {"outcomes": [missed], "without": ["knowledge"]})
    assert both[0] == "| problem | found | site | without knowledge | growth | CPU | seconds | recipe |"
    assert both[2] == r"| a | 1 of 2 | 1 of 2 | no | O(n^2) | n^1.90 | 12 to 20 | `s='\|' * N` |"
