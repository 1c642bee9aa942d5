"""What patterns read in many ways is put where they look."""

from __future__ import annotations

from pathlib import Path
from random import Random

from slowpath.recipe.part import PartKind, Pumped
from slowpath.search.genes import Genes
from slowpath.search.hunt import Catch, Hunt
from slowpath.search.vocabulary import Vocabulary
from slowpath.shape.library import blob, text
from slowpath.target.load import load

SOURCE = r"""
import re

def flagged(text: str, entire: bool = False):
    return re.search("<metax(.*?)charset", text if entire else text[:20])

def inside(text: str):
    if not text.startswith("[[key:"):
        return None
    return re.match("(?:u|uu)+w", text[6:].rstrip("]"))
"""


def caught(tmp_path: Path, name: str) -> Catch:
    file = tmp_path / "guarded.py"
    file.write_text(SOURCE)
    hunt = Hunt(load(f"{file}:{name}"), given={})
    return next(each for each in hunt.catches(300) if isinstance(each, Catch))


def test_attacks_are_tried_with_every_flag(tmp_path: Path) -> None:
    assert caught(tmp_path, "flagged").recipe.sources["entire"] == "True"


def test_attacks_get_behind_what_leads_to_their_pattern(tmp_path: Path) -> None:
    assert caught(tmp_path, "inside").recipe.sources["text"].startswith("'[[key:")


def test_attacks_stand_apart_from_the_parts_to_begin_with() -> None:
    words = Vocabulary(("a", "b"), (("<", "xy", ">"),), (("", "b", "c"),))
    genes = Genes(text(), words, Random(0))
    attack = Pumped(PartKind.TEXT, ("<", "xy", "", "", ">"))
    assert genes.starts()[0] == Pumped(PartKind.TEXT, ("", "a", "", "", ""))
    assert genes.attacks() == [attack]
    assert attack not in genes.starts()


def test_bytes_are_attacked_too() -> None:
    words = Vocabulary(("a",), (("<", "x", ""), ("", "\u4e2d", "")), ())
    genes = Genes(blob(), words, Random(0))
    assert genes.attacks() == [Pumped(PartKind.BYTES, ("<", "x", "", "", ""))]
