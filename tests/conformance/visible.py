"""Private copies that everybody sees: test modules import the copies in the place of the real modules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.machinery import ModuleSpec

from slowpath.model.target import Build
from slowpath.target.copies import Copies
from slowpath.target.scope import Scope
from slowpath.values.hooks import trace_hooks


class VisibleCopies(Copies):
    """Copies of top-level modules with everything below them."""

    def __init__(self, tops: Iterable[str], build: Build) -> None:
        super().__init__(Scope(frozenset(tops)), build, more=trace_hooks if build is Build.TRACE else None)

    def find(self, name: str, path: Sequence[str] | None) -> ModuleSpec | None:
        """As in `Copies`, but modules outside the scope are none of its business."""
        return super().find(name, path) if self.scope.covers(name) else None
