"""An interruption that comes while a process begins."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator

import pytest

from slowpath.run.interruptions import interruptions_wait


@pytest.fixture(autouse=True)
def _interruptions_are_heard() -> Iterator[None]:
    """A shell starts what runs in the background with SIGINT ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_an_interruption_is_raised_at_the_end() -> None:
    done = []
    try:
        with interruptions_wait():
            signal.pthread_kill(threading.get_ident(), signal.SIGINT)  # pytest may have other threads
            done.append("all of it")
        done.append("something after it")
    except KeyboardInterrupt:
        done.append("interrupted")
    assert done == ["all of it", "interrupted"]


def test_interruptions_that_were_held_back_before_still_are() -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        with interruptions_wait():
            pass
        assert signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
