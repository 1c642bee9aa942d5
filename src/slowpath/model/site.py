"""Places in the target's source."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class SiteKind(StrEnum):
    """What a place in the source is."""

    FUNCTION = "function"
    BLOCK = "block"
    LOOP = "loop"
    BRANCH = "branch"
    NATIVE = "native"
    CALL = "call"  # of a function outside the scope; `what` is its dotted name


ATTRIBUTE = "attribute"  # the `what` of a function that reading an attribute runs


@dataclass(frozen=True, slots=True)
class Site:
    """A place in the target's source.

    `index` is the site's slot in the ledger. `block` is the slot whose count says how often the
    site was reached: a block's own, a function's entry block, a loop's body block, the block that
    holds a branch or a native operation. `loops` are the slots of the enclosing loops, outermost
    first. `weights` are (line, ops) pairs: what one execution of a block costs, per line. `rest` tells
    the count of a block that has no counter, an `else`: that of the first slot less that of the others.
    """

    index: int
    kind: SiteKind
    file: str
    line: int
    function: str
    block: int
    loops: tuple[int, ...] = ()
    weights: tuple[tuple[int, int], ...] = ()
    rest: tuple[int, ...] = ()
    what: str = ""


def file_and_line(place: str) -> tuple[str, int]:
    """Return the file and the line of a place that is written as "file:line"."""
    file, _, line = place.rpartition(":")
    return file, int(line)
