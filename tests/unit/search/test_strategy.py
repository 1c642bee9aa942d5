"""Strategies are found by their files, and play in a scene."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from slowpath.recipe.part import PartKind, pumped
from slowpath.recipe.recipe import recipe
from slowpath.search import strategy_names
from slowpath.search.judge import Judged
from slowpath.search.strategy import Proposal, Scene, Strategy, strategies
from slowpath.shape.library import text
from tests.unit.search.staged import staged


class Idle(Strategy, name="idle", place=0):
    """Has nothing to propose."""

    def propose(self, scene: Scene) -> Iterator[Proposal | None]:
        yield None


def test_strategies_can_be_left_out() -> None:
    names = [each.name for each in strategies()]
    assert names == [
        "regex",
        "lookup",
        "evolve",
        "program",
        "breed",
        "fragment",
        "flip",
        "worst",
        "beam",
        "policy",
    ]
    assert sorted(names) == strategy_names()  # a module has the name of its strategy
    assert [each.name for each in strategies(("flip", "regex"))] == [
        "lookup",
        "evolve",
        "program",
        "breed",
        "fragment",
        "worst",
        "beam",
        "policy",
    ]


def test_each_has_a_place_of_its_own() -> None:
    places = [each.place for each in strategies()]
    assert places == sorted(set(places))


def test_each_search_has_strategies_of_its_own() -> None:
    one, other = strategies(), strategies()
    assert all(each is not twin for each, twin in zip(one, other, strict=True))
    assert {(each.runs, each.solves) for each in one} == {(0, 0)}


def test_those_that_look_at_small_inputs_are_traced_and_patient() -> None:
    assert {each.name for each in strategies() if each.traced} == {"flip", "worst", "beam", "policy"}
    assert {each.name for each in strategies() if each.eager} == {"regex", "lookup"}


def test_a_strategy_needs_no_more_than_proposals() -> None:
    idle = Idle()
    idle.observe(Judged(recipe({"s": pumped(PartKind.TEXT, pump="a")}), "evolve"))
    assert not idle.opening
    assert (idle.traced, idle.eager) == (False, False)


def test_a_turn_is_over_when_its_time_is(tmp_path: Path) -> None:
    file = tmp_path / "plain.py"
    file.write_text("def f(s):\n    return s\n")
    now = 10.0
    scene = staged(file, "f", {"s": text()}, seconds=5.0, clock=lambda: now).scene
    assert not scene.is_over()
    now = 15.0
    assert scene.is_over()
