"""The guard: a pytest file that asserts how the work of a target grows, without a clock."""

from __future__ import annotations

import math
import os
import re
import textwrap
from collections.abc import Sequence
from pathlib import Path

from slowpath.model.find import Finding, FindReport, Inputs, Measured, Unended
from slowpath.model.growth import Growth
from slowpath.model.scenario import Scenario
from slowpath.model.target import Target
from slowpath.oracle.verdict import LINEAR
from slowpath.recipe.writing import written_program
from slowpath.report.finding import is_program
from slowpath.report.terminal import number, raises_words, short_path
from slowpath.report.visible import comment, visible
from slowpath.target.locate import parse

_MARGIN = 1.05  # by how much a finding is above that at the sizes of its test
_MOST_OPS = 3_000_000  # what the larger run of a test should cost at most

_HEAD = '''"""How work grows with the size of the input (written by `slowpath find`).

Each test counts the work of two runs, at N and 2N, in fresh processes: no clock, so it never flakes.
{mark}"""

{imports}

TARGET = {target}
'''
_MARKED = """A test that is marked xfail shows a growth that is still there. When it is fixed, pytest reports
XPASS(strict): drop the mark, and the test keeps the growth from coming back.
"""
_XFAIL = """@pytest.mark.xfail(
    strict=True,
    raises=AssertionError,
    reason={reason},
)
"""
_TEST = """def test_{name}():
{comment}    assert_growth(
        TARGET,
{inputs}        size={size},
        ratio={ratio:g},{more}
    )
"""
_ENDS = """def test_{name}_ends():
    assert_ends(
        TARGET,
{inputs}        size=1,
        ops={ops:_},{more}
    )
"""


def guard(report: FindReport, folder: str | Path = ".", allow: Sequence[str] = ()) -> str | None:
    """Return the source of the tests for a file in `folder`; None where nothing was measured that grows.

    Each finding has a test that is expected to fail. Where there is none, the steepest recipe that was
    verified has one that passes.
    """
    more = "".join(f"\n        {name}={tuple(each)!r}," for name, each in _given(report.scope, allow))
    name = re.sub(r"\W+", "_", report.target.qualname).strip("_").lower() or "target"
    if report.findings:
        several = len(report.findings) > 1
        tests = [
            _finding(report, each, f"{name}_{i}" if several else name, more)
            for i, each in enumerate(report.findings, 1)
        ]
    else:
        tests = [] if report.unended else [_passing(report, name, more)]
    tests += [_unended(report, each, name, more) for each in report.unended]
    if "" in tests:
        return None
    return "\n\n".join([_head(report, folder), *tests])


def _given(scope: Sequence[str], allow: Sequence[str]) -> list[tuple[str, Sequence[str]]]:
    return [(name, each) for name, each in (("scope", scope), ("allow", allow)) if each]


def _head(report: FindReport, folder: str | Path) -> str:
    spec = parse(report.target.spec)
    used = ["assert_ends"] if report.unended else []
    if report.findings or not report.unended:
        used.append("assert_growth")
    target, imports = _quoted(spec.text), [f"from slowpath.testing import {', '.join(used)}"]
    if report.findings or report.unended:
        imports.insert(0, "import pytest\n")
    if spec.file is not None:
        # Found from where the test is: the folder that pytest is started in does not matter.
        away = os.path.relpath(spec.file, Path(folder).resolve())
        target = f"str(Path(__file__).parent / {_quoted(away)}) + {_quoted(':' + spec.qualname)}"
        imports.insert(0, "from pathlib import Path\n")
    return _HEAD.format(
        mark=f"\n{_MARKED}" if report.findings or report.unended else "",
        imports="\n".join(imports),
        target=target,
    )


