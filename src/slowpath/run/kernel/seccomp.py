"""seccomp: a filter of system calls, which the kernel asks before each.

A filter is a program for the packet filter of the kernel (BPF). The processes that its process starts have
it, too, and no process can take one back.
"""

from __future__ import annotations

import ctypes
import errno
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from slowpath.run.kernel.syscalls import Architecture, Libc

# linux/bpf_common.h: load a word of the call, jump if it is equal or has a bit set or is as large, return
_LOAD, _EQUAL, _SET, _AS_LARGE, _RETURN = 0x20, 0x15, 0x45, 0x35, 0x06
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16  # where `struct seccomp_data` has what is loaded
_ALLOW, _ERRNO = 0x7FFF0000, 0x00050000
_SET_FILTER = 1
OWN_PROCESS: Final = 0xFFFF_FFFE  # in a rule: the process that installs it; none has this number
_KEEP_SPEED = 1 << 2  # SPEC_ALLOW: older kernels would slow the process down against Spectre otherwise


class _Instruction(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_uint16),
        ("if_true", ctypes.c_uint8),
        ("if_false", ctypes.c_uint8),
        ("value", ctypes.c_uint32),
    )


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint16), ("instructions", ctypes.POINTER(_Instruction)))


Code = tuple[int, int, int, int]  # the fields of an instruction


@dataclass(frozen=True, slots=True)
class SystemCallRule:
    """A system call, and what the kernel does before it: `code` refuses it or lets it pass."""

    call: str
    code: tuple[Code, ...]


_PASS: Final[Code] = (_RETURN, 0, 0, _ALLOW)


def refused(call: str, error: int = errno.EPERM) -> SystemCallRule:
    """The call fails."""
    return SystemCallRule(call, (_failing(error),))


def only_if(call: str, argument: int, values: Sequence[int]) -> SystemCallRule:
    """The call fails unless its argument, of 32 bits, is one of the values."""
    left = len(values)
    tests = [(_EQUAL, left - place, 0, value) for place, value in enumerate(values)]
    return SystemCallRule(call, (_low(argument), *tests, _failing(), _PASS))


def unless(call: str, argument: int, value: int) -> SystemCallRule:
    """The call fails if its argument, of 32 bits, is the value."""
    return SystemCallRule(call, (_low(argument), (_EQUAL, 0, 1, value), _failing(), _PASS))


def only_with(call: str, argument: int, bits: int) -> SystemCallRule:
    """The call fails unless its argument has one of the bits set."""
    return SystemCallRule(call, (_low(argument), (_SET, 1, 0, bits), _failing(), _PASS))


def only_without(call: str, argument: int, bits: int) -> SystemCallRule:
    """The call fails if its argument has one of the bits set."""
    return SystemCallRule(call, (_low(argument), (_SET, 0, 1, bits), _failing(), _PASS))


def only_null(call: str, argument: int) -> SystemCallRule:
    """The call fails unless its argument, a pointer, is NULL."""
    low, high = _low(argument), (_LOAD, 0, 0, _ARGUMENTS + 8 * argument + 4)
    return SystemCallRule(call, (low, (_EQUAL, 0, 2, 0), high, (_EQUAL, 1, 0, 0), _failing(), _PASS))


def filtered(machine: Architecture, rules: Iterable[SystemCallRule]) -> list[Code]:
    """Return the program of a filter. Calls that the machine does not have need no rule.

    Each call of another architecture is refused: its numbers mean something else.
    """
    program: list[Code] = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, machine.architecture),
        _failing(),
        (_LOAD, 0, 0, _NUMBER),
    ]
    if machine.foreign is not None:
        program += [(_AS_LARGE, 0, 1, machine.foreign), _failing()]
    for rule in rules:
        number = machine.numbers.get(rule.call)
        if number is not None:
            program += [(_EQUAL, 0, len(rule.code), number), *rule.code]
    return [*program, _PASS]


class Filter:
    """A filter, ready to be installed. It is made before a fork, so that no forked process pays for it."""

    def __init__(self, machine: Architecture, rules: Iterable[SystemCallRule]) -> None:
        program = filtered(machine, rules)
        self._call = machine.numbers["seccomp"]
        self._instructions = (_Instruction * len(program))(*(_Instruction(*code) for code in program))
        self._whole = _Program(len(program), self._instructions)
        self._own = [each for each in self._instructions if each.value == OWN_PROCESS]

    def install(self, libc: Libc) -> bool:
        """Filter the calls of this process from now on; return whether the kernel does.

        The process must have given up new privileges.
        """
        process = os.getpid()
        for each in self._own:
            each.value = process
        return libc.call(self._call, _SET_FILTER, _KEEP_SPEED, ctypes.byref(self._whole)) == 0


def _low(argument: int) -> Code:
    return (_LOAD, 0, 0, _ARGUMENTS + 8 * argument)  # both machines have the low half first


def _failing(error: int = errno.EPERM) -> Code:
    return (_RETURN, 0, 0, _ERRNO | error)
