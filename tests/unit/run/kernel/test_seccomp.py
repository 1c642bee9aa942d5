"""Filters of system calls: what their programs say, and that the kernel follows them."""

from __future__ import annotations

import errno
import os
import signal
import socket
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from slowpath.run.kernel.seccomp import (
    OWN_PROCESS,
    Filter,
    SystemCallRule,
    filtered,
    only_if,
    only_null,
    only_with,
    only_without,
    refused,
    unless,
)
from slowpath.run.kernel.syscalls import NO_NEW_PRIVILEGES, Architecture, Libc, this_machine
from tests.unit.run.forked import forked

MACHINE = this_machine()
needs_seccomp = pytest.mark.skipif(MACHINE is None, reason="no numbers of system calls for this machine")
ALLOWED, FAILS = 0x7FFF0000, 0x00050000 | errno.EPERM


def answer(rule: SystemCallRule, *arguments: int, number: int = 7, architecture: int = 1) -> int:
    """What a filter of one rule returns for a call: its program, run as the kernel runs it."""
    machine = Architecture(1, {rule.call: 7}, foreign=1000)
    words = {0: number, 4: architecture}
    for place, value in enumerate(arguments):
        words |= {16 + 8 * place: value & 0xFFFFFFFF, 20 + 8 * place: value >> 32}
    program, at, loaded = filtered(machine, [rule]), 0, 0
    while True:
        code, if_true, if_false, value = program[at]
        if code == 0x06:
            return value
        if code == 0x20:
            loaded, jump = words[value], 0
        else:
            met = {0x15: loaded == value, 0x45: bool(loaded & value), 0x35: loaded >= value}[code]
            jump = if_true if met else if_false
        at += 1 + jump


@pytest.mark.parametrize(
    ("rule", "arguments", "passes"),
    [
        (refused("x"), (), False),
        (only_if("x", 0, (1, 2, 10)), (1,), True),
        (only_if("x", 0, (1, 2, 10)), (10,), True),
        (only_if("x", 0, (1, 2, 10)), (3,), False),
        (only_if("x", 1, (5,)), (0, 5), True),
        (unless("x", 0, 1), (1,), False),
        (unless("x", 0, 1), (2,), True),
        (only_with("x", 0, 4), (5,), True),
        (only_with("x", 0, 4), (3,), False),
        (only_without("x", 0, 6), (2,), False),
        (only_without("x", 0, 6), (1,), True),
        (only_null("x", 1), (9, 0), True),
        (only_null("x", 1), (9, 1), False),
        (only_null("x", 1), (9, 1 << 32), False),
    ],
)
def test_a_rule(rule: SystemCallRule, arguments: tuple[int, ...], passes: bool) -> None:
    assert answer(rule, *arguments) == (ALLOWED if passes else FAILS)


def test_other_calls_pass_and_other_architectures_fail() -> None:
    assert answer(refused("x"), number=8) == ALLOWED
    assert answer(refused("x"), number=8, architecture=2) == FAILS
    assert answer(refused("x"), number=1008) == FAILS


def test_a_call_that_the_machine_does_not_have_needs_no_rule() -> None:
    machine = Architecture(1, {})
    assert filtered(machine, [refused("x")]) == filtered(machine, [])


def outcome(rule: SystemCallRule, action: Callable[[], Any]) -> Any:
    """What an action comes to under a filter: its error number, or 0."""

    def run() -> int | str:
        libc = Libc()
        assert MACHINE is not None
        if not libc.control(NO_NEW_PRIVILEGES, 1) or not Filter(MACHINE, [rule]).install(libc):
            return "no filter"
        try:
            action()
        except OSError as error:
            return error.errno or -1
        return 0

    found = forked(run)
    if found == "no filter":
        pytest.skip("the kernel installs no filter")
    return found


@needs_seccomp
def test_the_kernel_follows_a_filter() -> None:
    assert outcome(refused("socket", errno.ENOSYS), socket.socket) == errno.ENOSYS
    assert outcome(refused("socket"), socket.socketpair) == 0
    assert outcome(only_if("kill", 0, (1,)), lambda: os.kill(os.getpid(), 0)) == errno.EPERM
    assert outcome(only_if("kill", 1, (0,)), lambda: os.kill(os.getpid(), 0)) == 0
    assert outcome(only_if("kill", 1, (0,)), lambda: os.kill(os.getpid(), signal.SIGCONT)) == errno.EPERM
    parent = os.getpid()
    assert outcome(only_if("kill", 0, (OWN_PROCESS,)), lambda: os.kill(os.getpid(), 0)) == 0
    assert outcome(only_if("kill", 0, (OWN_PROCESS,)), lambda: os.kill(parent, 0)) == errno.EPERM


@needs_seccomp
def test_a_filter_of_another_machine_is_not_followed() -> None:
    def run() -> int:
        libc = Libc()
        assert MACHINE is not None
        assert libc.control(NO_NEW_PRIVILEGES, 1)
        numbers = {**MACHINE.numbers, "seccomp": 100_000}
        return int(Filter(replace(MACHINE, numbers=numbers), []).install(libc))

    assert forked(run) == 0
