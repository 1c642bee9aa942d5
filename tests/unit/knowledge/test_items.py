"""Texts and containers grow by what they say, and their items differ."""

from __future__ import annotations

from typing import Any

import pytest

from slowpath.knowledge.entry import KnownExpression
from slowpath.knowledge.items import NESTED, NUMBER_KEYS, STRIDES, STRINGS, TEXT_KEYS, TEXTS, UNUSUAL


def at(each: KnownExpression, size: int) -> Any:
    return eval(each.over("N"), {"N": size})


@pytest.mark.parametrize("each", TEXTS, ids=lambda each: each.reason)
def test_a_text_grows_by_its_step(each: KnownExpression) -> None:
    lengths = [len(at(each, size)) for size in (10, 11, 30)]
    assert lengths[1] - lengths[0] == each.step
    assert lengths[2] - lengths[0] == 20 * each.step


def test_nothing_comes_twice_in_a_text() -> None:
    characters, falling, words, items, lines = (at(each, 40) for each in TEXTS)
    assert len(set(characters)) == len(set(falling)) == 40
    assert list(falling) == sorted(falling, reverse=True)
    for text, separator in ((words, " "), (items, ","), (lines, "\n")):
        assert len(set(text.split(separator))) == 40


@pytest.mark.parametrize("each", [*STRINGS, *UNUSUAL, *NESTED], ids=lambda each: each.source)
def test_containers_grow(each: KnownExpression) -> None:
    assert len(repr(at(each, 20))) > len(repr(at(each, 5)))


def test_how_deep_values_are_nested() -> None:
    for each in NESTED:
        value, depth = at(each, 9), 0
        while value:
            value, depth = next(iter(value.values() if isinstance(value, dict) else value)), depth + 1
        assert depth == 9


def test_unusual_items_are_not_hashed_alike() -> None:
    lists, mappings, pairs = (at(each, 5) for each in UNUSUAL)
    for unhashable in (lists[0], mappings[0]):
        with pytest.raises(TypeError):
            hash(unhashable)
    with pytest.raises(TypeError):
        sorted(mappings)
    assert len(set(pairs)) == 5


def test_keys_of_mappings() -> None:
    (texts,), (number,) = TEXT_KEYS, NUMBER_KEYS
    assert len(set(eval(texts.source))) == 3
    assert len({hash(eval(number.source, {"i": i})) for i in range(20)}) == 1


def test_strides() -> None:
    whole, *_ = strides = [eval(each.source) for each in STRIDES]
    assert len({hash(whole * i) for i in range(20)}) == 1
    assert all(each & (each - 1) == 0 for each in strides[1:])


def test_items_of_one_character_differ_however_they_are_compared() -> None:
    (single,) = (each for each in STRINGS if "chr" in each.source)
    assert len({tuple(sorted(each)) for each in at(single, 50)}) == 50
