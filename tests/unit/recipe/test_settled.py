"""What N calls have in common does not grow with N."""

from __future__ import annotations

import pytest

from slowpath.model.slot import PartKey, closed_by, filled_by, filled_by_each, for_each
from slowpath.recipe.part import Family, Fixed, Part, PartKind, Wrapped, pumped
from slowpath.recipe.recipe import recipe
from slowpath.recipe.settled import settled

TEXT, MANY = pumped(PartKind.TEXT, "b", "a"), Family("[str(i) for i in range(N)]")
STREAM = Wrapped("__import__('io').StringIO", TEXT)


@pytest.mark.parametrize(
    ("parts", "sources"),
    [
        ({"x": TEXT, "y": TEXT}, {"x": "'b' + 'a' * N", "y": "'b' + 'a' * N"}),
        ({"x": TEXT, for_each("y"): MANY, "z": TEXT}, {"x": "'ba'", for_each("y"): MANY.source, "z": "'ba'"}),
        (
            {"x": STREAM, for_each("y"): MANY},
            {"x": "__import__('io').StringIO('ba')", for_each("y"): MANY.source},
        ),
        (
            {
                "x": TEXT,
                filled_by_each("add", "y"): MANY,
                filled_by("add", "z"): TEXT,
                filled_by("put", "z"): TEXT,
            },
            {
                "x": "'b' + 'a' * N",
                filled_by_each("add", "y"): MANY.source,
                filled_by("add", "z"): "'ba'",
                filled_by("put", "z"): "'b' + 'a' * N",
            },
        ),
        (
            {for_each("x"): MANY, filled_by_each("add", "y"): MANY, closed_by("close"): Fixed("()")},
            {for_each("x"): MANY.source, filled_by_each("add", "y"): "['0']", closed_by("close"): "()"},
        ),
    ],
)
def test_what_is_used_in_each_call_stays_small(
    parts: dict[PartKey, Part], sources: dict[PartKey, str]
) -> None:
    assert {key: part.source for key, part in settled(recipe(parts)).parts} == sources
