"""Recipes are Python expressions in N, and shrink to what matters."""

from __future__ import annotations

from slowpath.model.unbuilt import Unbuilt
from slowpath.recipe.minimise import minimised
from slowpath.recipe.part import Family, Fixed, PartKind, Wrapped, pumped, seeds
from slowpath.recipe.recipe import Recipe, recipe


def test_text_is_spelled_as_people_write_it() -> None:
    assert pumped(PartKind.TEXT, "<", "a ", suffix=">").source == "'<' + 'a ' * N + '>'"
    assert pumped(PartKind.BYTES, pump="\xff\n").source == "b'\\xff\\n' * N"
    assert pumped(PartKind.LIST, ("1",), ("2", "3"), (), ("4",)).source == "[1] + [2, 3] * N + [4] * N"
    assert pumped(PartKind.TEXT).source == "''"
    assert pumped(PartKind.LIST, ()).source == "[]"
    assert Wrapped("tuple", Family("list(range(N))")).source == "tuple(list(range(N)))"


def test_a_recipe_is_an_input_at_any_size() -> None:
    made = recipe({"text": pumped(PartKind.TEXT, "(", "ab", "|", "c", ")"), "limit": Fixed("3")})
    assert made.values(2) == {"text": "(abab|cc)", "limit": 3}
    assert made.sources == {"text": "'(' + 'ab' * N + '|' + 'c' * N + ')'", "limit": "3"}
    for size in (1, 2, 7):
        assert made.length(size) == len(made.values(size)["text"])


def test_a_value_that_cannot_be_built_is_told() -> None:
    made = recipe({"n": Fixed("int('a')"), "m": Family("N")})
    values = made.values(3)
    assert isinstance(values["n"], Unbuilt)
    assert values["m"] == 3
    assert made.swelling == 1.0


def test_seeds_pump_every_short_stretch() -> None:
    found = [part.source for part in seeds(PartKind.TEXT, "abc", 2)]
    assert found == [
        "'a' * N + 'bc'",
        "'a' + 'b' * N + 'c'",
        "'ab' + 'c' * N",
        "'ab' * N + 'c'",
        "'a' + 'bc' * N",
    ]


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
    assert small.sources == {"text": "'$' * N + '!'", "items": "tuple([3] * N)"}


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
    assert small.sources == {"text": "['a' * N]", "xs": "list(range(N))"}
    assert minimised(large, lambda candidate: False) == large


def test_minimising_asks_no_more_than_it_may() -> None:
    asked = []

    def still(candidate: Recipe) -> bool:
        asked.append(candidate)
        return True

    minimised(recipe({"text": pumped(PartKind.TEXT, "x" * 50, "y" * 50)}), still, most=7)
    assert len(asked) <= 7
