"""Load test suites, as JSON documents, as text, and as a pytest file."""

from __future__ import annotations

import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

from slowpath.model.scenario import Scenario
from slowpath.model.suite import LoadTest, SuiteReport
from slowpath.recipe.writing import written_program
from slowpath.report.searching import beside_random, inconclusive_lines, lost_lines, traced_fields
from slowpath.report.shapes import shape_texts
from slowpath.report.terminal import counted_in
from slowpath.report.visible import in_docstring, visible
from slowpath.target.locate import parse

_WIDEST = 60  # characters of an input that are shown
_HEAD = '''"""A load test suite of {spec} (written by `slowpath suite`).

Each test counts the cost of one input in a fresh process: no clock, so it never flakes. It fails where the
input costs more than when it was found.
"""

{imports}
import pytest

from slowpath.testing import Counter

TARGET = {target}
MEASURE = {measure!r}
MARGIN = 1.05

# (input, cost)
SUITE = [
'''
_TAIL = """]


@pytest.fixture(scope="module")
def counter():
    with Counter(TARGET, measures=(MEASURE,), size={size}, scope={scope!r}{setup}) as counter:
        yield counter


@pytest.mark.parametrize(("inputs", "cost"), SUITE)
def test_load(counter, inputs, cost):
    assert counter.run(inputs).costs[MEASURE] <= MARGIN * cost
"""


_FIGURES = ("measure", "size", "seed", "look_ahead", "constraints", "levels", "runs")


def document(report: SuiteReport) -> dict[str, Any]:
    """Return the document of `slowpath suite`."""
    return {
        "target": report.target.spec,
        **{name: getattr(report, name) for name in _FIGURES},
        "threshold": round(report.threshold, 2),
        **traced_fields(report),
        "setup": report.setup or None,
        "inconclusive": report.inconclusive,
        "tests": [
            {
                "input": dict(test.inputs),
                "program": written_program(report.target, test.inputs, Scenario(report.setup)),
                "cost": test.cost,
                "differs": test.differs,
                "raises": test.raises,
            }
            for test in report.tests
        ],
        "baseline": None if report.baseline is None else asdict(report.baseline),
        "shapes": shape_texts(report.shapes),
        "scope": list(report.scope),
    }


def text(report: SuiteReport) -> str:
    """Return the suite for a terminal."""
    lines = [
        f"{report.target.spec}: {report.measure} at N = {report.size}",
        *(f"  {name} = {shape}" for name, shape in shape_texts(report.shapes).items()),
        *([f"  {counted_in(report.scope)}"] if report.scope else []),
        *(f"  {visible(line)}" for line in report.setup.splitlines()),
        "",
        *inconclusive_lines(report.inconclusive),
        *([f"{report.measure:>16} {'differs by':>12}  input"] if report.tests else []),
        *map(_line, report.tests),
        "",
        f"{len(report.tests)} tests in {report.runs:,} runs and {report.levels} levels of "
        f"{report.look_ahead} decisions ({report.stopped_because}){_apart(report)}",
    ]
    if report.baseline is not None and report.tests:
        lines.append(beside_random(report.baseline, report.tests[0].cost, "the suite"))
    return "\n".join([*lines, *lost_lines(report.lost)])


def file_name(spec: str) -> str:
    """The name of the pytest file for a suite of a target."""
    named = parse(spec)
    parts = "_".join(f"{named.module}_{named.qualname}".replace(".", "_").split("__"))
    return f"test_{''.join(each if each.isalnum() else '_' for each in parts).strip('_')}_load.py"


def guard(report: SuiteReport, folder: Path) -> str:
    """Return the source of a pytest file in `folder`."""
    named = parse(report.target.spec)
    target, imports = repr(report.target.spec), ""
    if named.file is not None:
        # Found from where the test is: the folder that pytest is started in does not matter.
        away = os.path.relpath(named.file, folder.resolve())
        target = f"str(Path(__file__).parent / {away!r}) + {':' + named.qualname!r}"
        imports = "from pathlib import Path\n"
    head = _HEAD.format(
        spec=in_docstring(report.target.spec), imports=imports, target=target, measure=report.measure
    ).replace('"""\n\n\nimport', '"""\n\nimport')
    rows = [f"    ({dict(test.inputs)!r}, {test.cost}),\n" for test in report.tests]
    return (
        head
        + "".join(rows)
        + _TAIL.format(
            size=report.size, scope=report.scope, setup=f", setup={report.setup!r}" if report.setup else ""
        )
    )


def _apart(report: SuiteReport) -> str:
    """How far any two tests differ; nothing if the search did not choose them all before it was cut."""
    if not report.threshold or any(test.differs is None for test in report.tests):
        return ""
    return f"; any two differ by {max(report.threshold, 1):g} decisions or more"


def _line(test: LoadTest) -> str:
    shown = ", ".join(f"{name}={_short(value)}" for name, value in test.inputs.items())
    raised = f"  raises {_short(test.raises)}" if test.raises else ""
    differs = "not known" if test.differs is None else f"{test.differs:,}"
    return f"{test.cost:>16,} {differs:>12}  {shown}{raised}"


def _short(text: str) -> str:
    text = visible(text)
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 3]}..."
