"""Calls that are made once, in front of a loop."""

from __future__ import annotations

from slowpath.oracle.remedy.rules.hoisting import HoistingRule
from tests.unit.oracle.remedy.rules.proposing import body, proposed


def test_a_chain_of_calls_is_evaluated_once() -> None:
    source = """
    def target(words, text):
        return [word for word in words if word in text.lower().split()]
    """
    plain, guarded = (body(text) for text in proposed(HoistingRule, source))
    assert plain.startswith("parts = text.lower().split()\n")
    assert guarded.startswith("parts = text.lower().split() if words else None\n")


def test_what_depends_on_the_item_stays_in_the_loop() -> None:
    source = """
    def target(words):
        return [sorted(word) for word in words]
    """
    assert proposed(HoistingRule, source) == []


def test_a_function_of_the_module_is_hoisted_only_if_it_changes_nothing() -> None:
    source = """
    log = []

    def total(values):
        result = 0
        for value in values:
            result += value
        return result

    def target(values):
        return [total(values) for _ in values]
    """
    assert "total_value = total(values)" in proposed(HoistingRule, source)[0]
    assert proposed(HoistingRule, source.replace("result = 0", "log.append(1); result = 0")) == []
    assert proposed(HoistingRule, source.replace("result = 0", "global log; result = 0")) == []


def test_an_iterator_is_not_shared_by_the_rounds() -> None:
    source = """
    def target(values):
        return [sum(1 for _ in map(str, values)) for _ in range(3)]
    """
    assert not any("map_value" in text for text in proposed(HoistingRule, source))


BASKET = """
class Basket:
    def __init__(self, prices: list[int]) -> None:
        self.prices = prices

    @property
    def total(self) -> int:
        return sum(self.prices)

    def target(self) -> list[int]:
        found = []
        for price in self.prices:
            if 10 * price > self.total:
                found.append(price)
        return found
"""


def test_a_property_that_changes_nothing_is_read_once() -> None:
    plain, guarded = (body(text) for text in proposed(HoistingRule, BASKET, "Basket.target"))
    assert "\ntotal = self.total\nfor price in self.prices:\n    if 10 * price > total:" in plain
    assert "\ntotal = self.total if self.prices else None\n" in guarded


def test_a_property_stays_if_its_value_may_change() -> None:
    for old, new in (
        ("        return sum", "        self.reads = 1\n        return sum"),  # it notes that it was read
        ("    @property\n    def total", "    @cached\n    def total"),
        ("    @property\n    def total", "    def total"),  # a bound method, which costs nothing
        ("                found.append(price)", "                self.prices = found"),
        ("                found.append(price)", "                self.total = 1"),
        ("                found.append(price)", "                self.add(price)"),
        ("class Basket:", "class Free(Basket):\n    def total(self):\n        return 0\n\nclass Basket:"),
    ):
        assert old in BASKET
        assert proposed(HoistingRule, BASKET.replace(old, new), "Basket.target") == [], new
