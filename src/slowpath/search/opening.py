"""The sizes at which recipes to begin with are judged."""

from __future__ import annotations

from slowpath.recipe.scalable import Scalable
from slowpath.search.judge import BASE, Judged

_WIDE = 96  # copying a few bytes more shows only at hundreds of characters; more would make every start slow
_LONG = 1_500  # characters of an input, about: a long pump shows as much at fewer repetitions
_DEAR = 50_000  # ops: a run of that takes about a millisecond, and there are a thousand recipes to begin with


class OpeningSize:
    """The first of three sizes: large, unless runs of the target are dear."""

    def __init__(self) -> None:
        self._wide = _WIDE

    def size(self, recipe: Scalable) -> int:
        """Return the size at which a recipe is judged first."""
        base = self._wide
        while base > BASE and recipe.length(3 * base) > _LONG:
            base //= 2
        return base

    def observe(self, judged: Judged) -> None:
        """Begin at smaller sizes if a run was dear."""
        if judged.cost > _DEAR and self._wide > BASE:
            self._wide //= 2
