"""A method of a compiled pattern as a function in Python, which stands where the pattern gets its name."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

# Runs the source of a module in which names are known, with the lines of a file; returns all its names.
Define = Callable[[str, dict[str, Any], str], dict[str, Any]]


def function_of(pattern: re.Pattern[Any], qualname: str, module: ModuleType, define: Define) -> FunctionType:
    """Return a function that calls a method of a pattern, as `NAME.search` of a module or of a class.

    Its call stands in the line in which the name is bound, so that each pattern has a place of its own.
    """
    owner, _, method = qualname.rpartition(".")
    name = owner.rpartition(".")[2]
    file = vars(module).get("__file__") or ""
    line = _line_of(owner.split("."), file)
    source = (
        f"class {name}:\n"
        f"    def {method}(string: {type(pattern.pattern).__name__}): return pattern.{method}(string)\n"
    )
    names = {"pattern": pattern, "__name__": module.__name__, "__spec__": module.__spec__}
    if line is not None and line > 1:  # the class takes the line before
        made = define("\n" * (line - 2) + source, names, file)
    else:
        made = define(source, names, f"<{module.__name__}:{qualname}>")
    function = vars(made[name])[method]
    assert isinstance(function, FunctionType)
    return function


def _line_of(names: list[str], file: str) -> int | None:
    """The line of a file in which nested names are bound, the last one by an assignment."""
    try:
        body: Iterable[ast.stmt] = ast.parse(Path(file).read_bytes()).body
    except (OSError, SyntaxError, ValueError):
        return None
    *classes, last = names
    for name in classes:
        found = next((each for each in body if isinstance(each, ast.ClassDef) and each.name == name), None)
        if found is None:
            return None
        body = found.body
    return next((each.lineno for each in _assignments(body) if last in _targets(each)), None)


def _assignments(body: Iterable[ast.stmt]) -> Iterable[ast.Assign | ast.AnnAssign]:
    """The assignments of a body, those that depend on a condition too."""
    for each in body:
        if isinstance(each, ast.Assign | ast.AnnAssign):
            yield each
        elif isinstance(each, ast.If | ast.Try):
            yield from (one for one in ast.walk(each) if isinstance(one, ast.Assign | ast.AnnAssign))


def _targets(assignment: ast.Assign | ast.AnnAssign) -> set[str]:
    targets = assignment.targets if isinstance(assignment, ast.Assign) else [assignment.target]
    return {each.id for each in targets if isinstance(each, ast.Name)}
