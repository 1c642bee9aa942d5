"""Functions of sequences with symbolic elements and arguments."""

from __future__ import annotations

from collections import deque

from slowpath.values.calls import modelled
from slowpath.values.lookups import item
from tests.unit.values.symbols import Symbols


def test_out_of_range_is_decided(symbols: Symbols) -> None:
    for value in (-4, 3):
        try:
            item([1, 2, 3], symbols(value))
        except IndexError:
            assert symbols.decided() == 2
        else:
            raise AssertionError


def test_pop_and_insert(symbols: Symbols) -> None:
    values = [1, 2, 3]
    assert modelled(values.pop)(symbols(-3)) == 1
    modelled(values.insert)(symbols(50), 4)
    assert values == [2, 3, 4]
    assert symbols.decided() > 0


def test_a_rotation_depends_on_the_remainder(symbols: Symbols) -> None:
    values = deque([1, 2, 3])
    modelled(values.rotate)(symbols(1_000_000))
    assert values == deque([3, 1, 2])
    assert symbols.decided() < 5


def test_hashes_are_lost(symbols: Symbols) -> None:
    assert modelled(hash)((symbols(1), 1)) == hash((1, 1))
    assert symbols.lost == ["hash of a symbolic value"]


def test_elements_decide_for_themselves(symbols: Symbols) -> None:
    a, b = symbols(1), symbols(2)
    assert modelled(sorted)([b, a]) == [1, 2]
    assert modelled(max)(a, b) is b
    assert (a, 1) == (1, 1)
    assert symbols.decided() > 3
