"""How much a process has done: its CPU time, or a share of the time on the clock if it waits."""

from __future__ import annotations

import time
from collections.abc import Callable

_PATIENCE = 4.0  # seconds on the clock that count as one: a busy machine gives a process a share of its time


def effort(
    cpu: Callable[[], float] = time.process_time, clock: Callable[[], float] = time.monotonic
) -> Callable[[], float]:
    """Return a clock that goes as fast as this process gets to work, and slowly while it does not.

    What limits itself by such a clock tries as much on a busy machine as on a quiet one, and ends even if the
    target sleeps.
    """
    worked, began = cpu(), clock()
    return lambda: max(cpu() - worked, (clock() - began) / _PATIENCE)
