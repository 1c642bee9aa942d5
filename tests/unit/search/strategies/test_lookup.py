"""Keys that a run misses are put into the mappings of its input."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.recipe.part import Family, Fixed
from slowpath.recipe.recipe import Recipe, recipe
from slowpath.search.catching import Catch
from slowpath.search.hunt import Hunt
from slowpath.search.judge import Judged
from slowpath.search.strategies.lookup import Lookup
from slowpath.search.strategy import Proposal
from slowpath.shape.library import boolean, dicts, integer, text
from slowpath.target.load import load
from tests.unit.search.staged import staged

SOURCE = r"""
import re

def expand(template: str, values: dict[str, str]) -> str:
    while match := re.search(r"\$\{(\w+)\}", template):
        template = template[:match.start()] + values[match[1]] + template[match.end():]
    return template

def resolved(name: str, aliases: dict[str, str]) -> str:
    seen = []
    while name in aliases and name not in seen:
        seen.append(name)
        name = aliases[name]
    return name

def column(rows: list[dict[str, str]], name: str) -> list[str]:
    found = []
    for row in rows:
        if row[name] not in found:
            found.append(row[name])
    return found
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "templates.py"
    path.write_text(SOURCE)
    return path


def test_a_mapping_gets_one_key_after_the_other(file: Path) -> None:
    shapes = {"template": text(), "values": dicts(text(), text())}
    scene = staged(file, "expand", shapes).scene
    strategy = Lookup()
    proposals = strategy.propose(scene)

    def proposed(made: Recipe, key: str | int | None) -> list[object]:
        strategy.observe(Judged(made, "evolve", key=key))
        found = []
        while (proposal := next(proposals)) is not None:
            assert isinstance(proposal, Proposal)
            assert isinstance(proposal.what, Recipe)
            assert proposal.what.part("template") == made.part("template")
            found.append(proposal.what.values(2)["values"])
        return found

    growing = recipe({"template": Family("'${a}' * N"), "values": Family("{str(i): '' for i in range(N)}")})
    while next(proposals) is not None:  # keys of the mappings to begin with
        pass
    alone = proposed(growing, "a")
    assert alone
    assert all(isinstance(each, dict) and list(each) == ["a"] for each in alone)
    small = growing.with_part("values", Fixed("{'a': '1'}"))
    more = proposed(small, "b")
    assert more
    assert all(isinstance(each, dict) and list(each) == ["a", "b"] and each["a"] == "1" for each in more)
    assert proposed(small, "a") == []
    assert proposed(small, 3) == []
    assert proposed(small, None) == []


def test_a_template_that_names_its_values_is_filled_in(file: Path) -> None:
    hunt = Hunt(load(f"{file}:expand"), given={})
    found = next(each for each in hunt.catches(60) if isinstance(each, Catch))
    assert isinstance(found.recipe, Recipe)
    values = found.recipe.values(4)
    assert isinstance(values["values"], dict)
    assert any(f"${{{key}}}" * 2 in values["template"] for key in values["values"])


def test_what_is_asked_for_is_a_key_of_the_mapping(file: Path) -> None:
    shapes = {"name": text(), "aliases": dicts(text(), text())}
    proposals = Lookup().propose(staged(file, "resolved", shapes).scene)
    asked = set()
    while (proposal := next(proposals)) is not None:
        assert isinstance(proposal.what, Recipe)
        for size in (2, 5):
            values = proposal.what.values(size)
            assert values["name"] in values["aliases"]
            asked.add(list(values["aliases"]).index(values["name"]) in (0, size - 1))
    assert asked == {True}


def test_a_chain_is_followed_from_its_first_key(file: Path) -> None:
    hunt = Hunt(load(f"{file}:resolved"), given={})
    found = next(each for each in hunt.catches(60) if isinstance(each, Catch))
    assert isinstance(found.recipe, Recipe)
    assert found.recipe.sources["name"] == "'0'"


def test_each_row_gets_the_column_that_is_asked_for(file: Path) -> None:
    hunt = Hunt(load(f"{file}:column"), given={})
    found = next(each for each in hunt.catches(60) if isinstance(each, Catch))
    assert isinstance(found.recipe, Recipe)
    values = found.recipe.values(4)
    assert len({row[values["name"]] for row in values["rows"]}) == 4


def test_without_a_mapping_nothing_is_kept(file: Path) -> None:
    strategy = Lookup()
    assert list(strategy.propose(staged(file, "resolved", {"name": text()}).scene)) == []
    for _ in range(3):
        strategy.observe(Judged(recipe({"name": Family("'a' * N")}), "evolve", key="b"))
    assert not strategy._failed


def test_keys_that_are_no_texts_or_numbers_are_not_asked_for(file: Path) -> None:
    shapes = {"name": integer(), "aliases": dicts(boolean(), text())}
    assert next(Lookup().propose(staged(file, "resolved", shapes).scene)) is None
