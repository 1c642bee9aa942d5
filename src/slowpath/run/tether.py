"""A process that ends when another one does."""

from __future__ import annotations

import fcntl
import os
import select
import signal


def tether(fd: int) -> None:
    """Have the kernel kill the calling process when the last write end of the pipe `fd` closes.

    It works whatever the process is doing, also when its parent was killed. Where the system cannot
    send a chosen signal on hang-up (only Linux can), the process must notice by reading.
    """
    set_signal = getattr(fcntl, "F_SETSIG", None)
    if set_signal is None:
        return
    fcntl.fcntl(fd, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(fd, set_signal, signal.SIGKILL)
    fcntl.fcntl(fd, fcntl.F_SETFL, fcntl.fcntl(fd, fcntl.F_GETFL) | os.O_ASYNC)
    if _hung_up(fd):  # it closed before the signal was asked for
        os.kill(os.getpid(), signal.SIGKILL)


def _hung_up(fd: int) -> bool:
    poll = select.poll()
    poll.register(fd, select.POLLIN)
    return any(event & select.POLLHUP for _, event in poll.poll(0))
