"""What a finding says of itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from slowpath.model.find import Measured
from slowpath.model.growth import Growth
from tests.unit.report.found import FINDING

LEAP = Growth(((16, 100), (32, 200), (64, 9_000), (67, 9_900)), None, 5.8, 0.0)


@pytest.mark.parametrize(
    ("growth", "by_clock", "words"),
    [
        (LEAP, 2.4, "about n^2.4 by the clock"),
        (LEAP, 5.6, "about n^5.8"),
        (LEAP, None, "about n^5.8"),
        (replace(LEAP, klass="O(n^4)"), 2.4, "O(n^4)"),
    ],
)
def test_without_a_class_the_more_modest_growth_is_told(
    growth: Growth, by_clock: float | None, words: str
) -> None:
    told = replace(FINDING, growth=growth, slope=by_clock, measure=Measured.TIME, input=None)
    assert told.words == words
    assert replace(told, measure=Measured.MEMORY, memory=growth).words == f"memory {growth.words}"
