"""The fields of a class are those that it defines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from slowpath.target.fields import fields_of


class Plain:
    def __init__(self, x: int) -> None:
        self.x = x
        self.y, self.z = x, 0
        other = [self]
        other[0].hidden = 1  # type: ignore[attr-defined]

    def later(self, x: Any) -> None:
        x.w = 1
        self.late = x


class Derived(Plain):
    shared = 3

    def __init__(self) -> None:
        super().__init__(1)
        self.own = (lambda: self)()


class Slotted:
    __slots__ = ("__weakref__", "a", "b")


@dataclass
class Record:
    a: int
    b: str = ""
    every: ClassVar[int] = 0


def test_fields() -> None:
    assert fields_of(Plain) == ("x", "y", "z", "late")
    assert fields_of(Slotted) == ("a", "b")
    assert fields_of(Record) == ("a", "b")
    assert fields_of(ValueError) == ()


def test_a_receiver_in_a_closure_and_fields_of_bases() -> None:
    assert fields_of(Derived) == ("x", "y", "z", "late", "own")
