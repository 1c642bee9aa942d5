"""The rights of root that a process gives up."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from slowpath.run.kernel.capabilities import give_up
from slowpath.run.kernel.syscalls import Libc, this_machine
from tests.unit.run.forked import forked

MACHINE = this_machine()
READ_ALL, ADMINISTER, RAISE_LIMITS = 1, 21, 24


def held() -> int:
    found = re.search(r"CapEff:\s*(\w+)", Path("/proc/self/status").read_text())
    assert found
    return int(found[1], 16)


@pytest.mark.skipif(MACHINE is None or os.geteuid() != 0, reason="only root has rights to give up")
def test_dangerous_ones_are_given_up_and_reading_stays() -> None:
    def run() -> int:
        assert MACHINE is not None
        give_up(Libc(), MACHINE)
        return held()

    before, after = held(), forked(run)
    assert after & ~before == 0
    assert not after & (1 << ADMINISTER | 1 << RAISE_LIMITS)
    assert (after ^ before) & 1 << READ_ALL == 0
