"""Programs are bred from those that were judged."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from slowpath.recipe.use import Use
from slowpath.search.judge import Judge
from slowpath.search.strategies import breed
from slowpath.search.strategies.breed import Breed
from slowpath.shape.library import text
from tests.unit.search.programs.trees import written
from tests.unit.search.staged import proposed, staged


def test_receivers_come_first_then_offspring_of_what_was_judged(tmp_path: Path) -> None:
    scene = staged(written(tmp_path), "Table.repeated", {}).scene
    judge = Judge(scene.meter)
    seen: list[str] = []
    for proposal in itertools.islice(Breed().propose(scene), 120):
        assert proposal is not None
        assert isinstance(proposal.what, Use)
        seen.append(proposal.what.program.source)
        scene.programs.enter(judge.judge(proposal.what, "breed"))
    assert all(each.endswith("# measured") and ".repeated(" in each for each in seen)
    # A section is needed before anything can be put in: no receiver has that, an offspring does.
    best = [each.recipe for each in scene.programs.kept]
    assert any(isinstance(each, Use) and "x.put(" in each.setup for each in best)


def test_what_is_proposed_grows_in_proportion_to_n(tmp_path: Path) -> None:
    scene = staged(written(tmp_path), "Table.repeated", {}).scene
    judge = Judge(scene.meter)
    for proposal in itertools.islice(Breed().propose(scene), 300):
        assert proposal is not None
        assert isinstance(proposal.what, Use)
        assert proposal.what.program.swelling == 1
        scene.programs.enter(judge.judge(proposal.what, "breed"))


def test_breeding_ends_if_nothing_new_comes_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(breed, "_IDLE", 50)
    scene = staged(written(tmp_path), "Node.size", {}).scene
    judge, strategy = Judge(scene.meter), Breed()
    first = next(strategy.propose(scene))
    assert first is not None
    judged = judge.judge(first.what, "breed") if isinstance(first.what, Use) else None
    assert judged is not None
    scene.programs.enter(judged)
    strategy.observe(judged)
    assert len(list(itertools.islice(strategy.propose(scene), 1_000))) < 500


def test_nothing_is_bred_if_nothing_was_judged(tmp_path: Path) -> None:
    scene = staged(written(tmp_path), "Node.depths", {}).scene
    found = proposed(Breed(), scene)
    assert found
    scene.given = {"name": text()}
    assert proposed(Breed(), scene) == []
