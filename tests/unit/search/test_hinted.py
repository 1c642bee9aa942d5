"""Programs give what the hints of their calls name."""

from __future__ import annotations

import pytest

from slowpath.model.target import Target
from slowpath.recipe.parsing import parse_program
from slowpath.recipe.use import use_of
from slowpath.search.hinted import CallHints
from slowpath.target.load import load

SOURCE = """
from __future__ import annotations

class Item:
    def __init__(self, name: str, price: float = 0.0, note: str = None):
        self.name, self.price, self.note = name, price, note

class Shop:
    def __init__(self, *names: str):
        self.names = list(names)

    def add(self, item: Item, count: int = 1, tags: list[str] = ()):
        self.names.append(item.name)

    def missing(self, wanted: list[str], strict: bool = False, limits: list = ()) -> list[str]:
        return [each for each in wanted if each not in self.names]

class Other:
    def add(self, item):
        pass
"""


@pytest.fixture(scope="module")
def hints_and_target(tmp_path_factory: pytest.TempPathFactory) -> tuple[CallHints, Target]:
    file = tmp_path_factory.mktemp("hinted") / "shopping.py"
    file.write_text(SOURCE)
    loaded = load(f"{file}:Shop.missing")
    return CallHints(loaded.copies.modules[loaded.target.module], loaded.owner), loaded.target


@pytest.mark.parametrize(
    ("built", "call", "expected"),
    [
        ("", "shop.missing(['a'] * N)", True),
        ("", "shop.missing([f'a{i}' for i in range(N)])", True),
        ("", "shop.missing([[]] * N)", False),
        ("", "shop.missing(wanted=list(range(N)))", False),
        ("", "shop.missing('a' * N)", False),
        ("", "shop.missing(['a'] * N, 1)", False),
        ("", "shop.missing(['a'] * N, True)", True),
        ("", "shop.missing(['a'], limits=['a'] * N)", True),  # a list of anything
        ("x = ['a']", "shop.missing(x * N)", True),  # what a name is, only a run tells
        ("shop.add(Item('a'))", "shop.missing(['a'] * N)", True),
        ("shop.add(Item('a'), 1.5)", "shop.missing(['a'] * N)", False),
        ("shop.add(Item('a'), tags=[0])", "shop.missing(['a'] * N)", False),
        ("item = Item(0)", "shop.missing(['a'] * N)", False),
        ("item = Item('a', 1)", "shop.missing(['a'] * N)", True),
        ("item = Item('a', 1, None)", "shop.missing(['a'] * N)", True),
        ("item = Item(*[0])", "shop.missing(['a'] * N)", True),  # what is spread is not looked at
        ("other = Other()\nother.add(0, 'a')", "shop.missing(['a'] * N)", True),
        ("for i in range(N):\n    item = Item(f'a{i}', i)", "shop.missing(['a'] * N)", True),
        ("for i in range(N):\n    item = Item(i)", "shop.missing(['a'] * N)", False),
        ("", "for each in [['a']] * N:\n    shop.missing(each)", True),
        ("", "for each in [[0]] * N:\n    shop.missing(each)", False),
    ],
)
def test_what_hints_allow(
    hints_and_target: tuple[CallHints, Target], built: str, call: str, expected: bool
) -> None:
    hints, target = hints_and_target
    use = use_of(parse_program(f"shop = Shop('a')\n{built}\n{call}"), target)
    assert use is not None
    assert hints.allow(use) is expected
