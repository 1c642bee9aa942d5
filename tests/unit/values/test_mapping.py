"""Recording dictionaries: what they decide, and that they look like plain ones."""

from __future__ import annotations

import copy
import json
import pickle
from collections import Counter, OrderedDict, defaultdict
from enum import IntEnum
from fractions import Fraction
from typing import Any

import pytest

from slowpath.values import mapping
from slowpath.values.calls import TYPES, modelled
from slowpath.values.elements import directly
from slowpath.values.lookups import item, store
from slowpath.values.recording import DICTS, SymCounter, SymDefaultDict, SymDict, SymOrderedDict, SymSet
from tests.unit.values.symbols import Symbols


def test_membership_is_one_decision(symbols: Symbols) -> None:
    table = SymDict.fromkeys(range(100))
    assert symbols(7) in table
    assert symbols.decided() == 1
    assert symbols(700) not in table
    assert symbols.decided() == 1


def test_a_lookup_halves_plain_ints(symbols: Symbols) -> None:
    table = SymDict((n, str(n)) for n in range(64))
    assert table[symbols(7)] == "7"
    assert symbols.decided() == 1 + 6
    assert table.get(symbols(64)) is None
    assert symbols.decided() == 1


def test_what_is_known_is_not_asked_again(symbols: Symbols) -> None:
    a, b = symbols(1), symbols(1)
    table = SymDict({a: 0, 5: 1})
    assert symbols.decided() == 1  # a == 5?
    assert b in table
    assert symbols.decided() == 1
    table[b] += 1
    assert symbols.decided() == 1  # which one?
    assert table[a] == 1
    assert symbols.decided() == 0


def test_the_first_key_stays(symbols: Symbols) -> None:
    a, b = symbols(1), symbols(1)
    table = SymDict({a: 0})
    table[b] = 1
    assert next(iter(table)) is a
    assert table == {1: 1}


def test_plain_tables_are_asked_by_the_hooks(symbols: Symbols) -> None:
    table = {1: "a", 3: "b"}
    assert item(table, symbols(3)) == "b"
    assert symbols.decided() == 2
    assert modelled(table.get)(symbols(4), "none") == "none"
    assert symbols.decided() == 1
    store("c", table, symbols(1))
    assert table == {1: "c", 3: "b"}
    assert symbols.lost == []
    store("d", table, symbols(9))
    assert symbols.lost == ["a symbolic key in a dictionary made elsewhere"]


def test_without_symbolic_keys_nothing_is_decided(symbols: Symbols) -> None:
    table = SymDict(a=symbols(1))
    table["b"] = symbols(2)
    assert "c" not in table
    assert table["a"] == 1
    assert table.open is None
    assert symbols.decided() == 1  # the last comparison of values


def test_tuples_are_compared_part_by_part(symbols: Symbols) -> None:
    seen = SymDict({(0, 0): 1, (1, symbols(2)): 2})
    assert symbols.decided() == 0  # 0 and 1 tell them apart
    assert seen[1, 2] == 2
    assert (symbols(5), 5) not in seen


class Colour(IntEnum):
    RED = 1


class Point:
    def __init__(self, x: int) -> None:
        self.x = x

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Point) and self.x == other.x

    def __hash__(self) -> int:
        return hash(self.x)


def test_keys_of_other_types(symbols: Symbols) -> None:
    table = SymDict({symbols(9): 0, Point(1): 1, Colour.RED: 2, Fraction(1, 2): 3, frozenset({4}): 4})
    assert [table[key] for key in (Point(1), 1, Colour.RED, 0.5, Fraction(1, 2), frozenset({4}))] == [
        *(1, 2, 2, 3, 3, 4)
    ]
    assert Point(2) not in table
    with pytest.raises(TypeError, match="unhashable"):
        table[[]]


@pytest.mark.parametrize("kind", DICTS)
def test_looks_like_the_builtin(kind: Any, symbols: Symbols) -> None:
    arguments = (list, [(1, 2)]) if kind is defaultdict else ([(1, 2)],) if kind is not Counter else ({1: 2},)
    made = mapping.made(directly, kind, *arguments)
    plain = kind(*arguments)
    assert type(made) is DICTS[kind]
    assert TYPES[type](directly, made) is kind
    assert made.__class__ is kind
    assert repr(made) == repr(plain)
    assert type(pickle.loads(pickle.dumps(made))) is kind
    assert pickle.loads(pickle.dumps(made)) == plain == copy.copy(made) == copy.deepcopy(made)
    made[symbols(7)] = 1
    assert copy.copy(made).open is symbols.trace
    assert json.loads(json.dumps(made)) == {"1": 2, "7": 1}


def test_defaults_are_made_once(symbols: Symbols) -> None:
    groups = SymDefaultDict(list)
    a, b, c = symbols(1), symbols(2), symbols(1)
    for key in (a, b, c):
        groups[key].append(key)
    assert groups == {1: [1, 1], 2: [2]}


def test_order_of_an_ordered_dict(symbols: Symbols) -> None:
    order = SymOrderedDict([(symbols(1), "a"), (symbols(2), "b")])
    order.move_to_end(symbols(1))
    assert list(order) == [2, 1]
    assert order == OrderedDict([(2, "b"), (1, "a")])
    assert order != OrderedDict([(1, "a"), (2, "b")])


def test_counters(symbols: Symbols) -> None:
    a, b = symbols(1), symbols(2)
    counted = SymCounter([a, b, symbols(1)])
    assert counted.most_common(1) == [(1, 2)]
    assert (counted + Counter([1]))[a] == 3
    assert type(counted + Counter([1])) is SymCounter


def test_what_is_known_ends_with_a_new_key(symbols: Symbols) -> None:
    a, b = symbols(1), symbols(2)
    table = SymDict()
    seen = SymSet()
    assert a not in table
    assert b not in seen
    table[1] = "one"
    seen.add(2)
    assert a in table
    assert b in seen
    table.pop(1)
    seen.clear()
    assert a not in table
    assert b not in seen
    table.update({1: 1})
    seen.update([2])
    assert a in table
    assert b in seen


@pytest.mark.parametrize("kind", [dict, SymDict])
def test_a_change_of_the_source_ends_an_update(symbols: Symbols, kind: Any) -> None:
    class Clearing:
        def __hash__(self) -> int:
            return 0

        def __eq__(self, other: object) -> bool:
            source.clear()
            return False

    first, second = Clearing(), Clearing()
    source = kind({symbols(1): "a"})
    source[second] = "b"
    source[symbols(2)] = "c"
    table = SymDict({first: "d"})
    with pytest.raises(RuntimeError, match="dict mutated during update"):
        table.update(source, more=1)
    assert not source
    assert [key for key in table if type(key) is Clearing] == [first, second]
    assert list(table.values()) == ["d", "a", "b"]
