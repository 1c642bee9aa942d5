"""Load tests of a pipeline, as a JSON document, as text, and as a pytest file with the pipeline beside it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from slowpath.model.pipe import PipeReport, PipeTest, ReplayNote
from slowpath.report.searching import beside_random, lost_lines, traced_fields
from slowpath.report.visible import in_docstring, visible

_WIDEST = 60  # characters of an input that are shown
GUARD = "test_pipeline_load.py"
MODULE = "slowpath_pipeline.py"
PAGE = "pipeline.html"
_TESTS = '''"""Load tests of a pipeline (written by `slowpath pipe`).

    {stages}

Each test counts the cost of one input in a fresh process: no clock, so it never flakes. It fails if the input
costs more than when it was found. {module} beside it has the pipeline.
"""

from pathlib import Path

import pytest

from slowpath.testing import Counter

TARGET = str(Path(__file__).parent / {module!r}) + ":pipeline"
MARGIN = 1.05

# (input, cost)
SUITE = [
{rows}]


@pytest.fixture(scope="module")
def counter():
    with Counter(TARGET, size={size}, scope={scope!r}) as counter:
        yield counter


@pytest.mark.parametrize(("data", "cost"), SUITE)
def test_load(counter, data, cost):
    assert counter.run({{"data": data}}).costs["ops"] <= MARGIN * cost
'''


def document(report: PipeReport) -> dict[str, Any]:
    """Return the document of `slowpath pipe`."""
    return {
        "stages": list(report.stages),
        "size": report.size,
        "shape": report.shape,
        "tests": [
            {
                "input": test.input,
                "cost": test.cost,
                "stages": list(test.stages),
                "relaxed": list(test.relaxed),
                "promised": test.promised,
                "raises": test.raises,
            }
            for test in report.tests
        ],
        "baseline": None if report.baseline is None else asdict(report.baseline),
        "single": list(report.single),
        "summaries": [{**asdict(each), "seconds": round(each.seconds, 3)} for each in report.summaries],
        "replay": None if report.replay is None else [asdict(each) for each in report.replay],
        **traced_fields(report),
        "composing": round(report.composing, 3),
        "notices": list(report.notices),
        "scope": list(report.scope),
    }


def text(report: PipeReport) -> str:
    """Return the tests for a terminal."""
    lines = [
        f"{' | '.join(report.stages)}   N = {report.size:,}",
        f"  input = {report.shape}",
        "",
        f"{'ops':>16} {'share of each stage':>{_share_width(report)}} {'relaxed':>12}  input",
        *(_line(test, report) for test in report.tests),
        "",
        f"{len(report.tests)} tests composed in {report.composing:.1f} s ({report.stopped_because})",
        *compared(report),
        *(replayed(each) for each in report.replay or ()),
        "",
        "summary of",
        *(
            f"  {each.stage}  {each.input}, N = {each.size:,}: {each.paths} paths, "
            + ("from the library" if each.reused else f"by {each.strategy} in {each.seconds:.1f} s")
            for each in report.summaries
        ),
        *(f"note: {each}" for each in report.notices),
        *lost_lines(report.lost),
    ]
    return visible("\n".join(lines))


def guard(report: PipeReport) -> str:
    """Return the source of a pytest file; the module with the pipeline (`report.glue`) stands beside it."""
    rows = "".join(f"    ({test.input!r}, {test.cost}),\n" for test in report.tests)
    stages = "\n    ".join(map(in_docstring, report.stages))
    return _TESTS.format(stages=stages, module=MODULE, rows=rows, size=report.size, scope=report.scope)


def _share_width(report: PipeReport) -> int:
    return max(19, 5 * len(report.stages))


def _line(test: PipeTest, report: PipeReport) -> str:
    shares = " ".join(f"{100 * cost / max(test.cost, 1):3.0f}%" for cost in test.stages)
    relaxed = " ".join(map(str, test.relaxed))
    raised = f"  raises {_short(test.raises)}" if test.raises else ""
    shown = _short(test.input)
    return f"{test.cost:>16,} {shares:>{_share_width(report)}} {relaxed:>12}  {shown}{raised}"


def compared(report: PipeReport) -> list[str]:
    """What random inputs and the worst inputs of single stages cost beside the tests, in sentences."""
    if not report.tests:
        return []
    found = []
    if report.baseline is not None:
        found.append(beside_random(report.baseline, report.tests[0].cost, "the tests"))
    for stage, cost in zip(report.stages, report.single, strict=True):
        if cost is not None:
            found.append(f"the worst input of {stage} alone: {cost:,} in the whole pipeline")
    return found


def _short(text: str) -> str:
    text = visible(text)
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 3]}..."


def replayed(note: ReplayNote) -> str:
    """What a real command took."""
    drawn = "" if note.random_seconds is None else f", on the random input {note.random_seconds:.3f} s"
    return f"the real {note.command}: {note.seconds:.3f} s of CPU{drawn}"
