"""What patterns read in many ways is put where they look."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path

from slowpath.recipe.recipe import Recipe
from slowpath.search.catching import Catch
from slowpath.search.hunt import Hunt
from slowpath.search.recipes.parts import Parts
from slowpath.search.strategies.regex import RegexAttacks
from slowpath.shape.library import boolean, text
from slowpath.target.load import load
from tests.unit.search.staged import staged

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


def test_attacks_are_proposed_once_until_more_patterns_are_known(tmp_path: Path) -> None:
    file = tmp_path / "guarded.py"
    file.write_text(SOURCE)
    shapes = {"text": text(), "entire": boolean()}
    scene = staged(file, "flagged", shapes, optional=("entire",)).scene
    scene.words = replace(scene.words, attacks=(("<", "x", ">"),))
    scene.parts = Parts(shapes, scene.words, scene.random, ("entire",))
    proposals = RegexAttacks().propose(scene)

    def some(count: int) -> list[dict[str, str] | None]:
        made = islice(proposals, count)
        return [each.what.sources if each and isinstance(each.what, Recipe) else None for each in made]

    attack = "'<' + 'x' * N + '>'"
    assert some(5) == [
        {"text": attack},
        {"text": attack, "entire": "False"},
        {"text": attack, "entire": "True"},
        None,
        None,
    ]
    scene.words = replace(scene.words, attacks=(("<", "x", ">"), ("", "yy", "")))
    scene.parts = Parts(shapes, scene.words, scene.random, ("entire",))
    assert some(2) == [{"text": "'yy' * N"}, {"text": "'yy' * N", "entire": "False"}]
