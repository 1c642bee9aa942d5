"""Cases as a pytest file: each test runs one input in a fresh process and asserts its exact cost."""

from __future__ import annotations

from pprint import pformat

from slowpath.counting.model import CostModel
from slowpath.model.report import CaseRow, CasesReport
from slowpath.report.visible import comment, in_docstring

_HEAD = '''"""What {spec} costs, path by path (written by `slowpath cases`)."""

import pytest

from slowpath.testing import Counter

TARGET = {target!r}
MEASURES = {measures!r}
SCOPE = {scope!r}
MODEL = {model}

# (input, cost, exception)
CASES = [
'''
_TAIL = """]


@pytest.fixture(scope="module")
def counter():
    with Counter(TARGET, measures=MEASURES, size={size}, scope=SCOPE, model=MODEL) as counter:
        yield counter


@pytest.mark.parametrize(("inputs", "cost", "raises"), CASES)
def test_cost(counter, inputs, cost, raises):
    run = counter.run(inputs)
    assert run.raises == raises
    assert run.costs == cost
"""


def cases(report: CasesReport, model: CostModel | None = None) -> str:
    """Return the source of the tests."""
    head = _HEAD.format(
        spec=in_docstring(report.target.spec),
        target=report.target.spec,
        measures=report.measures,
        scope=report.scope,
        model=None if model is None else pformat(model.document(), width=100, sort_dicts=False),
    )
    return head + "".join(map(_case, report.cases)) + _TAIL.format(size=report.size)


def _case(case: CaseRow) -> str:
    symbolic = [f"{name} = {cost}" for name, cost in case.costs.items() if isinstance(cost, str)]
    notes = [case.condition, *([f"under {case.under}"] if case.under else []), *symbolic]
    return f"{comment(notes, '    ')}    ({dict(case.inputs)!r}, {dict(case.at)!r}, {case.raises!r}),\n"
