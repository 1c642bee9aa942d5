"""System calls by number, and how they are made."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

NO_NEW_PRIVILEGES = 38  # prctl: no program that the process becomes has more rights than it has
PARENT_DEATH_SIGNAL = 1  # prctl


@dataclass(frozen=True, slots=True)
class Architecture:
    """An architecture as seccomp knows it, and the numbers of its system calls."""

    architecture: int  # AUDIT_ARCH_..., linux/audit.h
    numbers: Mapping[str, int]
    foreign: int | None = None  # the first number of another way to call the same kernel (x32)


# The calls that have the same number everywhere.
_SHARED = {
    "pidfd_send_signal": 424, "io_uring_setup": 425, "open_tree": 428, "move_mount": 429, "fsopen": 430,
    "fsconfig": 431, "fsmount": 432, "fspick": 433, "clone3": 435, "pidfd_getfd": 438, "mount_setattr": 442,
    "fchmodat2": 452, "setxattrat": 463, "removexattrat": 466, "file_setattr": 469,
}  # fmt: skip
_X86_64 = {
    "socket": 41, "connect": 42, "accept": 43, "sendto": 44, "sendmsg": 46, "bind": 49, "listen": 50,
    "clone": 56, "fork": 57, "vfork": 58, "execve": 59, "kill": 62, "truncate": 76, "chmod": 90, "fchmod": 91,
    "chown": 92, "fchown": 93, "lchown": 94, "ptrace": 101, "syslog": 103, "capget": 125, "capset": 126,
    "rt_sigqueueinfo": 129, "utime": 132, "pivot_root": 155, "prctl": 157, "adjtimex": 159, "chroot": 161,
    "acct": 163, "settimeofday": 164, "mount": 165, "umount2": 166, "swapon": 167, "swapoff": 168,
    "reboot": 169, "sethostname": 170, "setdomainname": 171, "iopl": 172, "ioperm": 173, "init_module": 175,
    "delete_module": 176, "quotactl": 179, "setxattr": 188, "lsetxattr": 189, "fsetxattr": 190,
    "removexattr": 197, "lremovexattr": 198, "fremovexattr": 199, "tkill": 200, "clock_settime": 227,
    "tgkill": 234, "utimes": 235, "kexec_load": 246, "add_key": 248, "request_key": 249, "keyctl": 250,
    "fchownat": 260, "futimesat": 261, "fchmodat": 268, "unshare": 272, "utimensat": 280, "accept4": 288,
    "rt_tgsigqueueinfo": 297, "perf_event_open": 298, "prlimit64": 302, "open_by_handle_at": 304,
    "clock_adjtime": 305, "sendmmsg": 307, "setns": 308, "process_vm_readv": 310, "process_vm_writev": 311,
    "finit_module": 313, "seccomp": 317, "kexec_file_load": 320, "bpf": 321, "execveat": 322,
    "userfaultfd": 323,
}  # fmt: skip
_AARCH64 = {
    "setxattr": 5, "lsetxattr": 6, "fsetxattr": 7, "removexattr": 14, "lremovexattr": 15, "fremovexattr": 16,
    "umount2": 39, "mount": 40, "pivot_root": 41, "truncate": 45, "chroot": 51, "fchmod": 52, "fchmodat": 53,
    "fchownat": 54, "fchown": 55, "quotactl": 60, "utimensat": 88, "acct": 89, "capget": 90, "capset": 91,
    "unshare": 97, "kexec_load": 104, "init_module": 105, "delete_module": 106, "clock_settime": 112,
    "syslog": 116, "ptrace": 117, "kill": 129, "tkill": 130, "tgkill": 131, "rt_sigqueueinfo": 138,
    "reboot": 142, "sethostname": 161, "setdomainname": 162, "prctl": 167, "settimeofday": 170,
    "adjtimex": 171, "socket": 198, "bind": 200, "listen": 201, "accept": 202, "connect": 203, "sendto": 206,
    "sendmsg": 211, "add_key": 217, "request_key": 218, "keyctl": 219, "clone": 220, "execve": 221,
    "swapon": 224, "swapoff": 225, "rt_tgsigqueueinfo": 240, "perf_event_open": 241, "accept4": 242,
    "prlimit64": 261, "open_by_handle_at": 265, "clock_adjtime": 266, "setns": 268, "sendmmsg": 269,
    "process_vm_readv": 270, "process_vm_writev": 271, "finit_module": 273, "seccomp": 277, "bpf": 280,
    "execveat": 281, "userfaultfd": 282, "kexec_file_load": 294,
}  # fmt: skip
_MACHINES = {
    "x86_64": Architecture(0xC000003E, {**_SHARED, **_X86_64}, foreign=0x40000000),
    "aarch64": Architecture(0xC00000B7, {**_SHARED, **_AARCH64}),
}


def this_machine() -> Architecture | None:
    """Return the architecture of the calling process, if its numbers are known."""
    is_64_bit = ctypes.sizeof(ctypes.c_void_p) == 8
    return _MACHINES.get(os.uname().machine) if is_64_bit else None


@cache
def this_libc() -> Libc:
    """Return the C library; loaded once, since each run would pay for it."""
    return Libc()


class Libc:
    """The C library of the process. Its calls return -1 if the kernel refuses."""

    def __init__(self) -> None:
        library: Any = ctypes.CDLL(None)
        self._syscall, self._prctl = library.syscall, library.prctl
        self._syscall.restype = ctypes.c_long

    def call(self, number: int, *arguments: Any) -> int:
        """Make a system call; integers are passed as long ones."""
        passed = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
        result: int = self._syscall(ctypes.c_long(number), *passed)
        return result

    def control(self, option: int, value: int) -> bool:
        """Set a property of the process (prctl); return whether the kernel did."""
        rest = [ctypes.c_ulong(0)] * 3
        return bool(self._prctl(ctypes.c_int(option), ctypes.c_ulong(value), *rest) == 0)
