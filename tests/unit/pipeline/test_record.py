"""Dicts, dataclasses and named tuples between stages: taken apart, described, and built again."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

import pytest

from slowpath.pipeline.output import Unpipeable, output_of
from slowpath.pipeline.structure import shape_of
from slowpath.pipeline.subject import leaves_in
from slowpath.shape.alphabet import ANY
from slowpath.shape.replayer import Replayer


@dataclass(frozen=True)
class Point:
    name: str
    x: int


class Pair(NamedTuple):
    left: str
    right: list[int]


@dataclass
class Derived:
    x: int
    double: int = field(init=False, default=0)


def output(value):
    return output_of(value, lazy=False, conditions=[], variables=[])


VALUES = [
    {"name": "ab", 3: [1, 2]},
    Point("ab", 5),
    Pair("a", [1, 2, 3]),
    [Point("ab", 1), Point("cd", 2)],
    {"inner": {"deep": "x"}, "point": Point("", 0)},
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_record_has_the_leaves_of_its_parts_and_its_shape_admits_it(value):
    found = output(value)
    assert len(found.leaves) == found.structure.leaves == leaves_in(value)
    shape, size = shape_of(found.structure, ANY)
    assert shape.fault(value, size) is None
    built = shape.build(size, Replayer({}))
    assert shape.fault(built, size) is None
    assert output(built).structure == found.structure


def test_what_a_record_is_in_words():
    assert output({"a": "xy"}).structure.describe() == "dict with 'a': text of length 2"
    assert output(Point("xy", 1)).structure.describe() == "Point with name: text of length 2, x: int"


@pytest.mark.parametrize("value", [{1, 2}, Counter("a"), Derived(1), {(1, 2): 3}, {1.5: 2}], ids=repr)
def test_other_values_are_refused(value):
    with pytest.raises(Unpipeable):
        output(value)
