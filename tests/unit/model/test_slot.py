"""Keys of parts that are no arguments of one call of the target."""

from __future__ import annotations

import pickle

import pytest

from slowpath.model.slot import (
    PartKey,
    closed_by,
    filled_by,
    filled_by_each,
    for_each,
    is_filling,
    is_for_each,
    is_repeated,
    parameter_of,
)


@pytest.mark.parametrize(
    ("key", "parameter", "each", "filling", "repeated"),
    [
        ("x", "x", False, False, False),
        ("Box.x", "x", False, False, False),
        (for_each("x"), "x", True, False, True),
        (closed_by("close"), "", False, False, False),
        (filled_by("add", "x"), "x", False, True, False),
        (filled_by_each("add", "x"), "x", False, True, True),
    ],
)
def test_what_a_key_says(key: PartKey, parameter: str, each: bool, filling: bool, repeated: bool) -> None:
    assert parameter_of(key) == parameter
    assert (is_for_each(key), is_filling(key), is_repeated(key)) == (each, filling, repeated)


def test_slots_are_told_apart_in_every_process() -> None:
    slots = [for_each("x"), closed_by("x"), filled_by("x", "x"), filled_by_each("x", "x")]
    assert len(set(slots)) == 4
    again = pickle.loads(pickle.dumps(slots))
    assert again == slots
    assert [is_for_each(each) for each in again] == [True, False, False, False]
