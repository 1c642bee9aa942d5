"""The subjects of benchmarks/whitesyn do what the documentation of their models says, on examples."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

WHITESYN = Path(__file__).parents[3] / "benchmarks" / "whitesyn"

# A module, statements, and an expression that is true after them.
EXAMPLES = [
    ("arrays", "x = remove_all([2, 6, 3], 0, 2, 0)", "x == [6]"),
    ("arrays", "x = remove_elements([1, 3, 1, 1], 1, 1, 5)", "x == [3, 1]"),
    ("arrays", "x = remove_elements(None, 1)", "x is None"),
    ("arrays", "x = [index_of([1, 2, 1], 1, 1), index_of([1], 2), index_of(None, 1)]", "x == [2, -1, -1]"),
    ("arrays", "x = index_of([1, 2], 1, -5)", "x == 0"),
    ("arrays", "x = (is_not_empty([]), is_not_empty(None), is_not_empty([0]))", "x == (False, False, True)"),
    ("arrays", "x = (is_same_length(None, []), is_same_length([1], [2]))", "x == (True, True)"),
    ("texts", "x = squeeze('hello', 'k-p')", "x == 'helo'"),
    ("texts", "x = squeeze('hello', 'a-e')", "x == 'hello'"),
    ("texts", "x = squeeze('aabbcc', '^b')", "x == 'abbc'"),
    ("texts", "x = (squeeze(None, 'a'), squeeze('', 'a'), squeeze('aa', ''))", "x == (None, '', 'aa')"),
    ("texts", "x = CharSet('a-', '^')", "x.contains('-') and x.contains('^') and not x.contains('b')"),
    ("texts", "x = levenshtein_distance('elephant', 'hippo')", "x == 7"),
    ("texts", "x = levenshtein_distance('', 'abc')", "x == 3"),
    ("identity", "a, b = [1], [1]; s = IdentityStack.of([a])", "s.contains(a) and not s.contains(b)"),
    (
        "identity",
        "a, b = [1], [1]; s = IdentityStack.of([a, b]); x = s.remove_all([b])",
        "x and list(s) == [a]",
    ),
    ("identity", "a = [1]; s = IdentityStack(a); x = s.retain_all([[1]])", "x and len(s) == 0"),
    (
        "identity",
        "s = IdentityStack(); s.push('a'); s.push('b')",
        "s.contains_all(['b', 'a']) and s.pop() == 'b'",
    ),
    (
        "ordered",
        "m = ListOrderedMap({2: 'b', 1: 'a'}); m.put(2, 'c')",
        "list(m) == [2, 1] and m.get(2) == 'c'",
    ),
    ("ordered", "m = ListOrderedMap({2: 'b', 1: 'a'}); x = m.remove(2)", "x == 'b' and m.key_at(0) == 1"),
    ("ordered", "m = ListOrderedMap(); x = m.remove(1)", "x is None"),
    ("ordered", "s = ListOrderedSet([3, 1, 3]); x = s.add_all([1, 2])", "x and list(s) == [3, 1, 2]"),
    (
        "ordered",
        "s = ListOrderedSet([3, 1]); x = s.add_all_at(1, [7, 3, 8])",
        "x and list(s) == [3, 7, 8, 1]",
    ),
    ("ordered", "s = ListOrderedSet([3, 1]); x = s.to_array([0, 0, 9])", "x == [3, 1, 9]"),
    (
        "ordered",
        "s = ListOrderedSet([3, 1]); x = (s.remove(3), s.remove(3))",
        "x == (True, False) and s.get(0) == 1",
    ),
    ("ordered", "s = ListOrderedSet([1, 2, 3]); x = s.remove_all([2, 9])", "x and list(s) == [1, 3]"),
    ("ordered", "s = ListOrderedSet([1, 2, 3]); x = s.retain_all([3, 2])", "x and list(s) == [2, 3]"),
    ("vector", "s = VectorSet([1, 2]); x = s.add_all(1, [2, 5, 6])", "x and list(s) == [1, 5, 6, 2]"),
    ("vector", "s = VectorSet([1, 2]); x = s.retain_all([2])", "x and list(s) == [2] and not s.contains(1)"),
    ("vector", "s = VectorSet([1]); c = s.clone(); c.add(2)", "list(c) == [1, 2] and len(s) == 1"),
    ("tree", "t = TreeList('ad'); t.add_all_at(1, 'bc')", "list(t) == list('abcd') and t.get(2) == 'c'"),
    ("distribution", "d = EnumeratedIntegerDistribution([3, 5, 3], [1, 2, 1])", "d.probability(3) == 0.5"),
    ("distribution", "d = EnumeratedIntegerDistribution([3, 5, 9], [1, 1, 0])", "d.support() == (3, 5)"),
    ("distribution", "d = EnumeratedIntegerDistribution([3, 5], [1, 1])", "d.mean() == 4"),
    ("collection", "a = ArrayList([1, 2]); a.add(3)", "a.contains(3) and a.contains_all([1, 3])"),
    ("collection", "a = ArrayList([1, 2, 3, 2]); x = a.retain_all([2])", "x and list(a) == [2, 2]"),
    ("unique", "u = SetUniqueList.decorate([1, 2, 1]); u.add(2)", "list(u) == [1, 2] and len(u) == 2"),
    ("unique", "u = SetUniqueList([1, 2, 3]); x = u.set(2, 1)", "x == 3 and list(u) == [2, 1]"),
    ("unique", "u = SetUniqueList([1, 2, 3]); x = u.remove_all([3, 1])", "x and list(u) == [2] and u.add(1)"),
    (
        "unique",
        "u = SetUniqueList([1, 2, 3]); x = u.retain_all([3, 1])",
        "x and list(u) == [1, 3] and u.add(2)",
    ),
    ("linked", "a = CursorableLinkedList([1, 2])", "list(a) == [1, 2] and not a.contains_all([2, 3])"),
    ("linked", "c = CursorableLinkedList([1]).cursor(); x = c.next()", "x == 1 and not c.has_next()"),
    ("subtraction", "x = subtract_list([None, None, 1], [None, 5])", "x == [None, 1]"),
    ("subtraction", "x = subtract_collection('aabc', 'abz')", "x == ['a', 'c']"),
    ("subtraction", "i = [1, 2, 3, 2]; x = remove_all(ListCursor(i), [2])", "x and i == [1, 3]"),
    ("subtraction", "x = difference([1, 2, 1], {2})", "x == [1, 1]"),
    ("hidden", "m = DualBidiMap({1: 2}); m.put(3, 2)", "list(m) == [3] and m.key_of(2) == 3"),
    ("hidden", "m = DualBidiMap({1: 2, 3: 4}); x = m.keys().remove_all([3])", "x and list(m) == [1]"),
    ("hidden", "m = MultiValueMap(); m.put(1, 'a'); m.put(1, 'b')", "m.values().contains_all('ba')"),
    (
        "hidden",
        "m = LinkedMultimap(); m.put(1, 'a'); m.put(1, 'b'); m.put(2, 'a')",
        "list(m.get(1)) == ['a', 'b']",
    ),
    (
        "hidden",
        "m = LinkedMultimap(); m.put(1, 'a'); m.put(2, 'a'); m.get(1).remove_all('a')",
        "list(m.get(2)) == ['a']",
    ),
    ("hidden", "m = KeyedMap({1: 2, 3: 4}); m.remove_keys([1])", "m.keys() == [3]"),
    ("hidden", "s = Inventory(); s.store('a', 3); s.store('b', 4)", "s.total(['b', 'c', 'b']) == 8"),
    ("hidden", "x = common_names(['A', 'b'], ['a'])", "x == ['A']"),
    ("hidden", "x = distinct_leaves([1, [2, [1]], 2, [], [3]])", "x == [1, 2, 3]"),
]
REFUSED = [
    ("arrays", "remove_all([1], 1)", IndexError),
    ("arrays", "remove_all([1], -1)", IndexError),
    ("ordered", "ListOrderedSet([1]).add_all_at(2, [2])", IndexError),
    ("vector", "VectorSet().add_all(1, [2])", IndexError),
    ("tree", "TreeList().add_all_at(1, [2])", IndexError),
    ("distribution", "EnumeratedIntegerDistribution([1], [1, 2])", ValueError),
    ("distribution", "EnumeratedIntegerDistribution([1], [0])", ValueError),
    ("distribution", "EnumeratedIntegerDistribution([1], [-1])", ValueError),
    ("distribution", "EnumeratedIntegerDistribution([1], [float('nan')])", ValueError),
    ("collection", "AbstractCollection()", TypeError),
    ("hidden", "KeyedMap().remove_keys([1])", ValueError),
]


@pytest.fixture(autouse=True)
def on_path(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(WHITESYN))
    yield
    for name in [each for each in sys.modules if each.partition(".")[0] == "subjects"]:
        del sys.modules[name]


def names_of(module: str) -> dict[str, Any]:
    return dict(vars(importlib.import_module(f"subjects.{module}")))


@pytest.mark.parametrize(("module", "statements", "holds"), EXAMPLES)
def test_subjects_do_what_is_documented(module: str, statements: str, holds: str) -> None:
    names = names_of(module)
    exec(statements, names)
    assert eval(holds, names) is True


@pytest.mark.parametrize(("module", "call", "error"), REFUSED)
def test_subjects_refuse_what_is_no_input(module: str, call: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        eval(call, names_of(module))


def test_a_tree_list_is_a_list_and_stays_low() -> None:
    names = names_of("tree")

    @settings(max_examples=25)
    @given(st.lists(st.tuples(st.integers(0, 100), st.integers()), max_size=40))
    def check(steps: list[tuple[int, int]]) -> None:
        tree = names["TreeList"]()
        plain: list[int] = []
        for place, value in steps:
            tree.add(min(place, len(plain)), value)
            plain.insert(min(place, len(plain)), value)
        assert list(tree) == plain
        assert [tree.get(i) for i in range(len(plain))] == plain
        assert 2 ** (names["_height"](tree._root) / 1.4405) <= len(plain) + 2

    check()


def test_the_distance_of_texts_is_the_least_number_of_changes() -> None:
    distance = names_of("texts")["levenshtein_distance"]

    def by_definition(first: str, second: str) -> int:
        """The longest pairs of places in order, each pair of equal characters a change less."""
        best = max(len(first), len(second))
        for count in range(1, min(len(first), len(second)) + 1):
            for left in combinations(range(len(first)), count):
                for right in combinations(range(len(second)), count):
                    changed = sum(first[i] != second[j] for i, j in zip(left, right, strict=True))
                    best = min(best, changed + len(first) + len(second) - 2 * count)
        return best

    @settings(max_examples=25)
    @given(st.text("ab", max_size=4), st.text("ab", max_size=4))
    def check(first: str, second: str) -> None:
        assert distance(first, second) == by_definition(first, second)

    check()
