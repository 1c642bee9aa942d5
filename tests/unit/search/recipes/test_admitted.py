"""Recipes stay within the shapes that the user gave."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.model.slot import filled_by, for_each
from slowpath.recipe.part import Family, Fixed, Part, PartKind, Wrapped, pumped
from slowpath.recipe.recipe import recipe
from slowpath.search.catching import Catch
from slowpath.search.hunt import Hunt, Unending
from slowpath.search.recipes.admitted import admits, admits_sources
from slowpath.shape.syntax import parse_shape
from slowpath.target.load import load

SORTED = Family("list(range(N))")
TABLE = Family("[[i for j in range(N)] for i in range(N)]")
PAIR = Family("[[i, i] for i in range(N)]")


def pump(*items: str) -> Part:
    return pumped(PartKind.LIST, (), items, (), (), ())


@pytest.mark.parametrize(
    ("shape", "part", "expected"),
    [
        ("text(N, 'xy')", pumped(PartKind.TEXT, "x", "yx"), True),  # 2N + 1 characters
        ("text(N, 'xy')", pumped(PartKind.TEXT, "x", "ya"), False),
        ("text(4)", pumped(PartKind.TEXT, "", "a"), False),  # a length that does not depend on N
        ("text(4)", Fixed("'abcd'"), True),
        ("ints(N)", SORTED, True),
        ("ints(N, 0, N)", SORTED, True),  # bounds that depend on N are not looked at
        ("ints(N, 0, 10000)", SORTED, True),
        ("ints(N, 0, 1000)", SORTED, False),  # not at sizes that are timed
        ("ints(N, 0, 1)", Family("[i % 2 for i in range(N)]"), True),
        ("ints(N, 5, 6)", pump("5", "6"), True),
        ("ints(N, 5, 6)", pump("5", "7"), False),
        ("tuples(integer(0, 9), N)", Wrapped("tuple", pump("3")), True),
        ("tuples(integer(0, 9), N)", Wrapped("tuple", SORTED), False),
        ("lists(ints(2, 0, 63), N)", PAIR, False),
        ("lists(ints(N, 0, 63), N)", TABLE, True),  # what swells is looked at at small sizes
        ("lists(ints(N, 0, 9), N)", TABLE, False),
        ("dicts(integer(0, 3), boolean(), N)", Family("{i: True for i in range(N)}"), False),
        ("dicts(integer(), boolean(), N)", Family("{i: True for i in range(N)}"), True),
        ("integer(0, 9)", Fixed("10"), False),
        ("const([1, 2])", Fixed("[1, 2]"), True),
    ],
)
def test_what_is_of_a_shape(shape: str, part: Part, expected: bool) -> None:
    given = {"x": parse_shape(shape, "", "x")}
    assert admits(recipe({"x": part}), given) is expected


@pytest.mark.parametrize(
    ("source", "each", "expected"),
    [
        ("[5, 6] * N", (), True),
        ("[5, 7] * N", (), False),
        ("v0", (), False),  # what a program builds
        ("[[5] * N for i in range(N)]", ("x",), True),
        ("[5] * N", ("x",), False),
    ],
)
def test_expressions_of_programs_are_of_a_shape(source: str, each: tuple[str, ...], expected: bool) -> None:
    given = {"x": parse_shape("ints(N, 5, 6)", "", "x")}
    assert admits_sources({"x": source, "y": "v1"}, each, given) is expected


def test_what_nobody_gave_may_be_anything() -> None:
    assert admits(recipe({"x": SORTED}), {})
    assert admits(
        recipe({"x": SORTED, filled_by("add", "x"): SORTED}), {"y": parse_shape("integer(0, 9)", "", "y")}
    )


def test_each_item_of_many_calls_is_of_the_shape() -> None:
    given = {"x": parse_shape("text(N, 'xy')", "", "x")}
    assert admits(recipe({for_each("x"): pump("'x'")}), given)
    assert not admits(recipe({for_each("x"): pump("'a'")}), given)


@pytest.mark.parametrize(
    ("shape", "sources"),
    [
        ("text(N, 'xy')", ["'x' * N"]),  # plainer characters are not among those given
        ("ints(N, 0, 1)", ["[i % 2 for i in range(N)]"]),
        ("ints(N, 5, 6)", ["[5] * N", "[6] * N"]),
    ],
)
def test_a_search_catches_only_what_is_admitted(tmp_path: Path, shape: str, sources: list[str]) -> None:
    file = tmp_path / "square.py"
    file.write_text("def square(xs):\n    return [a for a in xs for b in xs]\n")
    hunt = Hunt(load(f"{file}:square"), given={"xs": shape})
    caught = next(each for each in hunt.catches(300) if isinstance(each, Catch))
    assert caught.recipe.sources["xs"] in sources


def test_an_input_without_an_end_is_admitted_too(tmp_path: Path) -> None:
    file = tmp_path / "endless.py"
    file.write_text("def endless(s):\n    while len(s) > 1 and s[0] != 'z':\n        pass\n")
    hunt = Hunt(load(f"{file}:endless"), given={"s": "text(N, 'xyz')"})
    told = next(each for each in hunt.catches(300) if isinstance(each, Unending))
    assert set(told.recipe.values(1)["s"]) <= set("xyz")
