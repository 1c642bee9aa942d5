from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.errors import TargetSyntaxError
from slowpath.target.load import load
from slowpath.target.locate import parse
from slowpath.target.offers import Offer, offers

SOURCE = """
import re
import re as expressions
from functools import cached_property, partial
from re import compile as made

WORDS = re.compile("a+")
LINES: object = expressions.compile("b+")
BOTH = made(b"c+")
UNUSED = re.compile("d+")
_HIDDEN = re.compile("e+")
NUMBER = int("3")

def words(text): return WORDS.match(text)
def lines(text): return LINES.sub("", text)
def both(text):
    RE = re.compile("local")
    return BOTH.fullmatch(text)

class Caller:
    PARTS = re.compile("f+")
    def __call__(self, items): return sorted(items)
    @property
    def size(self): return self.PARTS.split("f")
    @size.setter
    def size(self, value): ...
    @cached_property
    def total(self): return 1
    def plain(self): ...
class _Private:
    @property
    def size(self): return 1

call = Caller()
other = Caller
half = partial(words, text="")
short = lambda text: text + text
try:
    if True:
        DEEP = re.compile("g+")
except ValueError:
    pass
"""
PATTERNS = [
    "WORDS.match",
    "LINES.findall",
    "BOTH.fullmatch",
    "UNUSED.search",
    "Caller.PARTS.split",
    "DEEP.search",
]
OTHERS = {
    "Caller.__call__": "Caller.__call__",
    "Caller.size": "Caller.size",
    "Caller.total": "Caller.total",
    "call": "Caller.__call__",
    "half": "words",
    "short": "short",
}


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    file = tmp_path / "offering.py"
    file.write_text(SOURCE)
    return file


def test_properties_objects_and_patterns_are_offered(shop: Path) -> None:
    found = offers("shop", shop)
    assert {each for each in found if not each.code} == {Offer(f"shop:{name}") for name in PATTERNS}
    others = {each for each in found if each.code}
    assert others == {Offer(f"shop:{name}", f"shop:{code}") for name, code in OTHERS.items()}


def test_private_ones_if_they_are_asked_for(shop: Path) -> None:
    more = {each.spec for each in offers("shop", shop, private=True)} - {
        each.spec for each in offers("shop", shop)
    }
    assert more == {"shop:_HIDDEN.search", "shop:_Private.size"}


def test_each_can_be_loaded(shop: Path) -> None:
    for each in offers(str(shop), shop):
        if not each.spec.endswith(":half"):
            assert load(each.spec).target.qualname == parse(each.spec).qualname


def test_what_does_not_compile_is_a_mistake(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("def f(:\n")
    with pytest.raises(TargetSyntaxError, match="does not compile"):
        offers("bad", tmp_path / "bad.py")
