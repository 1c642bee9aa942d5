"""Numbers that code is likely to treat differently."""

from __future__ import annotations

from slowpath.knowledge.numbers import NUMBERS, SCALARS, SHARES


def test_numbers_are_plain_and_distinct() -> None:
    values = [int(each.source) for each in NUMBERS]
    assert values[0] == 0
    assert len(set(values)) == len(values)


def test_numbers_beside_a_list_depend_on_its_length() -> None:
    found = [[eval(each.source, {"N": size}) for each in SCALARS] for size in (10, 20)]
    assert found == [[1, -1, -10, 9, 20, -20], [1, -1, -20, 19, 40, -40]]


def test_shares_grow_more_slowly_than_the_size() -> None:
    for each in SHARES:
        values = [eval(each.source, {"N": size}) for size in (10, 20, 40)]
        assert values == sorted(set(values))
        assert values[-1] < 40
