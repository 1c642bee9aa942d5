"""Indices and slices: whatever a settled key picks, the symbolic one picks."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from slowpath.values.items import exactly, place, settled, times
from tests.unit.values.symbols import Symbols

NUMBERS = st.integers(-9, 9)


@given(NUMBERS, st.integers(0, 6))
def test_index(value: int, length: int) -> None:
    symbols = Symbols()
    key = settled(symbols(value), length)
    assert type(key) is int
    values = list(range(length))
    if -length <= value < length:
        assert values[key] == values[value]
    else:
        assert not -length <= key < length


@given(NUMBERS, NUMBERS, NUMBERS.filter(bool), st.integers(0, 6))
def test_slice(start: int, stop: int, step: int, length: int) -> None:
    symbols = Symbols()
    key = settled(slice(symbols(start), symbols(stop), symbols(step)), length)
    assert {type(key.start), type(key.stop), type(key.step)} == {int}
    assert list(range(length))[key] == list(range(length))[start:stop:step]


@given(st.integers(-5000, 5000))
def test_a_number_is_found_by_few_questions(value: int) -> None:
    symbols = Symbols()
    assert exactly(symbols(value)) == value
    assert symbols.decided() <= 2 * abs(value).bit_length() + 2


def test_clipped_bounds_decide_no_more() -> None:
    symbols = Symbols()
    assert settled(slice(None, symbols(1000)), 3) == slice(None, 3, None)
    assert symbols.decided() == 2
    assert place(symbols(-1000), 3) == -3
    assert symbols.decided() == 2
    assert times(symbols(-1000)) == 0
    assert symbols.decided() == 1
