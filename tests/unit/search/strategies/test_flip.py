"""Traced strategies propose what small inputs show."""

from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path as File
from random import Random

import pytest

from slowpath.model.target import Build
from slowpath.recipe.recipe import Recipe
from slowpath.run.counted import Meter
from slowpath.search.parts import Parts
from slowpath.search.strategies.beam import BeamSuite
from slowpath.search.strategies.flip import Flip
from slowpath.search.strategies.policy import Policies
from slowpath.search.strategies.worst import WorstCases
from slowpath.search.strategy import Proposal, Scene, Strategy
from slowpath.search.vocabulary import Vocabulary
from slowpath.shape.base import Shape
from slowpath.shape.library import ints, text
from slowpath.target.load import load
from slowpath.values.hooks import trace_hooks

SOURCE = """
def insort(xs):
    xs = list(xs)
    for i in range(1, len(xs)):
        while i and xs[i - 1] > xs[i]:
            xs[i - 1], xs[i] = xs[i], xs[i - 1]
            i -= 1
    return xs

def looked_up(s):
    return hash(s) % 2
"""


@pytest.fixture
def file(tmp_path: File) -> File:
    path = tmp_path / "small.py"
    path.write_text(SOURCE)
    return path


def proposed(spec: str, strategy: Strategy, shapes: dict[str, Shape]) -> tuple[list[Proposal], Scene]:
    """What a strategy proposes in one turn of 20 s."""
    counted = load(spec)
    words, random = Vocabulary((), (), ()), Random(0)
    scene = Scene(
        counted,
        Meter(counted, max_ops=300_000),
        shapes,
        (),
        random,
        time.monotonic,
        words,
        Parts(shapes, words, random),
        lambda: load(spec, build=Build.TRACE, more=trace_hooks),
        100_000,
        until=time.monotonic() + 20,
    )
    return [each for each in strategy.propose(scene) if each is not None], scene


@pytest.mark.parametrize("kind", [Flip, WorstCases, BeamSuite, Policies])
def test_each_proposes_and_counts_its_runs(file: File, kind: type[Strategy]) -> None:
    strategy = kind()
    proposals, scene = proposed(f"{file}:insort", strategy, {"xs": ints()})
    assert proposals
    assert strategy.runs > 0
    assert not scene.lost


def test_worst_cases_are_explained_by_a_recipe(file: File) -> None:
    (worst,), _ = proposed(f"{file}:insort", WorstCases(), {"xs": ints()})
    assert isinstance(worst.what, Recipe)
    values = worst.what.values(9)["xs"]
    assert all(one > other for one, other in pairwise(values))


def test_policies_guide_to_the_worst_case(file: File) -> None:
    proposals, _ = proposed(f"{file}:insort", Policies(), {"xs": ints()})
    guided = proposals[0].what
    assert not isinstance(guided, Recipe)
    values = eval(guided["xs"])
    assert all(one > other for one, other in pairwise(values))


def test_what_flips_could_not_see_is_told(file: File) -> None:
    _, scene = proposed(f"{file}:looked_up", Flip(), {"s": text()})
    assert [place.rpartition("/")[2] for place, _ in scene.lost] == ["small.py:11"]
