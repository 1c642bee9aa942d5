"""Numbers that code is likely to treat differently."""

from __future__ import annotations

from slowpath.knowledge.numbers import NUMBERS, SCALARS


def test_numbers_are_plain_and_distinct() -> None:
    values = [int(each.source) for each in NUMBERS]
    assert values[0] == 0
    assert len(set(values)) == len(values)


def test_numbers_beside_a_list_depend_on_its_length() -> None:
    found = [[eval(each.source, {"N": size}) for each in SCALARS] for size in (10, 20)]
    assert found == [[1, -1, -10, 9, 20, -20], [1, -1, -20, 19, 40, -40]]