def _finding(report: FindReport, finding: Finding, name: str, more: str) -> str:
    size, cost = finding.shown.points[-1]
    place = f"{short_path(finding.site)} in {finding.function or 'the module'}"
    klass = finding.words
    reason = visible(f"{klass} at {place}; drop this mark when it is fixed")
    of_memory = finding.measure is Measured.MEMORY
    told = [f"N = {size:,} {f'takes {number(cost)} bytes' if of_memory else f'costs {number(cost)} ops'}."]
    if not of_memory:
        told += [f"{finding.reason}:", finding.code] if finding.code else [finding.reason]
    if finding.raises:
        told.append(f"It raises {raises_words(finding.raises)}")
    more = f'\n        measure="memory",{more}' if of_memory else more
    test = _test(
        _inputs(report.target, finding.recipe, finding.scenario),
        name,
        told,
        steep_size(finding.shown, _allowed(finding)),
        _allowed(finding),
        more,
    )
    return _XFAIL.format(reason=_quoted(reason)) + test


def _allowed(finding: Finding) -> float:
    """The ratio of costs at N and 2N of a target that is fixed: its cost follows what the input holds."""
    held = 1.0 if finding.input is None else max(1.0, finding.input.exponent or 1.0)
    return float(round(LINEAR**held, 2))


def _unended(report: FindReport, unended: Unended, name: str, more: str) -> str:
    reason = "it does not terminate; drop this mark when it is fixed"
    inputs = _inputs(report.target, unended.recipe, unended.scenario)
    test = _ENDS.format(name=name, inputs=inputs, ops=unended.ops, more=more)
    return _XFAIL.format(reason=_quoted(reason)) + test


def _passing(report: FindReport, name: str, more: str) -> str:
    """A test that holds today, or "" where no recipe was run at a size and its double."""
    pairs = _doubled(report.growth) if report.growth is not None else []
    if report.recipe is None or not pairs:
        return ""
    size, ratio, _ = next((pair for pair in reversed(pairs) if pair[2] <= _MOST_OPS), pairs[0])
    allowed = LINEAR if ratio <= LINEAR else math.ceil(11 * ratio) / 10
    told = [f"The steepest that was found; today the ratio is {ratio:.2f}."]
    return _test(_inputs(report.target, report.recipe, report.scenario), name, told, size, allowed, more)


def steep_size(growth: Growth, allowed: float = LINEAR) -> int:
    """Return a size at which doubling it breaks the claim of a ratio: the largest one that is quick to run.

    Where no size was measured together with its double, it is half the largest size.
    """
    steep = [(size, cost) for size, ratio, cost in _doubled(growth) if ratio > _MARGIN * allowed]
    quick = [size for size, cost in steep if cost <= _MOST_OPS]
    if quick:
        return quick[-1]
    return steep[0][0] if steep else max(1, growth.points[-1][0] // 2)


def _doubled(growth: Growth) -> list[tuple[int, float, float]]:
    """(N, cost at 2N over cost at N, cost at 2N) for the sizes that were measured with their doubles."""
    costs = dict(growth.points)
    return [
        (size, costs[2 * size] / cost, costs[2 * size])
        for size, cost in growth.points
        if cost and 2 * size in costs
    ]


def _test(inputs: str, name: str, told: list[str], size: int, ratio: float, more: str) -> str:
    return _TEST.format(
        name=name,
        comment=comment([each for each in told if each], "    "),
        inputs=inputs,
        size=size,
        ratio=ratio,
        more=more,
    )


def _inputs(target: Target, recipe: Inputs, scenario: Scenario) -> str:
    """The argument that gives the values of the parameters of one call, or the program."""
    if is_program(target, recipe, scenario):
        return _program(written_program(target, recipe, scenario))
    inputs = "".join(f"            {_quoted(key)}: {_quoted(source)},\n" for key, source in recipe.items())
    return f"        {{\n{inputs}        }},\n"


def _program(source: str) -> str:
    """A program as an argument: code between quotes, or a literal for each line if that cannot be."""
    indent = 8 * " "
    if '"""' in source or not source.isascii():
        lines = "".join(f"{indent}    {_quoted(line)}\n" for line in source.splitlines(keepends=True))
        return f"{indent}(\n{lines}{indent}),\n"
    raw = "r" if "\\" in source else ""
    return f'{indent}{raw}"""\n{textwrap.indent(source, indent)}\n{indent}""",\n'


def _quoted(text: str) -> str:
    """The text as a Python literal, in double quotes where nothing need be escaped for them."""
    literal = repr(text)
    return f'"{literal[1:-1]}"' if '"' not in literal else literal
