"""One input becomes recipes that give it at size 1, each with another stretch of it pumped."""

from __future__ import annotations

from slowpath.recipe.stretch import recipes_of
from slowpath.shape.base import Shape
from slowpath.shape.library import blob, bytearrays, integer, ints, records, text


def stretched(source: str, shape: Shape) -> list[str]:
    return [made.sources["x"] for made in recipes_of({"x": source}, {"x": shape}, ())]


def test_each_stretch_of_up_to_three_items_is_pumped() -> None:
    found = list(recipes_of({"x": "'abcd'"}, {"x": text()}, ()))
    assert len(found) == 4 + 3 + 2
    assert {made.values(1)["x"] for made in found} == {"abcd"}
    assert {made.values(2)["x"] for made in found} == {
        "aabcd", "abbcd", "abccd", "abcdd", "ababcd", "abcbcd", "abcdcd", "abcabcd", "abcdbcd",
    }  # fmt: skip


def test_items_of_a_list_keep_their_source() -> None:
    assert stretched("[1, -2]", ints()) == ["[1] * N + [-2]", "[1] + [-2] * N", "[1, -2] * N"]


def test_bytes_become_what_the_shape_says() -> None:
    assert stretched("b'\\xff'", blob()) == ["b'\\xff' * N"]
    (made,) = recipes_of({"x": "bytearray(b'a')"}, {"x": bytearrays()}, ())
    assert made.values(3) == {"x": bytearray(b"aaa")}


def test_other_parameters_stay_as_they_are_unless_they_are_optional() -> None:
    written, shapes = {"x": "'a'", "y": "'b'", "n": "3"}, {"x": text(), "y": text(), "n": integer()}
    found = [made.sources for made in recipes_of(written, shapes, ())]
    assert found == [
        {"x": "'a' * N", "y": "'b'", "n": "3"},
        {"x": "'a'", "y": "'b' * N", "n": "3"},
    ]
    found = [made.sources for made in recipes_of(written, shapes, ("y", "n"))]
    assert found == [{"x": "'a' * N"}, {"x": "'a'", "y": "'b' * N"}]


def test_numbers_have_no_stretch() -> None:
    assert stretched("3", integer()) == []


def test_an_argument_of_a_constructor_is_pumped_among_the_others() -> None:
    shape = records("m:Gate", text(), key=text(), level=integer())
    assert stretched("m.Gate('b', key='a', level=17)", shape) == [
        "m.Gate('b' * N, key='a', level=17)",
        "m.Gate('b', key='a' * N, level=17)",
    ]
