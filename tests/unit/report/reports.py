"""Reports to show."""

from __future__ import annotations

from dataclasses import replace

from slowpath.model.cost import LineCost, Ops
from slowpath.model.growth import Growth
from slowpath.model.report import CaseRow, CasesReport, CostReport, GrowthReport
from slowpath.model.run import End, Lost, Run
from slowpath.model.stop import StopReason
from slowpath.model.target import Flow, Parameter, Target, TargetKind

TARGET = Target(
    "shop:dedupe",
    "shop",
    "dedupe",
    TargetKind.FUNCTION,
    Flow.PLAIN,
    "/src/shop.py",
    1,
    (Parameter("xs", "POSITIONAL_OR_KEYWORD", True),),
)
LINES = (
    LineCost("/src/shop.py", 4, "dedupe", Ops(9000), Ops(8000), 100, "        if x not in seen:"),
    LineCost("/src/shop.py", 3, "dedupe", Ops(900), Ops(0), 101, "    for x in xs:"),
    LineCost("/src/other.py", 9, "", Ops(100), Ops(0), 1, "pass"),
)
RUN = Run(
    end=End.RETURNED,
    costs={"ops": 10000, "memory": 2048, "0.5*ops": 5000.0},
    lines=LINES,
    lost=(Lost("/src/shop.py:4", "regular expressions are not counted", 3),),
)
POINTS = ((8, 64), (16, 256), (32, 1024), (64, 4096), (128, 16384))


def cost(run: Run = RUN, size: int | None = 100, seconds: float | None = None) -> CostReport:
    return CostReport(TARGET, size, {"xs": "list(range(N))"}, run, seconds)


def growth(klass: str | None = "O(n^2)", why: str = "", **more: object) -> GrowthReport:
    fitted = Growth(POINTS, klass, 2.0, 0.95, (4.0, 4.0, 4.0, 4.0), 0.001, why)
    return GrowthReport(TARGET, "ops", fitted, {"xs": "list(range(N))"}, "size limit", **more)  # type: ignore[arg-type]


def cases(*rows: CaseRow, **more: object) -> CasesReport:
    report = CasesReport(
        TARGET, 3, "loop-4", None, ("ops", "memory"), "cpython", rows, len(rows), True, StopReason.ALL_PATHS
    )
    return replace(report, **more)  # type: ignore[arg-type]
