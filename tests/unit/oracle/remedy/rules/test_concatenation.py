"""Values that are put together at the end."""

from __future__ import annotations

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
    assert (
        text == "text = self.text\nfor line in lines:\n    text += line\nself.text = text\nreturn self.text"
    )


def test_a_sum_of_lists_is_flattened() -> None:
    (text,) = proposed(ConcatenationRule, "def target(lists):\n    return sum(lists, [])\n")
    assert body(text) == "return [item for each in lists for item in each]"
