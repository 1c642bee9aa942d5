"""How the parts of several parameters go together."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from slowpath.model.slot import filled_by, filled_by_each, for_each
from slowpath.recipe.part import PartKind, pumped
from slowpath.search.recipes.parts import Parts
from slowpath.search.recipes.vocabulary import Vocabulary
from slowpath.shape.base import Shape
from slowpath.shape.library import boolean, integer, lists, text

WORDS = Vocabulary(("a", "b", "c"), (), ())


def parts(shapes: Mapping[Any, Shape], *optional: str) -> Parts:
    return Parts(shapes, WORDS, Random(0), optional)


def sources(made: Parts) -> dict[str, str]:
    return {name: part.source for name, part in made.plain.items()}


def test_what_grows_and_what_is_a_flag() -> None:
    made = parts({"s": text(), "n": integer(0, 9), "on": boolean(), "k": text(3)})
    assert made.growing == ["s"]
    assert made.flags == ["on"]
    assert sources(made).keys() == {"s", "n", "on", "k"}
    assert sources(made)["on"] == "False"


def test_optional_parameters_are_left_out() -> None:
    assert sources(parts({"s": text(), "t": text(), "on": boolean()}, "t", "on")) == {"s": "'a' * N"}


def test_an_optional_one_is_needed_if_nothing_else_grows() -> None:
    made = parts({"on": boolean(), "s": text(), "more": boolean()}, "s", "more")
    assert sources(made) == {"on": "False", "s": "'a' * N"}


def test_calls_on_the_receiver_are_never_plain() -> None:
    made = parts({"s": text(), for_each("s"): lists(text()), filled_by("add", "x"): text()})
    assert sources(made) == {"s": "'a' * N"}
    assert made.growing == ["s", for_each("s"), filled_by("add", "x")]


def test_a_part_stands_among_the_plainest() -> None:
    made = parts({"s": text(), "on": boolean()})
    around = made.around("s", pumped(PartKind.TEXT, "x", "y"))
    assert around.sources == {"s": "'x' + 'y' * N", "on": "False"}


def test_the_others_are_mostly_plain() -> None:
    made = parts({"s": text(), "on": boolean()}, "on")
    drawn = [made.others() for _ in range(400)]
    plain = sum(each["s"] == made.plain["s"] for each in drawn)
    with_flag = sum("on" in each for each in drawn)
    assert plain > 300
    assert 40 < with_flag < 120  # one in five


def test_what_fills_an_object_has_the_company_of_words() -> None:
    made = parts(
        {
            "wanted": text(),
            filled_by("add", "name"): text(),
            filled_by("add", "value"): text(),
            filled_by_each("add", "name"): lists(text()),
            filled_by("put", "key"): text(),
        }
    )
    drawn = [made.company(filled_by("add", "value")) for _ in range(40)]
    assert {filled_by("add", "name"), "wanted"} == {name for each in drawn for name in each}
    assert all(filled_by("add", "name") in each for each in drawn)
    assert 5 < sum("wanted" in each for each in drawn) < 35  # half of the time
    assert {each[filled_by("add", "name")].source for each in drawn} == {"'a'", "'b'", "'c'"}
    assert made.company("wanted") == {}


def test_no_parameter_of_another_method_comes_along() -> None:
    made = parts({filled_by("add", "name"): text(), filled_by("put", "key"): text()})
    assert all(filled_by("put", "key") not in made.company(filled_by("add", "name")) for _ in range(20))
