"""`yield from` through a hook: the same generator protocol, and a charge per item and level."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import Any

import pytest

from slowpath.counting.native import hooks
from slowpath.counting.native.units import UNITS

Delegate = Callable[[int, Any], Any]


def plain(site: int, iterable: Any) -> Any:
    return iterable


def charging() -> tuple[Delegate, list[int]]:
    work = [0]
    return hooks(work, lambda milli: None, {})["delegate"], work


def session(delegate: Delegate) -> list[Any]:
    """Drive a delegating generator in every way there is and return all that was seen."""
    seen: list[Any] = []

    def inner() -> Generator[Any, Any, Any]:
        try:
            sent = yield 1
            try:
                yield sent
            except ValueError as error:
                yield ("caught", str(error))
        finally:
            seen.append("finally")
        return (7, 8)  # a tuple: StopIteration must not take it apart

    def outer() -> Generator[Any, Any, None]:
        seen.append((yield from delegate(0, inner())))

    driven = outer()
    seen += [next(driven), driven.send("sent"), driven.throw(ValueError("thrown"))]
    seen += list(driven)
    closed = outer()
    seen.append(next(closed))
    closed.close()
    broken = outer()
    next(broken)
    with pytest.raises(KeyError, match="late"):
        broken.throw(KeyError("late"))
    return seen


def test_the_protocol_is_that_of_a_plain_delegation() -> None:
    delegate, _ = charging()
    assert session(delegate) == session(plain)


def test_each_item_is_charged() -> None:
    delegate, work = charging()

    def items() -> Iterator[int]:
        yield from range(5)

    def relay() -> Iterator[int]:
        yield from delegate(0, items())

    assert list(relay()) == list(range(5))
    assert work == [5 * UNITS["delegate"] // 1000]


def test_only_generators_are_wrapped() -> None:
    delegate, work = charging()
    items = iter([1, 2])
    assert delegate(0, items) is items
    assert work == [0]
