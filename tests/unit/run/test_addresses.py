"""Processes started behind `fix_addresses` have the same memory layout."""

from __future__ import annotations

import subprocess
import sys

import pytest

from slowpath.run.addresses import fix_addresses
from tests.unit.run.forked import forked

ADDRESS = [sys.executable, "-c", "print(id(object()), id(print))"]


def fixed() -> list[str]:
    """Where three processes that start afresh have two objects."""
    fix_addresses()
    return [
        subprocess.run(ADDRESS, capture_output=True, check=True, env={}).stdout.decode() for _ in range(3)
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux fixes addresses")
def test_addresses_repeat_from_process_to_process() -> None:
    import ctypes

    libc = ctypes.CDLL(None)
    if forked(lambda: libc.personality(libc.personality(0xFFFFFFFF) | 0x0040000)) == -1:
        pytest.skip("the system refuses to fix addresses")
    assert len(set(forked(fixed))) == 1


def test_other_systems_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setitem(sys.modules, "ctypes", None)
    fix_addresses()


def test_a_system_without_ctypes_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setitem(sys.modules, "ctypes", None)
    fix_addresses()
