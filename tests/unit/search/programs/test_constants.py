"""What a function compares with tells what it accepts."""

from __future__ import annotations

from slowpath.search.programs.constants import NOTHING, compared, is_left_out


class Gate:
    def __init__(self, slots: int) -> None:
        if slots < 3:
            raise ValueError(slots)


def pay(coin: int, kind: str) -> bool:
    match kind:
        case "cash":
            return coin == 50
    return len(kind) > 200 and True is not None


def plain(text: str) -> str:
    return text + "no comparison"


def test_numbers_and_the_next_ones_texts_and_texts_that_are_as_long() -> None:
    found = compared(pay)
    assert set(found.numbers) == {"50", "51", "200", "201"}
    assert found.texts[-1] == "'cash'"
    assert repr("a" * 50) in found.texts
    assert repr("a" * 200) not in found.texts
    assert found.of("int") == found.numbers
    assert found.of("float") == ()


def test_a_class_is_read_for_its_constructor() -> None:
    assert compared(Gate).numbers == ("3", "4")


def test_without_comparisons_or_source_there_is_nothing() -> None:
    assert compared(plain) == NOTHING
    assert compared(len) == NOTHING


class Shape:
    def area(self) -> float:
        """Subclasses know."""
        raise NotImplementedError(self)

    def twice(self) -> float:
        if self is None:
            raise NotImplementedError
        return 2 * self.area()


def test_a_function_that_is_left_to_subclasses() -> None:
    assert is_left_out(Shape.area)
    assert not is_left_out(Shape.twice)
    assert not is_left_out(len)
