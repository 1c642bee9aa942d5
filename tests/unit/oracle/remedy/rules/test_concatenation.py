"""Values that are put together at the end."""

from __future__ import annotations

import pytest

from slowpath.oracle.remedy.rules.concatenation import ConcatenationRule
from tests.unit.oracle.remedy.rules.proposing import body, proposed


def test_bytes_and_tuples_are_collected() -> None:
    source = """
    def target(items):
        data = b""
        for item in items:
            data += bytes([item])
        return data
    """
    (text,) = (body(text) for text in proposed(ConcatenationRule, source))
    assert "data_parts.extend(bytes([item]))" in text
    assert "data = bytes(data_parts)" in text
    (text,) = (body(text) for text in proposed(ConcatenationRule, source.replace('b""', "()")))
    assert "data = tuple(data_parts)" in text


def test_a_text_that_grows_at_its_start_is_joined_backwards() -> None:
    source = """
    def target(lines):
        text = ""
        for line in lines:
            text = line + text
        return text
    """
    (text,) = (body(text) for text in proposed(ConcatenationRule, source))
    assert "text = ''.join(reversed(text_parts))" in text


def test_what_is_looked_at_in_the_loop_stays() -> None:
    source = """
    def target(items):
        data = b""
        for item in items:
            data += bytes([item])
            print(len(data))
        return data
    """
    assert proposed(ConcatenationRule, source) == []


def test_an_attribute_grows_as_a_local_variable() -> None:
    source = """
    class Box:
        def target(self, lines):
            for line in lines:
                self.text += line
            return self.text
    """
    (text,) = (body(text) for text in proposed(ConcatenationRule, source, "Box.target"))
    assert text.splitlines() == [
        "text = self.text",
        "try:",
        "    for line in lines:",
        "        text += line",
        "finally:",
        "    self.text = text",
        "return self.text",
    ]


def test_a_sum_of_lists_is_flattened() -> None:
    (text,) = proposed(ConcatenationRule, "def target(lists):\n    return sum(lists, [])\n")
    assert body(text) == "return [item for each in lists for item in each]"


def test_bytes_that_begin_with_some_are_joined() -> None:
    source = """
    def target(tokens):
        data = tokens[0]
        for token in tokens[1:]:
            try:
                data += TABLE[token] + token[2:]
            except KeyError:
                data += b"%" + token
        return data
    """
    (text,) = (body(text) for text in proposed(ConcatenationRule, source))
    assert "data_parts = [data]" in text
    assert "data_parts.append(TABLE[token] + token[2:])" in text
    assert "data = b''.join(data_parts)" in text
    assert proposed(ConcatenationRule, source.replace('b"%"', "mark")) == []  # they may be lists


@pytest.mark.parametrize("around", ["with guard:", "try:"])
def test_parts_are_not_lost_if_the_function_goes_on_after_an_exception(around: str) -> None:
    source = f"""
    def target(items):
        data = b""
        {around}
            for item in items:
                data += bytes([item])
        {"except ValueError: pass" if around == "try:" else "pass"}
        return data
    """
    assert proposed(ConcatenationRule, source) == []
