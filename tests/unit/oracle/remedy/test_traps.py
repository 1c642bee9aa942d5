"""Changes that look right and are wrong: none of them is shown.

Each source tempts a rule. If the text does not tell, only the trial stands between the change and the user.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from slowpath.model.redundancy import Remedy
from tests.unit.oracle.remedy.local import remedy

Look = Callable[..., Remedy | None]


@pytest.fixture
def look(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Look:
    def looked(source: str, recipe: dict[str, str], name: str = "target") -> Remedy | None:
        return remedy(monkeypatch, tmp_path, source, recipe, name=name)

    return looked


NUMBERS = "list(range(N))"
MORE = "list(range(N, 2 * N))"


def test_a_list_of_numbers_becomes_a_set(look: Look) -> None:
    # Without this, all traps below could pass because nothing is ever proposed.
    source = """
def target(items: list[int], others: list[int]) -> list[int]:
    return [item for item in items if item in others]
"""
    found = look(source, {"items": NUMBERS, "others": MORE})
    assert found is not None
    assert "others_set = set(others)" in found.diff
    assert (found.before, found.after) == ("O(n^2)", "O(n)")


WRONG = {
    "a join by a key without a hash": (
        """
def target(orders: list[list[int]], customers: list[list[int]]) -> int:
    found = 0
    for order in orders:
        for customer in customers:
            if customer == order:
                found += 1
    return found
""",
        {"orders": "[[i] for i in range(N)]", "customers": "[[-i - 1] for i in range(N)]"},
    ),
    "a join by numbers that may be no number": (
        """
def target(orders: list[float], customers: list[float]) -> int:
    found = 0
    for order in orders:
        for customer in customers:
            if customer == order:
                found += 1
    return found
""",
        {"orders": "[i + 0.5 for i in range(N)]", "customers": "[-i - 0.5 for i in range(N)]"},
    ),
    "counts of what is longer than a character": (
        """
def target(text: str, words: list[str]) -> list[int]:
    return [text.count(word) for word in words]
""",
        {"text": "'a' * N", "words": "['b'] * N"},
    ),
    "counts of items without a hash": (
        """
def target(items: list[list[int]]) -> list[int]:
    return [items.count(item) for item in items]
""",
        {"items": "[[i] for i in range(N)]"},
    ),
    "a function that asks whether a text is in a text": (
        """
def known(word: str, words: str) -> bool:
    return word in words

def target(words: list[str], text: str) -> list[str]:
    return [word for word in words if known(word, text)]
""",
        {"words": "['b'] * N", "text": "'a' * N"},
    ),
    "a method whose list grows meanwhile": (
        """
class Names:
    def __init__(self) -> None:
        self.names: list[str] = []

    def has(self, name: str) -> bool:
        return name in self.names

    def target(self, names: list[str]) -> int:
        for name in names:
            if not self.has(name):
                self.names.append(name)
        return len(self.names)
""",
        {"names": "[str(i) for i in range(N)]"},
    ),
    "first places in the table that is looked through": (
        """
def target(table: dict[int, int], wanted: list[int]) -> dict[int, int]:
    for one in wanted:
        for key, value in list(table.items()):
            if value == one:
                table[one] = key
                break
    return table
""",
        {"table": "{i: i for i in range(N)}", "wanted": "list(range(N))[::-1]"},
    ),
    "items without a hash": (
        """
def target(items: list[list[int]], others: list[list[int]]) -> list[list[int]]:
    return [item for item in items if item in others]
""",
        {"items": "[[i] for i in range(N)]", "others": "[[-i - 1] for i in range(N)]"},
    ),
    "items of unknown type": (
        """
from typing import Any

def target(items: list[Any], others: list[Any]) -> list[Any]:
    return [item for item in items if item in others]
""",
        {"items": NUMBERS, "others": MORE},
    ),
    "a hash that contradicts equality": (
        """
class Word:
    def __init__(self, text: str) -> None:
        self.text = text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Word) and other.text.lower() == self.text.lower()

    def __hash__(self) -> int:
        return hash(self.text)

def target(items: list[str], others: list[str]) -> list[str]:
    known = [Word(other) for other in others]
    found = []
    for item in items:
        word = Word(item)
        if word in known:
            found.append(item)
    return found
""",
        {"items": "['a%d' % i for i in range(N)]", "others": "['b%d' % i for i in range(N)]"},
    ),
    "equality without a hash": (
        """
class Word:
    def __init__(self, text: str) -> None:
        self.text = text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Word) and other.text == self.text

def target(items: list[str], others: list[str]) -> list[str]:
    known = [Word(other) for other in others]
    found = []
    for item in items:
        word = Word(item)
        if word in known:
            found.append(item)
    return found
""",
        {"items": "['a%d' % i for i in range(N)]", "others": "['b%d' % i for i in range(N)]"},
    ),
    "the last of equal numbers is returned": (
        """
