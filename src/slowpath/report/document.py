"""Reports as JSON documents."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from slowpath.model.cost import LineCost
from slowpath.model.find import COMMON_LENGTH, Case, Finding, FindReport, LargeResult, Unended
from slowpath.model.growth import Growth
from slowpath.model.report import CasesReport, CostReport, GrowthReport
from slowpath.model.scenario import Scenario
from slowpath.model.target import Target
from slowpath.recipe.writing import written_program
from slowpath.report.redundant import finding as redundancy
from slowpath.report.searching import lost_rows, search_fields
from slowpath.report.shapes import shape_texts


def text(document: dict[str, Any]) -> str:
    """Return a document as indented JSON."""
    return json.dumps(document, indent=2, ensure_ascii=False)


def cost(report: CostReport, lines: int | None = None) -> dict[str, Any]:
    """Return the document of `slowpath cost`, with the costliest `lines` (None: all)."""
    run = report.run
    document: dict[str, Any] = {
        "target": report.target.spec,
        "size": report.size,
        "input": single_call(report.inputs, report.scenario),
        **_program(report.target, report.inputs, report.scenario),
        "cost": dict(run.costs),
        "building": run.building,
        "lines": [_line(line, total(run.lines)) for line in run.lines[:lines]],
        "end": run.end.value,
        "raises": run.raises,
        "detail": run.detail,
        "lost": lost_rows(run.lost),
    }
    if report.seconds is not None:
        document["seconds"] = report.seconds
    return document


def growth(report: GrowthReport) -> dict[str, Any]:
    """Return the document of `slowpath grow`."""
    document: dict[str, Any] = {
        "target": report.target.spec,
        "measure": report.measure,
        "growth": {**_growth(report.growth), "recipe": single_call(report.recipe, report.scenario)},
        **_program(report.target, report.recipe, report.scenario),
        "building": [list(point) for point in report.building],
        "stopped_because": report.stopped_because,
        "raises": report.raises,
        "lost": lost_rows(report.lost),
    }
    if report.seconds:
        document["seconds"] = [list(point) for point in report.seconds]
    return document


def cases(report: CasesReport) -> dict[str, Any]:
    """Return the document of `slowpath cases`."""
    return {
        "target": report.target.spec,
        "size": report.size,
        "criterion": report.criterion,
        "policy": report.policy,
        "model": report.model,
        "mode": report.mode,
        "cases": [
            {
                "condition": case.condition,
                "under": case.under,
                "input": dict(case.inputs),
                "cost": dict(case.costs),
                "at": dict(case.at),
                "raises": case.raises,
            }
            for case in report.cases
        ],
        "found": report.found,
        "complete": report.complete,
        "inconclusive": report.inconclusive,
        "stopped_because": report.stopped_because,
        "rejected": report.rejected,
        "unconfirmed": report.unconfirmed,
        "scope": list(report.scope),
        "traces": None if report.traces is None else asdict(report.traces),
        "lost": lost_rows(report.lost),
    }


def find(report: FindReport) -> dict[str, Any]:
    """Return the document of `slowpath find`."""
    growth = None
    if report.growth is not None:
        growth = {
            **_growth(report.growth),
            "recipe": single_call(report.recipe, report.scenario) if report.recipe else None,
            "setup": report.scenario.setup or None,
        }
        if report.recipe is not None:
            growth |= _program(report.target, report.recipe, report.scenario)
    return {
        "target": report.target.spec,
        "measure": report.measure,
        "seed": report.seed,
        **search_fields(report),
        "scope": list(report.scope),
        "shapes": shape_texts(report.shapes),
        "strategies": [asdict(each) for each in report.strategies],
        "cases": [_case(each, report.target) for each in report.cases],
        "baseline": None if report.baseline is None else asdict(report.baseline),
        "growth": growth,
        "findings": [_finding(each, report.target) for each in report.findings],
        "large_results": [_large(each, report.target) for each in report.large_results],
        "unended": [_unended(each, report.target) for each in report.unended],
        "tried": report.tried,
        "accepted": report.accepted,
        "returned": report.returned,
        "inconclusive": report.inconclusive,
        "advice": report.advice,
        "lost": lost_rows(report.lost),
        "circumstances": None if report.circumstances is None else asdict(report.circumstances),
    }


def single_call(inputs: Mapping[str, str], scenario: Scenario) -> dict[str, str] | None:
    """Return the inputs of a run by parameter; None if the target is called more than once."""
    return dict(inputs) if scenario.is_one_call else None


def _program(target: Target, inputs: Mapping[str, str], scenario: Scenario) -> dict[str, Any]:
    """A run as source: the code that builds, and the whole of it."""
    return {"setup": scenario.setup or None, "program": written_program(target, inputs, scenario)}


def _case(case: Case, target: Target) -> dict[str, Any]:
    return {
        "size": case.size,
        "input": single_call(case.input, case.scenario),
        **_program(target, case.input, case.scenario),
        "cost": case.cost,
        "seconds": case.seconds,
        "raises": case.raises,
        "path": case.path,
        "found_by": case.found_by,
    }


def _unended(unended: Unended, target: Target) -> dict[str, Any]:
    return {
        "recipe": single_call(unended.recipe, unended.scenario),
        **_program(target, unended.recipe, unended.scenario),
        "ops": unended.ops,
        "seconds": unended.seconds,
    }


def _finding(finding: Finding, target: Target) -> dict[str, Any]:
    ops = total(finding.lines)
    return {
        "recipe": single_call(finding.recipe, finding.scenario),
        **_program(target, finding.recipe, finding.scenario),
        "growth": _growth(finding.growth),
        "input": None if finding.input is None else _growth(finding.input),
        "measure": finding.measure,
        "memory": None if finding.memory is None else _growth(finding.memory),
        "seconds": [list(point) for point in finding.seconds],
        "slope": finding.slope,
        "reason": finding.reason,
        "redundancy": None if finding.redundancy is None else redundancy(finding.redundancy),
        "code": finding.code or None,
        "site": finding.site,
        "function": finding.function,
        "raises": finding.raises,
        "evidence": finding.evidence,
        "largest_size": finding.largest_size,
        "seconds_at_10kb": finding.seconds_at(COMMON_LENGTH),
        "natural": finding.natural,
        "minor": finding.is_minor,
        "product": list(finding.product),
        "beyond": None if finding.beyond is None else asdict(finding.beyond),
        "found_by": finding.found_by,
        "remedy": None if finding.remedy is None else asdict(finding.remedy),
        "lines": [_line(line, ops) for line in finding.lines[:10]],
    }


def _large(large: LargeResult, target: Target) -> dict[str, Any]:
    return {
        "recipe": single_call(large.recipe, large.scenario),
        **_program(target, large.recipe, large.scenario),
        "growth": _growth(large.growth),
        "result": _growth(large.result),
        "site": large.site,
        "function": large.function,
        "found_by": large.found_by,
    }


def total(lines: Sequence[LineCost]) -> int:
    """Return the ops of all lines together."""
    return sum(line.ops for line in lines)


def _line(line: LineCost, ops: int) -> dict[str, Any]:
    return {
        "file": line.file,
        "line": line.line,
        "function": line.function,
        "ops": line.ops,
        "native": line.native,
        "hits": line.hits,
        "share": round(line.ops / ops, 4) if ops else 0.0,
        "source": line.source.strip(),
    }


def _growth(growth: Growth) -> dict[str, Any]:
    return {
        "points": [list(point) for point in growth.points],
        "class": growth.klass,
        "words": growth.words,
        "exponent": growth.exponent,
        "confidence": growth.confidence,
        "ratios": list(growth.ratios),
        "residual": growth.residual,
        "why": growth.why,
    }
