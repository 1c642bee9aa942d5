"""Flipping character tests finds texts that patterns are slow on."""

from __future__ import annotations

import pytest

from slowpath.counting.regex.machine import Mode, machine, run
from slowpath.counting.regex.program import parsed
from tests.quality.flipping import flip

EMAIL = r"^([a-zA-Z0-9_\.\-])+\@(([a-zA-Z0-9\-])+\.)+([a-zA-Z0-9]{2,4})+$"


@pytest.mark.parametrize("pattern", [r"(a+)+$", r"^(\w+\s?)*$", r"(\d+)*x\1", EMAIL])
def test_exponential_patterns_spend_the_budget(pattern: str) -> None:
    found = flip(pattern, 20)
    assert found.spent
    assert found.cost >= 5_000


@pytest.mark.parametrize("pattern", [r"\s+$", r"<[^>]*>"])
def test_quadratic_patterns(pattern: str) -> None:
    found = flip(pattern, 16, runs=300)
    program = machine(parsed(pattern))
    four, eight = (
        sum(run(program, "".join(each * times for each in found.text), Mode.SEARCH).steps) for times in (4, 8)
    )
    assert eight / four > 3


def test_a_linear_pattern_spends_nothing() -> None:
    assert not flip("[a-c]x", 12, runs=60).spent
