"""The idea of a recipe with values of another type."""

from __future__ import annotations

import pytest

from slowpath.recipe.carry import carried_over
from slowpath.recipe.part import Family, Fixed, Part, PartKind, Wrapped, pumped
from slowpath.recipe.recipe import recipe

ZEROS = pumped(PartKind.LIST, pump=("0",), suffix=("1", "0"))
TEXT = pumped(PartKind.TEXT, prefix="<", pump="ab")


def first(part: Part, kind: PartKind) -> str:
    return carried_over(recipe({"x": part}), {"x": kind})[0].sources["x"]


@pytest.mark.parametrize(
    ("part", "kind", "expected"),
    [
        (ZEROS, PartKind.TEXT, "'a' * N + 'ba'"),
        (ZEROS, PartKind.BYTES, "b'a' * N + b'ba'"),
        (TEXT, PartKind.LIST, "['<'] + ['a', 'b'] * N"),
        (TEXT, PartKind.BYTES, "b'<' + b'ab' * N"),
        (pumped(PartKind.BYTES, pump="a"), PartKind.LIST, "[97] * N"),
        (pumped(PartKind.BYTES, pump="a"), PartKind.TEXT, "'a' * N"),
        (Family("list(range(N))"), PartKind.TEXT, "'a' * N"),
        (Wrapped("tuple", ZEROS), PartKind.TEXT, "'a' * N"),
        (Fixed("[]"), PartKind.TEXT, "'a'"),
    ],
)
def test_parts_of_another_kind(part: Part, kind: PartKind, expected: str) -> None:
    assert first(part, kind) == expected


def test_the_same_item_is_the_same_letter_everywhere() -> None:
    made = recipe({"a": ZEROS, "b": pumped(PartKind.LIST, pump=("1",)), "n": Fixed("3")})
    carried = carried_over(made, {"a": PartKind.TEXT, "b": PartKind.TEXT})
    assert carried[0].sources == {"a": "'a' * N + 'ba'", "b": "'b' * N", "n": "3"}


def test_families_of_equal_and_of_different_items_follow() -> None:
    sources = [each.sources["x"] for each in carried_over(recipe({"x": TEXT}), {"x": PartKind.LIST})]
    assert sources[1:] == ["['a'] * N", "[str(i) for i in range(N)]", "list(range(N))"]
    for each in carried_over(recipe({"x": TEXT}), {"x": PartKind.TEXT}):
        assert len(each.values(40)["x"]) >= 40


def test_nothing_to_carry_over() -> None:
    made = recipe({"x": TEXT})
    assert carried_over(made, {}) == [made]
