from __future__ import annotations

import resource
import signal

import pytest

from slowpath.model.run import End
from slowpath.run import limits
from slowpath.run.limits import Limits
from tests.unit.run.forked import forked


def test_memory_beyond_what_is_held() -> None:
    def allocate() -> tuple[bool, bool, bool]:
        limits.limit_memory(50_000_000)
        fits = _fits(20_000_000)
        too_much = _fits(100_000_000)
        limits.free_memory()
        return fits, too_much, _fits(100_000_000)

    assert forked(allocate) == (True, False, True)


def test_memory_that_can_never_be_exceeded() -> None:
    def run() -> tuple[int, int, int]:
        limits.limit_memory(50_000_000, spare=20_000_000)
        soft, hard = resource.getrlimit(resource.RLIMIT_AS)
        limits.free_memory()
        freed, _ = resource.getrlimit(resource.RLIMIT_AS)
        limits.limit_memory(500_000_000, spare=20_000_000)
        return hard - soft, freed - hard, resource.getrlimit(resource.RLIMIT_AS)[1] - hard

    assert forked(run) == (20_000_000, 0, 0)


def test_cpu_time() -> None:
    def spin() -> None:
        limits.apply(Limits(cpu=1))
        while True:
            pass

    code = forked(spin)
    assert code == -signal.SIGXCPU
    assert limits.verdict(code, 1.0, Limits(cpu=1))[0] is End.CPU


def test_cpu_time_of_a_process_that_ignores_the_signal() -> None:
    assert limits.verdict(-signal.SIGKILL, 2.0, Limits(cpu=1))[0] is End.CPU
    assert limits.verdict(-signal.SIGKILL, 0.5, Limits(cpu=1))[0] is End.DIED


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (3, "os._exit(3)"),
        (0, "os._exit(0)"),
        (limits.UNHEARD, "closed file descriptors"),
        (-11, "SIGSEGV"),
        (-9, "SIGKILL"),
        (-15, "SIGTERM"),
        (-40, "40"),
    ],
)
def test_verdict_tells_what_happened(status: int, words: str) -> None:
    end, detail = limits.verdict(status, 0.0, Limits())
    assert end is End.DIED
    assert words in detail


@pytest.mark.parametrize(
    ("size", "text"), [(1 << 30, "1 GB"), (512 << 20, "512 MB"), (1536, "1.5 KB"), (12, "12 bytes")]
)
def test_size_text(size: int, text: str) -> None:
    assert limits.size_text(size) == text


def _fits(size: int) -> bool:
    try:
        bytearray(size)
    except MemoryError:
        return False
    return True
