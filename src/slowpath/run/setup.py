"""The setup of a run: code in N that makes what the input is made of. It runs before the call is measured.

It is written as if it stood in the target's module, whose names it knows; what it names, inputs may use.
"""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType
from typing import Any, TypeVar

from slowpath import files
from slowpath.errors import BudgetExceeded, InputError, SlowpathError
from slowpath.model.scenario import Scenario
from slowpath.run.inputs import SIZE, describe

FILE = "<setup>"  # where tracebacks and reports place its lines


@dataclass(frozen=True, slots=True)
class Unmade:
    """Values that a run makes when it begins: by the setup of a scenario, and by expressions that use what it
    names."""

    scenario: Scenario
    inputs: tuple[tuple[str, str], ...]
    size: int


Cost = TypeVar("Cost")
# Runs source in which these names are known, adds those that it binds, and returns what it costs.
Build = Callable[[str, dict[str, Any]], Cost]


def check(source: str) -> None:
    """Raise InputError if a setup does not compile."""
    try:
        compile(source, FILE, "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        told = [f"the setup is not Python: {getattr(error, 'msg', None) or error}"]
        line, column = getattr(error, "lineno", None), getattr(error, "offset", None)
        shown = source.splitlines()
        if line and column and line <= len(shown) and len(shown[line - 1]) <= 200:
            told += [f"  {shown[line - 1]}", "  " + " " * (column - 1) + "^"]
        raise InputError("\n".join(told), "Quote it for the shell: --setup 'x = make(N)'.") from None


def uses_size(source: str) -> bool:
    """Say whether a setup that compiles uses N."""
    return any(isinstance(node, ast.Name) and node.id == SIZE for node in ast.walk(ast.parse(source)))


def run_setup(source: str, size: int | None, module: str, build: Build[Cost]) -> tuple[dict[str, Any], Cost]:
    """Return the names that the input may use after a setup has run, its own and those of a module; and what
    that cost.

    Raises InputError with the line if it raises. What a limit ends is passed on.
    """
    names: dict[str, Any] = {**vars(sys.modules[module]), SIZE: size}
    try:
        cost = build(source, names)
    except (MemoryError, BudgetExceeded, SlowpathError):
        raise
    except BaseException as error:
        raise InputError(
            f"the setup cannot be run: {_place(error, source)}\n  {describe(error)}", _hint(error, module)
        ) from None
    return names, cost


def import_modules(source: str, build: Build[Cost]) -> None:
    """Import the modules that a setup imports, while the process is in its own folder: tests write files when
    they are imported. An import that fails does so again when the setup runs."""
    imports = _imports(source)
    if not imports:
        return
    here = os.getcwd()
    if files.folder():
        os.chdir(files.folder())
    try:
        build(imports, {})
    except (Exception, BudgetExceeded):
        return
    finally:
        os.chdir(here)


@lru_cache(maxsize=4096)
def _imports(source: str) -> str:
    """The import statements of a setup."""
    statements = [each for each in ast.parse(source).body if isinstance(each, ast.Import | ast.ImportFrom)]
    return "\n".join(map(ast.unparse, statements))


@lru_cache(maxsize=4096)
def compiled(source: str) -> CodeType:
    """Return the code of a setup, as it is."""
    return compile(source, FILE, "exec")


def _place(error: BaseException, source: str) -> str:
    """The line of a setup that an error came from."""
    trace, line = error.__traceback__, 0
    while trace is not None:
        line = trace.tb_lineno if trace.tb_frame.f_code.co_filename == FILE else line
        trace = trace.tb_next
    shown = source.splitlines()
    return f"line {line}: {shown[line - 1].strip()}" if 0 < line <= len(shown) else "it fails"


def _hint(error: BaseException, module: str) -> str:
    if isinstance(error, NameError):
        return f"It knows builtins, N, what it imports, and the names of {module}."
    return ""
