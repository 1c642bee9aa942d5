"""Ctrl-C while a process begins."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def interruptions_wait() -> Iterator[Any]:
    """Hold an interruption back until a process is begun; yield the handler that hears it then.

    Amid a fork it would be raised in the child before that can ignore it, and shown as a traceback; or in the
    parent before that knows its child. A terminal sends it to all processes of a command. Threads and
    processes that begin meanwhile do not hear it either, until they let it through.
    """
    heard: list[int] = []
    handler = signal.getsignal(signal.SIGINT)
    # Only the main thread has handlers, and one that is not of Python (None) cannot be put back.
    is_ours = threading.current_thread() is threading.main_thread() and handler is not None
    if is_ours:  # another thread may take the signal, which the mask of this one does not keep back
        signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield handler
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if is_ours:
            signal.signal(signal.SIGINT, handler)
        if heard:
            signal.raise_signal(signal.SIGINT)
