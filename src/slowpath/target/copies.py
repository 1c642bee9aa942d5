"""The private module table: instrumented copies beside the interpreter's own modules.

While the copies are *installed*, `sys.modules` shows them in the place of the real modules of the
scope and a finder instruments further modules of the scope as they are imported, so the
interpreter's own import machinery serves packages, relative imports and lazy imports. Before and
after, `sys.modules` and the real modules are as if the copies did not exist.
"""

from __future__ import annotations

import ast
import builtins
import copyreg
import importlib.util
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib.machinery import (
    EXTENSION_SUFFIXES,
    BuiltinImporter,
    FrozenImporter,
    ModuleSpec,
    PathFinder,
    SourceFileLoader,
)
from itertools import filterfalse
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from slowpath.counting import native
from slowpath.counting.ledger import Ledger
from slowpath.counting.nesting import Nesting
from slowpath.counting.observer import Observer
from slowpath.counting.reading import Reading
from slowpath.model.target import Build
from slowpath.target.accelerators import without_accelerators
from slowpath.target.natives import Operands
from slowpath.target.operations import Operations
from slowpath.target.rewrite import Rewritten, count, rewrite
from slowpath.target.scope import Scope
from slowpath.target.shelf import Shelf, name_of
from slowpath.target.state import ModuleState, seed_random

Hooks = Mapping[str, Callable[..., Any]]
LateModule = tuple[str, str]  # the file of a module and its package
MoreHooks = Callable[[Hooks], Hooks]
_EXTENSIONS = tuple(EXTENSION_SUFFIXES)
# What stands in a source that does without a module if its import fails (see `accelerators`).
_MAY_SURVIVE = re.compile(rb"\b(?:ImportError|ModuleNotFoundError|Exception)\b")


