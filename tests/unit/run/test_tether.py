from __future__ import annotations

import fcntl
import os
import signal
import time

import pytest

from slowpath.run.tether import tether

pytestmark = pytest.mark.skipif(not hasattr(fcntl, "F_SETSIG"), reason="only Linux signals a hang-up")


@pytest.mark.parametrize("early", [True, False], ids=["closed before", "closed after"])
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_busy_process_ends_when_the_pipe_closes(early: bool) -> None:
    reader, writer = os.pipe()
    ready, tell = os.pipe()
    if early:
        os.close(writer)
    pid = os.fork()
    if pid == 0:
        if not early:
            os.close(writer)
        tether(reader)
        os.write(tell, b"x")
        time.sleep(60)
        os._exit(0)
    if not early:
        os.read(ready, 1)
        assert os.waitpid(pid, os.WNOHANG) == (0, 0)
        os.close(writer)
    _, status = os.waitpid(pid, 0)
    for fd in (reader, ready, tell):
        os.close(fd)
    assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL
