"""Evolution: the words of the code, short pumps, and what is bred from the best so far."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from slowpath.recipe.part import PartKind, pumped
from slowpath.recipe.recipe import Recipe, recipe
from slowpath.search.judge import BASE, Bend, Judged
from slowpath.search.recipes.parts import Parts
from slowpath.search.strategies.evolve import Evolve
from slowpath.search.strategy import Proposal, Scene
from slowpath.shape.base import Shape
from slowpath.shape.library import boolean, text
from tests.unit.search.staged import staged

SOURCE = """
def f(s, flag=False):
    return s.find("<*"), s.find("zq")

def two(s, t):
    return s + t
"""


def scene_of(folder: Path, name: str, shapes: dict[str, Shape], *optional: str) -> Scene:
    file = folder / "bred.py"
    file.write_text(SOURCE)
    return staged(file, name, shapes, optional=optional).scene


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    return scene_of(tmp_path, "f", {"s": text(), "flag": boolean()}, "flag")


def recipes(proposals: Iterator[Proposal | None], count: int) -> list[Recipe]:
    made = []
    for each in islice(proposals, count):
        assert each is not None
        assert isinstance(each.what, Recipe)
        made.append(each.what)
    return made


def test_every_word_is_pumped_first(scene: Scene) -> None:
    starts = scene.parts.genes["s"].starts()
    made = recipes(Evolve().propose(scene), len(starts))
    assert [each.part("s") for each in made] == list(starts)
    assert {"s": "'<*' * N"} in [each.sources for each in made]
    assert {"s": "'zq' * N"} in [each.sources for each in made]


def test_the_opening_is_at_large_sizes(scene: Scene) -> None:
    strategy = Evolve()
    opening = [strategy.opening]
    proposals = strategy.propose(scene)
    count = len(scene.parts.genes["s"].starts())
    first = [each.size for each in islice(proposals, count) if each is not None]
    assert set(first) <= {12, 24, 48, 96}
    assert first[0] == 96
    after = next(proposals)
    assert after is not None
    assert after.size is None  # the usual size
    assert [*opening, strategy.opening] == [True, False]


def test_sweeps_and_offspring_take_turns(scene: Scene) -> None:
    proposals = Evolve().propose(scene)
    recipes(proposals, len(scene.parts.genes["s"].starts()))
    swept = list(islice(scene.parts.genes["s"].sweep(), 4))
    made = [each.part("s") for each in recipes(proposals, 8)]
    assert [made[0], made[1], made[4], made[5]] == swept


def test_without_a_sweep_all_are_offspring(scene: Scene) -> None:
    scene.sweeps = False
    proposals = Evolve().propose(scene)
    recipes(proposals, len(scene.parts.genes["s"].starts()))
    swept = set(islice(scene.parts.genes["s"].sweep(), 2_000))
    bred = [each.part("s") for each in recipes(proposals, 40)]
    assert sum(each in swept for each in bred) < 40  # of a sweep, all would be


def test_offspring_come_from_what_bends(scene: Scene) -> None:
    scene.sweeps = False
    odd = recipe({"s": pumped(PartKind.TEXT, "%%%%%%", "&&&&")})
    scene.archive.enter(Judged(odd, "flip", Bend(odd, BASE, (1, 4, 9), 9.0, 1), 9, 40, ((1, 40),)))
    proposals = Evolve().propose(scene)
    recipes(proposals, len(scene.parts.genes["s"].starts()))
    bred = [each.sources["s"] for each in recipes(proposals, 60)]
    assert sum("%%%" in each for each in bred) > 30  # a change or two leaves most of a parent


def test_new_words_come_first(scene: Scene) -> None:
    proposals = Evolve().propose(scene)
    recipes(proposals, 3)
    scene.words = replace(scene.words, words=("novel", *scene.words.words))
    scene.parts = Parts(scene.shapes, scene.words, scene.random, scene.optional)
    (made,) = recipes(proposals, 1)
    assert made.sources == {"s": "'novel' * N"}


def test_parameters_alike_get_the_same_part_too(tmp_path: Path) -> None:
    scene = scene_of(tmp_path, "two", {"s": text(), "t": text()})
    count = len(scene.parts.genes["s"].starts())
    made = recipes(Evolve().propose(scene), 3 * count)
    alone, alike = made[: 2 * count], made[2 * count :]
    assert [each.part("s") for each in alone[::2]] == list(scene.parts.genes["s"].starts())
    assert all(each.sources["s"] == each.sources["t"] for each in alike)


def test_nothing_is_proposed_if_nothing_grows(tmp_path: Path) -> None:
    scene = scene_of(tmp_path, "f", {"s": text(3)})
    assert list(Evolve().propose(scene)) == []
