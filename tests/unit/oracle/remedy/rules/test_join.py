"""Groups in the place of nested comprehensions."""

from __future__ import annotations

from slowpath.oracle.remedy.rules.join import JoinRule
from tests.unit.oracle.remedy.rules.proposing import body, proposed


def test_the_inner_items_are_grouped_by_their_key() -> None:
    source = """
    def target(orders, customers):
        return [(name, item) for key, item in orders for number, name in customers if key == number if name]
    """
    (text,) = (body(text) for text in proposed(JoinRule, source))
    assert "groups.setdefault(number, []).append((number, name))" in text
    assert "for number, name in groups.get(key, ()) if name]" in text


def test_another_comparison_is_no_join() -> None:
    source = """
    def target(orders, customers):
        return [name for key in orders for number, name in customers if key < number]
    """
    assert proposed(JoinRule, source) == []
