"""Bends that last become catches: small ones, and what a caller would write."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.model.run import End
from slowpath.recipe.parsing import parse_program
from slowpath.recipe.part import Family, Fixed, Part, PartKind, pumped
from slowpath.recipe.recipe import Recipe, recipe
from slowpath.recipe.use import Use, use_of
from slowpath.search.catching import Catch
from slowpath.search.hunt import Hunt
from slowpath.shape.choices import OneOf
from slowpath.target.load import load

REGISTER = """
class Register:
    def __init__(self):
        self._names = []

    def add(self, name):
        self._names.append(name)

    def first(self, wanted: str):
        return [name for name in self._names if name.startswith(wanted) and name not in self._names[1:]]
"""


def hunt_in(folder: Path, source: str, name: str) -> Hunt:
    """A hunt for a function of a file with this source."""
    file = folder / "hunted.py"
    file.write_text(source)
    return Hunt(load(f"{file}:{name}"), given={})


BITS = """
VALUES = {"0": 0, "1": 1}

def bits(number):
    left = list(str(number))
    found = []
    while left:
        found.append(left.pop(0))
    return [VALUES[each] for each in found]
"""


def test_an_input_that_the_target_returns_for_is_shown(tmp_path: Path) -> None:
    """It raises for most others, after the same work."""
    hunt = hunt_in(tmp_path, BITS, "bits")
    caught = []
    for each in hunt.catches(300):
        caught += [each.recipe] if isinstance(each, Catch) else []
        if hunt.tried > 400:
            break
    assert caught
    with hunt.meter.installed():
        assert {hunt.meter.run(each.values(20), size=20).end for each in caught} == {End.RETURNED}


TOTAL = """
def total(values):
    \'\'\':param values: list of integers\'\'\'
    seen = []
    for each in values:
        if each not in seen:
            seen.append(each)
    return sum(seen)
"""


@pytest.mark.parametrize(
    ("source", "is_mistaken"),
    [("[[i] for i in range(N)]", True), ("list(range(N))", False), ("[None] * N", True)],
)
def test_types_that_were_told_and_that_the_target_raises_for(
    tmp_path: Path, source: str, is_mistaken: bool
) -> None:
    hunt = hunt_in(tmp_path, TOTAL, "total")
    with hunt.meter.installed():
        assert hunt.catcher._is_mistaken(recipe({"values": Family(source)})) is is_mistaken


def test_values_of_the_types_that_were_told_are_shown(tmp_path: Path) -> None:
    hunt = hunt_in(tmp_path, TOTAL, "total")
    made = recipe({"values": Family("[[i] for i in range(N)]")})
    with hunt.meter.installed():
        hunt.catcher.scene = hunt._staged()
        bend = hunt.judge.bend(made)
        assert bend is not None
        other = hunt.catcher._that_returns(made, hunt.judge.confirmed(bend))
        assert hunt.meter.run(other.values(20), size=20).end is End.RETURNED


NUMBERS = """
def table(n: int):
    return [[0] * n for _ in range(n)]

def limited(n: int):
    return [each for one in range(n) for each in range(one)] if n > 1_000 else []

def digits(n: int):
    return [one for one in range(n.bit_length()) for other in range(one)]
"""


@pytest.mark.parametrize(
    ("name", "source", "shown"),
    [
        ("table", "177*N - 18", "N"),
        ("table", "N", "N"),
        ("limited", "1000 + N", "1000 + N"),  # N itself is too small for what is slow
        ("digits", "2**N", "2**N"),
    ],
)
def test_a_number_that_grows_in_proportion_is_shown_as_n(
    tmp_path: Path, name: str, source: str, shown: str
) -> None:
    hunt = hunt_in(tmp_path, NUMBERS, name)
    made = recipe({"n": Family(source)})
    with hunt.meter.installed():
        bend = hunt.judge.bend(made, max_ops=100_000_000)
        assert bend is not None
        assert hunt.catcher._with_plain_numbers(made, bend).sources == {"n": shown}


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_what_explodes_is_made_as_short_as_it_can_be(tmp_path: Path, count: int) -> None:
    source = (
        "import re\n\n"
        'QUOTED = re.compile(r\'"(?:\\\\\\\\|[^"])*"\')\n\n'
        "def f(text: str):\n"
        "    return QUOTED.match(text)\n"
    )
    hunt = hunt_in(tmp_path, source, "f")
    large = recipe({"text": pumped(PartKind.TEXT, '"x', "\\" * count, suffix="y")})
    with hunt.meter.installed():
        bend = hunt.judge.bend(large)
        assert bend is not None
        caught = hunt.catcher.caught(bend, "evolve")
    assert caught is not None
    assert caught.recipe.values(1) == {"text": '"\\'}


ODD = """
def columns(list):
    widest = 0
    for one in list:
        if not isinstance(one, str):
            raise TypeError(one)
        for other in list:
            widest = max(widest, len(other))
    return widest

