"""The processes that this one has started and that have not ended: other tests may have left some."""

from __future__ import annotations

import os


def children() -> set[str]:
    with open(f"/proc/self/task/{os.getpid()}/children") as file:
        return set(file.read().split())
