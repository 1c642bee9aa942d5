"""An interruption that comes while a process begins."""

from __future__ import annotations

import os
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
            os.kill(os.getpid(), signal.SIGINT)  # which another thread of pytest may take
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


def test_an_interruption_that_another_thread_takes_waits_too() -> None:
    done = []
    stop = threading.Event()
    thread = threading.Thread(target=stop.wait)
    thread.start()
    try:
        with interruptions_wait():
            assert thread.ident is not None
            signal.pthread_kill(thread.ident, signal.SIGINT)
            stop.wait(0.5)  # the thread is woken up, and takes it
            done.append("all of it")
    except KeyboardInterrupt:
        done.append("interrupted")
    finally:
        stop.set()
        thread.join()
    assert done == ["all of it", "interrupted"]


def test_the_handler_in_place_hears_it_at_the_end() -> None:
    heard: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    with interruptions_wait() as handler:
        signal.raise_signal(signal.SIGINT)
        assert not heard
    assert heard == [signal.SIGINT]
    assert signal.getsignal(signal.SIGINT) is handler
