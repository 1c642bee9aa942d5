"""What the kernel refuses to the processes that import and run a target: the first line of defence.

It stops native code, too, which no audit hook sees. On systems other than Linux, and if a kernel or a
container does not let a process restrict itself, the audit hook is the only line; nothing else changes.
"""

from __future__ import annotations

import errno
import signal
import sys
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from slowpath.run.audit import FILES, NETWORK, PROCESSES

if TYPE_CHECKING:
    from slowpath.run.kernel.seccomp import SystemCallRule

_SYSTEM: Final = (
    "ptrace", "process_vm_readv", "process_vm_writev", "pidfd_getfd", "mount", "umount2", "pivot_root",
    "chroot", "move_mount", "open_tree", "fsopen", "fsconfig", "fsmount", "fspick", "mount_setattr",
    "swapon", "swapoff", "reboot", "kexec_load", "kexec_file_load", "init_module", "finit_module",
    "delete_module", "bpf", "perf_event_open", "keyctl", "add_key", "request_key", "userfaultfd",
    "setns", "unshare", "io_uring_setup", "settimeofday", "clock_settime", "clock_adjtime", "adjtimex",
    "sethostname", "setdomainname", "syslog", "acct", "quotactl", "iopl", "ioperm", "open_by_handle_at",
)  # fmt: skip
# Landlock does not know these.
_FILES: Final = (
    "chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "fchown", "lchown", "fchownat", "setxattr",
    "lsetxattr", "fsetxattr", "setxattrat", "removexattr", "lremovexattr", "fremovexattr",
    "removexattrat", "file_setattr", "truncate",
)  # fmt: skip
_TIMES: Final = ("utime", "utimes", "futimesat", "utimensat")
_NETWORK: Final = ("connect", "bind", "listen", "accept", "accept4", "sendmsg", "sendmmsg")
_SIGNALS: Final = ("rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_send_signal")
_LOCAL_AND_INTERNET = (1, 2, 10)  # AF_UNIX, AF_INET, AF_INET6: useless without the calls above
_NEW_NAMESPACES = 0x7E020000  # flags of clone: linux/sched.h
_THREAD = 0x00010000


@dataclass(frozen=True, slots=True)
class Defences:
    """What the kernel could install: the ABI of Landlock, and whether there is a filter of system calls."""

    landlock: int | None = None
    seccomp: bool = False


def restrict(allow: Collection[str], writable: Sequence[str] = (), *, times: bool = False) -> Defences:
    """Restrict this process, and those that it forks, to what is allowed and to reading; for good.

    Files may be changed in the folders `writable`. With `times`, those of all files may be set: the kernel
    cannot tell folders apart there.
    """
    if sys.platform != "linux":
        return Defences()
    from slowpath.run.kernel import capabilities, landlock, seccomp
    from slowpath.run.kernel.syscalls import NO_NEW_PRIVILEGES, this_libc, this_machine

    libc, machine = this_libc(), this_machine()
    if not libc.control(NO_NEW_PRIVILEGES, 1):
        return Defences()
    abi = landlock.version(libc)
    folders = None if FILES in allow else writable
    if abi is not None and not landlock.restrict(
        libc, abi, writable=folders, network=NETWORK in allow, signals=PROCESSES in allow
    ):
        abi = None
    if machine is None:
        return Defences(abi)
    capabilities.give_up(libc, machine)
    rules = _rules(allow, keeps=times)
    return Defences(abi, seccomp.Filter(machine, rules).install(libc))


@cache
def isolation(allow: tuple[str, ...]) -> Callable[[], bool]:
    """Return a function that lets its process, which carries out runs, start no other one and send signals
    to itself alone.

    The process ends with the one that forked it. Nothing happens if processes are allowed. The function says
    whether the kernel does so. It is made before the fork, since each run would pay for it.
    """
    if sys.platform != "linux" or PROCESSES in allow:
        return lambda: False
    from slowpath.run.kernel import seccomp
    from slowpath.run.kernel.seccomp import OWN_PROCESS
    from slowpath.run.kernel.syscalls import NO_NEW_PRIVILEGES, PARENT_DEATH_SIGNAL, this_libc, this_machine

    libc, machine = this_libc(), this_machine()
    if machine is None:
        return lambda: False
    rules = [
        *map(seccomp.refused, ("fork", "vfork", *_SIGNALS)),
        seccomp.only_with("clone", 0, _THREAD),
        *(seccomp.only_if(call, 0, (OWN_PROCESS,)) for call in ("kill", "tkill", "tgkill")),
        seccomp.only_if("prlimit64", 0, (0, OWN_PROCESS)),
        seccomp.unless("prctl", 0, PARENT_DEATH_SIGNAL),
    ]
    ready = seccomp.Filter(machine, rules)

    def isolate() -> bool:
        if not libc.control(NO_NEW_PRIVILEGES, 1):
            return False
        libc.control(PARENT_DEATH_SIGNAL, signal.SIGKILL)
        return ready.install(libc)

    return isolate


def _rules(allow: Collection[str], *, keeps: bool) -> list[SystemCallRule]:
    from slowpath.run.kernel.seccomp import only_if, only_null, only_without, refused

    # The C library makes the older call if there is no clone3, whose flags a filter cannot see.
    rules = [refused("clone3", errno.ENOSYS), only_without("clone", 0, _NEW_NAMESPACES)]
    names = list(_SYSTEM)
    if FILES not in allow:
        names += _FILES if keeps else [*_FILES, *_TIMES]
    if PROCESSES not in allow:
        names += ["execve", "execveat"]
    if NETWORK not in allow:
        names += _NETWORK
        rules += [only_if("socket", 0, _LOCAL_AND_INTERNET), only_null("sendto", 4)]
    return [*rules, *map(refused, names)]
