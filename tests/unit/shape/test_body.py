"""What the code of a function and of a class shows."""

from __future__ import annotations

from typing import Any, Self

from slowpath.shape.body import body_of, offered


class Pair:
    def __init__(self, left: Any, right: Any) -> None:
        self.left, self.right = left, right


class Made:
    symbols: Any

    def __new__(cls, symbols: Any) -> Self:
        made = super().__new__(cls)
        other = Pair(1, 2)
        made.letters = list(symbols)  # type: ignore[attr-defined]
        other.unrelated = 3  # type: ignore[attr-defined]
        return made


def handed_on(text: str, other: str) -> str:
    return read(text) + len(other) * "a"


def read(whole: str) -> str:
    return whole.strip()


def test_attributes_are_those_that_code_assigns() -> None:
    assert {"left", "right"} <= offered(Pair)


def test_what_new_returns_has_the_attributes_that_it_assigns() -> None:
    assert "letters" in offered(Made)
    assert "unrelated" not in offered(Made)


def test_a_parameter_is_followed_to_where_it_is_handed_on() -> None:
    body = body_of(handed_on)
    assert body is not None
    assert list(body.passed_to("text")) == [(read, "whole")]
    assert list(body.passed_to("other")) == []


def test_the_code_of_a_function_is_read_once() -> None:
    one, two = body_of(read), body_of(read)
    assert one is not None
    assert two is not None
    assert one.nodes is two.nodes


def test_what_has_no_source_has_no_body() -> None:
    assert body_of(len) is None