from collections.abc import Hashable

def target(items: list[Hashable], others: list[Hashable]) -> list[Hashable]:
    found = []
    for item in items:
        last = None
        for other in others:
            if other == item:
                last = other
        found.append(last)
    return found
""",
        {"items": NUMBERS, "others": MORE},
    ),
    "NaN equals nothing": (
        """
def target(items: list[float], others: list[float]) -> list[float]:
    groups = []
    for item in items:
        groups.append([other for other in others if other == item])
    return groups
""",
        {"items": "[float(i) for i in range(N)]", "others": "[float(-i - 1) for i in range(N)]"},
    ),
    "the list changes inside the loop": (
        """
def target(items: list[int], others: list[int]) -> int:
    count = 0
    for item in items:
        if item in others:
            count += 1
        elif item % 2:
            others.append(-item)
    return count
""",
        {"items": NUMBERS, "others": MORE},
    ),
    "the list changes by another name": (
        """
def target(items: list[int], others: list[int]) -> int:
    count = 0
    same = others
    for item in items:
        if item in others:
            count += 1
        same.append(-item)
    return count
""",
        {"items": NUMBERS, "others": MORE},
    ),
    "a text is searched, not a list": (
        """
def target(items: list[str], text: str) -> list[str]:
    return [item for item in items if item in text]
""",
        {"items": "['b'] * N", "text": "'a' * N"},
    ),
    "a membership of its own": (
        """
class Near:
    def __init__(self, numbers: list[int]) -> None:
        self.numbers = numbers

    def __iter__(self):
        return iter(self.numbers)

    def __contains__(self, number: object) -> bool:
        return any(abs(each - number) <= 1 for each in self.numbers)

def target(items: list[int], others: list[int]) -> list[int]:
    near = Near(others)
    return [item for item in items if item in near]
""",
        {"items": "[10 * i for i in range(N)]", "others": "[-10 * i - 5 for i in range(N)]"},
    ),
    "the hoisted call has side effects": (
        """
calls = []

def _total(values: list[int]) -> int:
    calls.append(len(values))
    return sum(values)

def target(values: list[int]) -> list[int]:
    return [_total(values) + len(calls) for _ in values]
""",
        {"values": NUMBERS},
    ),
    "the hoisted call reads what changes": (
        """
def target(values: list[int]) -> list[int]:
    found = []
    for place in range(len(values)):
        found.append(sum(values))
        values[place] = 0
    return found
""",
        {"values": NUMBERS},
    ),
    "the hoisted call raises, and nobody asks": (
        """
def target(items: list[int], limits: list[int]) -> list[int]:
    found = []
    for item in items:
        if item > 0:
            found.append(item + max(limits))
    return found
""",
        {"items": "[1] * N", "limits": NUMBERS},
    ),
    "a cached function reads a global": (
        """
step = 1

def target(n: int) -> int:
    global step
    step += 1
    return n + step if n < 2 else target(n - 1) + target(n - 2)
""",
        {"n": "N"},
    ),
    "a cached function returns a list": (
        """
def target(n: int) -> list[int]:
    if n < 2:
        return [n]
    left, right = target(n - 1), target(n - 2)
    left.append(n)
    return left[:3] + right[:3]
""",
        {"n": "N"},
    ),
    "a cached function changes its argument": (
        """
def target(n: int, seen: list[int]) -> int:
    seen.append(n)
    return n if n < 2 else target(n - 1, seen) + target(n - 2, seen)
""",
        {"n": "N", "seen": "[]"},
    ),
    "a cached function reads the clock": (
        """
import time

def target(n: int) -> int:
    return int(time.time() * 0) + (n if n < 2 else target(n - 1) + target(n - 2))
""",
        {"n": "N"},
    ),
    "the queue is an argument": (
        """
def target(queue: list[int]) -> int:
    count = 0
    while queue:
        queue.pop(0)
        count += 1
    return count
""",
        {"queue": NUMBERS},
    ),
    "the queue is sliced": (
        """
def target(items: list[int]) -> list[list[int]]:
    queue = list(items)
    seen = []
    while queue:
        queue.pop(0)
        seen.append(queue[:1])
    return seen
""",
        {"items": NUMBERS},
    ),
    "the queue is compared with a list": (
        """
def target(items: list[int]) -> int:
    queue = list(items)
    count = 0
    while queue != []:
        queue.pop(0)
        count += 1
    return count
""",
        {"items": NUMBERS},
    ),
    "the queue is kept by another name": (
        """
def target(items: list[int]) -> list[list[int]]:
    queue = list(items)
    kept = [queue]
    while queue:
        queue.pop(0)
    return kept
""",
        {"items": NUMBERS},
    ),
    "the copies are kept": (
        """
def target(items: list[int]) -> list[list[int]]:
    run: list[int] = []
    runs = []
    for item in items:
        run = run + [item]
        runs.append(run)
    return runs[-2:]
