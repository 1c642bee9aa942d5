"""Private copies that everybody sees: test modules import the copies in the place of the real modules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.machinery import ModuleSpec

from slowpath.model.target import Build
from slowpath.target.copies import Copies
from slowpath.target.scope import Scope


class VisibleCopies(Copies):
    """Copies, in the count build, of top-level modules with everything below them."""

    def __init__(self, tops: Iterable[str]) -> None:
        super().__init__(Scope(frozenset(tops)), Build.COUNT)

    def find(self, name: str, path: Sequence[str] | None) -> ModuleSpec | None:
        """As in `Copies`, but modules outside the scope are none of its business."""
        return super().find(name, path) if self.scope.covers(name) else None