class Copies:
    """Private copies of the modules of a scope, counting in one ledger."""

    def __init__(
        self,
        scope: Scope,
        build: Build,
        files: Mapping[str, str] | None = None,
        more: MoreHooks | None = None,
        near: frozenset[str] | None = None,
        changed: Mapping[str, str] | None = None,
    ) -> None:
        """`files` locates modules that the import path does not; `more` makes the hooks of the trace build
        from those of the count build. Copies of modules that are not `near` are not instrumented. `changed`
        are sources to take in the place of files."""
        self.scope = scope
        self.near = near
        self.changed = {file: source.encode() for file, source in (changed or {}).items()}
        self.far: set[str] = set()  # the modules that are not instrumented
        self.build = build
        self.shelf = Shelf()
        self.ledger = Ledger()
        self._flags: dict[tuple[str, str, int], frozenset[str]] = {}  # by file, name and line
        self.observer = Observer(self.ledger)
        self.reading = Reading() if build is Build.READS else None
        self.nesting = self.reading or Nesting()
        self.builtins = self._private_builtins(more or (lambda hooks: {}))
        self.modules: dict[str, ModuleType] = {"builtins": self.builtins}
        self._files = dict(files or {})
        self._depth = 0
        self._real: dict[str, ModuleType] = {}
        self._shown: dict[str, ModuleType] = {}  # all of `sys.modules`, while it shows the copies
        self._outside: set[str] = set()  # names of modules that the scope does not cover
        self._reducers: dict[Any, Any] = {}  # what the copies registered in `copyreg`, as `re` does
        self._real_reducers: dict[Any, Any] = {}
        self._finder = _Finder(self)
        self._meta_path: list[Any] = []  # while `sys.modules` shows the copies: the list of finders,
        self._finders: tuple[Any, ...] = ()  # and what it held at first
        self._state: ModuleState | None = None
        self.late: list[LateModule] = []  # modules that a run imported and that were rewritten for it

    def _private_builtins(self, more: MoreHooks) -> ModuleType:
        """A `builtins` module with the copies' own `__import__` and what rewritten code calls."""
        module = _Builtins("builtins")
        names = module.__dict__
        names.update(vars(builtins))
        names["__import__"] = self._import
        ledger = self.ledger
        hooks = native.hooks(ledger.work, ledger.heavy, ledger.uncounted, ledger.left, ledger.patterns)
        names.update({f".{name}": hook for name, hook in {**hooks, **more(hooks)}.items()})
        names.update(
            {
                ".counts": ledger.counts,
                ".due": ledger.due,
                ".spend": ledger.spend,
                ".enter": ledger.enter,
                ".tick": ledger.tick,
                ".count_checked": ledger.count_checked,
                ".mark": ledger.mark if self.build is Build.TRACE else self.observer.mark,
                ".slice": slice,
            }
        )
        if self.build.tells_loops:
            names.update(self._loop_hooks())
        if self.reading is not None:
            names.update(_reading_hooks(self.reading, hooks))
        ledger.publish(names)
        return module

    def _loop_hooks(self) -> Hooks:
        """What rewritten code calls in the loop build."""
        loops = ("enter", "iterate", "exhaust", "leave", "over", "lazily_over", "begin", "suspend", "resume")
        hooks = {f".loop_{name}": getattr(self.nesting, name) for name in loops}
        operands = Operands(self.nesting.native)
        for name in ("contains", "made", "method", "call"):
            hooks[f".operand_{name}"] = getattr(operands, name)
        return {**hooks, ".iter": iter}

    def state(self) -> ModuleState:
        """The state of the copies when this was first asked: before any run that shares its process."""
        if self._state is None:
            with self.installed():
                self._state = ModuleState(self.modules.values())
        return self._state

    def seed_random(self) -> None:
        """Let random numbers start anew: of the module that is shown, and of the real one behind it."""
        seed_random(sys.modules)
        seed_random(self._real)

    # -- the module table -----------------------------------------------------------------

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Let `sys.modules` show the copies. May be nested."""
        self._depth += 1
        if self._depth == 1:
            self._show()
        try:
            yield
        finally:
            self._depth -= 1
            if self._depth == 0:
                self._hide(self._standing())

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Let `sys.modules` show the real modules again, while a module outside the scope is imported."""
        depth, self._depth = self._depth, 0
        if depth:
            self._hide(self._standing())
        try:
            yield
        finally:
            if depth:
                self._show()
            self._depth = depth

    def hide_for_good(self) -> None:
        """Let `sys.modules` show the real modules again in a process that is about to end.

        To look at all modules, a forked process would copy their pages. If there are as many as were shown,
        they are taken for the same.
        """
        if self._depth:
            self._hide(self.modules if len(sys.modules) == len(self._shown) else self._standing())

    def _show(self) -> None:
        self._real = self._standing()
        for name in self._real:
            del sys.modules[name]
        sys.modules.update(self.modules)
        self._real_reducers = dict(copyreg.dispatch_table)
        copyreg.dispatch_table.update(self._reducers)
        sys.meta_path.insert(0, self._finder)
        self._meta_path, self._finders = sys.meta_path, tuple(sys.meta_path)
        self._shown = dict(sys.modules)

    def _hide(self, copies: dict[str, ModuleType]) -> None:
        # The real modules of the scope left when the copies came: what is there now are copies.
        self.modules = copies
        self._put_back_finders()
        sys.meta_path.remove(self._finder)
        for name in copies:
            sys.modules.pop(name, None)
        sys.modules.update(self._real)
        self._real = {}
        reducers, real = copyreg.dispatch_table, self._real_reducers
        self._reducers = {kind: each for kind, each in reducers.items() if real.get(kind) is not each}
        for kind in self._reducers:
            del reducers[kind]
        reducers.update(real)

    def _put_back_finders(self) -> None:
        """Put back what the target took out of `sys.meta_path`; finders that it added stay."""
        gone = [each for each in self._finders if each not in self._meta_path]
        self._meta_path[:0] = gone
        sys.meta_path = self._meta_path

    def put_back_modules(self) -> None:
        """Put back what a run took out of `sys.modules`, slowpath's own modules and the copies, and the
        finders of modules."""
        self._put_back_finders()
        if len(sys.modules) > len(self._shown):
            self._shown = dict(sys.modules)
        elif len(sys.modules) < len(self._shown):
            sys.modules.update({**self._shown, **sys.modules})

    def _standing(self) -> dict[str, ModuleType]:
        """Return the modules of `sys.modules` that the copies stand in for."""
        # Every run looks twice at all modules of the process: thousands, of which the scope covers few.
        names = list(filterfalse(self._outside.__contains__, sys.modules))
        self._outside.update(name for name in names if name != "builtins" and not self.scope.covers(name))
        # A list: looking at a module that imports lazily may import others.
        covered = [(name, sys.modules[name]) for name in names if name not in self._outside]
        return {name: module for name, module in covered if name == "builtins" or _is_python(module)}

    def stands_in_for(self, name: str, module: ModuleType) -> bool:
        """Tell whether a module of `sys.modules` is one that the copies stand in for."""
        return name == "builtins" or (self.scope.covers(name) and _is_python(module))

    # -- importing ----------------------------------------------------------------------------

    def _import(
        self,
        name: Any,
        globals: Mapping[str, Any] | None = None,
        locals: Mapping[str, Any] | None = None,
        fromlist: Sequence[str] = (),
        level: int = 0,
    ) -> ModuleType:
        """The `__import__` of the copies: modules outside the scope never see the copies."""
        if not isinstance(name, str):
            return builtins.__import__(name, globals, locals, fromlist, level)  # a TypeError
        metering = self.observer.pause()
        try:
            if level > 0 or name == "builtins" or self.scope.covers(name):
                with self.installed():
                    return builtins.__import__(name, globals, locals, fromlist, level)
            # Not hasattr: a `__getattr__` of the module may warn, or import.
            loaded = getattr(sys.modules.get(name), "__dict__", None)
            if loaded is not None and all(part in loaded for part in fromlist or ()):
                return builtins.__import__(name, globals, locals, fromlist, level)
            with self.hidden():
                return builtins.__import__(name, globals, locals, fromlist, level)
        finally:
            self.observer.resume(metering)

    def find(self, name: str, path: Sequence[str] | None) -> ModuleSpec | None:
        """Return the spec that loads a copy of a module, or None where it is not copied."""
        covered = self.scope.covers(name)
        if covered and name in self._files:
            file = self._files[name]
            return importlib.util.spec_from_file_location(name, file, loader=_Copier(name, file, self))
        spec = self._find_real(name, path)
        if spec is None or not isinstance(spec.loader, SourceFileLoader):
            return spec if covered and spec is not None and not _is_extension(spec) else None
        loader = _Copier if covered else _Outsider
        spec.loader = loader(name, spec.loader.path, self)
        return spec

    def _find_real(self, name: str, path: Sequence[str] | None) -> ModuleSpec | None:
        """Return where a module comes from: the import path, or the finder of an editable install."""
        others = (BuiltinImporter, FrozenImporter, PathFinder)
        # A finder of the old kind, as old releases of `six` have, is left to the interpreter; a finder of
        # other copies would ask this one.
        finders = [
            getattr(finder, "find_spec", None)
            for finder in sys.meta_path
            if finder not in others and not isinstance(finder, _Finder)
        ]
        for find_spec in filter(None, (PathFinder.find_spec, *finders)):
            spec: ModuleSpec | None = find_spec(name, path)
            if spec is not None:
                return spec
        return None

    # -- instrumenting ---------------------------------------------------------------------------

    def instrument(self, source: bytes, file: str, package: str) -> CodeType:
        """Return the instrumented code of a module and enter its sites in the ledger."""
        rewritten = self._rewritten(source, file, package)
        first = len(self.ledger.sites)
        self.ledger.extend(rewritten.sites_from(first))
        for (name, line), flags in rewritten.flags.items():
            self._flags[file, name, line] = flags
        return rewritten.code_from(first)

    def _rewritten(self, source: bytes, file: str, package: str) -> Rewritten:
        """What is kept of a module, or made of it now."""
        name = name_of(source, file, package, self.build, self.scope)
        rewritten = self.shelf.find(name)
        if rewritten is None:
            with self.hidden():  # what instruments a module must not import the copy of it
                tree = self.parsed(source, file, package)
                rewritten = rewrite(tree, file, self.build, self.scope)
            self.shelf.keep(name, rewritten)
            if name is not None and not self.shelf.open:
                self.late.append((file, package))
        return rewritten

    def rewrite_ahead(self, late: Iterable[LateModule]) -> None:
        """Rewrite modules that runs import, so that the next run finds them: each fork would do it again."""
        self.shelf.open = True
        for file, package in late:
            with suppress(OSError):  # the code of a setup has no file
                source = Path(file).read_bytes()
                name = name_of(source, file, package, self.build, self.scope)
                self.shelf.hold(name, self._rewritten(source, file, package))
        self.shelf.close()

    def flags(self, function: Any) -> frozenset[str]:
        """The parameters of a function whose truth the trace build asks where they are used."""
        if type(function) is not FunctionType:
            return frozenset()
        code = function.__code__
        return self._flags.get((code.co_filename, code.co_name, code.co_firstlineno), frozenset())

    def counted(self, source: bytes, file: str, package: str) -> ast.Module:
        """Return the tree of a module that is loaded, with its counters and hooks."""
        first = next(site.index for site in self.ledger.sites if site.file == file)
        with self.hidden():
            tree = self.parsed(source, file, package)
            count(tree, file, first, self.build, self.scope)
        return tree

    def parsed(self, source: bytes, file: str, package: str) -> ast.Module:
        """Return the tree of a module, without what would replace its code by C code."""
        tree = ast.parse(source, file)
        if _MAY_SURVIVE.search(source):  # a walk over the tree takes a tenth of the time of all
            without_accelerators(tree, lambda module, level: _is_native("." * level + module, package))
        return tree

    def define(self, source: str, names: dict[str, Any], file: str = "<slowpath>") -> dict[str, Any]:
        """Run the source of a small module, instrumented, that knows `names`; return all its names.

        Its lines are those of `file`.
        """
        names["__builtins__"] = self.builtins.__dict__
        exec(self.instrument(source.encode(), file, ""), names)
        return names


