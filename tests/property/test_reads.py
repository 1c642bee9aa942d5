"""On generated programs the build of reads behaves as the source does, and counts as the count build."""

from __future__ import annotations

import warnings

import pytest
from hypothesis import HealthCheck, Phase, given, note, settings
from hypothesis import strategies as st

from slowpath.model.target import Build
from slowpath.target.copies import Copies
from slowpath.target.scope import Scope
from tests.property.programs import write_inputs, write_program
from tests.property.test_programs import behaviour, plain_function

pytestmark = pytest.mark.filterwarnings("ignore::SyntaxWarning")
# Seeds do not shrink to smaller programs.
SOME = settings(
    max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate]
)


@given(st.integers(0, 10**9), st.integers(1, 24))
@SOME
def test_copies_behave_as_the_source(seed: int, room: int) -> None:
    source, arguments = write_program(seed, room), write_inputs(seed)
    note(source)
    expected = behaviour(plain_function(source), arguments)
    seen = []
    for build in (Build.READS, Build.COUNT):
        copies = Copies(Scope(frozenset()), build)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            names = copies.define(source, {"__name__": "program"})
        copies.ledger.start()
        if copies.reading is not None:
            copies.reading.record(2)
        assert behaviour(names["f"], arguments) == expected
        if copies.reading is not None:
            copies.reading.stop()
        seen.append((copies.ledger.executions(), copies.ledger.work))
    assert seen[0] == seen[1]
