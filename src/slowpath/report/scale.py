"""Worst cases of a large size, as JSON documents, as text and as a pytest file."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from click import style

from slowpath.model.scale import ScaleReport, SmallSize, Way
from slowpath.model.scenario import Scenario
from slowpath.recipe.writing import written_program
from slowpath.report.searching import inconclusive_lines, traced_fields
from slowpath.report.terminal import counted_in, notes, number, shortened
from slowpath.report.visible import comment, in_docstring, visible

_WIDEST = 72  # characters of an input that are shown
_WAYS = 21  # of the names of ways

_TESTS = '''"""A costly input of {spec} (written by `slowpath scale`)."""

from slowpath.testing import Counter

TARGET = {target!r}
{comment}INPUTS = {{
{inputs}}}


def test_the_worst_input_costs_no_more():
    with Counter(TARGET, size={size}, scope={scope!r}{setup}) as counter:
        assert counter.run(INPUTS).costs["ops"] <= {ops}
'''


def document(report: ScaleReport) -> dict[str, Any]:
    """Return the document of `slowpath scale`."""
    best = report.best
    return {
        "target": report.target.spec,
        "size": report.size,
        "measure": report.measure,
        "by": None if best is None else best.name,
        "input": None if best is None or best.inputs is None else dict(best.inputs),
        "setup": report.setup or None,
        "program": None if best is None or best.inputs is None else _program(report, best.inputs),
        "inconclusive": report.inconclusive,
        "cost": report.cost,
        "predicted": None if best is None else best.predicted,
        "proven": best is not None and best.predicted is not None and best.proven,
        "raises": report.raises,
        "recipe": None if report.recipe is None else dict(report.recipe),
        "costs": dict(report.costs),
        "small": [asdict(each) for each in report.small],
        "ways": [
            {
                "name": way.name,
                "cost": way.cost,
                "predicted": way.predicted,
                "proven": way.predicted is not None and way.proven,
                "reached": way.reached,
                "stopped_by": way.why,
                "conditions": way.conditions,
                "seconds": round(way.seconds, 4),
            }
            for way in report.ways
        ],
        "scope": list(report.scope),
        **traced_fields(report),
    }


def text(report: ScaleReport) -> str:
    """Return the report for a terminal."""
    parts = [f"{style(visible(report.target.spec), bold=True)}   N = {report.size:,}   {report.measure}"]
    parts += [counted_in(report.scope)] if report.scope else []
    parts.append("\n".join([_small(report.small), *[_way(way, report.best) for way in report.ways]]))
    parts.append(_found(report))
    parts += inconclusive_lines(report.inconclusive)
    parts += notes(report.lost, "not confirmed")
    return "\n\n".join(parts)


def guard(report: ScaleReport) -> str | None:
    """Return the source of a test that the input costs no more ops; None where there is none to run."""
    best, ops = report.best, report.costs.get("ops")
    if best is None or best.inputs is None or ops is None or report.cost is None:
        return None
    inputs = report.recipe or best.inputs
    told = [f"Found by {best.name}: {number(report.cost)} {report.measure}."]
    return _TESTS.format(
        spec=in_docstring(report.target.spec),
        target=report.target.spec,
        comment=comment(told),
        inputs="".join(f"    {name!r}: {source!r},\n" for name, source in inputs.items()),
        size=report.size,
        scope=report.scope,
        setup=f", setup={report.setup!r}" if report.setup else "",
        ops=ops,
    )


def _program(report: ScaleReport, inputs: Mapping[str, str]) -> str:
    return written_program(report.target, inputs, Scenario(report.setup))


def _small(small: Sequence[SmallSize]) -> str:
    """What small sizes cost, and up to which of them every path was seen."""
    if not small:
        return "no small size was explored"
    costs = ", ".join(f"{each.size}: {each.cost:,}" for each in small)
    exact = [each.size for each in small if each.exact]
    seen = f"every path up to N = {exact[-1]}" if exact else "not every path"
    return f"{'small sizes':{_WAYS}}{costs} ({seen} was seen)"


def _way(way: Way, best: Way | None) -> str:
    parts = []
    if way.cost is not None:
        made = f" from {way.conditions:,} conditions" if way.conditions is not None else ""
        parts.append(f"an input that costs {way.cost:,}{made}, in {way.seconds:.2f} s")
    if way.why is not None and way.cost is None:
        parts.append(style(f"stopped: {_shown(way.why)}", fg="yellow"))
    elif way.why is not None:
        parts.append(style(_shown(way.why), fg="yellow"))
    line = f"{way.name:{_WAYS}}{'; '.join(parts)}"
    return style(line, bold=True) if way is best else line


def _shown(why: str) -> str:
    """A reason with the places of this folder's files as they are named here."""
    return visible(why.replace(f"{os.getcwd()}{os.sep}", ""))


def _found(report: ScaleReport) -> str:
    best = report.best
    if best is None or best.inputs is None:
        return style("no input was found", fg="yellow", bold=True) + f": {report.stopped_because}"
    lines = []
    setup = [f"  {visible(line)}" for line in report.setup.splitlines()]
    counted = "no end" if report.cost is None else number(report.cost)
    lines.append(f"{_told(best)}, counted in a fresh process {style(counted, bold=True)}")
    if report.raises is not None:
        lines.append(style(f"raises {visible(report.raises)}", fg="yellow"))
    lines.append(f"stopped because: {report.stopped_because}")
    if report.recipe is not None:
        lines += ["", "for any N:", *setup, *_inputs(report.recipe)]
    if not best.recipe:
        lines += ["", f"at N = {report.size:,}:", *setup, *_inputs(best.inputs)]
    return "\n".join(lines)


def _told(way: Way) -> str:
    """What small sizes say about the cost."""
    if way.predicted is None:
        return "predicted nothing"
    return f"{'predicted' if way.proven else 'a guess:'} {number(way.predicted)}"


def _inputs(inputs: Mapping[str, str]) -> list[str]:
    return [f"  {name} = {shortened(visible(source), _WIDEST)}" for name, source in inputs.items()]
