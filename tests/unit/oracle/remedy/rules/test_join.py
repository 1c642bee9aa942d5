"""Groups in the place of nested loops and comprehensions."""

from __future__ import annotations

import pytest

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


LOOPS = """
def target(orders, customers):
    found = []
    for key, item in orders:
        for number, name in customers:
            # of this order
            if number == key:  # known
                found.append((name, item))
    return found
"""


def test_a_loop_that_does_something_with_one_key_goes_over_the_items_of_that_key() -> None:
    (text,) = proposed(JoinRule, LOOPS)
    assert body(text).splitlines()[1:4] == [
        "groups = {}",
        "for number, name in customers:",
        "    groups.setdefault(number, []).append((number, name))",
    ]
    assert "        for number, name in groups.get(key, ()):\n            # of this order\n" in text
    assert "            # known\n            found.append((name, item))\n" in text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return found", "return found, name"),  # the last item, not the last match
        ("found.append((name, item))", "key = name"),  # what is looked for changes
        ("found.append((name, item))", "customers.append((number, item))"),
        (
            "found.append((name, item))",
            "found.append(number)\n            else:\n                found.append(0)",
        ),
        ("number == key", "number == key and name"),
    ],
)
def test_other_loops_are_left_alone(old: str, new: str) -> None:
    assert old in LOOPS
    assert proposed(JoinRule, LOOPS.replace(old, new)) == []


@pytest.mark.parametrize("change", ["each.key = None", "each.forget()", "forget(each)"])
def test_a_loop_that_may_change_keys_is_left_alone(change: str) -> None:
    source = f"""
    def target(items, keys):
        for key in keys:
            for each in items:
                if each.key == key:
                    {change}
    """
    assert proposed(JoinRule, source) == []
