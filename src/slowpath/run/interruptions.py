"""Ctrl-C while a process begins."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def interruptions_wait() -> Iterator[None]:
    """Hold an interruption back until a process is begun.

    Amid a fork it would be raised in the child before that can ignore it, and shown as a traceback; or in the
    parent before that knows its child. The child begins with interruptions held back, too, and must let them
    through when it is ready. If this process has other threads, one of them may take the interruption: it is
    then raised in the parent at once, but never in the child.
    """
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
