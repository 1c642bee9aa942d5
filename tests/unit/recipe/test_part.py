"""Parts are spelled as people write them, and know how long they are."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowpath.recipe.part import PUMP, SUFFIX, Family, Fixed, Part, PartKind, Wrapped, pumped, seeds


def value(part: Part, size: int) -> object:
    return eval(part.source, {"N": size})


def test_text_is_spelled_as_people_write_it() -> None:
    assert pumped(PartKind.TEXT, "<", "a ", suffix=">").source == "'<' + 'a ' * N + '>'"
    assert pumped(PartKind.BYTES, pump="\xff\n").source == "b'\\xff\\n' * N"
    assert pumped(PartKind.LIST, ("1",), ("2", "3"), (), ("4",)).source == "[1] + [2, 3] * N + [4] * N"
    assert pumped(PartKind.TEXT).source == "''"
    assert pumped(PartKind.LIST, ()).source == "[]"
    assert Wrapped("tuple", Family("list(range(N))")).source == "tuple(list(range(N)))"


def test_seeds_pump_every_short_stretch() -> None:
    found = [part.source for part in seeds(PartKind.TEXT, "abc", 2)]
    assert found == [
        "'a' * N + 'bc'",
        "'a' + 'b' * N + 'c'",
        "'ab' + 'c' * N",
        "'ab' * N + 'c'",
        "'a' + 'bc' * N",
    ]


@settings(max_examples=50)
@given(st.tuples(*[st.text("a'\\\n", max_size=2)] * 5), st.integers(0, 3))
def test_text_is_its_prefix_its_pumps_and_what_is_between(items: tuple[str, ...], size: int) -> None:
    prefix, pump, middle, second, suffix = items
    part = pumped(PartKind.TEXT, *items)
    expected = prefix + pump * size + middle + second * size + suffix
    assert value(part, size) == expected
    assert part.length(size) == len(expected)
    assert part.grows == bool(pump or second)
    assert part.weight == len("".join(items))


@given(st.text(st.characters(max_codepoint=255), max_size=4), st.integers(0, 4))
def test_bytes_are_spelled_in_characters(pump: str, size: int) -> None:
    part = pumped(PartKind.BYTES, "\x00", pump)
    assert value(part, size) == b"\x00" + bytes(map(ord, pump)) * size


def test_another_item_at_one_place_leaves_the_others() -> None:
    part = pumped(PartKind.LIST, ("1",), ("2",), suffix=("3",))
    assert value(part.with_part(PUMP, ("4", "5")), 2) == [1, 4, 5, 4, 5, 3]
    assert value(part.with_part(SUFFIX, ()), 1) == [1, 2]
    assert value(part, 1) == [1, 2, 3]


@given(st.text(min_size=1, max_size=6), st.integers(1, 4))
def test_a_seed_at_size_1_is_the_input_itself(text: str, most: int) -> None:
    made = list(seeds(PartKind.TEXT, text, most))
    assert {value(part, 1) for part in made} == {text}
    assert len(set(made)) == sum(len(text) - length + 1 for length in range(1, min(most, len(text)) + 1))


@pytest.mark.parametrize(
    ("part", "length"),
    [
        (Fixed("[1, 2]"), 0),
        (Family("list(range(N))"), 7),
        (Family("list(range(N)) * 2", 2), 14),
        (Wrapped("tuple", Family("[0] * N")), 7),
    ],
)
def test_only_what_grows_has_a_length(part: Part, length: int) -> None:
    assert part.length(7) == length


def test_what_is_wrapped_stands_among_other_arguments() -> None:
    assert value(Wrapped("complex", Fixed("N"), "1, "), 3) == 1 + 3j
    assert value(Wrapped("", Fixed("N"), "[0, ", "]"), 3) == [0, 3]