def _reading_hooks(reading: Reading, hooks: Hooks) -> Hooks:
    """What rewritten code calls in the build of reads."""
    told = {f".read_{name}": getattr(reading, name) for name in ("source", "item", "field")}
    calls = {f".{name}": getattr(reading, name) for name in ("wrote", "changed", "called", "returned")}
    operations = {f".{name}": hook for name, hook in Operations(reading, hooks).hooks().items()}
    return {**told, **calls, **operations}


class _Builtins(ModuleType):
    """A `builtins` that does not list what only rewritten code calls."""

    def __dir__(self) -> list[str]:
        return [name for name in self.__dict__ if not name.startswith(".")]


class _Finder:
    def __init__(self, copies: Copies) -> None:
        self._copies = copies

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return self._copies.find(fullname, path)


class _Copier(SourceFileLoader):
    """Loads a module as an instrumented copy; no bytecode caches are written, and only those of modules far
    away are read."""

    def __init__(self, name: str, path: str, copies: Copies) -> None:
        super().__init__(name, path)
        self._copies = copies

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        changed = self._copies.changed.get(path)
        if changed is None and self._copies.near is not None and fullname not in self._copies.near:
            self._copies.far.add(fullname)
            code = super().get_code(fullname)
            assert code is not None
            return code
        package = fullname if self.is_package(fullname) else fullname.rpartition(".")[0]
        return self._copies.instrument(changed or self.get_data(path), path, package)

    def set_data(self, path: str, data: Any, *, _mode: int = 0o666) -> None:
        """Write nothing."""

    def exec_module(self, module: ModuleType) -> None:
        module.__dict__["__builtins__"] = self._copies.builtins.__dict__
        for name, shared in list(sys.modules.items()):
            # The interpreter binds a submodule to its package when it loads it, and it is loaded already.
            package, _, part = name.rpartition(".")
            if (
                package == module.__name__
                and shared is not None  # type: ignore[redundant-expr]  # None blocks an import
                and not self._copies.stands_in_for(name, shared)
            ):
                setattr(module, part, shared)
        code = self.get_code(module.__name__)
        with self._copies.observer.attending():
            exec(code, module.__dict__)


class _Outsider(SourceFileLoader):
    """Loads a module outside the scope that is imported by way of importlib: it sees no copies."""

    def __init__(self, name: str, path: str, copies: Copies) -> None:
        super().__init__(name, path)
        self._copies = copies

    def exec_module(self, module: ModuleType) -> None:
        spec = module.__spec__
        assert spec is not None
        spec.loader = module.__loader__ = SourceFileLoader(self.name, self.path)
        with self._copies.hidden():
            super().exec_module(module)


def _is_python(module: ModuleType | None) -> bool:
    """Tell whether a module has, or stands for a folder of, Python source."""
    spec = getattr(module, "__spec__", None)
    if spec is None:
        file = getattr(module, "__file__", None)
        return isinstance(file, str) and file.endswith(".py")
    return spec.origin != "built-in" and not _is_extension(spec)


def _is_extension(spec: ModuleSpec) -> bool:
    return spec.origin is not None and spec.origin.endswith(_EXTENSIONS)


def _is_native(name: str, package: str) -> bool:
    try:
        spec = importlib.util.find_spec(name, package or None)
    except (ImportError, ValueError):
        return False
    return spec is not None and (spec.origin == "built-in" or _is_extension(spec))
