"""Ranges with symbolic bounds."""

from __future__ import annotations

import pickle

import pytest

from slowpath.values import ranges
from slowpath.values.calls import TYPES, modelled
from slowpath.values.elements import directly
from slowpath.values.integer import SymInt
from tests.unit.values.symbols import Symbols


def test_plain_bounds_make_a_plain_range() -> None:
    assert type(ranges.made(1, 5)) is range


def test_each_step_is_a_decision(symbols: Symbols) -> None:
    values = ranges.made(symbols(3))
    assert list(values.__iter__()) == [0, 1, 2]
    assert symbols.decided() == 4


def test_the_length_is_an_expression(symbols: Symbols) -> None:
    values = ranges.made(2, symbols(9), 3)
    length = modelled(len)(values)
    assert type(length) is SymInt
    assert length == 3 == len(values)


def test_membership_is_one_decision(symbols: Symbols) -> None:
    assert symbols(6) in ranges.made(0, symbols(9), 3)
    assert symbols.decided() == 1
    assert modelled(range(10).index)(symbols(4)) == 4
    assert symbols.decided() == 2  # and the comparison here


def test_a_zero_step_is_decided_before_it_raises(symbols: Symbols) -> None:
    with pytest.raises(ValueError, match="must not be zero"):
        ranges.made(0, 5, symbols(0))
    assert symbols.decided() == 1


def test_looks_like_a_range(symbols: Symbols) -> None:
    values = ranges.made(symbols(3))
    assert isinstance(values, range)
    assert TYPES[type](directly, values) is range
    assert repr(values) == "range(0, 3)"
    assert hash(values) == hash(range(3))
    assert pickle.loads(pickle.dumps(values)) == range(3) == values
    with pytest.raises(AttributeError):
        values.start = 1  # type: ignore[misc]
