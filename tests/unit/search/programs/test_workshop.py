"""What a module offers is learnt by trying it."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.recipe.parsing import parse_program
from slowpath.run.counted import Meter
from slowpath.search.programs.workshop import Workshop, arguments_of, imported
from slowpath.target.load import load
from tests.unit.search.programs import ordered
from tests.unit.search.programs.trees import written

BASKET = """
import typing

class Item:
    def __init__(self, name: str, price: int):
        self.name, self.price = name, price

class Basket:
    def __init__(self):
        self.items = {{}}

    def add(self, item: {hint}):
        self.items.setdefault(item.name, item)
"""


def workshop(folder: Path, name: str = "Node.depths") -> Workshop:
    calls = {"section": [parse_program("x.section('part one')").measured]}
    made = Workshop(Meter(load(f"{written(folder)}:{name}"), max_ops=100_000), calls)
    made.learn_objects()
    return made


def test_objects_and_makers(tmp_path: Path) -> None:
    shop = workshop(tmp_path)
    assert {kind.__name__: source for kind, source in shop.objects.items()} == {
        "Node": "Node('a')",
        "Table": "Table()",
    }
    node, table = shop.objects
    assert list(shop.makers(table)) == ["Table()", "Table.empty()"]
    assert list(shop.makers(node)) == ["Node('a')", "child(Node('a'), 'a')"]


def test_what_can_be_done_with_a_value(tmp_path: Path) -> None:
    shop = workshop(tmp_path)
    node = next(iter(shop.objects))
    actions = {each.source: each for each in shop.actions("x = Node('a')", node)}
    assert actions["x.add(Node('a'))"].arguments == ("Node('a')",)
    assert actions["child(x, 'a')"].result is node
    assert "x.size()" in actions
    assert not any(source.startswith(("main", "x.add('a')")) for source in actions)


def test_which_of_it_fills_the_value(tmp_path: Path) -> None:
    shop = workshop(tmp_path)
    loop = "x = Node('a')\nfor i in range(N):\n    "
    assert shop.grows(f"{loop}x.add(Node('a'))")
    assert not shop.grows(f"{loop}x.size()")
    assert not shop.grows(f"{loop}x.nothing()")
    assert shop.changes("x = Node('a')", "child(x, f'a{i}')")
    assert not shop.changes("x = Node('a')", "x.size()")


def test_examples_come_after_plain_values(tmp_path: Path) -> None:
    shop = workshop(tmp_path, "Table.section")
    table = next(kind for kind in shop.objects if kind.__name__ == "Table")
    sources = [each.source for each in shop.actions("x = Table()", table)]
    assert sources[:3] == ["x.section('a')", "x.section(f'a{i}')", "x.section('a a')"]


@pytest.mark.parametrize("hint", ["Item", "'Item | None'", "typing.Optional[Item]"])
def test_an_object_that_a_hint_names_may_differ_in_each_round(tmp_path: Path, hint: str) -> None:
    file = tmp_path / "basket.py"
    file.write_text(BASKET.format(hint=hint))
    shop = Workshop(Meter(load(f"{file}:Basket.add"), max_ops=100_000), {})
    shop.learn_objects()
    basket = next(kind for kind in shop.objects if kind.__name__ == "Basket")
    sources = [each.source for each in shop.actions("x = Basket()", basket)]
    assert sources[:2] == ["x.add(Item('a', 1))", "x.add(Item(f'a{i}', i))"]
    assert not shop.grows(f"x = Basket()\nfor i in range(N):\n    {sources[0]}")
    assert shop.grows(f"x = Basket()\nfor i in range(N):\n    {sources[1]}")


def test_trials_are_counted_and_bounded(tmp_path: Path) -> None:
    shop = workshop(tmp_path)
    assert shop.taken() == shop.trials > 0
    assert shop.taken() == 0
    assert shop.made("x = 1", "x") is int
    assert shop.made("x = 1", "y") is None
    assert shop.taken() == 2
    shop.trials = 1_000_000
    assert shop.is_over
    assert list(shop.makers(object)) == []
    assert not shop.grows("x = [0] * N")


def test_the_arguments_of_a_call() -> None:
    assert arguments_of("f(a, g(b, c), k='d')") == ("a", "g(b, c)", "'d'")


def test_an_expression_that_imports_becomes_an_import() -> None:
    assert imported("x = Writer(__import__('io').StringIO())", "x.write()") == (
        "import io",
        "x = Writer(io.StringIO())",
        "x.write()",
    )
    assert imported("x = 1") == ("x = 1",)


def test_a_stream_is_handed_to_what_asks_for_one(tmp_path: Path) -> None:
    file = tmp_path / "writers.py"
    file.write_text(
        "class Writer:\n    def __init__(self, file):\n        file.write('')\n        self.file = file\n"
    )
    workshop = Workshop(Meter(load(f"{file}:Writer"), max_ops=100_000), {})
    workshop.learn_objects()
    assert list(workshop.objects.values()) == ["Writer(__import__('io').StringIO())"]


def test_a_class_that_leaves_a_method_out_is_made_as_one_of_its_subclasses(tmp_path: Path) -> None:
    shop = Workshop(Meter(load(f"{ordered.written(tmp_path)}:Every.holds"), max_ops=100_000), {})
    shop.learn_objects()
    made = {kind.__name__: source for kind, source in shop.objects.items()}
    assert "Rule" not in made
    assert made["Every"] == "Every(Word('a'))"