def ratio(s1, s2):
    return sum(1 for one in s1 for other in s2 if one == other)

def mixed(text):
    return 0 if type(text) is str else sum(1 for one in text for other in text)

def parse(list):
    return sum(1 for one in list.upper() for other in list)

def missing(old: "str | list[int]", new: "str | list[int]", kind: "str"):
    return sum(one is other for one in new for other in new) + len(old)
"""


def hunted(tmp_path: Path, name: str) -> Hunt:
    return hunt_in(tmp_path, ODD, name)


def as_natural(hunt: Hunt, **parts: Part) -> tuple[dict[str, str], bool]:
    made = recipe(parts)
    with hunt.meter.installed():
        bend = hunt.judge.bend(made)
        assert bend is not None
        shown, natural = hunt.catcher._as_natural(made, hunt.judge.confirmed(bend))
    return shown.sources, natural


LETTERS, ZEROS = pumped(PartKind.TEXT, pump="a"), pumped(PartKind.LIST, pump=("0",))


def test_a_natural_input_that_does_the_same_is_shown(tmp_path: Path) -> None:
    assert as_natural(hunted(tmp_path, "columns"), list=LETTERS) == ({"list": "['a'] * N"}, True)
    shown = as_natural(hunted(tmp_path, "ratio"), s1=ZEROS, s2=ZEROS)
    assert shown == ({"s1": "'a' * N", "s2": "'a' * N"}, True)


def test_what_may_be_text_or_a_list_is_what_is_beside_it(tmp_path: Path) -> None:
    hunt = hunted(tmp_path, "missing")
    assert isinstance(hunt.shapes["old"], OneOf)

    def shown(**parts: Part) -> dict[str, str]:
        made = recipe(parts)
        with hunt.meter.installed():
            bend = hunt.judge.bend(made)
            assert bend is not None
            return hunt.catcher._of_one_kind(made, hunt.judge.confirmed(bend)).sources

    word = Fixed("'a'")
    assert shown(old=word, new=ZEROS, kind=word) == {"old": "[]", "new": "[0] * N", "kind": "'a'"}
    assert shown(old=word, new=LETTERS, kind=word)["old"] == "'a'"
    assert shown(old=LETTERS, new=ZEROS, kind=word)["old"] == "'a' * N"


def test_a_natural_input_stays(tmp_path: Path) -> None:
    assert as_natural(hunted(tmp_path, "ratio"), s1=LETTERS, s2=LETTERS)[1]


def test_an_input_that_no_caller_would_write_is_told(tmp_path: Path) -> None:
    assert as_natural(hunted(tmp_path, "mixed"), text=ZEROS) == ({"text": "[0] * N"}, False)


def test_a_name_that_the_target_contradicts_tells_nothing(tmp_path: Path) -> None:
    assert as_natural(hunted(tmp_path, "parse"), list=LETTERS) == ({"list": "'a' * N"}, True)


BOUNDED = """
def pairs(items, careful=True):
    if careful and len(items) > 200:
        return 0
    return sum(1 for one in items for other in items if one is other)

def other(items, careful=True):
    if not careful:
        return 0
    return sum(1 for one in items for other in items if one is other)
"""


@pytest.mark.parametrize(("name", "options"), [("pairs", {"careful": "False"}), ("other", {})])
def test_an_option_whose_default_bounds_the_growth_is_shown(
    tmp_path: Path, name: str, options: dict[str, str]
) -> None:
    hunt = hunt_in(tmp_path, BOUNDED, name)
    with hunt.meter.installed():
        hunt.catcher.scene = hunt._staged()
        bend = hunt.judge.bend(recipe({"items": ZEROS}))
        assert bend is not None
        caught = hunt.catcher.caught(bend, "evolve")
    assert caught is not None
    assert caught.recipe.sources == {"items": "[0] * N", **options}


MERGED = """
def merged(table, keys):
    ''':param table: dict of values'''
    return sum(key in table for key in keys)

def looked_up(table, keys):
    ''':param table: dict of values'''
    return sum(sum(1 for each in table if each == key) for key in keys)
"""


@pytest.mark.parametrize(
    ("name", "source", "natural"), [("merged", "list(range(N))", False), ("looked_up", "", True)]
)
def test_a_mapping_that_is_told_is_tried_in_the_place_of_a_list(
    tmp_path: Path, name: str, source: str, natural: bool
) -> None:
    hunt = hunt_in(tmp_path, MERGED, name)
    numbers = Family("list(range(N))")
    with hunt.meter.installed():
        hunt.catcher.scene = hunt._staged()
        bend = hunt.judge.bend(recipe({"table": numbers, "keys": numbers}))
        assert bend is not None
        assert isinstance(bend.recipe, Recipe)
        shown, is_natural = hunt.catcher._as_natural(bend.recipe, hunt.judge.confirmed(bend))
        assert is_natural is natural
        assert isinstance(shown.values(2)["table"], list if source else dict)


OPTIONS = """
def rows(items, step=10):
    return sum(1 for i in range(0, len(items), step) for one in items)

