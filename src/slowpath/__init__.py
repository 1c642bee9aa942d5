"""slowpath finds the inputs that make Python code slow or memory-hungry."""

from __future__ import annotations

import sys
from types import ModuleType

TYPE_CHECKING = False  # importing `typing` to learn that takes longer than all the rest
if TYPE_CHECKING:
    from typing import Any

    from slowpath.api import cases, cost, diff, find, grow, scale, suite
    from slowpath.config import Settings
    from slowpath.cost.model import CostModel
    from slowpath.cost.observer import Listener
    from slowpath.errors import SlowpathError
    from slowpath.model.diff import DiffReport
    from slowpath.model.find import FindReport
    from slowpath.model.report import CasesReport, CostReport, GrowthReport
    from slowpath.model.scale import ScaleReport
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
    "ScaleReport",
    "Settings",
    "Site",
    "SlowpathError",
    "SuiteReport",
    "cases",
    "cost",
    "diff",
    "find",
    "grow",
    "scale",
    "suite",
]

_HOMES = {
    "cases": "slowpath.api",
    "CasesReport": "slowpath.model.report",
    "CostModel": "slowpath.cost.model",
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
    "Listener": "slowpath.cost.observer",
    "ScaleReport": "slowpath.model.scale",
    "Site": "slowpath.model.site",
    "suite": "slowpath.api",
    "SuiteReport": "slowpath.model.suite",
}
_FOLDERS = ("cost", "scale")  # that are also commands


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used: `import slowpath` stays quick."""
    from importlib import import_module

    if name in _FOLDERS:
        return import_module(f"slowpath.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _Command(ModuleType):
    """A folder of the package that is also a command: `slowpath.cost` is both, and `slowpath.scale`."""

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        from slowpath import api

        return getattr(api, self.__name__.rpartition(".")[2])(*arguments, **options)


class _Package(ModuleType):
    """This package. The import system binds a folder's name to it when any of its modules is imported."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name in _FOLDERS and isinstance(value, ModuleType):
            value.__class__ = _Command
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
