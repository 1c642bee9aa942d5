"""The runs of a search, watched in its process: how it goes, and its costliest inputs so far."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from slowpath.expr.condition import Condition
from slowpath.expr.variable import Values
from slowpath.model.cost import Number
from slowpath.run.frames import Message
from slowpath.run.link import Link
from slowpath.values.path import Cut, Path

_PROGRESS_EVERY = 0.3  # seconds: what people can follow
_BEST_EVERY = 1.0  # seconds between two lists of the best inputs: as much as Ctrl-C may lose
_BEST_SHARE = 20  # times as long as it took to tell them, so that telling takes a twentieth at most

Trial = Callable[[Values, Sequence[Condition]], Path]


class Progress(Message, frozen=True):
    """How many runs there were, and what the costliest cost."""

    runs: int
    best: Number


@dataclass(slots=True)
class Watch:
    """Keeps the `count` costliest paths of a search, and has `tell` send them now and then.

    Processes that the search forks only count: their parent's pipe is not theirs to write to.
    """

    link: Link
    judge: Callable[[Path], Number]
    count: int
    tell: Callable[[list[Path]], None]
    runs: int = 0
    best: Number = 0
    _kept: dict[object, tuple[Number, Path]] = field(default_factory=dict)
    _least: Number = 0
    _changed: bool = False
    _owner: int = field(default_factory=os.getpid)
    _progress_at: float = 0.0
    _best_at: float = 0.0

    def watched(self, run: Trial) -> Trial:
        """Return `run` with every path that it returns looked at."""

        def watched(values: Values, known: Sequence[Condition] = ()) -> Path:
            path = run(values, known)
            self.see(path)
            return path

        return watched

    def see(self, path: Path) -> None:
        """Look at the path of a run."""
        self.runs += 1
        if path.cut in (None, Cut.BUDGET):
            self._keep(path, self.judge(path))
        now = time.monotonic()
        if os.getpid() != self._owner:
            return
        if now >= self._progress_at:
            self._progress_at = now + _PROGRESS_EVERY
            self.link.send(Progress(self.runs, self.best))
        if self._changed and now >= self._best_at:
            self._changed = False
            self.tell(self._costliest())
            done = time.monotonic()
            self._best_at = done + max(_BEST_EVERY, _BEST_SHARE * (done - now))

    def _keep(self, path: Path, cost: Number) -> None:
        self.best = max(self.best, cost)
        if not self.count or (len(self._kept) == self.count and cost <= self._least):
            return
        # A run without symbolic values decides nothing: its input tells it from others.
        key = path.key() if path.taken else tuple(path.model.values())
        known = self._kept.get(key)
        if known is not None and cost <= known[0]:
            return
        self._kept[key] = (cost, path)
        if len(self._kept) > self.count:
            del self._kept[min(self._kept, key=lambda each: self._kept[each][0])]
        self._least = min(cost for cost, _ in self._kept.values())
        self._changed = True

    def _costliest(self) -> list[Path]:
        """The paths that are kept, the costliest first."""
        ranked = sorted(self._kept.values(), key=lambda each: each[0], reverse=True)
        return [path for _, path in ranked]
