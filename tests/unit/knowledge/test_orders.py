"""Orders of numbers have the length that they are told, and the order that their reason says."""

from __future__ import annotations

import pytest

from slowpath.knowledge.entry import KnownExpression
from slowpath.knowledge.orders import FLAGS, ORDERS, VARIANTS


def at(each: KnownExpression, size: int) -> list[int]:
    made: list[int] = eval(each.over("N"), {"N": size})
    return made


def named(word: str) -> list[int]:
    """The order of ten whose reason begins with a word."""
    (found,) = [each for each in ORDERS if each.reason.startswith(word)]
    return at(found, 10)


@pytest.mark.parametrize("each", [*ORDERS, *VARIANTS, *FLAGS], ids=lambda each: each.source)
def test_an_order_is_as_long_as_it_is_told(each: KnownExpression) -> None:
    assert [len(at(each, size)) for size in (1, 2, 9, 50)] == [1, 2, 9, 50]
    assert each.step == 1


def test_the_reasons_are_true() -> None:
    assert named("sorted:") == sorted(range(10))
    assert named("reversed:") == list(range(10, 0, -1))
    pipe, valley = named("organ pipe"), named("valley")
    assert pipe == [0, 1, 2, 3, 4, 4, 3, 2, 1, 0]
    assert min(valley) == valley[4] == valley[5]
    assert named("two values") == [0, 1] * 5
    extremes = named("every item is a new minimum or a new maximum")
    assert all(
        each in (min(extremes[: place + 1]), max(extremes[: place + 1]))
        for place, each in enumerate(extremes)
    )
    assert len({hash(each) for each in named("multiples of the modulus")}) == 1
    assert len({hash(each) % 1024 for each in named("multiples of a large power")}) == 1
    assert len(set(named("scattered"))) == 10
    assert named("sorted but for the least")[-1] == 0
    assert named("sorted but for the greatest")[0] == 10
    assert named("every item twice") == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]


@pytest.mark.parametrize("each", FLAGS, ids=lambda each: each.source)
def test_flags_are_true_or_false(each: KnownExpression) -> None:
    assert set(map(int, at(each, 12))) <= {0, 1}
