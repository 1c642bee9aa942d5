"""Loading a target: locate its module, copy it privately, find the thing named in it."""

from __future__ import annotations

import importlib
import inspect
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType, TracebackType
from typing import Any

from slowpath.cost.ledger import Ledger
from slowpath.errors import SlowpathError, TargetImportError, TargetSyntaxError
from slowpath.model.target import Build, Target, TargetKind
from slowpath.target import locate
from slowpath.target.copies import Copies
from slowpath.target.locate import Found, Spec
from slowpath.target.scope import Scope, scope_of


@dataclass(frozen=True, slots=True)
class Loaded:
    """A target in its private copy.

    `function` is what to call: it takes the receiver first where the target is a method, and `owner`
    is the class that makes one.
    """

    target: Target
    function: Callable[..., Any]
    owner: type | None
    copies: Copies

    @property
    def ledger(self) -> Ledger:
        return self.copies.ledger


def load(text: str, *, scope: tuple[str, ...] = (), build: Build = Build.COUNT) -> Loaded:
    """Load the target that a spec names as an instrumented copy."""
    spec = locate.parse(text)
    _make_importable(spec)
    locate.require_module(spec)
    covered = scope_of(spec.module, scope)
    copies, found = _load(spec, covered, build)
    home = _home(found)
    if not copies.scope.covers(home):
        # The module only passes the target on: copy the one that defines it too.
        copies, found = _load(spec, covered.with_top(home), build)
    return Loaded(_described(spec, found), _function(found), found.owner, copies)


def load_plain(text: str) -> Loaded:
    """Load the target that a spec names as it is, uninstrumented."""
    spec = locate.parse(text)
    _make_importable(spec)
    locate.require_module(spec)
    nothing = Copies(Scope(frozenset()), Build.COUNT)
    found = locate.resolve(_imported(spec, nothing), spec)
    return Loaded(_described(spec, found), _function(found), found.owner, nothing)


def _load(spec: Spec, scope: Scope, build: Build) -> tuple[Copies, Found]:
    files = {spec.module: spec.file} if spec.file else {}
    copies = Copies(scope, build, files)
    with copies.installed():
        return copies, locate.resolve(_imported(spec, copies), spec)


def _make_importable(spec: Spec) -> None:
    if spec.root is not None and spec.root not in sys.path:
        sys.path.insert(0, spec.root)


def _imported(spec: Spec, copies: Copies) -> ModuleType:
    try:
        return importlib.import_module(spec.module)
    except SlowpathError:
        raise
    except SyntaxError as error:
        shown = "".join(traceback.format_exception_only(error)).rstrip()
        raise TargetSyntaxError(
            f"{spec.module} does not compile\n{shown}", "Mend the syntax error first."
        ) from error
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        shown = "".join(
            traceback.format_exception(error.with_traceback(_trimmed(error.__traceback__)))
        ).rstrip()
        raise TargetImportError(
            f"importing {spec.module} fails:\n{shown}",
            f"It must import in this environment: try 'python -c \"import {spec.module}\"'.",
        ) from error


def _trimmed(frames: TracebackType | None) -> TracebackType | None:
    """Drop the frames of slowpath and of the import machinery from the top of a traceback."""
    while frames is not None:
        module = frames.tb_frame.f_globals.get("__name__", "")
        if not module.startswith(("slowpath.", "importlib")):
            return frames
        frames = frames.tb_next
    return None


def _home(found: Found) -> str:
    """Return the module in which the thing found is defined."""
    return found.definition.__module__


def _function(found: Found) -> Callable[..., Any]:
    assert callable(found.callable)
    return found.callable


def _described(spec: Spec, found: Found) -> Target:
    is_method = found.kind is TargetKind.METHOD
    try:
        file = inspect.getsourcefile(found.definition) or ""
        line = inspect.getsourcelines(found.definition)[1]
    except (OSError, TypeError):
        file, line = getattr(sys.modules.get(spec.module), "__file__", "") or "", 1
    return Target(
        spec=spec.text,
        module=spec.module,
        qualname=spec.qualname,
        kind=found.kind,
        flow=locate.flow_of(found),
        file=file,
        line=line,
        parameters=locate.parameters_of(found.callable, skip_first=is_method),
        receiver=locate.parameters_of(found.owner) if found.owner is not None else (),
    )


__all__ = ["Build", "Loaded", "load", "load_plain"]
