"""Values that are another one for each `i`, and rows of them."""

from __future__ import annotations

from typing import Any

import pytest

from slowpath.knowledge.items import LINKS, ROWS
from slowpath.search.recipes.numbering import (
    MadeArgument,
    ObjectMaker,
    counted,
    distinct,
    linked,
    numbered,
    related,
)
from slowpath.shape.base import Shape
from slowpath.shape.library import blob, boolean, integer, lists, real, records, text


def values(source: str, count: int) -> list[Any]:
    return [eval(source, {"i": i, "N": count}) for i in range(count)]


@pytest.mark.parametrize("shape", [integer(), real(), text(), blob(), records("decimal:Decimal", integer())])
def test_a_value_for_each_number_is_of_its_shape(shape: Shape) -> None:
    source = counted(shape, "i + 1")
    assert source is not None
    made = values(source, 5)
    assert len(set(made)) == 5
    assert all(shape.fault(each, None) is None for each in made)


def test_bounds_keep_a_value_from_counting_but_not_from_a_number() -> None:
    assert counted(integer(0, 9), "i") is None
    assert numbered(integer(0, 9)) == "i"
    assert counted(boolean(), "i") is numbered(boolean()) is None
    assert counted(records("datetime:date", integer(), integer(), integer()), "i") is None  # of three


def test_objects_that_differ_in_one_argument() -> None:
    arguments = [MadeArgument("", integer(), "0"), MadeArgument("", boolean(), "False")]
    maker = ObjectMaker("", (*arguments, MadeArgument("", text(), "''")))
    assert [values(each, 5) for each in distinct(maker)] == [
        [(i, False, "") for i in range(5)],
        [(0, False, str(i)) for i in range(5)],
    ]
    bounded = ObjectMaker("", (MadeArgument("", integer(0, 9), "0"), arguments[1]))
    assert not list(distinct(bounded))


def test_a_mapping_of_fixed_keys() -> None:
    fields = (MadeArgument("'id': ", integer(), "0"), MadeArgument("'on': ", boolean(), "False"))
    (source,) = distinct(ObjectMaker("", fields, ("{", "}")))
    assert values(source, 2) == [{"id": 0, "on": False}, {"id": 1, "on": False}]


def test_rows_name_others_by_what_they_differ_in() -> None:
    fields = (MadeArgument("", text(), "''"), MadeArgument("", lists(text()), "['a']"))
    assert [values(each, 3) for each in linked(ObjectMaker("", fields), LINKS)] == [
        [("0", []), ("1", []), ("2", [])],
        [("0", []), ("1", ["0"]), ("2", ["1"])],
        [("0", ["1"]), ("1", ["2"]), ("2", [])],
    ]
    assert not list(linked(ObjectMaker("", fields[:1]), LINKS))


def test_rows_whose_parts_depend_on_each_other() -> None:
    arguments = [MadeArgument("", text(), "'a'"), MadeArgument("", integer(0, 1), "0")]
    maker = ObjectMaker("", (*arguments, MadeArgument("", real(), "0.0")))
    sources = list(related(maker, ROWS))
    assert "(str(i), 0, float(i))" in sources
    assert "(str(i), 0, float(i + 1))" in sources
    assert "(str(0), 0, float(i))" in sources
    values = [[eval(each, {"i": i}) for i in range(9)] for each in sources]
    assert all(len(set(rows)) == 9 for rows in values)


def test_one_part_that_can_be_counted_relates_to_nothing() -> None:
    maker = ObjectMaker("", (MadeArgument("", text(), "'a'"), MadeArgument("", boolean(), "False")))
    assert list(related(maker, ROWS)) == []
