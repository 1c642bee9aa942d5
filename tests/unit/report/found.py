"""Answers of `find` to show."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from slowpath.model.circumstances import Circumstances
from slowpath.model.cost import LineCost, Ops
from slowpath.model.find import Baseline, Beyond, Case, Finding, FindReport, LargeResult, StrategyFigures
from slowpath.model.growth import Growth, GrowthTerm
from slowpath.model.provenance import Provenance, ShapeNote
from slowpath.model.run import Lost
from slowpath.model.stop import StopReason
from tests.unit.report import reports

HOSTILE = "</script><script>alert(1)</script>\"'&\x00\x1b[31m\u202e\ud800"
QUADRATIC = Growth(
    tuple((2**k, 4 * 4**k) for k in range(3, 12)), "O(n^2)", 2.0, 0.9, terms=(GrowthTerm(4.0, power=2),)
)
LINEAR = Growth(
    tuple((2**k, 7 * 2**k + 3) for k in range(3, 12)), "O(n)", 1.0, 0.9, terms=(GrowthTerm(7.0, power=1),)
)
FINDING = Finding(
    recipe={"xs": "list(range(N))"},
    growth=QUADRATIC,
    seconds=((1024, 0.1), (4096, 1.6)),
    slope=2.0,
    reason="line 4 of dedupe is executed 2,048 times",
    code="if x not in seen:",
    site="/src/shop.py:4",
    function="dedupe",
    lines=reports.LINES,
    raises=None,
    found_by="evolve",
)
LARGE = LargeResult(
    recipe={"xs": "'a' * N"},
    growth=QUADRATIC,
    result=Growth(tuple((2**k, 4**k) for k in range(3, 11)), "O(n^2)", 2.0, 0.9),
    site="/src/shop.py:7",
    function="pairs",
    found_by="evolve",
)
CASE = Case(2048, FINDING.recipe, 16777216, 0.4, None, "cafe", "evolve")

CIRCUMSTANCES = Circumstances(
    "3.11.7", "0.1.0", "shop 2.4", "2026-11-17 15:42 UTC", 60.0, "slowpath find shop:dedupe --seed 3"
)


def report(*findings: Finding, growth: Growth | None = LINEAR, **more: object) -> FindReport:
    made = FindReport(
        target=reports.TARGET,
        measure="ops",
        seed=3,
        elapsed=4.2,
        stopped_because=StopReason.TIME,
        shapes={"xs": ShapeNote("ints(N)", Provenance.HINT, "list[int]")},
        strategies=(StrategyFigures("evolve", 1234, 0, 16777216, 4.2),),
        cases=(CASE,),
        findings=findings,
        baseline=Baseline(20000, 5),
        growth=findings[0].growth if findings else growth,
        recipe=findings[0].recipe if findings else {"xs": "[0] * N"},
        lost=(Lost("/src/shop.py:9", "calls of C code", 3),),
        circumstances=CIRCUMSTANCES,
    )
    return replace(made, **more)  # type: ignore[arg-type]


def hostile(file: Path | None = None) -> FindReport:
    """An answer in which every text from outside is hostile."""
    place = str(file or "/src/shop.py")
    line = LineCost(place, 4, HOSTILE, Ops(9000), Ops(10), 100, f"  x = {HOSTILE}\n")
    bad = replace(
        FINDING,
        recipe={"xs": ascii(HOSTILE) + " * N", HOSTILE: "N"},
        reason=HOSTILE + "\nimport os",
        code=HOSTILE,
        site=f"{HOSTILE}:4",
        function=HOSTILE,
        lines=(line,),
        raises=f"ValueError: {HOSTILE}",
        growth=replace(QUADRATIC, why=HOSTILE),
        beyond=Beyond(4096, HOSTILE),
    )
    case = replace(CASE, input=bad.recipe, raises=bad.raises)
    target = replace(reports.TARGET, spec=f"shop:{HOSTILE}", qualname=HOSTILE, file=place)
    return replace(
        report(bad),
        target=target,
        cases=(case,),
        shapes={HOSTILE: ShapeNote(HOSTILE, Provenance.HINT, HOSTILE)},
        advice=HOSTILE,
        large_results=(replace(LARGE, recipe=bad.recipe),),
        lost=(Lost(HOSTILE, HOSTILE, 1),),
        circumstances=replace(CIRCUMSTANCES, package=HOSTILE, command=HOSTILE),
    )
