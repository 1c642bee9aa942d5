"""Memory addresses that repeat: objects hash by address, and sets of them keep that order."""

from __future__ import annotations

import sys

_ADDR_NO_RANDOMIZE = 0x0040000  # linux/personality.h


def fix_addresses() -> None:
    """Ask for the same memory layout in every process that this one becomes by `exec`.

    Where the system does not let us, addresses differ from process to process; nothing else changes.
    """
    if sys.platform != "linux":
        return
    try:
        import ctypes

        libc = ctypes.CDLL(None)
        libc.personality(libc.personality(0xFFFFFFFF) | _ADDR_NO_RANDOMIZE)
    except (ImportError, OSError, AttributeError):
        return
