"""Which code the runs of a search executed: how thoroughly a target was searched."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress

from slowpath.counting.ledger import Ledger
from slowpath.model.site import Site, SiteKind
from slowpath.run.counted import Visit


class Reach:
    """The blocks that runs executed, beside all blocks of the functions that they came to."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._seen: set[int] = set()
        self._unseen: dict[int, list[bool]] = {}  # by the first site of a module
        self._told = (0, 0)
        self._known = 0  # sites that were seen by then

    def see(self, visits: Iterable[Visit]) -> None:
        """Note what a run executed."""
        for each in visits:
            first, counts = each.stretch.first, each.blocks
            unseen = self._unseen.setdefault(first, [])
            unseen += [True] * (len(counts) - len(unseen))
            if any(compress(counts, unseen)):
                new = [place for place, count in enumerate(counts) if count and unseen[place]]
                self._seen |= {first + place for place in new}
                for place in new:
                    unseen[place] = False

    @property
    def blocks(self) -> tuple[int, int]:
        """How many blocks were executed, and how many there are in the same functions. A block that has no
        counter of its own is neither."""
        if len(self._seen) != self._known:
            self._known = len(self._seen)
            counted = [site for site in self._ledger.sites if site.kind is SiteKind.BLOCK and not site.rest]
            reached = [site for site in counted if site.index in self._seen]
            functions = {_function(site) for site in reached}
            self._told = len(reached), sum(_function(site) in functions for site in counted)
        return self._told


def _function(site: Site) -> tuple[str, str]:
    return site.file, site.function
