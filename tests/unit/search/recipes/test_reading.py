"""Which code is read for words: what runs have reached."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.knowledge.catalogue import ALL
from slowpath.run.counted import Meter
from slowpath.search.recipes.reading import WordReader
from slowpath.target.load import Loaded, load

NEAR = """
from pack.far import far

def near(text):
    return far(text) if text.startswith("nearby") else 0
"""
FAR = """
import re

def far(text):
    return re.match("distant(?:d+d+)+x", text)
"""


@pytest.fixture
def loaded(tmp_path: Path) -> Loaded:
    folder = tmp_path / "pack"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "near.py").write_text(NEAR)
    (folder / "far.py").write_text(FAR)
    return load(f"{folder / 'near.py'}:near")


def test_words_come_from_what_was_reached(loaded: Loaded) -> None:
    meter, reader = Meter(loaded, max_ops=10_000), WordReader(loaded, ALL)
    meter.run({"text": "a"})
    words = reader.words()
    assert "nearby" in words.words
    assert "distant(?:d+d+)+x" not in words.words
    assert words.attacks == ()
    assert not reader.has_more(400)
    meter.run({"text": "nearby"})
    assert reader.has_more(400)
    assert not reader.has_more(401)  # it is looked at now and then
    more = reader.words()
    assert "distant" in more.words
    assert more.attacks
    assert not reader.has_more(400)


def test_a_pattern_that_was_matched_is_read_soon(loaded: Loaded) -> None:
    meter, reader = Meter(loaded, max_ops=10_000), WordReader(loaded, ALL)
    reader.words()
    meter.run({"text": "nearby"})
    assert reader.has_more(40)
    assert not reader.has_more(41)


def test_attacks_can_be_left_out(loaded: Loaded) -> None:
    reader = WordReader(loaded, ALL, attacks=False)
    Meter(loaded, max_ops=10_000).run({"text": "nearby"})
    words = reader.words()
    assert words.attacks == ()
    assert {"nearby", "distant"} <= set(words.words)
