"""What users give becomes the fields of orders."""

from __future__ import annotations

import pytest

from slowpath.arguments import common_fields, expressions, first_measure, found_by
from slowpath.config import Settings
from slowpath.errors import InputError, MeasureError
from slowpath.model.find import Measured


def test_settings_go_before_what_is_usual() -> None:
    usual = common_fields("m:f", None, 60.0, 1_000)
    given = common_fields("m:f", Settings(budget=5.0, max_ops=7, knowledge=False), 60.0, 1_000)
    assert (usual["spec"], usual["seconds"], usual["max_ops"], usual["without"]) == ("m:f", 60.0, 1_000, ())
    assert (given["seconds"], given["max_ops"], given["without"]) == (5.0, 7, ("knowledge",))


def test_the_first_measure_of_settings_is_the_one_of_a_verb_that_takes_one() -> None:
    assert first_measure(None) == first_measure(Settings()) == "ops"
    assert first_measure(Settings(), "calls") == "calls"
    assert first_measure(Settings(measures=("memory", "ops")), "calls") == "memory"


def test_text_is_an_expression_and_values_are_literals() -> None:
    assert expressions({"xs": "[0] * N"}, {"key": (1, "a")}) == {"xs": "[0] * N", "key": "(1, 'a')"}
    with pytest.raises(InputError, match="cannot be written as a literal"):
        expressions(None, {"key": object()})


def test_find_knows_two_measures() -> None:
    assert found_by(("memory", "calls")) is Measured.MEMORY
    assert found_by(("ops", "memory")) is None
    assert found_by(()) is None
    with pytest.raises(MeasureError, match="'calls'"):
        found_by(("calls",))
