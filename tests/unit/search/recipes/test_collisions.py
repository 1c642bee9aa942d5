"""Objects that differ and have one hash, for classes that hash in different ways."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from slowpath.knowledge.items import STRIDES
from slowpath.recipe.part import Family
from slowpath.recipe.recipe import recipe
from slowpath.search.hunt import Hunt
from slowpath.search.recipes.collisions import colliding
from slowpath.search.recipes.numbering import MadeArgument, ObjectMaker
from slowpath.shape.base import Shape
from slowpath.shape.library import boolean, integer, text
from slowpath.shape.maker import ClassRef
from slowpath.target.load import load

HERE = __name__
SOURCE = """
class Point:
    def __init__(self, x: int, y: int) -> None:
        self.x, self.y = x, y

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Point) and (self.x, self.y) == (other.x, other.y)

    def __hash__(self) -> int:
        return self.x ^ self.y

def distinct(points: list[Point]) -> int:
    return len(set(points))

def copied(table: dict[Point, int]) -> dict[Point, int]:
    return {key: value for key, value in table.items()}
"""
MANY = 60


class Held:
    def __init__(self, *held: Any) -> None:
        self.held = held

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Held) and self.held == other.held


class Mixed(Held):
    def __hash__(self) -> int:
        return int(self.held[0] ^ self.held[1])


class Weighed(Held):
    def __hash__(self) -> int:
        return int(1_000_003 * self.held[0] + self.held[1])


class OfOne(Held):
    def __hash__(self) -> int:
        return hash(self.held[1])


class OfAll(Held):
    def __hash__(self) -> int:
        return hash(self.held)


class Bucketed(Held):
    def __hash__(self) -> int:
        return int(self.held[0] % 1009)


class Spelled(Held):
    def __hash__(self) -> int:
        number = 7
        for char in self.held[0]:
            number = (31 * number + ord(char)) % 2**32
        return number


class Letters(Held):
    def __hash__(self) -> int:
        return sum(map(ord, self.held[0]))


class Folded(Held):
    """Texts that differ in case alone are equal."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Folded) and self.held[0].lower() == other.held[0].lower()

    def __hash__(self) -> int:
        return hash(self.held[0].lower())


class Positive(Held):
    def __init__(self, number: int) -> None:
        if number < 1:
            raise ValueError(number)
        super().__init__(number)

    def __hash__(self) -> int:
        return int(self.held[0] % 8)


class Unhashable(Held):
    pass


class Same:
    def __init__(self, number: int) -> None:
        self.number = number


def maker(name: str, *shapes: Shape) -> ObjectMaker:
    plain = {"Text": "''", "Boolean": "False"}
    arguments = [MadeArgument("", each, plain.get(type(each).__name__, "0")) for each in shapes]
    return ObjectMaker(f"__import__({HERE!r}, fromlist=['']).{name}", tuple(arguments))


def objects(source: str, count: int = MANY) -> list[Any]:
    made = recipe({"x": Family(f"[{source} for i in range(N)]")}).values(count)["x"]
    assert isinstance(made, list)
    return made


@pytest.mark.parametrize(
    ("name", "shapes"),
    [
        ("Mixed", [integer(), integer()]),
        ("Weighed", [integer(), integer()]),
        ("OfOne", [integer(), integer()]),
        ("OfOne", [text(), text()]),
        ("OfAll", [integer(), text()]),
        ("OfAll", [boolean(), integer(0)]),
        ("Bucketed", [integer()]),
        ("Bucketed", [integer(0, 2**128)]),
        ("Spelled", [text()]),
        ("Letters", [text()]),
    ],
)
def test_all_differ_and_have_one_hash(name: str, shapes: list[Shape]) -> None:
    found = list(colliding(maker(name, *shapes), ClassRef(HERE, name), STRIDES))
    assert found
    for source in found:
        made = objects(source)
        assert len({hash(each) for each in made}) == 1
        assert all(one != other for place, one in enumerate(made) for other in made[:place])


def test_small_numbers_need_no_knowledge() -> None:
    assert list(colliding(maker("Bucketed", integer()), ClassRef(HERE, "Bucketed")))
    assert not list(colliding(maker("OfAll", integer()), ClassRef(HERE, "OfAll")))


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("Folded", text()),  # texts of one hash are equal
        ("Positive", integer()),  # zero is refused
        ("Bucketed", integer(0, 99)),  # there are not many
        ("Unhashable", integer()),
        ("Same", integer()),  # hashed by its address
    ],
)
def test_nothing_is_yielded_that_does_not_agree(name: str, shape: Shape) -> None:
    assert not list(colliding(maker(name, shape), ClassRef(HERE, name), STRIDES))


@pytest.mark.parametrize(("name", "ends"), [("distinct", "[]"), ("copied", "{}")])
def test_a_search_finds_them(tmp_path: Path, name: str, ends: str) -> None:
    file = tmp_path / "crowd.py"
    file.write_text(SOURCE)
    hunt = Hunt(load(f"{file}:{name}"), given={})
    caught = next(each for each in hunt.catches(300) if each is not None)
    (source,) = caught.recipe.sources.values()
    assert "Point(x=i, y=i)" in source
    assert source[0] + source[-1] == ends