def pairs(items, deep=False):
    found = [one for i in range(0, len(items), 10) for one in items]
    return sum(1 for one in found for other in items) if deep else len(found)

def framed(items, full=True):
    head = 0
    for _ in range(100_000 if full else 1):
        head += 1
    return head + sum(1 for one in items for other in items)
"""


@pytest.mark.parametrize(
    ("name", "option", "kept"),
    [("rows", "1", {"items"}), ("pairs", "True", {"items", "deep"}), ("framed", "False", {"items"})],
)
def test_options_keep_their_defaults_unless_they_make_another_class(
    tmp_path: Path, name: str, option: str, kept: set[str]
) -> None:
    hunt = hunt_in(tmp_path, OPTIONS, name)
    (changed,) = hunt._optional
    made = recipe({"items": ZEROS, changed: Fixed(option)})
    with hunt.meter.installed():
        bend = hunt.judge.bend(made)
        assert bend is not None
        caught = hunt.catcher.caught(bend, "evolve")
    assert caught is not None
    assert caught.recipe.sources.keys() == kept


def test_a_program_that_bends_is_caught_and_reduced(tmp_path: Path) -> None:
    hunt = hunt_in(tmp_path, REGISTER, "Register.first")
    large = parse_program(
        "other = Register()\nx = Register()\nfor i in range(N):\n    x.add(f'some{i}')\nx.first('some')"
    )
    use = use_of(large, hunt.meter.loaded.target)
    assert use is not None
    with hunt.meter.installed():
        bend = hunt.judge.bend(use)
        assert bend is not None
        caught = hunt.catcher.caught(bend, "program")
    assert caught is not None
    assert caught.natural
    assert isinstance(caught.recipe, Use)
    assert "other" not in caught.recipe.setup
    assert caught.recipe.setup.count("\n") == 2
    assert caught.recipe.sources.keys() == {"self", "wanted"}


LEAVES = """
def leaves(tree):
    return sum(leaves(part) if isinstance(part, list) else 1 for part in tree)
"""


def test_a_program_that_doubles_its_input_is_one_that_no_caller_would_write(tmp_path: Path) -> None:
    hunt = hunt_in(tmp_path, LEAVES, "leaves")
    use = use_of(
        parse_program("x = [1]\nfor i in range(N):\n    x = [x, x]\nleaves(x)"), hunt.meter.loaded.target
    )
    assert use is not None
    with hunt.meter.installed():
        bend = hunt.judge.bend(use, 6)
        assert bend is not None
        caught = hunt.catcher.caught(bend, "program")
    assert caught is not None
    assert not caught.natural


PAIRS = """
class Board:
    def __init__(self):
        self.rows = []

    def add(self, text: str):
        self.rows.append(text)

    def pairs(self):
        return sum(1 for one in self.rows for other in self.rows if one[:1] == other[-1:])

    def letters(self):
        return sum(1 for row in self.rows for letter in row)
"""


@pytest.mark.parametrize(
    ("build", "expected"),
    [
        ("for i in range(N):\n    x.add('a' * N)", "board = Board()\nfor i in range(N):\n    board.add('a')"),
        ("for i in range(N):\n    for j in range(N):\n        x.add('a')", "board.add('a')"),
        ("for i in range(N):\n    x.add(str(i))", "board.add("),
    ],
)
def test_the_input_of_a_program_that_is_caught_grows_in_proportion(
    tmp_path: Path, build: str, expected: str
) -> None:
    hunt = hunt_in(tmp_path, PAIRS, "Board.pairs")
    use = use_of(parse_program(f"x = Board()\n{build}\nx.pairs()"), hunt.meter.loaded.target)
    assert use is not None
    with hunt.meter.installed():
        bend = hunt.judge.bend(use)
        assert bend is not None
        caught = hunt.catcher.caught(bend, "breed")
    assert caught is not None
    assert isinstance(caught.recipe, Use)
    assert caught.recipe.program.swelling == 1
    assert expected in caught.recipe.program.source


def test_reading_a_large_input_is_not_caught(tmp_path: Path) -> None:
    hunt = hunt_in(tmp_path, PAIRS, "Board.letters")
    source = "x = Board()\nfor i in range(N):\n    x.add('a' * N)\nx.letters()"
    use = use_of(parse_program(source), hunt.meter.loaded.target)
    assert use is not None
    with hunt.meter.installed():
        bend = hunt.judge.bend(use)
        assert bend is not None
        assert hunt.catcher.caught(bend, "breed") is None
