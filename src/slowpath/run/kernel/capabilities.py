"""The rights of root that a target never needs, given up by a process for good."""

from __future__ import annotations

import ctypes

from slowpath.run.kernel.syscalls import Architecture, Libc

_VERSION = 0x20080522
# linux/capability.h: change immutable files, configure and sniff the network, load modules, raw access to
# devices, chroot, trace, accounting, administer, reboot, raise limits, set the clock, configure terminals,
# make devices, change access policies, read the kernel's log, profile the kernel, load programs into it.
# What lets root read every file stays.
_DANGEROUS = (9, 12, 13, 16, 17, 18, 19, 20, 21, 22, 24, 25, 26, 27, 32, 33, 34, 38, 39, 40)


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("process", ctypes.c_int))


class _Sets(ctypes.Structure):
    """The sets of 32 capabilities each; there are two of these."""

    _fields_ = (
        ("effective", ctypes.c_uint32),
        ("permitted", ctypes.c_uint32),
        ("inheritable", ctypes.c_uint32),
    )


def give_up(libc: Libc, machine: Architecture) -> None:
    """Give up the dangerous capabilities that the process has."""
    header, held = _Header(_VERSION, 0), (_Sets * 2)()
    if libc.call(machine.numbers["capget"], ctypes.byref(header), held) < 0:
        return
    for part, sets in enumerate(held):
        drop = sum(1 << (each - 32 * part) for each in _DANGEROUS if each // 32 == part)
        for name, _ in _Sets._fields_:
            setattr(sets, name, getattr(sets, name) & ~drop)
    libc.call(machine.numbers["capset"], ctypes.byref(header), held)
