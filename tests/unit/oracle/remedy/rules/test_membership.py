"""Sets in the place of lists that are searched again and again."""

from __future__ import annotations

from slowpath.oracle.remedy.rules.membership import GrowingMembershipRule, MembershipRule
from tests.unit.oracle.remedy.rules.proposing import body, proposed


def test_a_set_is_built_in_front_of_the_outermost_loop_that_does_not_change_it() -> None:
    source = """
    def target(rows, known):
        found = []
        for row in rows:
            extra = list(row)
            found.append([item for item in row if item in known and item in extra])
        return found
    """
    first, _, second, _ = (body(text) for text in proposed(MembershipRule, source))
    assert first.index("known_set = set(known)") < first.index("for row in rows")
    assert second.index("extra_set = set(extra)") > second.index("extra = list(row)")


def test_comments_and_formatting_stay() -> None:
    source = """
    def target(items, known):  # a comment
        return [  item
                for item in items   # each of them
                if item in known ]
    """
    text, exact = proposed(MembershipRule, source)
    assert "known_set = set(known) if type(known) in (list, tuple) else known" in exact
    assert "# a comment" in text
    assert "[  item\n            for item in items   # each of them" in text


def test_a_list_that_changes_in_the_loop_is_left_alone() -> None:
    source = """
    def target(items, known):
        for item in items:
            if item in known:
                known.remove(item)
    """
    assert proposed(MembershipRule, source) == []


def test_the_careful_form_keeps_the_list_for_items_without_a_hash() -> None:
    source = """
    def target(items, known):
        for item in items:
            if item not in known:
                return item
    """
    plain, _, careful = proposed(MembershipRule, source)
    assert "if item not in known_set" in plain
    assert careful.count("except TypeError") == 2
    assert "if not is_member:" in careful


def test_a_set_grows_beside_a_list() -> None:
    source = """
    def target(items):
        seen = []
        for item in items:
            if item not in seen:
                seen.append(item)
        return seen
    """
    (text,) = proposed(GrowingMembershipRule, source)
    assert "seen_set = set()" in text
    assert "            seen.append(item)\n            seen_set.add(item)\n" in text


def test_no_set_grows_beside_a_list_from_which_items_are_taken() -> None:
    source = """
    def target(items):
        seen = []
        for item in items:
            if item not in seen:
                seen.append(item)
            else:
                seen.pop()
    """
    assert proposed(GrowingMembershipRule, source) == []


def test_items_in_front_of_a_place_are_a_set() -> None:
    source = """
    def target(items):
        for place, item in enumerate(items):
            if item in items[:place]:
                return item
    """
    (text,) = proposed(GrowingMembershipRule, source)
    assert "if item in earlier:" in text
    assert text.rstrip().endswith("earlier.add(item)")
    assert proposed(GrowingMembershipRule, source.replace("return item", "continue")) == []
