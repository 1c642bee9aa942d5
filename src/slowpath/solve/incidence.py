"""Entries of a graph grouped by node, as arrays: what a pass over its levels looks up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[np.int64]]


@dataclass(frozen=True, slots=True)
class Incidence:
    """An order of the entries in which those of a node stand together; `begins` says where, by node."""

    order: Array
    begins: Array

    def places(self, nodes: Array) -> tuple[Any, Array]:
        """Where the entries of some nodes stand, node by node, and how many entries each node has."""
        import numpy as np

        first = self.begins[nodes]
        lengths = self.begins[nodes + 1] - first
        if len(nodes) == 1:  # a slice copies nothing
            return slice(int(first[0]), int(first[0] + lengths[0])), lengths
        shifts = np.repeat(first - np.cumsum(lengths) + lengths, lengths)
        return shifts + np.arange(len(shifts)), lengths


def incidence(nodes: Array, count: int) -> Incidence:
    """Group entries by their node; there are `count` nodes."""
    import numpy as np

    begins = np.zeros(count + 1, np.int64)
    np.cumsum(np.bincount(nodes, minlength=count), out=begins[1:])
    return Incidence(np.argsort(nodes, kind="stable"), begins)
