"""A meter whose rules must not fail."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests.unit.counting.native.meter import SITE, Meter


@pytest.fixture
def meter() -> Iterator[Meter]:
    """Yield a meter; no rule may have failed while it was used."""
    failures: list[Any] = []
    old = sys.unraisablehook
    sys.unraisablehook = failures.append
    try:
        meter = Meter()
        yield meter
    finally:
        sys.unraisablehook = old
    assert not failures, failures
    assert [slot for slot, work in enumerate(meter.work) if work] in ([], [SITE])
