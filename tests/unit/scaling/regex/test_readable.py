"""The characters that patterns distinguish."""

from __future__ import annotations

from re import _parser  # type: ignore[attr-defined]

from slowpath.scaling.regex.readable import literals, members


def test_a_pattern_spells_characters_out() -> None:
    tree = list(_parser.parse(r"xy(?:q[uv]|(?=w))*[^k]\d"))
    assert set(literals(tree)) == set("xyquvwk")


def test_what_is_spelled_out_may_be_in_a_class_that_excludes_others() -> None:
    (node,) = _parser.parse("[^k]")
    assert "m" not in members(node)
    assert "m" in members(node, "mk")
    assert "k" not in members(node, "mk")
    (digit,) = _parser.parse(r"\D")
    assert "м" in members(digit, "м")
