"""slowpath finds the inputs that make Python code slow or memory-hungry."""

from __future__ import annotations

TYPE_CHECKING = False  # importing `typing` to learn that takes longer than all the rest
if TYPE_CHECKING:
    from typing import Any

    from slowpath.api import cases, cost, diff, find, grow, loops, pipe, redundant, scale, scan, suite
    from slowpath.config import Settings
    from slowpath.counting.model import CostModel
    from slowpath.counting.observer import Listener
    from slowpath.errors import SlowpathError
    from slowpath.model.diff import DiffReport
    from slowpath.model.find import FindReport
    from slowpath.model.loops import LoopsReport
    from slowpath.model.pipe import PipeReport
    from slowpath.model.redundancy import RedundantReport
    from slowpath.model.report import CasesReport, CostReport, GrowthReport
    from slowpath.model.scale import ScaleReport
    from slowpath.model.scan import ScanReport
    from slowpath.model.site import Site
    from slowpath.model.suite import SuiteReport
    from slowpath.run.limits import Limits

__all__ = [
    "CasesReport",
    "CostModel",
    "CostReport",
    "DiffReport",
    "FindReport",
    "GrowthReport",
    "Limits",
    "Listener",
    "LoopsReport",
    "PipeReport",
    "RedundantReport",
    "ScaleReport",
    "ScanReport",
    "Settings",
    "Site",
    "SlowpathError",
    "SuiteReport",
    "cases",
    "cost",
    "diff",
    "find",
    "grow",
    "loops",
    "pipe",
    "redundant",
    "scale",
    "scan",
    "suite",
]

_HOMES = {
    "cases": "slowpath.api",
    "CasesReport": "slowpath.model.report",
    "CostModel": "slowpath.counting.model",
    "cost": "slowpath.api",
    "diff": "slowpath.api",
    "DiffReport": "slowpath.model.diff",
    "find": "slowpath.api",
    "FindReport": "slowpath.model.find",
    "grow": "slowpath.api",
    "Settings": "slowpath.config",
    "SlowpathError": "slowpath.errors",
    "CostReport": "slowpath.model.report",
    "GrowthReport": "slowpath.model.report",
    "Limits": "slowpath.run.limits",
    "Listener": "slowpath.counting.observer",
    "loops": "slowpath.api",
    "LoopsReport": "slowpath.model.loops",
    "pipe": "slowpath.api",
    "PipeReport": "slowpath.model.pipe",
    "redundant": "slowpath.api",
    "RedundantReport": "slowpath.model.redundancy",
    "scale": "slowpath.api",
    "ScaleReport": "slowpath.model.scale",
    "scan": "slowpath.api",
    "ScanReport": "slowpath.model.scan",
    "Site": "slowpath.model.site",
    "suite": "slowpath.api",
    "SuiteReport": "slowpath.model.suite",
}


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used: `import slowpath` stays quick."""
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
