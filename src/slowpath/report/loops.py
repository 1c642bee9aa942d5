"""Loops that were driven, as a JSON document, as text, and as pytest files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from slowpath.model.loops import GoalResult, LoopInput, LoopsReport
from slowpath.model.site import file_and_line
from slowpath.report.searching import search_fields
from slowpath.report.terminal import short_path
from slowpath.report.visible import comment, in_docstring, visible
from slowpath.target.locate import parse

_FIGURES = ("reached", "kept", "feasible", "unreachable", "algorithm", "seed")
_FIELDS = ("site", "function", "depth", "wanted", "iterations", "program", "blocked_by", "raises")
_HEAD = '''"""Programs that drive the loops behind {spec} (written by `slowpath loops`).

Each test runs one program in a fresh process and counts iterations: no clock, so it never flakes. It fails if
the loop no longer goes round as often: then the program has become cheaper, or no longer gets there.
"""

{imports}from slowpath.testing import assert_iterations

TARGET = {target}
'''
_TEST = """

def test_{name}():
{comment}    assert_iterations(
        TARGET,
        {inputs!r},
        size={size},
        function={function!r},
        depth={depth},
        iterations={iterations},{setup}
    )
"""


def document(report: LoopsReport) -> dict[str, Any]:
    """Return the document of `slowpath loops`."""
    return {
        "target": report.target,
        "goals": [{name: getattr(goal, name) for name in _FIELDS} for goal in report.goals],
        **{name: getattr(report, name) for name in _FIGURES},
        **search_fields(report),
        "notices": list(report.notices),
    }


def text(report: LoopsReport) -> str:
    """Return the goals for a terminal: those that are reached with their programs, then the others."""
    ordered = sorted(report.goals, key=lambda goal: goal.blocked_by is not None)
    lines = [line for goal in ordered for line in _goal(goal)]
    return "\n".join([visible(report.target), "", *lines, *_summary(report)])


def _goal(goal: GoalResult) -> Iterator[str]:
    place = f"{short_path(goal.site)} in {goal.function or 'the module'}"
    rounds = f"{goal.iterations:,} iterations"
    if goal.blocked_by is None:
        yield f"{place}: {rounds}{_each(goal.depth)}"
        if goal.raises is not None:
            yield f"  the run ends with {visible(goal.raises)}"
    else:
        yield f"{place}: {rounds} of {goal.wanted:,}"
        yield f"  blocked by: {visible(goal.blocked_by)}"
    if goal.program is not None:
        yield from (f"    {line}" for line in visible(goal.program).splitlines())
    yield ""


def _each(depth: int) -> str:
    return f" of each of {depth} loops" if depth > 1 else ""


def _summary(report: LoopsReport) -> Iterator[str]:
    if report.inconclusive is not None:
        yield f"inconclusive: {visible(report.inconclusive)}"
    if not report.goals:
        yield "no loop of that depth can be reached"
    else:
        yield (
            f"{report.reached} of {report.feasible} goals reached in {report.runs:,} runs "
            f"({report.algorithm}, {report.stopped_because})"
        )
    if report.kept:
        yield f"{report.kept} of these were reached by earlier searches of this code; --fresh begins anew"
    if report.unreachable:
        yield f"{report.unreachable} more can be reached by no run"
    yield from map(visible, report.notices)


def files(report: LoopsReport, folder: Path) -> dict[str, str]:
    """Return the sources of pytest files in `folder` by name: one for each target that reaches a goal."""
    found: dict[str, list[tuple[GoalResult, LoopInput]]] = {}
    for goal in report.goals:
        if goal.input is not None and goal.blocked_by is None:
            found.setdefault(goal.input.target, []).append((goal, goal.input))
    return {_file_name(spec): _file(spec, goals, folder) for spec, goals in found.items()}


def _file(spec: str, goals: Sequence[tuple[GoalResult, LoopInput]], folder: Path) -> str:
    named = parse(spec)
    target, imports = repr(spec), ""
    if named.file is not None:
        # Found from where the test is: the folder that pytest is started in does not matter.
        away = os.path.relpath(named.file, folder.resolve())
        target = f"str(Path(__file__).parent / {away!r}) + {':' + named.qualname!r}"
        imports = "from pathlib import Path\n\n"
    tests = [_test(goal, given) for goal, given in goals]
    return _HEAD.format(spec=in_docstring(spec), imports=imports, target=target) + "".join(tests)


def _test(goal: GoalResult, given: LoopInput) -> str:
    _, line = file_and_line(goal.site)
    lines = "".join(f"\n            {each!r}" for each in given.setup.splitlines(keepends=True))
    return _TEST.format(
        name=f"{_identifier(goal.function or 'module')}_line_{line}",
        comment=comment([f"The loop at {short_path(goal.site)} when this was written."], "    "),
        inputs=dict(given.inputs),
        size=given.size,
        function=goal.function,
        depth=goal.depth,
        iterations=goal.wanted,
        setup=f"\n        setup=({lines}\n        )," if lines else "",
    )


def _file_name(spec: str) -> str:
    named = parse(spec)
    return f"test_{_identifier(f'{named.module}_{named.qualname}')}_loops.py"


def _identifier(name: str) -> str:
    return re.sub(r"\W+|_{2,}", "_", name).strip("_").lower()
