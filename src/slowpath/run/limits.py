"""How much one run may use, and what the end of its process means."""

from __future__ import annotations

import os
import resource
import signal
import sys
from dataclasses import dataclass
from sys import setrecursionlimit  # the interpreter's: the target gets one with a cap
from typing import Literal, get_args

from slowpath.errors import UsageError
from slowpath.model.run import End
from slowpath.run.unaudited import RECURSION as RECURSION_EVENT
from slowpath.target.trust import trusted

GIGABYTE = 1024**3  # bytes
UNHEARD = 71  # the exit code of a process that cannot tell of its run (EX_OSERR)
_SPARE = GIGABYTE // 4  # bytes at least to report a run that met its memory limit
_STATM = 128  # bytes of /proc/self/statm at most: seven numbers
_LARGEST_FILE = GIGABYTE // 4  # bytes: the files of inputs take 64 MB together
RECURSION = 1000  # frames, as CPython allows: a target that recurses deeper fails there, too

LimitName = Literal["cpu", "time", "memory", "recursion"]
_USED_UP: dict[LimitName, str] = {
    "cpu": "no end after {} s of CPU time; allow more with --cpu SECONDS",
    "time": "no end after {:g} s; allow more with --time or --budget",
    "memory": "no memory left within {}; allow more with --memory SIZE",
    "recursion": "recursion deeper than {} calls; allow more with --recursion N",
}


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one run: `cpu` and `time` (wall clock) in seconds, `memory` in bytes beyond what the
    loaded target already holds, `recursion` in frames of the target."""

    cpu: int = 60  # ten times what a run of the default budget of ops takes
    time: float = 120.0  # twice the CPU time: the machine may be busy
    memory: int = GIGABYTE
    recursion: int = RECURSION

    def __post_init__(self) -> None:
        for name in get_args(LimitName):
            if getattr(self, name) <= 0:
                raise UsageError(f"the {name} limit must be more than zero, not {getattr(self, name)}")


def apply(limits: Limits, more_runs: int = 0) -> None:
    """Limit the CPU time and memory of the calling process's next run; it leaves no core file.

    The process makes at most `more_runs` runs after that.
    """
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    used = resource.getrusage(resource.RUSAGE_SELF)
    soft = int(used.ru_utime + used.ru_stime) + limits.cpu
    # A target that ignores SIGXCPU is killed a second after its last run could end.
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    most = soft + more_runs * limits.cpu + 1
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    with trusted():
        resource.setrlimit(resource.RLIMIT_CPU, (min(soft, most), most))
    limit_memory(limits.memory, spare=max(limits.memory, _SPARE))


def limit_recursion(frames: int) -> None:
    """Let the stack of the calling thread be so deep; the target can set a lower limit, not a higher one."""
    setrecursionlimit(frames)
    sys.audit(RECURSION_EVENT, frames)


def limit_files() -> None:
    """Let the calling process write no file that is larger than any run should need."""
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (_lower(_LARGEST_FILE, hard), hard))


def limit_memory(memory: int, spare: int | None = None) -> None:
    """Let the calling process take `memory` bytes more than it has, until `free_memory`.

    With `spare`, it can never again take more than so many bytes besides.
    """
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = _held() + memory
    if spare is not None:
        hard = _lower(wanted + spare, hard)
    soft = _lower(wanted, hard)
    with trusted():
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def free_memory() -> None:
    """Lift the memory limit, so that a run that met it can be reported."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    with trusted():
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


def verdict(status: int, cpu_seconds: float, limits: Limits) -> tuple[End, str]:
    """Say why a process ended without a report, by its exit code (negative: a signal) and CPU time."""
    if status == UNHEARD:
        return End.DIED, "the target closed file descriptors of the process"
    if status >= 0:
        return End.DIED, f"the target ended the process with os._exit({status})"
    number = -status
    if number == signal.SIGXCPU or (number == signal.SIGKILL and cpu_seconds >= limits.cpu):
        return End.CPU, used_up("cpu", limits)
    name = signal.Signals(number).name if number in set(signal.Signals) else f"signal {number}"
    if number == signal.SIGKILL:
        return End.DIED, f"the process was killed ({name}); the machine may be out of memory"
    if number in (signal.SIGSEGV, signal.SIGBUS):
        return End.DIED, f"the process crashed ({name}), in C code or by recursion deeper than the stack"
    return End.DIED, f"the process was ended by {name}"


def used_up(limit: LimitName, limits: Limits) -> str:
    """Say that a run used up one of its limits, and how to allow more."""
    amount = getattr(limits, limit)
    return _USED_UP[limit].format(size_text(amount) if limit == "memory" else amount)


def size_text(size: int) -> str:
    """Return a number of bytes in the unit that keeps it short: "512 MB", "1 GB"."""
    for unit, name in ((GIGABYTE, "GB"), (1024**2, "MB"), (1024, "KB")):
        if size >= unit:
            return f"{size / unit:.3g} {name}"
    return f"{size} bytes"


def _lower(wanted: int, hard: int) -> int:
    return wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)


def _held() -> int:
    """Return the size of the process's address space, or 0 if the system does not tell."""
    # Not `open`: every run asks, and a forked process copies each page that a file object touches.
    try:
        file = os.open("/proc/self/statm", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return 0
    try:
        return int(os.read(file, _STATM).split()[0]) * resource.getpagesize()
    finally:
        os.close(file)
