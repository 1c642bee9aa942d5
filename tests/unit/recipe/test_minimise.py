"""A recipe shrinks to what matters, and to no less."""

from __future__ import annotations

import re

import pytest

from slowpath.recipe.minimise import minimised
from slowpath.recipe.part import Family, Fixed, Part, PartKind, Wrapped, pumped
from slowpath.recipe.recipe import Recipe, recipe


def test_what_does_not_matter_is_left_out() -> None:
    large = recipe(
        {
            "text": pumped(PartKind.TEXT, "xx$yy", "u$v", "mm", "ww", "zz!"),
            "items": Wrapped("tuple", pumped(PartKind.LIST, ("1", "2"), ("3", "4"), (), (), ("5",))),
            "flag": Fixed("True"),
        }
    )

    def still(candidate: Recipe) -> bool:
        values = candidate.values(4)
        return values["text"].count("$") >= 4 and values["text"].endswith("!") and 3 in values["items"]

    small = minimised(large, still, optional=["flag"])
    assert small.sources == {"text": "'$' * N + '!'", "items": "(3,)"}


@pytest.mark.parametrize(
    ("large", "small"),
    [
        (pumped(PartKind.TEXT, "x", "\n", "", ";", ""), "';' * N"),
        (pumped(PartKind.LIST, (), ("1",), ("2",), ("';'",), ()), "[';'] * N"),
    ],
)
def test_the_second_of_two_repetitions_may_be_all_that_matters(large: Part, small: str) -> None:
    made = minimised(recipe({"x": large}), lambda made: list(made.values(4)["x"]).count(";") >= 4)
    assert made.sources == {"x": small}


def test_what_need_not_grow_does_not() -> None:
    large = recipe(
        {"text": pumped(PartKind.TEXT, pump="ab"), "errors": Family("[str(i) for i in range(N)]", 1)}
    )
    small = minimised(large, lambda made: len(made.values(9)["text"]) >= 9)
    assert small.sources == {"text": "'a' * N", "errors": "['0']"}


def test_numbers_come_near_to_one() -> None:
    large = recipe({"text": pumped(PartKind.TEXT, pump="a"), "most": Fixed("64"), "least": Fixed("-40")})
    assert minimised(large, lambda made: True).sources == {"text": "'a' * N", "most": "1", "least": "-1"}
    small = minimised(large, lambda made: made.values(1)["most"] >= 10)
    assert small.sources == {"text": "'a' * N", "most": "16", "least": "-1"}


def test_numbers_in_a_list_come_near_to_zero() -> None:
    large = recipe({"x": pumped(PartKind.LIST, ("77",), ("-501", "40"))})
    assert minimised(large, lambda made: len(made.values(4)["x"]) >= 4).sources == {"x": "[0] * N"}
    small = minimised(large, lambda made: made.values(4)["x"].count(-501) >= 4)
    assert small.sources == {"x": "[-501] * N"}
    below = minimised(large, lambda made: sum(each < -20 for each in made.values(4)["x"]) >= 4)
    assert below.sources == {"x": "[-31] * N"}


def test_arguments_that_a_call_can_do_without_are_left_out() -> None:
    wide = Fixed("Options(a=False, b=0, c='x', d=None)")
    narrow = minimised(recipe({"o": wide}), lambda each: "b=0" in each.sources["o"])
    assert narrow.sources == {"o": "Options(b=0)"}
    assert minimised(recipe({"o": wide}), lambda each: True).sources == {"o": "Options()"}
    assert minimised(recipe({"o": wide}), lambda each: "a=" in each.sources["o"]).sources == {
        "o": "Options(a=False)"
    }


def test_arguments_around_one_that_grows_are_left_out() -> None:
    grown = Wrapped("m.Options", pumped(PartKind.TEXT, pump="ab"), "1, c=False, text=", ", d=[2, {3: 4}]")
    narrow = minimised(recipe({"o": grown}), lambda each: "* N" in each.sources["o"])
    assert narrow.sources == {"o": "m.Options(1, text='a' * N)"}
    assert minimised(recipe({"o": grown}), lambda each: "d=" in each.sources["o"]).sources == {
        "o": "m.Options(1, d=[2, {3: 4}])"
    }


