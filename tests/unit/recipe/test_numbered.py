"""Text in which each repetition has a number of its own."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from slowpath.recipe.minimise import minimised
from slowpath.recipe.numbered import Numbered
from slowpath.recipe.part import PartKind
from slowpath.recipe.recipe import Recipe, recipe

PIECES = st.text("a{}%'\"\\\n é", max_size=5)


@given(PIECES, PIECES, PIECES, PIECES, st.integers(0, 250), st.sampled_from([PartKind.TEXT, PartKind.BYTES]))
def test_what_it_spells_and_how_long_it_is(
    prefix: str, before: str, after: str, suffix: str, size: int, kind: PartKind
) -> None:
    part = Numbered(kind, (prefix, before, after, suffix))
    expected = prefix + "".join(before + str(i) + after for i in range(size)) + suffix
    value = recipe({"x": part}).values(size)["x"]
    assert value == (expected if kind is PartKind.TEXT else expected.encode("latin-1"))
    assert part.length(size) == len(expected)


def test_how_it_is_written() -> None:
    part = Numbered(PartKind.TEXT, ("[", "a", "=1\n", "]"))
    assert part.source == r"'[' + ''.join(f'a{i}=1\n' for i in range(N)) + ']'"
    assert Numbered(PartKind.TEXT, ("", "", "", "")).source == "''.join(map(str, range(N)))"
    assert Numbered(PartKind.BYTES, ("", "%", ";", "")).source == "b''.join(b'%%%d;' % i for i in range(N))"


def test_it_shrinks_to_what_matters() -> None:
    def distinct(made: Recipe) -> bool:
        lines = made.values(5)["x"].splitlines()
        return len(set(lines)) == 5 and all("=" in line for line in lines)

    small = minimised(recipe({"x": Numbered(PartKind.TEXT, ("", "name", " = 10\n", ""))}), distinct)
    assert small.sources == {"x": r"''.join(f'{i}=\n' for i in range(N))"}


def test_numbers_that_do_not_matter_are_left_out() -> None:
    def many(made: Recipe) -> bool:
        return bool(made.values(5)["x"].count("=") == 5)

    small = minimised(recipe({"x": Numbered(PartKind.TEXT, ("", "name", " = 10\n", ""))}), many)
    assert small.sources == {"x": "'=' * N"}
