"""Load tests of a pipeline as a document, as text, and as a pytest file that fails if they cost more."""

from __future__ import annotations

import json
import warnings
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from slowpath.model.find import Baseline
from slowpath.model.pipe import PipeReport, PipeTest, ReplayNote, SummaryNote
from slowpath.model.run import Lost
from slowpath.model.stop import StopReason
from slowpath.report.pipe import compared, document, guard, replayed, text

TESTS = (
    PipeTest("['a', 'b']", 4_000, (1_000, 3_000), (2, 0), 4_100),
    PipeTest("'" + "x" * 80 + "'", 300, (300, 0), (0, 11), 310, "ValueError: \x1b[31m"),
)
REPORT = PipeReport(
    stages=("a:grep(_, '[0-9]{3}')", "a:sort"),
    size=1_000,
    shape="lists(text(10), N)",
    tests=TESTS,
    baseline=Baseline(1_600, 7),
    single=(1_500, None),
    summaries=(
        SummaryNote("a:grep", 1_000, 3, False, "grown", "lists(text(10), N)", 1.23456),
        SummaryNote("a:sort", 800, 2, True, "beam", "lists(text(10, digits), N)", 0.0),
    ),
    stopped_because=StopReason.TIME,
    elapsed=3.0004,
    composing=2.0,
    glue="def pipeline(data): ...\n",
    scope=("a", "b"),
    lost=(Lost("a.py:3", "C code", 1),),
    notices=("the store is read-only",),
)


def test_the_text_has_a_line_for_each_test() -> None:
    lines = text(REPORT).splitlines()
    assert lines[0] == "a:grep(_, '[0-9]{3}') | a:sort   N = 1,000"
    assert lines[4].split() == ["4,000", "25%", "75%", "2", "0", "['a',", "'b']"]
    second = lines[5]
    assert second.split()[:5] == ["300", "100%", "0%", "0", "11"]
    assert "'" + "x" * 56 + "..." in second  # 60 characters of an input
    assert "raises ValueError: " in second
    assert "\x1b" not in second


def test_the_text_says_where_all_comes_from() -> None:
    lines = text(REPORT).splitlines()
    for told in (
        "  input = lists(text(10), N)",
        f"2 tests composed in 2.0 s ({StopReason.TIME})",
        "  a:grep  lists(text(10), N), N = 1,000: 3 paths, by grown in 1.2 s",
        "  a:sort  lists(text(10, digits), N), N = 800: 2 paths, from the library",
        "note: the store is read-only",
        "not sure: a.py:3: C code",
    ):
        assert told in lines


def test_tests_are_compared_with_random_inputs_and_those_of_single_stages() -> None:
    assert compared(REPORT) == [
        "the costliest of 7 random inputs: 1,600; the tests: 2.5 times",
        "the worst input of a:grep(_, '[0-9]{3}') alone: 1,500 in the whole pipeline",
    ]
    assert compared(replace(REPORT, baseline=None, single=(None, 0))) == [
        "the worst input of a:sort alone: 0 in the whole pipeline"
    ]
    assert compared(replace(REPORT, tests=())) == []


def test_real_commands_are_told_with_their_seconds() -> None:
    both, alone = ReplayNote("sort -r", 1.5, 0.25), ReplayNote("uniq", 0.0004, None)
    assert replayed(both) == "the real sort -r: 1.500 s of CPU, on the random input 0.250 s"
    assert replayed(alone) == "the real uniq: 0.000 s of CPU"
    assert replayed(both) in text(replace(REPORT, replay=(both, alone))).splitlines()


def test_the_document_is_plain_data() -> None:
    told = json.loads(json.dumps(document(replace(REPORT, replay=(ReplayNote("sort", 0.5, None),)))))
    assert told["tests"][1] == {
        "input": TESTS[1].input,
        "cost": 300,
        "stages": [300, 0],
        "relaxed": [0, 11],
        "promised": 310,
        "raises": "ValueError: \x1b[31m",
    }
    assert (told["single"], told["baseline"]) == ([1_500, None], {"cost": 1_600, "runs": 7})
    assert [(each["stage"], each["seconds"]) for each in told["summaries"]] == [
        ("a:grep", 1.235),
        ("a:sort", 0.0),
    ]
    assert told["replay"] == [{"command": "sort", "seconds": 0.5, "random_seconds": None}]
    assert (told["elapsed"], told["scope"], told["size"]) == (3.0, ["a", "b"], 1_000)
    without = document(replace(REPORT, baseline=None))
    assert (without["baseline"], without["replay"]) == (None, None)


def guarded(report: PipeReport) -> dict[str, Any]:
    """What the written pytest file defines."""
    names: dict[str, Any] = {"__name__": "written", "__file__": "/load/test_pipeline_load.py"}
    exec(guard(report), names)
    return names


def test_the_written_tests_fail_if_an_input_costs_more() -> None:
    names = guarded(REPORT)
    assert names["TARGET"] == "/load/slowpath_pipeline.py:pipeline"
    assert names["SUITE"] == [(test.input, test.cost) for test in TESTS]
    asked: list[dict[str, str]] = []

    def counter(cost: int) -> Any:
        def run(inputs: dict[str, str]) -> Any:
            asked.append(inputs)
            return SimpleNamespace(costs={"ops": cost})

        return SimpleNamespace(run=run)

    names["test_load"](counter(4_200), *names["SUITE"][0])
    with pytest.raises(AssertionError):
        names["test_load"](counter(4_201), *names["SUITE"][0])  # a twentieth more than it cost
    assert asked == [{"data": "['a', 'b']"}] * 2


def test_the_written_tests_count_as_the_search_did() -> None:
    made: list[tuple[str, dict[str, Any]]] = []
    names = guarded(REPORT)

    class Counter:
        def __init__(self, target: str, **given: Any) -> None:
            made.append((target, given))

        def __enter__(self) -> str:
            return "counter"

        def __exit__(self, *error: object) -> None: ...

    names["Counter"] = Counter
    assert next(names["counter"].__wrapped__()) == "counter"
    assert made == [("/load/slowpath_pipeline.py:pipeline", {"size": 1_000, "scope": ("a", "b")})]


@pytest.mark.parametrize(
    "stage",
    [
        r"re:sub(r'\d', '', _)",
        r"a:f(_, r'\u')",
        'a:f(_, """x""")',
        'a:f(_, """"x"""")',
        "a:f(_, '{size}')",
        "a:f(_, '\\\\')",
    ],
)
def test_the_written_tests_tell_every_stage_as_it_is(stage: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        names = guarded(replace(REPORT, stages=(stage, "a:sort")))
    assert f"\n    {stage}\n    a:sort\n" in names["__doc__"]


def test_no_escape_sequence_reaches_the_file_or_the_terminal() -> None:
    hostile = "a:f(_, '\x1b[31m\r')"
    report = replace(
        REPORT,
        stages=(hostile, "a:sort"),
        shape=hostile,
        summaries=(SummaryNote(hostile, 1, 1, True, "beam", hostile, 0.0),),
        replay=(ReplayNote(hostile, 0.5, None),),
        lost=(Lost(hostile, hostile, 1),),
        notices=(hostile,),
    )
    assert r"a:f(_, '\x1b[31m\r') | a:sort" in text(report)
    assert r"note: a:f(_, '\x1b[31m\r')" in text(report)
    assert not {"\x1b", "\r"} & {*text(report), *guard(report)}
