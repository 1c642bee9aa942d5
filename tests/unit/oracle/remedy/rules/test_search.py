"""Dictionaries in the place of searches from the start."""

from __future__ import annotations

from slowpath.oracle.remedy.rules.search import FirstMatchRule, PlacesRule
from tests.unit.oracle.remedy.rules.proposing import body, proposed


def test_first_places_are_noted_and_a_missing_item_raises_as_before() -> None:
    source = """
    def target(items, wanted):
        return [items.index(one) for one in wanted]
    """
    (text,) = proposed(PlacesRule, source)
    assert "places.setdefault(each, place)" in text
    assert "(places[one] if one in places else items.index(one))" in text


def test_a_search_that_ends_at_the_first_match_becomes_a_lookup() -> None:
    source = """
    def target(table, names):
        found = []
        for name in names:
            price = None
            for article, cost in table:
                if article == name:
                    price = cost
                    break
            found.append(price)
        return found
    """
    plain, careful = (body(text) for text in proposed(FirstMatchRule, source))
    assert "if name in first_match:\n        price = first_match[name]" in plain
    assert "if name == name and name in first_match:" in careful


def test_a_search_for_the_last_match_is_left_alone() -> None:
    source = """
    def target(table, names):
        for name in names:
            for article, cost in table:
                if article == name:
                    price = cost
    """
    assert proposed(FirstMatchRule, source) == []


def test_a_loop_whose_variables_are_used_later_is_left_alone() -> None:
    source = """
    def target(table, names):
        for name in names:
            price = None
            for article, cost in table:
                if article == name:
                    price = cost
                    break
            print(article)
    """
    assert proposed(FirstMatchRule, source) == []


def test_a_match_that_only_tells_that_there_is_one_is_asked_of_a_set() -> None:
    source = """
    def target(self, items):
        for item in list(self.own):
            for other in items:
                if other == item:
                    self.drop(item)
                    break
    """
    plain, careful = (body(text) for text in proposed(FirstMatchRule, source))
    assert "keys = {other for other in items}" in plain
    assert "if item in keys:\n        self.drop(item)" in plain
    assert "if item == item and item in keys:" in careful
    assert proposed(FirstMatchRule, source.replace("drop(item)", "drop(other)")) == []


def test_the_first_place_of_each_name_may_go_into_a_table() -> None:
    source = """
    def target(names, wanted):
        places = {}
        for one in wanted:
            for place, name in enumerate(names):
                if name == one:
                    places[one] = place
                    break
        return places
    """
    plain, _ = (body(text) for text in proposed(FirstMatchRule, source))
    assert "for place, name in enumerate(names):\n    first_match.setdefault(name, place)" in plain
    assert "if one in first_match:\n        places[one] = first_match[one]" in plain
    assert proposed(FirstMatchRule, source.replace("places[one]", "places[place]")) == []
