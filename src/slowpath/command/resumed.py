"""What earlier searches for the goals of `loops` came to: an equal order goes on from there.

It is used again only if all that it depends on is the same: the order but for its time and its processes, the
code of the package, what is installed beside it, the interpreter, and slowpath itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from slowpath.command.kept import code_digest, kept_key, read_kept
from slowpath.command.plan import code_files
from slowpath.errors import SlowpathError
from slowpath.model.loops import GoalResult, LoopsReport, SiteKey
from slowpath.pipeline.library import Documents, NoDocuments
from slowpath.run.order import Order
from slowpath.target.locate import looking_in

KIND = "loops"


class KeptGoal(msgspec.Struct, frozen=True):
    """What a fresh run showed of the program that came nearest to the goal of a loop."""

    loop: SiteKey
    result: GoalResult

    @property
    def is_reached(self) -> bool:
        """Whether the goal is reached."""
        return self.result.blocked_by is None


class KeptLoops(msgspec.Struct, frozen=True):
    """What so many `searches` came to, in so many `runs`. The `report` is there if nothing is left to do."""

    searches: int
    runs: int
    goals: tuple[KeptGoal, ...]
    report: LoopsReport | None = None

    @property
    def by_loop(self) -> Mapping[SiteKey, KeptGoal]:
        """The goals by their loops."""
        return {each.loop: each for each in self.goals}


NOTHING_KEPT = KeptLoops(0, 0, ())


class ResumedLoops:
    """The place of one order in a store."""

    def __init__(self, documents: Documents, order: Order, path: Sequence[str] = ()) -> None:
        """The order has only what its answer depends on; `path` is where its modules are looked for."""
        self._documents = documents
        try:
            with looking_in(path):
                code = code_digest(code_files(order.spec))
        except SlowpathError:  # the search says what is wrong
            code, self._documents = "", NoDocuments()
        self._key = kept_key(order, code)

    def find(self) -> KeptLoops:
        """Return what earlier searches came to."""
        return read_kept(self._documents, KIND, self._key, KeptLoops) or NOTHING_KEPT

    def keep(self, kept: KeptLoops) -> None:
        """Keep what the searches came to by now."""
        self._documents.put(KIND, self._key, msgspec.msgpack.encode(kept))
