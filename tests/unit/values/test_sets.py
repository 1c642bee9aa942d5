"""Recording sets: what they decide, and that they are iterated as plain ones."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowpath.values.recording import SymFrozenSet, SymSet
from tests.unit.values.symbols import Symbols


def test_an_element_is_there_or_not(symbols: Symbols) -> None:
    seen = SymSet()
    for value in (3, 1, 3, 2):
        seen.add(symbols(value))
    assert len(seen) == 3
    assert symbols.decided() == 3


def test_plain_elements_decide_nothing(symbols: Symbols) -> None:
    seen = SymSet([1, 2, 3])
    seen |= {4}
    assert seen & {1, 9} == {1}
    assert symbols.decided() == 0
    assert seen.open is None


def test_removal_decides_which(symbols: Symbols) -> None:
    a, b = symbols(1), symbols(2)
    seen = SymSet([a, b])
    symbols.decided()
    seen.remove(symbols(2))
    assert symbols.decided() == 2
    assert list(seen) == [a]


def test_small_numbers_are_iterated_by_their_lowest_bits(symbols: Symbols) -> None:
    seen = SymSet([symbols(5), symbols(11)])
    assert list(seen) == list({5, 11}) == [11, 5]
    assert symbols.lost == []


def test_the_order_of_clashing_numbers_is_lost(symbols: Symbols) -> None:
    seen = SymSet([symbols(3), symbols(11)])
    assert list(seen) == list({3, 11})
    assert symbols.lost == ["order of a set"]


@pytest.mark.parametrize("kind", [SymSet, SymFrozenSet])
def test_looks_like_the_builtin(kind: type, symbols: Symbols) -> None:
    made = kind([1, symbols(2)])
    plain = kind.plain([1, 2])  # type: ignore[attr-defined]
    assert made.__class__ is kind.plain  # type: ignore[attr-defined]
    assert repr(made) == repr(plain)
    assert repr(kind()) == repr(type(plain)())
    assert type(pickle.loads(pickle.dumps(made))) is type(plain)
    assert copy.copy(made) == copy.deepcopy(made) == plain
    if kind is SymFrozenSet:
        assert hash(made) == hash(plain)


NUMBERS = st.lists(st.integers(-40, 40), max_size=12)


@given(NUMBERS, NUMBERS, NUMBERS, st.booleans(), st.booleans())
def test_results_are_iterated_as_plain_ones(
    left: list[int], right: list[int], third: list[int], open_left: bool, frozen: bool
) -> None:
    symbols = Symbols()
    plain_type, kind = (frozenset, SymFrozenSet) if frozen else (set, SymSet)
    made = kind([symbols(each) if open_left else each for each in left])
    other, listed = SymSet([symbols(each) for each in right]), [symbols(each) for each in third]
    plain, plain_other = plain_type(left), set(right)
    for name in ("union", "intersection", "difference", "symmetric_difference"):
        method, plain_method = getattr(made, name), getattr(plain, name)
        assert list(method(other)) == list(plain_method(plain_other))
        assert list(method(listed)) == list(plain_method(third))
        if name != "symmetric_difference":
            assert list(method(listed, other)) == list(plain_method(third, plain_other))
    assert list(made.copy()) == list(plain.copy())
    assert list(SymSet(made)) == list(set(plain))
    for name in ("issubset", "issuperset", "isdisjoint"):
        assert getattr(made, name)(other) == getattr(plain, name)(plain_other)
        assert getattr(made, name)(listed) == getattr(plain, name)(third)
    assert (made == other, made <= other, made < other) == (
        plain == plain_other,
        plain <= plain_other,
        plain < plain_other,
    )
