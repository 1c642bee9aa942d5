"""Mappings with one more key."""

from __future__ import annotations

import pytest

from slowpath.shape.keyed import with_key
from slowpath.shape.syntax import parse_shape


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        ("entries(a=integer())", ["entries(a=integer(), k=text(N))"]),
        ("entries(k=integer())", []),
        ("dicts(text(N), integer(), N)", ["entries(k=text(N))"]),
        ("dicts(integer(), integer(), N)", []),
        ("lists(entries(a=text(N)), N)", ["lists(entries(a=text(N), k=text(N)), N)"]),
        (
            "entries(a=lists(entries(b=text(N)), N))",
            [
                "entries(a=lists(entries(b=text(N)), N), k=text(N))",
                "entries(a=lists(entries(b=text(N), k=text(N)), N))",
            ],
        ),
        ("text(N)", []),
    ],
)
def test_a_key_is_added_wherever_there_is_a_mapping(shape: str, expected: list[str]) -> None:
    assert [each.describe() for each in with_key(parse_shape(shape), "k")] == expected
