"""A structure says how many leaves a value has, and its shape makes exactly the values that are built so."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from slowpath.model.charset import CharSet
from slowpath.pipeline.structure import KeyedDict, RaggedSequence, ValueStructure, shape_of
from slowpath.shape.alphabet import ANY
from slowpath.shape.base import Shape
from slowpath.shape.library import integer, text
from slowpath.shape.sampler import Sampler

INT = ValueStructure("int")
TEXT = ValueStructure("text", 3)
LINES = ValueStructure("list", 4, (TEXT,))
RAGGED = ValueStructure("tuple", 3, (TEXT, INT, ValueStructure("list", 0)))
KEYED = ValueStructure("dict", 2, (LINES, INT), ("'a'", "7"))
AB = CharSet.of("ab")


@pytest.mark.parametrize(
    ("structure", "leaves", "uniform", "words"),
    [
        (INT, 1, True, "int"),
        (ValueStructure("float"), 1, True, "float"),
        (ValueStructure("None"), 0, True, "None"),
        (ValueStructure("list", 2, (ValueStructure("None"),)), 0, True, "list of 2: None"),
        (ValueStructure("bytes", 2_000), 2_000, True, "bytes of length 2,000"),
        (ValueStructure("deque", 0), 0, True, "an empty deque"),
        (LINES, 12, True, "list of 4: text of length 3"),
        (ValueStructure("iterator", 2, (LINES,)), 24, True, "iterator of 2: list of 4: text of length 3"),
        (RAGGED, 4, False, "tuple of 3: parts that differ"),
        (ValueStructure("list", 5, (RAGGED,)), 20, False, "list of 5: tuple of 3: parts that differ"),
        (KEYED, 13, False, "dict with 'a': list of 4: text of length 3, 7: int"),
    ],
)
def test_leaves_are_counted_and_the_structure_is_told(
    structure: ValueStructure, leaves: int, uniform: bool, words: str
) -> None:
    assert (structure.leaves, structure.is_uniform, structure.describe()) == (leaves, uniform, words)


@pytest.mark.parametrize(
    ("structure", "told", "size"),
    [
        (TEXT, "text(N, 'ab')", 3),
        (LINES, "lists(text(3, 'ab'), N)", 4),
        (ValueStructure("iterator", 4, (INT,)), "iterators(integer(), N)", 4),
        (ValueStructure("bytes", 9), "blob(N)", 9),
        (INT, "integer()", 1),  # its length says nothing
        (RAGGED, "a tuple of (text(3, 'ab'), integer(), a list of ())", 1),
        (KEYED, "a dict of {'a': lists(text(3, 'ab'), 4), 7: integer()}", 1),
    ],
)
def test_what_is_uniform_grows_with_the_size(structure: ValueStructure, told: str, size: int) -> None:
    shape, at = shape_of(structure, AB)
    assert (shape.describe(), at) == (told, size)


def test_a_text_without_an_alphabet_has_any_character() -> None:
    shape, size = shape_of(ValueStructure("text", 3), CharSet())
    assert shape.describe() == text(alphabet=ANY).describe()
    assert shape.fault("a\u20ac\n", size) is None


def built(shape: Shape, size: int) -> Any:
    return shape.build(size, Sampler(Random(1)))


@pytest.mark.parametrize("kind", ["list", "tuple", "deque"])
def test_a_sequence_of_fixed_parts_is_written_as_it_is(kind: str) -> None:
    parts = (TEXT, INT, ValueStructure("None"), ValueStructure("bool"))
    shape, size = shape_of(ValueStructure(kind, 4, parts), AB)
    made = built(shape, size)
    assert type(made).__name__ == kind
    assert [type(part) for part in made] == [str, int, type(None), bool]
    assert len(made[0]) == 3
    assert set(made[0]) <= {"a", "b"}
    assert eval(shape.render(made)) == made


def test_an_iterator_of_fixed_parts_is_used_once() -> None:
    shape = RaggedSequence((integer(1, 1), integer(2, 2)), "iterator")
    made = built(shape, 1)
    assert isinstance(made, Iterator)
    assert shape.fault(made, 1) is None
    assert list(made) == [1, 2]  # looking for a fault took none of them
    assert list(made) == []


def test_a_dict_of_fixed_keys_is_written_as_it_is() -> None:
    shape, size = shape_of(KEYED, AB)
    made = built(shape, size)
    assert list(made) == ["a", 7]
    assert eval(shape.render(made)) == made
    assert [name for name, _ in shape.inner()] == ["['a']", "[7]"]


PAIR = RaggedSequence((text(2, "ab"), integer(0, 9)), "list")
ITEM = KeyedDict((("'a'", PAIR), ("7", integer(0, 9))))


@pytest.mark.parametrize(
    ("shape", "value", "fault"),
    [
        (PAIR, ["ab", 3], None),
        (PAIR, ("ab", 3), "it is ('ab', 3), not a list"),
        (PAIR, ["ab"], "it has 1 parts, not 2"),
        (PAIR, ["ab", 10], "it[1]"),
        (PAIR, ["ac", 1], "it[0]"),
        (ITEM, {"a": ["aa", 0], 7: 0}, None),
        (ITEM, [], "it is [], not a dict"),
        (ITEM, {"a": ["aa", 0]}, "it has other keys than 'a', 7"),
        (ITEM, {7: 0, "a": ["aa", 0]}, "it has other keys"),
        (ITEM, {"a": ["aa", 10], 7: 0}, "it['a'][1]"),
    ],
)
def test_a_value_that_is_built_otherwise_has_a_fault(shape: Shape, value: Any, fault: str | None) -> None:
    found = shape.fault(value, 1)
    assert found is None if fault is None else found is not None and fault in found


@pytest.mark.parametrize(
    ("kind", "hint", "suits"),
    [
        ("text", "str", True),
        ("text", "", True),
        ("text", "Path", True),
        ("text", "bytes", False),
        ("int", "float", True),
        ("iterator", "list", True),
        ("list", "int", False),
        ("dict", "list", False),
        ("record", "tuple", True),
    ],
)
def test_a_hint_admits_a_kind_unless_it_names_another_one(kind: str, hint: str, suits: bool) -> None:
    assert ValueStructure(kind).suits(hint) is suits