def test_texts_in_a_list_are_made_shorter_and_plainer() -> None:
    large = recipe({"chunks": pumped(PartKind.LIST, (), ("'<'", "'some words'", "b'x=1;'", "f(3)"))})

    def still(candidate: Recipe) -> bool:
        source = candidate.sources["chunks"]
        return all(each in source for each in ("'<'", ", '", "=", "f(3)"))

    assert minimised(large, still).sources == {"chunks": "['<', 'a', b'=', f(3)] * N"}


def test_a_family_of_texts_is_replaced_by_one_character() -> None:
    large = recipe(
        {
            "text": Wrapped("", Family("' '.join(map(str, range(N)))"), "[", "]"),
            "xs": Family("list(range(N))"),
        }
    )
    small = minimised(large, lambda candidate: True)
    assert small.sources == {"text": "['a']", "xs": "list(range(N))"}
    assert minimised(large, lambda candidate: False) == large


def test_a_mapping_that_does_not_matter_is_emptied() -> None:
    large = recipe({"names": Fixed("{'0': 'a'}"), "xs": Fixed("[1]")})
    assert minimised(large, lambda candidate: True).sources == {"names": "{}", "xs": "[1]"}
    assert minimised(large, lambda candidate: "0" in candidate.sources["names"]) == large


def test_a_family_of_words_is_replaced_by_one_word() -> None:
    large = recipe({"text": Family("' '.join(map(str, range(10**6, 10**6 + N)))")})

    def still(candidate: Recipe) -> bool:
        return len(str(candidate.values(9)["text"]).split()) == 9

    assert minimised(large, still).sources == {"text": "'a ' * N"}


def test_minimising_asks_no_more_than_it_may() -> None:
    asked = []

    def still(candidate: Recipe) -> bool:
        asked.append(candidate)
        return True

    minimised(recipe({"text": pumped(PartKind.TEXT, "x" * 50, "y" * 50)}), still, most=7)
    assert len(asked) <= 7


def test_every_smaller_recipe_that_is_kept_still_does_it() -> None:
    large = recipe({"text": pumped(PartKind.TEXT, "((x", "ab)(", "?!", "cd", "))")})
    kept: list[Recipe] = []

    def still(smaller: Recipe) -> bool:
        holds = re.search(r"(\)\(){3}", smaller.values(4)["text"]) is not None
        if holds:
            kept.append(smaller)
        return holds

    small = minimised(large, still)
    assert small == kept[-1]
    assert small.sources == {"text": "')(' * N"}
    assert [each.weight for each in kept] == sorted((each.weight for each in kept), reverse=True)


def test_characters_are_replaced_by_plainer_ones() -> None:
    large = recipe({"text": pumped(PartKind.TEXT, pump="%\t")})
    small = minimised(large, lambda smaller: len(smaller.values(3)["text"]) == 6)
    assert small.sources == {"text": "'aa' * N"}
    blank = minimised(large, lambda smaller: smaller.values(3)["text"].count(" ") == 3)
    assert blank.sources == {"text": "' ' * N"}


@pytest.mark.parametrize("part", [Family(r"{str(i): '\x80\x80' for i in range(N)}"), Fixed(r"'k\x80'")])
def test_texts_of_fixed_parts_and_families_become_plain(part: Part) -> None:
    (small,) = minimised(recipe({"x": part}), lambda _: True, ()).sources.values()
    assert "x80" not in small


def test_items_become_plain_and_keep_their_type() -> None:
    item = "{'name': 'long name', 'friends': ['one', 'two', 'three'], 'row': ('x', 5)}"
    part = pumped(PartKind.LIST, pump=(item,))
    (small,) = minimised(recipe({"x": part}), lambda _: True, ()).sources.values()
    assert small == "[{'name': 'a', 'friends': ['a'], 'row': ('x', 5)}] * N"
