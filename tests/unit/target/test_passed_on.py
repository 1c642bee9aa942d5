"""What public modules pass on from private ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.target.entries import modules
from slowpath.target.passed_on import passed_on

CORE = """
import re
WORD = re.compile("a+")
def unique(items): ...
def _hidden(items): ...
class Box:
    def __init__(self, items): ...
    def put(self, item): ...
    def _grow(self): ...
    @property
    def size(self): ...
"""
FILES = {
    "shop/__init__.py": "from ._core import Box, unique as distinct\nfrom shop._deep import *\n",
    "shop/_core.py": CORE,
    "shop/_deep/__init__.py": "from .more import far, _near\nfrom .._core import WORD\n",
    "shop/_deep/more.py": "def far(x): ...\ndef _near(x): ...\ndef unseen(x): ...\n",
    "shop/open.py": "from . import _core\nfrom ._core import unique, _hidden\nfrom ._broken import f\n",
    "shop/_broken.py": "def f(:\n",
}


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, source in FILES.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def found(text: str) -> dict[str, str]:
    known = modules(text, private=True)
    return {each.spec: each.code for each in passed_on(modules(text), known)}


def test_names_are_those_of_the_public_module(shop: Path) -> None:
    assert found("shop") == {
        "shop:Box": "shop._core:Box",
        "shop:Box.put": "shop._core:Box.put",
        "shop:Box.size": "shop._core:Box.size",
        "shop:distinct": "shop._core:unique",
        "shop:far": "shop._deep.more:far",
        "shop:WORD.search": "shop._core:WORD.search",
    }


def test_files_pass_on_as_modules_do(shop: Path) -> None:
    assert found("shop/")["shop/__init__.py:distinct"] == "shop/_core.py:unique"


def test_only_what_is_listed_is_passed_on(shop: Path) -> None:
    (shop / "shop" / "__init__.py").write_text("from ._core import *\n__all__ = ['unique']\n")
    assert found("shop") == {"shop:unique": "shop._core:unique"}


def test_modules_that_import_each_other(shop: Path) -> None:
    (shop / "shop" / "__init__.py").write_text("from ._core import Box\n")
    (shop / "shop" / "_core.py").write_text("from ._deep import *\nclass Box: ...\n")
    (shop / "shop" / "_deep" / "__init__.py").write_text("from .._core import *\n")
    assert found("shop") == {"shop:Box": "shop._core:Box"}
