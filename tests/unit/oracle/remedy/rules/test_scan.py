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


def test_a_method_that_looks_for_a_place_is_a_scan() -> None:
    source = """
    class Stack:
        def contains(self, item):
            return self.index_of(item) >= 0

        def index_of(self, item, start=0):
            for place in range(start, len(self.items)):
                if self.items[place] is item:
                    return place
            return -1

        def target(self, others):
            for other in others:
                if not self.contains(other):
                    return False
            return True
    """
    (text,) = (body(text) for text in proposed(ScanRule, source, "Stack.target"))
    assert text.startswith("held = list(self.items)\nids = {id(each) for each in held}\n")
    assert "if id(other) not in ids:" in text
    assert proposed(ScanRule, source.replace("start=0", "start=1"), "Stack.target") == []
    assert proposed(ScanRule, source.replace(">= 0", "> 0"), "Stack.target") == []
    heir = "\n    class Heir(Stack):\n        def index_of(self, item):\n            return 0\n"
    assert proposed(ScanRule, source + heir, "Stack.target") == []


def test_a_function_that_asks_for_a_member_is_replaced_by_a_set() -> None:
    source = """
    def known(word, words):
        return word in words

    def target(text, words):
        return [word for word in text if known(word, words)]
    """
    plain, _ = (body(text) for text in proposed(ScanRule, source))
    assert plain.startswith("members = set(words)\n")
    assert "if word in members]" in plain
    assert proposed(ScanRule, source.replace("word in words\n", "word in (words or text)\n")) == []
    assert proposed(ScanRule, source.replace("word in words\n", "words in words\n")) == []
    assert proposed(ScanRule, source.replace("def known", "@noted\n    def known")) == []


def test_a_method_that_asks_for_a_member_is_replaced_by_a_set() -> None:
    source = """
    class Names:
        def has(self, name):
            return name in self.names

        def target(self, wanted):
            return [name for name in wanted if not self.has(name)]
    """
    plain, _ = (body(text) for text in proposed(ScanRule, source, "Names.target"))
    assert plain.startswith("members = set(self.names)\n")
    assert "if name not in members]" in plain
    assert proposed(ScanRule, source.replace("in self.names", "in NAMES"), "Names.target") == []
    heir = "\n    class Heir(Names):\n        def has(self, name):\n            return True\n"
    assert proposed(ScanRule, source + heir, "Names.target") == []
