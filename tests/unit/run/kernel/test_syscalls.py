"""The numbers of system calls, against what the C library and the headers of this machine say."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from slowpath.run.kernel import syscalls
from slowpath.run.kernel.syscalls import NO_NEW_PRIVILEGES, Libc, this_machine
from tests.unit.run.forked import forked

HEADERS = {
    "x86_64": ("/usr/include/x86_64-linux-gnu/asm/unistd_64.h", "/usr/include/asm/unistd_64.h"),
    "aarch64": ("/usr/include/asm-generic/unistd.h",),
}


@pytest.mark.parametrize("name", HEADERS)
def test_numbers_are_those_of_the_headers(name: str) -> None:
    found = [Path(path).read_text() for path in HEADERS[name] if os.path.exists(path)]
    if not found:
        pytest.skip("no headers of the kernel")
    known = {call: int(number) for call, number in re.findall(r"__NR(?:3264)?_(\w+)\s+(\d+)", found[0])}
    numbers = syscalls._MACHINES[name].numbers
    assert len(numbers) > 60
    differing = {call: number for call, number in numbers.items() if known.get(call, number) != number}
    assert not differing
    assert sum(call in known for call in numbers) > 60


def test_a_machine_without_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    other = os.uname_result(("Linux", "host", "6", "1", "riscv64"))
    monkeypatch.setattr(os, "uname", lambda: other)
    assert this_machine() is None


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="not Linux")
def test_a_property_of_the_process() -> None:
    def run() -> tuple[bool, bool, str]:
        libc = Libc()
        done, unknown = libc.control(NO_NEW_PRIVILEGES, 1), libc.control(100_000, 1)
        return done, unknown, Path("/proc/self/status").read_text()

    done, unknown, status = forked(run)
    assert (done, unknown) == (True, False)
    assert "NoNewPrivs:\t1" in status
    assert Libc().call(100_000) == -1
