"""Functions of the standard library do the same with symbolic values as with plain ones, at the same cost."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.conformance.functions import Function, functions
from tests.conformance.twins import both

FUNCTIONS = functions()
EXAMPLES = 100 if os.environ.get("HYPOTHESIS_PROFILE") == "searching" else 4


@pytest.mark.parametrize("function", [each for found in FUNCTIONS.values() for each in found], ids=str)
def test_function(function: Function) -> None:
    first = FUNCTIONS[function.module][0].name

    @settings(max_examples=EXAMPLES, database=None, suppress_health_check=list(HealthCheck))
    @given(st.integers(0, 1 << 32))
    def check(seed: int) -> None:
        twins = both(function.module, first, function.name, function.shapes, seed)
        assert twins.traced == twins.counted
        for condition, taken in zip(twins.trace.conditions, twins.trace.taken, strict=True):
            assert condition.holds(twins.values) == bool(taken), condition
        assert not [reason for _, reason in twins.trace.lost if "another result" in reason]

    check()
