"""Settings: built once at the edge, from defaults, `[tool.slowpath]` of pyproject.toml and options."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from slowpath.errors import UsageError
from slowpath.run.audit import PERMISSIONS
from slowpath.run.limits import Limits
from slowpath.search import strategy_names

LARGEST: Final = 1 << 62  # of numbers that users give: orders carry 64 bits, and twice that is still one
KNOWLEDGE: Final = "knowledge"  # in `without`: no strategy, but what strategies know before they start
_BUDGET: Final = 60.0  # seconds of a search: as long as a person waits who gave no --budget
COST_MEASURES: Final = ("ops", "memory", "allocated", "calls", "iterations")
GROW_MEASURE: Final = "ops"
COST_MAX_OPS: Final = 500_000_000  # of one run: its CPU time is about a tenth of the limit in `run.limits`
OBSERVE_STEPS: Final = 100_000  # calls and iterations up to which memory is metered without being asked for
GROW_MAX_OPS: Final = 200_000_000  # of all runs together
GROW_BUDGET: Final = _BUDGET
FIND_BUDGET: Final = _BUDGET
FIND_TESTS: Final = 5  # cases, or inputs of `diff`: a list that is seen at a glance
FIND_MAX_OPS: Final = 2_400_000_000  # of all runs of one verification
CASES_MEASURES: Final = ("ops", "memory")
CASES_SIZE: Final = 4  # all orders of four items are 24 paths: a list that can be read
CASES_BUDGET: Final = _BUDGET
CASES_MAX_OPS: Final = 10_000_000  # of one run
SCALE_SIZE: Final = 500  # far beyond what can be explored; a quadratic target takes about a million ops
SCALE_FIRST: Final = 2  # of the small sizes that are explored
SCALE_BUDGET: Final = _BUDGET
LOOPS_DEPTH: Final = 2  # two loops inside each other are what makes a cost quadratic
LOOPS_ITERATIONS: Final = 1024  # of each: the largest number of the study in docs/studies/whitesyn.md
LOOPS_ALGORITHM: Final = "dynamosa"
LOOPS_BUDGET: Final = _BUDGET
REDUNDANT_ITERATIONS: Final = 7  # of each of two loops, as the oracle of Toddler asks for
REDUNDANT_BUDGET: Final = _BUDGET
REDUNDANT_MAX_OPS: Final = 20_000_000  # of one run, whose reads make it some times slower
LOOPS_MAX_OPS: Final = 300_000_000  # of one run: two nested loops of 1,024 iterations take some 50 million
SCAN_BUDGET: Final = 1800.0  # seconds: a package of some hundred callables, as a nightly job has
SCAN_PER_TARGET: Final = 20.0  # seconds: two thirds of the known problems show in that time
SUITE_SIZE: Final = 64  # the size of the studies in docs/explanation/beam.md
SUITE_TESTS: Final = 10  # inputs of a load test: a person can still look through them
SUITE_BUDGET: Final = _BUDGET
SUITE_MAX_OPS: Final = 100_000_000  # of one run
PIPE_SIZE: Final = 100  # lines, or characters: each stage still takes a beam of whole runs
PIPE_TESTS: Final = 10  # as many as a suite has
PIPE_BUDGET: Final = _BUDGET
PIPE_MAX_OPS: Final = 100_000_000  # of one run
PIPE_REUSES: Final = ("none", "incremental", "full")
PIPE_REUSE: Final = "incremental"
DIFF_SIZE: Final = 16  # small: every input runs in two implementations
DIFF_DELTA: Final = 1.5  # of the ratio of two costs

_DURATIONS = {"ms": 0.001, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0, "": 1.0}
_SIZES = {
    "": 1,
    "b": 1,
    "k": 1 << 10,
    "kb": 1 << 10,
    "m": 1 << 20,
    "mb": 1 << 20,
    "g": 1 << 30,
    "gb": 1 << 30,
}
_COUNTS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}
_QUANTITY = re.compile(r"\s*([-+]?[\d_]*\.?\d+(?:[eE][-+]?\d+)?)\s*([a-zA-Z]*)\s*")


@dataclass(frozen=True, slots=True)
class Settings:
    """What a command is told besides its target and input.

    Without `measures`, `max_ops` or `budget` (in seconds, for the whole command), a command has its own.
    `without` are names of strategies that are switched off. Without `knowledge` a search starts with nothing
    but what it reads in the target.
    """

    scope: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()
    measures: tuple[str, ...] = ()
    max_ops: int | None = None
    budget: float | None = None
    limits: Limits = field(default_factory=Limits)
    knowledge: bool = True
    without: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in ("max_ops", "budget"):
            if getattr(self, name) is not None and getattr(self, name) <= 0:
                raise UsageError(f"{name} must be more than zero, not {getattr(self, name)}")
        permissions(self.allow)
        strategies(self.without)

    @property
    def switched_off(self) -> tuple[str, ...]:
        """The strategies, and "knowledge", that a search goes without."""
        named = self.without if self.knowledge else (*self.without, KNOWLEDGE)
        return tuple(dict.fromkeys(named))


def duration(value: object, name: str = "budget") -> float:
    """Return seconds: from 60, "60s", "500ms", "2m" or "1h"."""
    return _quantity(value, _DURATIONS, name, "a duration such as 60s or 2m")


def memory(value: object, name: str = "memory") -> int:
    """Return bytes: from "512MB", "2GB" or a plain number of bytes."""
    return int(_quantity(value, _SIZES, name, "a size such as 512MB or 2GB"))


def count(value: object, name: str) -> int:
    """Return a positive whole number: from 1000, "200M" or "1e6"."""
    number = _quantity(value, _COUNTS, name, "a whole number such as 1000 or 200M")
    if number != int(number):
        raise UsageError(f"{name} must be a whole number, not {value}")
    return int(number)


def permissions(value: object, name: str = "allow") -> tuple[str, ...]:
    """Return names of what a target may do."""
    return _known(value, name, PERMISSIONS, "permission")


def strategies(value: object, name: str = "without") -> tuple[str, ...]:
    """Return names of strategies."""
    return _known(value, name, (KNOWLEDGE, *strategy_names()), "strategy")


def read(directory: Path) -> Settings:
    """Return the settings of the nearest pyproject.toml in the directory or above it."""
    for folder in (directory, *directory.parents):
        path = folder / "pyproject.toml"
        if path.is_file():
            return _from_file(path)
    return Settings()


def override(settings: Settings, options: Mapping[str, Any]) -> Settings:
    """Return the settings with the options that were given (are not None or empty) in their place.

    `options` are by the names of [tool.slowpath]. What a list allows, puts in
    scope or switches off adds to the settings.
    """
    given = {key: value for key, value in options.items() if value not in (None, ())}
    values = {key: _KEYS[key](value, f"--{key}") for key, value in given.items()}
    for key in ("scope", "allow", "without"):
        if key in values:
            values[key] = tuple(dict.fromkeys((*getattr(settings, key), *values[key])))
    return _with(settings, values)


def is_setting(name: str) -> bool:
    """Whether [tool.slowpath] has a setting of this name."""
    return name in _KEYS


def _from_file(path: Path) -> Settings:
    import tomllib

    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise UsageError(f"{path}: {error}", "Fix the file; [tool.slowpath] is read from it.") from None
    tools = document.get("tool", {})
    table = tools.get("slowpath", {}) if isinstance(tools, dict) else {}
    if not isinstance(table, dict):
        raise UsageError(f"{path}: [tool.slowpath] must be a table, not {table!r}", "Put key = value in it.")
    unknown = [key for key in table if key not in _KEYS]
    if unknown:
        raise UsageError(
            f"{path}: [tool.slowpath] has no setting {', '.join(map(repr, unknown))}",
            f"There are: {', '.join(sorted(_KEYS))}.",
        )
    return _with(
        Settings(), {key: _KEYS[key](value, f"{path}: [tool.slowpath] {key}") for key, value in table.items()}
    )


def _with(settings: Settings, values: Mapping[str, Any]) -> Settings:
    limits = {key: value for key, value in values.items() if key in ("cpu", "time", "memory", "recursion")}
    names = {"measure": "measures", "max-ops": "max_ops"}
    rest = {names.get(key, key): value for key, value in values.items() if key not in limits}
    return replace(settings, limits=replace(settings.limits, **limits), **rest)


def _texts(value: object, name: str) -> tuple[str, ...]:
    texts = (value,) if isinstance(value, str) else value
    if not isinstance(texts, Sequence) or not all(isinstance(text, str) for text in texts):
        raise UsageError(f"{name} must be a text or a list of texts, not {value!r}")
    return tuple(texts)


def _known(value: object, name: str, known: Sequence[str], what: str) -> tuple[str, ...]:
    names = _texts(value, name)
    unknown = [each for each in names if each not in known]
    if unknown:
        raise UsageError(f"{name}: no {what} {unknown[0]!r}", f"There are: {', '.join(known)}.")
    return names


def _switch(value: object, name: str) -> bool:
    if not isinstance(value, bool):
        raise UsageError(f"{name} must be true or false, not {value!r}")
    return value


def _quantity(value: object, units: Mapping[str, float], name: str, wanted: str) -> float:
    match = None if isinstance(value, bool) else _QUANTITY.fullmatch(str(value))
    if match is None or match[2].lower() not in units:
        raise UsageError(f"{name} must be {wanted}, not {str(value)!r}")
    number = float(match[1].replace("_", "")) * units[match[2].lower()]
    if number > LARGEST:
        raise UsageError(f"{name} must be at most {LARGEST:,}, not {value}", f"Give {wanted}.")
    if number <= 0:
        raise UsageError(f"{name} must be more than zero, not {value}", f"Give {wanted}.")
    return number


def _cpu(value: object, name: str) -> int:
    return max(1, round(duration(value, name)))


# The settings, each with what reads it: from pyproject.toml, or from the option of the same name.
_KEYS: Final[Mapping[str, Callable[[object, str], Any]]] = {
    "scope": _texts,
    "allow": permissions,
    "measure": _texts,
    "max-ops": count,
    "budget": duration,
    "cpu": _cpu,
    "time": duration,
    "memory": memory,
    "recursion": count,
    "knowledge": _switch,
    "without": strategies,
}
