"""Sets in the place of scans by equality or identity."""

from __future__ import annotations

from slowpath.oracle.remedy.rules.scan import ScanRule
from tests.unit.oracle.remedy.rules.proposing import body, proposed


def test_any_equal_item_is_asked_of_a_set() -> None:
    source = """
    def target(items, others):
        return [item for item in items if any(other == item for other in others)]
    """
    plain, careful = (body(text) for text in proposed(ScanRule, source))
    assert "if item in members]" in plain
    assert "if item == item and item in members]" in careful


def test_a_function_that_scans_is_replaced_by_addresses_of_items_that_live() -> None:
    source = """
    def holds(items, wanted):
        for each in items:
            if each is wanted:
                return True
        return False

    def target(items, others):
        return [item for item in items if holds(others, item)]
    """
    (text,) = (body(text) for text in proposed(ScanRule, source))
    assert text.startswith("held = list(others)\nids = {id(each) for each in held}\n")
    assert "if id(item) in ids]" in text
    assert proposed(ScanRule, source.replace("return False", "return None")) == []
