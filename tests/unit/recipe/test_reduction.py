"""A program shrinks to what matters, and to no less."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import given

from slowpath.recipe.parsing import parse_program
from slowpath.recipe.program import Program
from slowpath.recipe.reduction import reduced
from tests.unit.recipe.generated import PROGRAMS

LARGE = """import os
other = Node('other', colour='red')
root = node = Node('some text', colour='blue')
root.title = 'a title'
for i in range(N):
    node = Node(f'child{i}', parent=node)
    node.note = [1, 2, 3]
for i in range(N):
    other.add(i)
leaf = Node('leaf', parent=other)
leaf.depth(17, how=[1, 2])"""


class Node:
    def __init__(self, text: str, parent: Node | None = None, colour: str = "") -> None:
        self.parent = parent

    def add(self, number: int) -> None:
        """Does nothing."""

    def depth(self, start: int = 0, how: object = None) -> int:
        return start if self.parent is None else self.parent.depth(start + 1, how)


def works(wanted: Callable[[Any], bool]) -> Callable[[Program], bool]:
    """Whether the measured call gives what is wanted, at N = 5."""

    def still(program: Program) -> bool:
        names: dict[str, Any] = {"Node": Node, "N": 5}
        try:
            exec(program.setup, names)
            return wanted(eval(program.measured.source, names))
        except Exception:
            return False

    return still


def test_statements_and_arguments_that_do_not_matter_are_left_out() -> None:
    large = parse_program(LARGE.replace("leaf.depth(", "node.depth("))
    small = reduced(large, works(lambda depth: depth in (5, 22)))
    assert small.setup == "node = Node('a')\nfor i in range(N):\n    node = Node('a', parent=node)"
    assert small.measured.source == "node.depth()"


def test_imported_names_that_nothing_uses_are_left_out() -> None:
    wide = "from os import path as way, sep, getcwd\nimport json, io\nx = way.join(sep, io.SEEK_SET)\nx.f(1)"

    def still(program: Program) -> bool:
        return "io.SEEK_SET" in program.source and "f(1)" in program.source

    narrow = reduced(parse_program(wide), still)
    assert narrow.source.splitlines()[:2] == ["from os import path as way", "import io"]


def test_references_are_replaced_by_earlier_ones() -> None:
    source = "a = Node('x')\nb = Node('y')\nleaf = Node('z', b)\nleaf.depth()"
    deep = works(lambda depth: depth == 1)
    small = reduced(parse_program(source), lambda each: each.setup.startswith("a =") and deep(each))
    assert small.source == "a = Node('x')\nleaf = Node('z', a)\nleaf.depth()  # measured"


def test_a_repetition_that_does_not_matter_is_carried_out_once() -> None:
    source = "a = Node('x')\nfor i in range(N):\n    a.seen = 7\na.depth(a.seen)"
    small = reduced(parse_program(source), works(lambda depth: depth is not None))
    assert "for" not in small.source


def test_nothing_smaller_will_do() -> None:
    large = parse_program(LARGE)
    assert reduced(large, lambda smaller: False) == large


def test_reducing_asks_no_more_than_it_may() -> None:
    asked: list[Program] = []

    def still(smaller: Program) -> bool:
        asked.append(smaller)
        return True

    reduced(parse_program(LARGE), still, most=7)
    assert len(asked) == 7


@given(PROGRAMS)
def test_a_reduction_ends_with_a_program_that_still_does_it(program: Program) -> None:
    function = program.measured.function
    small = reduced(program, lambda smaller: smaller.measured.function == function, most=10_000)
    assert small.measured.function == function
    assert not small.measured.arguments
    assert parse_program(small.source) == small
