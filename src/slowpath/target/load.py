"""Loading a target: locate its module, copy it privately, find the thing named in it."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import FunctionType, ModuleType, TracebackType
from typing import Any

from slowpath.counting.ledger import Ledger
from slowpath.errors import SlowpathError, TargetImportError, TargetSyntaxError
from slowpath.model.premise import NO_PREMISE, Premise
from slowpath.model.target import Build, Target, TargetKind
from slowpath.target import locate
from slowpath.target.copies import Copies, MoreHooks
from slowpath.target.locate import Located, Spec
from slowpath.target.nearest import nearest
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
    premise: Premise = NO_PREMISE  # what its inputs have in common
    examples: tuple[str, ...] = ()  # sources that show how its package is used, beside those of the package

    @property
    def ledger(self) -> Ledger:
        return self.copies.ledger


def load(
    text: str,
    *,
    scope: tuple[str, ...] = (),
    build: Build = Build.COUNT,
    more: MoreHooks | None = None,
    changed: Mapping[str, str] | None = None,
) -> Loaded:
    """Load the target that a spec names as an instrumented copy; `more` makes hooks of the trace build.
    `changed` are sources to take in the place of files."""
    spec = locate.parse(text)
    _make_importable(spec)
    locate.require_module(spec)
    covered = scope_of(spec.module, scope)
    copies, found = _load(spec, covered, build, more, nearest((spec.module,), covered), changed)
    home = _home(found)
    if not copies.scope.covers(home) or (copies.near is not None and home != spec.module):
        # The module only passes the target on: copy the one that defines it too.
        wider = covered.with_top(home)
        copies, found = _load(spec, wider, build, more, nearest((home, spec.module), wider), changed)
    with copies.installed():  # a class is looked up in its module
        target = _described(spec, found)
    return Loaded(target, _function(found), found.owner, copies)


def load_also(loaded: Loaded, text: str) -> Loaded:
    """Load another target of the same module, or of one that the copies may have too, in the same copies."""
    spec = locate.parse(text)
    with loaded.copies.installed(), _kept(loaded.copies):
        module = importlib.import_module(spec.module)
        found = locate.resolve(module, spec, loaded.copies.define)
        target = _described(spec, found)
    return Loaded(target, _function(found), found.owner, loaded.copies)


def load_plain(text: str) -> Loaded:
    """Load the target that a spec names as it is, uninstrumented. It may be C code in the place of the Python
    code that is counted."""
    spec = locate.parse(text)
    _make_importable(spec)
    locate.require_module(spec)
    nothing = Copies(Scope(frozenset()), Build.COUNT)
    found = locate.resolve(_imported(spec, _import_plain), spec, _define, native=True)
    return Loaded(_described(spec, found), _function(found), found.owner, nothing)


def _load(
    spec: Spec,
    scope: Scope,
    build: Build,
    more: MoreHooks | None,
    near: frozenset[str] | None,
    changed: Mapping[str, str] | None,
) -> tuple[Copies, Located]:
    files = {spec.module: spec.file} if spec.file else {}
    near = None if near is None else near | {spec.module}

    def copied() -> tuple[Copies, Located]:
        copies = Copies(scope, build, files, more, near, changed)
        with copies.installed(), _kept(copies):
            module = _imported(spec, lambda spec: importlib.import_module(spec.module))
            return copies, locate.resolve(module, spec, copies.define)

    try:
        return copied()
    except TargetImportError:
        # A module outside the scope may import the target's package in a circle. It sees the real one, which
        # is not there yet, and begins to import it anew.
        if not _is_importable(spec):
            raise
    return copied()


def _is_importable(spec: Spec) -> bool:
    """Whether a module can be imported as it is; if so, modules outside the scope find it from now on."""
    try:
        _imported(spec, _import_plain)
    except SlowpathError:
        return False
    return True


@contextmanager
def _kept(copies: Copies) -> Iterator[None]:
    """A context in which rewritten modules are kept for later processes. Runs of the target are outside of
    it: they write no files."""
    copies.shelf.open = True
    try:
        yield
    finally:
        copies.shelf.close()


def _define(source: str, names: dict[str, Any], file: str) -> dict[str, Any]:
    exec(compile(source, file, "exec"), names)
    return names


def _make_importable(spec: Spec) -> None:
    if spec.root is not None and spec.root not in sys.path:
        sys.path.insert(0, spec.root)


def _import_plain(spec: Spec) -> ModuleType:
    """Import a module as it is; a lone file is found even where its name is taken or cannot be imported."""
    if spec.file is None or "." in spec.module:
        return importlib.import_module(spec.module)
    where = importlib.util.spec_from_file_location(spec.module, spec.file)
    assert where is not None
    assert where.loader is not None
    module = sys.modules[spec.module] = importlib.util.module_from_spec(where)
    where.loader.exec_module(module)
    return module


def _imported(spec: Spec, importer: Callable[[Spec], ModuleType]) -> ModuleType:
    try:
        return importer(spec)
    except SlowpathError:
        raise
    except SyntaxError as error:
        shown = "".join(traceback.format_exception_only(error)).rstrip()
        if "codec can't decode" in (error.msg or "") or "Non-UTF-8" in (error.msg or ""):
            raise TargetSyntaxError(
                f"{error.filename or spec.module} is not UTF-8 and declares no encoding",
                "Save it as UTF-8, or begin it with a declaration as '# -*- coding: latin-1 -*-'.",
            ) from error
        raise TargetSyntaxError(
            f"{spec.module} does not compile\n{shown}", "Fix the syntax error first."
        ) from error
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        _trim(error)
        shown = "".join(traceback.format_exception(error)).rstrip()
        raise TargetImportError(
            f"importing {spec.module} fails:\n{shown}",
            f"It must import in this environment: try 'python -c \"import {spec.module}\"'.",
        ) from error


def _trim(error: BaseException) -> None:
    """Drop the frames of slowpath and of the import machinery from an error and its causes."""
    seen: list[BaseException] = []
    while error not in seen:
        seen.append(error)
        error.__traceback__ = _trimmed(error.__traceback__)
        error = error.__cause__ or error.__context__ or error


def _trimmed(frames: TracebackType | None) -> TracebackType | None:
    if frames is None:
        return None
    module = frames.tb_frame.f_globals.get("__name__") or ""
    following = _trimmed(frames.tb_next)
    if module.startswith(("slowpath.", "importlib")):
        return following
    return TracebackType(following, frames.tb_frame, frames.tb_lasti, frames.tb_lineno)


def _home(found: Located) -> str:
    """Return the module in which the thing found is defined, whatever it says of itself."""
    definition = found.definition
    functions = [definition] if isinstance(definition, FunctionType) else vars(definition).values()
    for function in functions:
        if isinstance(function, FunctionType) and function.__module__ == definition.__module__:
            spec = function.__globals__.get("__spec__")
            if spec is not None:
                return str(spec.name)
    return definition.__module__


def _function(found: Located) -> Callable[..., Any]:
    assert callable(found.callable)
    return found.callable


def _described(spec: Spec, found: Located) -> Target:
    own = locate.parameters_of(found.callable, skip_first=found.kind is TargetKind.METHOD)
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
        parameters=own,
        receiver=locate.parameters_of_receiver(found.owner, own) if found.owner is not None else (),
        is_property=found.is_property,
    )


__all__ = ["Build", "Loaded", "load", "load_also", "load_plain"]
