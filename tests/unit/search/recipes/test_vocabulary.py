"""Words come from the code that is reached, and from the patterns that it matches."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from slowpath.run.counted import Meter
from slowpath.search.catching import Catch
from slowpath.search.hunt import Hunt
from slowpath.search.recipes.vocabulary import vocabulary
from slowpath.target.load import load

# No module or class keeps these patterns by a name of its own.
SOURCE = r"""
import re

class Table(type):
    pass

class Rules(metaclass=Table):
    states = {"root": [(re.compile("qz:(x+x+)+y").match, "word")]}

PART = "(%s+%s+)+"

def tables(text):
    return [rule(text) for rule, _ in Rules.states["root"]]

def composed(text):
    return re.match("^ kv= " + PART % ("d", "d") + " w $", text, re.VERBOSE)
"""


def loaded_at(tmp_path: Path, name: str) -> Hunt:
    file = tmp_path / "rules.py"
    file.write_text(SOURCE)
    return Hunt(load(f"{file}:{name}"), given={"text": "text(N)"})


def test_patterns_that_runs_match_are_noted(tmp_path: Path) -> None:
    file = tmp_path / "rules.py"
    file.write_text(SOURCE)
    loaded = load(f"{file}:composed")
    Meter(loaded, max_ops=10_000).run({"text": "a"})
    assert [source for source, _ in loaded.ledger.patterns] == ["^ kv= (d+d+)+ w $"]


def test_used_patterns_come_first() -> None:
    told = vocabulary([], "none", [("<x>a+a+b", 0), (b"q+", 0)])
    assert told.words[0] == "<x>"
    assert ("<x>", "a", "") in (*told.attacks, *told.seeds)


def test_a_module_without_words_has_common_ones() -> None:
    assert "a" in vocabulary([ModuleType("empty")], "empty").words


def test_texts_that_may_be_patterns_are_read_as_such() -> None:
    module = ModuleType("rules")
    module.PLAIN = "a + b * (c)"  # type: ignore[attr-defined]
    module.Rules = type("Rules", (), {"WORD": r"=(\w+\s?)*;", "__doc__": "(x+x+)+y"})  # type: ignore[attr-defined]
    told = vocabulary([module], "rules")
    assert any(before.startswith("=") for before, _, _ in told.attacks)
    assert not any("x" in pump for _, pump, _ in told.attacks)


def test_patterns_in_tables_are_attacked(tmp_path: Path) -> None:
    found = next(each for each in loaded_at(tmp_path, "tables").catches(300) if isinstance(each, Catch))
    assert found.recipe.sources["text"].startswith("'qz:")


def test_patterns_that_are_composed_are_attacked(tmp_path: Path) -> None:
    found = next(each for each in loaded_at(tmp_path, "composed").catches(300) if isinstance(each, Catch))
    assert found.recipe.sources["text"].startswith("'kv=")
