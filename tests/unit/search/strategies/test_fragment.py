"""Short texts that reach new code are pumped, nested, interleaved and numbered."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from slowpath.recipe.part import Fixed
from slowpath.recipe.recipe import Recipe
from slowpath.search.judge import Judged
from slowpath.search.strategies.fragment import Fragment
from slowpath.shape.library import blob, boolean, integer, text
from tests.unit.search.staged import proposed, staged, until_none

SOURCE = '''
def tags(s):
    """Count.

    >>> tags("^x1~")
    1
    """
    open, place = 0, 0
    while place < len(s):
        end = s.find("~", place)
        if s[place] == "^" and end > place + 1 and s[place + 1:end].isalnum():
            open += 1
            place = end
        place += 1
    return open

def pair(b):
    return b[:1] == b"(" and b[-1:] == b")" and deeper(b[1:-1])

def deeper(b):
    return b == b"" or pair(b)

def number(n):
    return n

def refusing(s):
    raise ValueError(s)

def marked(s, html=False, quiet=False):
    if not html:
        return len(s)
    count = 0
    while s.startswith("<x>"):
        count += 1
        s = s[3:]
    return count
'''

LOGS = r"""
import re

def errors(s):
    found = []
    for level, _, message in re.findall(r"(\w+) (\[[^]]*\]) (.*)", s):
        if level == "ERROR" and message not in found:
            found.append(message)
    return found
"""


def pumps(tmp_path: Path, name: str, shapes: dict[str, object], source: str = SOURCE) -> set[str]:
    file = tmp_path / "reading.py"
    file.write_text(source)
    scene = staged(file, name, shapes).scene  # type: ignore[arg-type]
    made = [each.what for each in proposed(Fragment(), scene)]
    assert all(isinstance(each, Recipe) for each in made)
    return {source for each in made for source in each.sources.values()}  # type: ignore[union-attr]


def test_a_word_of_what_a_pattern_matches_gives_way_to_one_that_the_code_looks_for(tmp_path: Path) -> None:
    made = pumps(tmp_path, "errors", {"s": text()}, LOGS)
    assert any(re.search(r"ERROR \[[^]]*\] .*\{i\}\\n", each) for each in made)


def test_an_example_that_reaches_more_is_pumped_in_all_ways(tmp_path: Path) -> None:
    found = pumps(tmp_path, "tags", {"s": text()})
    assert {"'^x1~' * N", "'^' * N + 'x1~'", "'^' + 'x1' * N + '~'", "'^x1' * N + '~' * N"} <= found
    assert any(each.startswith("'^x1~") and each.endswith("' * N") for each in found - {"'^x1~' * N"})


def test_each_repetition_of_an_example_gets_a_number(tmp_path: Path) -> None:
    found = pumps(tmp_path, "tags", {"s": text()})
    assert r"''.join(f'^x1{i}~\n' for i in range(N))" in found
    assert "'^' + ''.join(f'x1{i},' for i in range(N)) + '~'" in found


def test_what_others_propose_is_a_fragment_if_it_reaches_more(tmp_path: Path) -> None:
    file = tmp_path / "reading.py"
    file.write_text(SOURCE.replace('>>> tags("^x1~")', ">>> tags('')"))
    scene = staged(file, "tags", {"s": text()}).scene
    scene.words = replace(scene.words, words=("a",))
    strategy = Fragment()
    turns = strategy.propose(scene)
    until_none(turns)
    for source, site in (("'^x~'", 1), ("'^y~'", 1), ("'^z~'", 2)):
        strategy.observe(Judged(scene.parts.around("s", Fixed(source)), "flip", reached=((site, 1),)))
    found = [each.what.sources["s"] for each in until_none(turns) if isinstance(each.what, Recipe)]
    assert "'^x~' * N" in found
    assert not any("y" in each for each in found)  # it reached no new site
    assert not any("z" in each for each in found)  # it executes no new block
    assert until_none(turns) == []


def test_an_option_that_reaches_more_is_searched_for_itself(tmp_path: Path) -> None:
    file = tmp_path / "reading.py"
    file.write_text(SOURCE)
    shapes = {"s": text(), "html": boolean(), "quiet": boolean()}
    scene = staged(file, "marked", shapes, optional=["html", "quiet"]).scene
    made = [each.what.sources for each in proposed(Fragment(), scene) if isinstance(each.what, Recipe)]
    assert {"s": "'<x>' * N", "html": "True"} in made
    assert not any("quiet" in each for each in made)  # nothing asks for it


def test_words_are_joined_to_what_reaches_more(tmp_path: Path) -> None:
    found = pumps(tmp_path, "pair", {"b": blob()})
    assert any(re.fullmatch(r"b'\(+' \* N \+ b'\)+' \* N", each) for each in found)


def test_numbers_have_none(tmp_path: Path) -> None:
    assert pumps(tmp_path, "number", {"n": integer()}) == set()


def test_a_turn_ends_in_time_if_nothing_reaches_more(tmp_path: Path) -> None:
    file = tmp_path / "reading.py"
    file.write_text(SOURCE)
    now = 0.0

    def clock() -> float:  # a second passes whenever it is asked
        nonlocal now
        now += 1.0
        return now

    scene = staged(file, "refusing", {"s": text()}, seconds=20.0, clock=clock).scene
    strategy = Fragment()
    turns = strategy.propose(scene)
    until_none(turns)
    first = strategy.runs
    assert 10 < first < 30
    scene.until = now + 50.0
    until_none(turns)
    assert first + 40 < strategy.runs < first + 60
