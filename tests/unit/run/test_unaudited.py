"""Functions without an audit event get one; the recursion limit gets a cap."""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

from slowpath.run import unaudited
from tests.unit.run.forked import forked


def test_special_files_and_signals_are_audited() -> None:
    def run() -> list[tuple[str, Any]]:
        heard: list[tuple[str, Any]] = []
        unaudited.audit_more()
        unaudited.audit_more()  # a second time changes nothing
        sys.addaudithook(lambda event, arguments: heard.append((event, arguments)))
        for call in (lambda: os.mkfifo("/missing/a"), lambda: signal.pidfd_send_signal(-1, 0)):
            try:
                call()
            except OSError:
                continue
        return [each for each in heard if each[0].startswith("slowpath.")]

    assert forked(run) == [(unaudited.NODE, ("/missing/a",)), (unaudited.SIGNAL, (-1, 0))]


def test_the_recursion_limit_is_capped_and_can_be_lowered() -> None:
    def run() -> list[int]:
        most: list[int | None] = [2000]
        unaudited.cap_recursion(lambda: most[0])
        found = []
        for limit in (500, 1500, 2000, 1_000_000):
            sys.setrecursionlimit(limit)
            found.append(sys.getrecursionlimit())
        most[0] = None
        sys.setrecursionlimit(3000)
        return [*found, sys.getrecursionlimit()]

    assert forked(run) == [500, 1500, 2000, 2000, 3000]


def test_a_limit_that_is_none_fails_as_ever() -> None:
    def run() -> list[str]:
        unaudited.cap_recursion(lambda: 100)
        found = []
        for limit in ("many", 0):
            try:
                sys.setrecursionlimit(limit)  # type: ignore[arg-type]
            except (TypeError, ValueError) as error:
                found.append(type(error).__name__)
        return found

    assert forked(run) == ["TypeError", "ValueError"]
