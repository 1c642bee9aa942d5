"""A clock that counts work."""

from __future__ import annotations

import pytest

from slowpath.search.effort import effort


def test_it_goes_with_the_work_on_a_busy_machine() -> None:
    cpu, clock = iter([10.0, 11.5]), iter([100.0, 103.0])
    assert effort(cpu.__next__, clock.__next__)() == pytest.approx(1.5)


def test_it_goes_on_while_the_target_sleeps() -> None:
    cpu, clock = iter([10.0, 10.0]), iter([100.0, 108.0])
    assert effort(cpu.__next__, clock.__next__)() == pytest.approx(2.0)
