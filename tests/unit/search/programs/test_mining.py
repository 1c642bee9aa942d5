"""Documentation, tests and call sites show how a target is used."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from slowpath.search.programs.mining import Examples, mined, shown

SOURCE = '''
class Bag:
    """Holds things.

    >>> bag = Bag('doc')
    >>> bag.put(1)

    And then:

    >>> bag.take(1)
    """

    def __init__(self, name): ...
    def put(self, x): ...
    def take(self, x): ...
'''
TESTS = """
def test_take(self):
    b = bagged.Bag('tested')
    b.put([1, 'two'])
    b.put(unknown)
    self.assertEqual(b.take(2), 2)
    self.assertEqual(b.take(3), 3)
    self.assertEqual(b.take(4), 4)

def test_of_a_case(self):
    self.bag.take(5)
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    (tmp_path / "bagged.py").write_text(SOURCE)
    (tmp_path / "README.md").write_text(">>> bag = Bag('read')\n>>> bag.take(0)\n")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_bagged.py").write_text(TESTS)
    spec = importlib.util.spec_from_file_location("bagged", tmp_path / "bagged.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "bagged", made)
    spec.loader.exec_module(made)
    return made


def test_programs_of_documentation_and_tests(module: ModuleType) -> None:
    sources = {each.source for each in mined(module, "take").programs}
    assert "bag = Bag('read')\nbag.take(0)  # measured" in sources
    assert "bag = Bag('doc')\nbag.put(1)\nbag.take(1)  # measured" in sources
    tested = "import bagged as bagged\nb = bagged.Bag('tested')\nb.put([1, 'two'])\nb.put(unknown)\n"
    assert {f"{tested}b.take(2)  # measured", f"{tested}b.take(3)  # measured"} <= sources
    assert len(sources) == 4  # a third with the same setup, and what only a test case knows, are left out


def test_other_sources_are_read_too(module: ModuleType) -> None:
    told = ("from bagged import Bag\nbag = Bag('#told')\nbag.put(3)\nbag.take(9)",)
    found = mined(module, "take", told)
    assert any("Bag('#told')" in each.source for each in found.programs)
    assert found.calls["Bag"][0].source == "Bag('#told')"


def test_arguments_of_calls(module: ModuleType) -> None:
    calls = mined(module, "take").calls
    assert [each.source for each in calls["put"]] == ["bag.put(1)", "b.put([1, 'two'])"]
    assert len(calls["take"]) == 6


def test_what_a_test_case_sets_up_is_shown_too(module: ModuleType, tmp_path: Path) -> None:
    case = "class TestBag:\n    def setUp(self):\n        self.bag = bagged.Bag('case')\n\n"
    (tmp_path / "tests" / "test_bagged.py").write_text(
        f"{case}    def test(self):\n        self.bag.take(6)\n"
    )
    sources = [each.source for each in shown(module, "take")]
    assert "import bagged as bagged\nown_bag = bagged.Bag('case')\nown_bag.take(6)  # measured" in sources


def test_what_is_shown_comes_from_the_own_file_first_and_as_it_is(module: ModuleType) -> None:
    sources = [each.source for each in shown(module, "take")]
    assert sources[0] == "bag = Bag('doc')\nbag.put(1)\nbag.take(1)  # measured"
    assert any(each.endswith("b.take(4)  # measured") for each in sources)  # a third one with the same setup
    assert list(shown(module, "nothing")) == []


def test_values_are_what_sources_call_by_a_name(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text("class Cart:\n    def put(self, item):\n        self.item = item\n")
    (tmp_path / "tests").mkdir()
    source = "from shop import Cart\n\ndef test():\n    cart = Cart()\n    other = 1\n    cart.put('a')\n"
    (tmp_path / "tests" / "test_shop.py").write_text(source)
    module = ModuleType("shop")
    module.__file__ = str(tmp_path / "shop.py")
    (found,) = Examples(module).values("cart")
    assert found.setup.splitlines()[-2:] == ["cart = Cart()", "cart.put('a')"]
    assert Examples(module).values("nothing") == []
