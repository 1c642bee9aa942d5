"""Callables that show their arguments to another one first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from slowpath.values._notes import Noting

PLAIN: tuple[Any, ...] = (1, 1.5, True, "a", b"a", None, 1j)


class Number(int):
    """Not a plain number: a symbolic one is a subclass, too."""


def gathered(*arguments: Any, **options: Any) -> tuple[Any, ...]:
    return arguments, options


@pytest.mark.parametrize("skip_plain", [False, True])
def test_arguments_are_shown_and_passed_on(skip_plain: bool) -> None:
    shown: list[Any] = []

    def note(function: Any, arguments: tuple[Any, ...], options: Mapping[str, Any]) -> None:
        shown.append((function, arguments, options))

    noting = Noting(len, gathered, note, skip_plain=skip_plain)
    assert noting(1, [2], a=3) == ((1, [2]), {"a": 3})
    assert noting(1, a=Number(3)) == ((1,), {"a": 3})
    assert shown == [(len, (1, [2]), {"a": 3}), (len, (1,), {"a": 3})]


def test_plain_arguments_are_not_shown_if_they_are_skipped() -> None:
    shown: list[Any] = []

    def note(function: Any, arguments: tuple[Any, ...], options: Mapping[str, Any]) -> None:
        shown.append((arguments, options))

    assert Noting(len, gathered, note, skip_plain=True)(*PLAIN, a=1) == (PLAIN, {"a": 1})
    assert shown == []
    assert Noting(len, gathered, note)(*PLAIN, a=1) == (PLAIN, {"a": 1})
    assert shown == [(PLAIN, {"a": 1})]


def test_what_a_note_raises_is_raised() -> None:
    def note(function: Any, arguments: tuple[Any, ...], options: Mapping[str, Any]) -> None:
        raise LookupError(function)

    with pytest.raises(LookupError):
        Noting(len, gathered, note)(1)
