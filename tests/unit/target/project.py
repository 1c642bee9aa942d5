"""Small projects on disk, loaded as private copies."""

from __future__ import annotations

import importlib
import inspect
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from slowpath.model.target import Build
from slowpath.target.load import Loaded, load

BUILDS = (Build.COUNT, Build.OBSERVE)


class Project:
    """A folder of modules. While it is `open`, they can be imported."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def write(self, **files: str) -> None:
        """Write modules: `pkg__sub` is pkg/sub.py, `pkg__init` is pkg/__init__.py."""
        for name, source in files.items():
            *folders, stem = name.split("__")
            path = self.root.joinpath(*folders, f"{'__init__' if folders and stem == 'init' else stem}.py")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(textwrap.dedent(source))

    @contextmanager
    def open(self) -> Iterator[Project]:
        """Let the modules be importable; afterwards the interpreter is as it was."""
        path, modules = sys.path.copy(), sys.modules.copy()
        sys.path.insert(0, str(self.root))
        importlib.invalidate_caches()
        try:
            yield self
        finally:
            sys.path[:] = path
            for name in sys.modules.keys() - modules.keys():
                del sys.modules[name]
            sys.modules.update(modules)

    def load(self, spec: str, build: Build = Build.COUNT, scope: tuple[str, ...] = ()) -> Loaded:
        importlib.invalidate_caches()
        return load(spec, build=build, scope=scope)

    def real(self, name: str) -> ModuleType:
        importlib.invalidate_caches()
        return importlib.import_module(name)


def run(loaded: Loaded, *args: Any, budget: int | None = None, **kwargs: Any) -> Any:
    """Call a loaded target as a run does; its counts stay in the ledger."""
    with loaded.copies.installed():
        loaded.ledger.start(budget)
        try:
            result = loaded.function(*args, **kwargs)
            return list(result) if inspect.isgenerator(result) else result
        finally:
            loaded.ledger.stop()


def counts_of(loaded: Loaded) -> dict[int, int]:
    """Return the executions of every block that was reached, by slot."""
    return {slot: count for slot, count in enumerate(loaded.ledger.executions()) if count}
