"""Short texts that reach new code are pumped, nested, interleaved and numbered."""

from __future__ import annotations

import re
from pathlib import Path

from slowpath.recipe.recipe import Recipe
from slowpath.search.strategies.fragment import Fragment
from slowpath.shape.library import blob, integer, text
from tests.unit.search.staged import proposed, staged

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
'''


def pumps(tmp_path: Path, name: str, shapes: dict[str, object]) -> set[str]:
    file = tmp_path / "reading.py"
    file.write_text(SOURCE)
    scene = staged(file, name, shapes).scene  # type: ignore[arg-type]
    made = [each.what for each in proposed(Fragment(), scene)]
    assert all(isinstance(each, Recipe) for each in made)
    return {source for each in made for source in each.sources.values()}  # type: ignore[union-attr]


def test_an_example_that_reaches_more_is_pumped_in_all_ways(tmp_path: Path) -> None:
    found = pumps(tmp_path, "tags", {"s": text()})
    assert {"'^x1~' * N", "'^' * N + 'x1~'", "'^' + 'x1' * N + '~'", "'^x1' * N + '~' * N"} <= found
    assert any(each.startswith("'^x1~") and each.endswith("' * N") for each in found - {"'^x1~' * N"})


def test_each_repetition_of_an_example_gets_a_number(tmp_path: Path) -> None:
    found = pumps(tmp_path, "tags", {"s": text()})
    assert r"''.join(f'^x1{i}~\n' for i in range(N))" in found
    assert "'^' + ''.join(f'x1{i},' for i in range(N)) + '~'" in found


def test_words_are_joined_to_what_reaches_more(tmp_path: Path) -> None:
    found = pumps(tmp_path, "pair", {"b": blob()})
    assert any(re.fullmatch(r"b'\(+' \* N \+ b'\)+' \* N", each) for each in found)


def test_numbers_have_none(tmp_path: Path) -> None:
    assert pumps(tmp_path, "number", {"n": integer()}) == set()
