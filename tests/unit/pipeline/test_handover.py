"""A search starts from what the paths of the stage before put out."""

from __future__ import annotations

import zlib

import pytest
from msgspec import structs

from slowpath.expr.linear import Linear
from slowpath.expr.term import apply
from slowpath.expr.variable import Integers, Variable
from slowpath.pipeline.codec import Encoder
from slowpath.pipeline.handover import MOST, fits, handed_over, handing_over
from slowpath.pipeline.structure import ValueStructure
from slowpath.pipeline.summary import PathNote, Summary

TEXT, NUMBER = ValueStructure("text", 2), ValueStructure("int")


def numbers(count: int) -> ValueStructure:
    return ValueStructure("list", count, (NUMBER,))


def note(structure: ValueStructure, weight: int = 1, *, given: bool = False) -> PathNote:
    return PathNote(weight, 0, structure, (), "", None, False, False, b"", given)


def test_outputs_of_given_inputs_come_first_then_those_of_the_very_structure() -> None:
    paths = [
        note(numbers(3), 9),
        note(numbers(2), 8),
        note(numbers(2), 7, given=True),
        note(TEXT, 6, given=True),
    ]
    found = handing_over([Summary("", "", 1, tuple(paths), "beam", False, 1)], numbers(3))
    assert [path.weight for path in found] == [7, 9]
    many = Summary("", "", 1, (paths[0],) * 20, "beam", False, 1)
    assert len(handing_over([many], numbers(3))) == MOST


@pytest.mark.parametrize(
    ("made", "wanted", "fit"),
    [
        (numbers(2), numbers(5), True),
        (numbers(0), numbers(5), False),
        (TEXT, ValueStructure("text", 9), True),
        (TEXT, numbers(5), False),
        (ValueStructure("list", 2, (TEXT, NUMBER)), ValueStructure("list", 2, (TEXT, NUMBER)), True),
        (ValueStructure("list", 2, (TEXT, NUMBER)), numbers(2), False),
        (None, TEXT, False),
    ],
)
def test_which_leaves_are_leaves_of_another_structure(
    made: ValueStructure | None, wanted: ValueStructure, fit: bool
) -> None:
    assert fits(made, wanted) is fit


def test_leaves_are_handed_over_again_and_again() -> None:
    own = [Variable(0, "x", Integers()), Variable(1, "y", Integers())]
    leaves = [apply("*", Linear(((0, 1),), 0), Linear(((0, 1),), 0)), Linear(((1, 2),), 1)]
    packed = zlib.compress(Encoder().packed((), (), own, (7, 4), leaves))
    path = structs.replace(note(numbers(2)), packed=packed)
    taking = [Variable(index, f"z{index}", Integers(0, 40)) for index in range(4)]
    assert handed_over(path, taking) == {1: 9, 3: 9}  # 49 is none of these integers
    taking = [Variable(index, f"z{index}", Integers()) for index in range(3)]
    assert handed_over(path, taking) == {0: 49, 1: 9, 2: 49}