""",
        {"items": NUMBERS},
    ),
    "the start is seen by the caller": (
        """
def target(items: list[int], start: list[int]) -> list[int]:
    for item in items:
        start = start + [item]
    return start
""",
        {"items": NUMBERS, "start": "[]"},
    ),
    "a subclass overrides the call": (
        """
class Basket:
    def __init__(self, prices: list[int]) -> None:
        self.prices = prices

    def total(self) -> int:
        return sum(self.prices)

    def expensive(self) -> list[int]:
        return [price for price in self.prices if 10 * price > self.total()]

class Shrinking(Basket):
    def total(self) -> int:
        self.prices = self.prices[:-1]
        return sum(self.prices)
""",
        {"prices": "[1] * N"},
    ),
    "equal items are taken in another order": (
        """
from typing import Any

def target(tasks: list[Any]) -> list[Any]:
    waiting = list(tasks)
    done = []
    while waiting:
        waiting.sort(reverse=True)
        done.append(waiting.pop())
    return done
""",
        {"tasks": NUMBERS},
    ),
    "early return": (
        """
def target(items: list[int], others: list[list[int]]) -> int:
    for item in items:
        if item < 0:
            return item
        if [item] in others:
            return 0
    return 1
""",
        {"items": NUMBERS, "others": "[[-i - 1] for i in range(N)]"},
    ),
    "a mutable default": (
        """
def target(items: list[int], seen: list[int] = []) -> list[int]:
    for item in items:
        if item not in seen:
            seen.append(item)
    return seen
""",
        {"items": NUMBERS},
    ),
    "a generator yields in between": (
        """
def target(items: list[int], others: list[int]):
    for item in items:
        if item not in others:
            yield item
""",
        {"items": NUMBERS, "others": MORE},
    ),
}


@pytest.mark.parametrize("trap", WRONG)
def test_no_wrong_change_is_shown(look: Look, trap: str) -> None:
    source, recipe = WRONG[trap]
    methods = ("Basket.expensive", "Names.target")
    name = next((each for each in methods if f"class {each.partition('.')[0]}:" in source), "target")
    assert look(source, recipe, name=name) is None


def test_a_join_of_two_lists_goes_over_groups(look: Look) -> None:
    source = """
def target(orders: list[tuple[int, str]], customers: list[tuple[int, str]]) -> list[str]:
    found = []
    for key, item in orders:
        for number, name in customers:
            if number == key:
                found.append(name + item)
    return found
"""
    numbers, others = "[(i, 'a') for i in range(N)]", "[(i, 'b') for i in range(N)]"
    found = look(source, {"orders": numbers, "customers": others})
    assert found is not None
    assert "groups.get(key, ())" in found.diff
    assert (found.before, found.after) == ("O(n^2)", "O(n)")


def test_what_is_not_hashable_is_searched_as_before(look: Look) -> None:
    source = """
from typing import Any

def target(items: list[Any], others: list[Any]) -> list[Any]:
    found = []
    for item in items:
        if item in others:
            found.append(item)
    return found
"""
    found = look(source, {"items": NUMBERS, "others": MORE})
    assert found is not None
    assert "except TypeError" in found.diff


def test_an_iterator_is_used_up_as_before(look: Look) -> None:
    source = """
from collections.abc import Iterable

def target(items: list[int], others: Iterable[int]) -> list[int]:
    return [item for item in items if item in others]
"""
    found = look(source, {"items": NUMBERS, "others": MORE})
    assert found is not None
    assert "set(others) if type(others) in (list, tuple) else others" in found.diff


def test_identity_is_asked_by_address(look: Look) -> None:
    source = """
def _holds(items: list[object], wanted: object) -> bool:
    for each in items:
        if each is wanted:
            return True
    return False

def target(items: list[object], others: list[object]) -> list[object]:
    return [item for item in items if _holds(others, item)]
"""
    found = look(source, {"items": "[object() for _ in range(N)]", "others": "[object() for _ in range(N)]"})
    assert found is not None
    assert "id(item) in ids" in found.diff


def test_an_empty_queue_raises_what_an_empty_list_does(look: Look) -> None:
    source = """
def target(items: list[int], steps: int) -> list[int]:
    turned = list(items)
    for _ in range(steps):
        turned.append(turned.pop(0))
    return turned
"""
    found = look(source, {"items": NUMBERS, "steps": "N"})
    assert found is None or 'raise IndexError("pop from empty list")' in found.diff


def test_a_list_that_is_cut_stays_itself_if_nothing_is_cut_off(look: Look) -> None:
    source = """
def target(items: list[int]) -> list[int]:
    while items and items[0] == 0:
        items = items[1:]
    return items
"""
    found = look(source, {"items": "[0] * N"})
    assert found is None or "if start:" in found.diff
