"""What N calls have in common does not grow with N."""

from __future__ import annotations

import pytest

from slowpath.recipe.part import Family, Fixed, Part, PartKind, Wrapped, pumped
from slowpath.recipe.recipe import recipe
from slowpath.recipe.settled import settled

TEXT, MANY = pumped(PartKind.TEXT, "b", "a"), Family("[str(i) for i in range(N)]")
STREAM = Wrapped("__import__('io').StringIO", TEXT)


@pytest.mark.parametrize(
    ("parts", "sources"),
    [
        ({"x": TEXT, "self.y": TEXT}, {"x": "'b' + 'a' * N", "self.y": "'b' + 'a' * N"}),
        ({"x": TEXT, "each.y": MANY, "self.z": TEXT}, {"x": "'ba'", "each.y": MANY.source, "self.z": "'ba'"}),
        (
            {"x": STREAM, "each.y": MANY},
            {"x": "__import__('io').StringIO('b' + 'a' * 1)", "each.y": MANY.source},
        ),
        (
            {"x": TEXT, "before.each.add.y": MANY, "before.add.z": TEXT, "before.put.z": TEXT},
            {
                "x": "'b' + 'a' * N",
                "before.each.add.y": MANY.source,
                "before.add.z": "'ba'",
                "before.put.z": "'b' + 'a' * N",
            },
        ),
        (
            {"each.x": MANY, "before.each.add.y": MANY, "then.close": Fixed("()")},
            {"each.x": MANY.source, "before.each.add.y": "['0']", "then.close": "()"},
        ),
    ],
)
def test_what_is_used_in_each_call_stays_small(parts: dict[str, Part], sources: dict[str, str]) -> None:
    assert settled(recipe(parts)).sources == sources
