"""Private copies that everybody sees: test modules import the copies in the place of the real modules."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path

from slowpath.model.target import Build
from slowpath.target.copies import Copies, MoreHooks
from slowpath.target.scope import Scope
from slowpath.target.shelf import Shelf

# Rewritten modules, for the next run of the tests and for subjects that share modules. Slowpath's own code is
# part of the name of an entry, so a change of what rewrites them is always tested.
SHELF = Path(sys.prefix) / "conformance" / "rewritten"


class VisibleCopies(Copies):
    """Copies of top-level modules with everything below them."""

    def __init__(self, tops: Iterable[str], build: Build) -> None:
        super().__init__(Scope(frozenset(tops)), build, more=_more_hooks(build))
        self.shelf = Shelf(SHELF)
        self.shelf.open = True

    def start(self) -> None:
        """Count from here on. What tests import is not kept: they write modules of their own."""
        self.shelf.close()
        self.ledger.start()

    def find(self, name: str, path: Sequence[str] | None) -> ModuleSpec | None:
        """As in `Copies`, but modules outside the scope are none of its business."""
        return super().find(name, path) if self.scope.covers(name) else None


def _more_hooks(build: Build) -> MoreHooks | None:
    """The hooks of the trace build. Only that imports symbolic values: every subject starts two processes."""
    if build is not Build.TRACE:
        return None
    from slowpath.values.hooks import trace_hooks

    return trace_hooks
