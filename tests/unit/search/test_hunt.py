"""Hunts in this process."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.model.run import End
from slowpath.model.slot import PartKey, filled_by, filled_by_each, for_each
from slowpath.recipe.parsing import parse_program
from slowpath.recipe.part import Family, Fixed, Part, PartKind, pumped
from slowpath.recipe.recipe import Recipe, recipe
from slowpath.recipe.use import Use, use_of
from slowpath.search.hunt import Catch, Hunt, Unending, is_news
from slowpath.search.judge import Bend
from slowpath.shape.choices import OneOf
from slowpath.target.load import load

SOURCE = """
class Headers:
    def __init__(self):
        self._rows = []

    def add(self, name, value):
        self._rows.append((name, value))

    def parts(self, wanted="kind-of"):
        found = []
        for name, value in self._rows:
            if name == wanted:
                while ";" in value:
                    found.append(value[:value.index(";")])
                    value = value[value.index(";") + 1:]
        return found

class Register:
    def __init__(self):
        self._names = []

    def add(self, name):
        self._names.append(name)

    def duplicates(self):
        return [name for place, name in enumerate(self._names) if name in self._names[:place]]

    def first(self, wanted: str):
        return [name for name in self._names if name.startswith(wanted) and name not in self._names[1:]]

class Roll:
    def __init__(self):
        self._names = []

    def add(self, name):
        if name not in self._names:
            self._names.append(name)

    def count(self):
        return len(self._names)

class Reader:
    def __init__(self):
        self._kept = ""

    def feed(self, data: str):
        self._kept += data
        return self._kept.count("<")
"""


def first(tmp_path: Path, name: str) -> Catch:
    file = tmp_path / "states.py"
    file.write_text(SOURCE)
    hunt = Hunt(
        load(f"{file}:{name}"), given={}, without=("program", "breed")
    )  # they say the same by a setup
    return next(each for each in hunt.catches(300) if isinstance(each, Catch))


def sources(caught: Catch) -> dict[PartKey, str]:
    assert isinstance(caught.recipe, Recipe)
    return {key: part.source for key, part in caught.recipe.parts}


def test_an_object_is_filled_by_its_other_methods(tmp_path: Path) -> None:
    recipe = sources(first(tmp_path, "Headers.parts"))
    assert recipe == {filled_by("add", "name"): "'kind-of'", filled_by("add", "value"): "';' * N"}


REFUSING = """
class Address:
    def __init__(self, text: str):
        if not text.isalpha():
            raise ValueError("not a name")
        self.text = text

def parts(address: Address):
    return [place for place in range(len(address.text)) if address.text[place:].startswith("ab")]
"""


def test_inputs_that_a_constructor_refuses_are_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "refusing.py"
    file.write_text(REFUSING)
    hunt = Hunt(load(f"{file}:parts"), given={})
    catch = next(each for each in hunt.catches(30) if isinstance(each, Catch))
    assert catch.function == "parts"
    assert catch.recipe.sources["address"].endswith("* N)")


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
    file = tmp_path / "bits.py"
    file.write_text(BITS)
    hunt = Hunt(load(f"{file}:bits"), given={})
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
    file = tmp_path / "total.py"
    file.write_text(TOTAL)
    hunt = Hunt(load(f"{file}:total"), given={})
    with hunt.meter.installed():
        assert hunt._is_mistaken(recipe({"values": Family(source)})) is is_mistaken


def test_values_of_the_types_that_were_told_are_shown(tmp_path: Path) -> None:
    file = tmp_path / "total.py"
    file.write_text(TOTAL)
    hunt = Hunt(load(f"{file}:total"), given={})
    catch = next(each for each in hunt.catches(300) if isinstance(each, Catch))
    assert catch.natural
    with hunt.meter.installed():
        assert hunt.meter.run(catch.recipe.values(20), size=20).end is End.RETURNED


def test_what_comes_to_no_end_is_told(tmp_path: Path) -> None:
    file = tmp_path / "endless.py"
    file.write_text(
        "def f(text: str):\n"
        "    at = 0\n"
        "    while at < len(text):\n"
        "        at = text.find('>', at) + 1 if text[at] == '<' else at + 1\n"
    )
    hunt = Hunt(load(f"{file}:f"), given={})
    unending = next(each for each in hunt.catches(300) if isinstance(each, Unending))
    assert unending.recipe.values(1) == {"text": "<"}


def test_a_method_is_called_for_each_item(tmp_path: Path) -> None:
    recipe = sources(first(tmp_path, "Reader.feed"))
    assert set(recipe) == {for_each("data")}


def test_an_object_is_filled_by_many_calls(tmp_path: Path) -> None:
    recipe = sources(first(tmp_path, "Register.duplicates"))
    assert set(recipe) == {filled_by_each("add", "name")}


def test_an_object_is_filled_though_the_method_has_an_input_of_its_own(tmp_path: Path) -> None:
    recipe = sources(first(tmp_path, "Register.first"))
    assert set(recipe) == {"wanted", filled_by_each("add", "name")}


def test_what_fills_an_object_is_not_the_target(tmp_path: Path) -> None:
    file = tmp_path / "states.py"
    file.write_text(SOURCE)
    hunt = Hunt(load(f"{file}:Roll.count"), given={})
    assert not [each for each in hunt.catches(2) if isinstance(each, Catch)]
    adding = Hunt(load(f"{file}:Roll.add"), given={})
    assert any(isinstance(each, Catch) for each in adding.catches(300))


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_what_explodes_is_made_as_short_as_it_can_be(tmp_path: Path, count: int) -> None:
    file = tmp_path / "quoted.py"
    file.write_text(
        "import re\n\n"
        'QUOTED = re.compile(r\'"(?:\\\\\\\\|[^"])*"\')\n\n'
        "def f(text: str):\n"
        "    return QUOTED.match(text)\n"
    )
    hunt = Hunt(load(f"{file}:f"), given={})
    large = recipe({"text": pumped(PartKind.TEXT, '"x', "\\" * count, suffix="y")})
    with hunt.meter.installed():
        bend = hunt.judge.bend(large)
        assert bend is not None
        caught = hunt._caught(bend, "evolve")
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
    file = tmp_path / "odd.py"
    file.write_text(ODD)
    return Hunt(load(f"{file}:{name}"), given={})


def as_natural(hunt: Hunt, **parts: Part) -> tuple[dict[str, str], bool]:
    made = recipe(parts)
    with hunt.meter.installed():
        bend = hunt.judge.bend(made)
        assert bend is not None
        shown, natural = hunt._as_natural(made, hunt.judge.confirmed(bend))
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
            return hunt._of_one_kind(made, hunt.judge.confirmed(bend)).sources

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
    file = tmp_path / "options.py"
    file.write_text(OPTIONS)
    hunt = Hunt(load(f"{file}:{name}"), given={})
    (changed,) = hunt._optional
    made = recipe({"items": ZEROS, changed: Fixed(option)})
    with hunt.meter.installed():
        bend = hunt.judge.bend(made)
        assert bend is not None
        caught = hunt._caught(bend, "evolve")
    assert caught is not None
    assert caught.recipe.sources.keys() == kept


def test_a_program_that_bends_is_caught_and_reduced(tmp_path: Path) -> None:
    file = tmp_path / "states.py"
    file.write_text(SOURCE)
    hunt = Hunt(load(f"{file}:Register.first"), given={})
    large = parse_program(
        "other = Register()\nx = Register()\nfor i in range(N):\n    x.add(f'some{i}')\nx.first('some')"
    )
    use = use_of(large, hunt.meter.loaded.target)
    assert use is not None
    with hunt.meter.installed():
        bend = hunt.judge.bend(use)
        assert bend is not None
        caught = hunt._caught(bend, "program")
    assert caught is not None
    assert caught.natural
    assert isinstance(caught.recipe, Use)
    assert "other" not in caught.recipe.setup
    assert caught.recipe.setup.count("\n") == 2
    assert caught.recipe.sources.keys() == {"self", "wanted"}


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
    file = tmp_path / "boards.py"
    file.write_text(PAIRS)
    hunt = Hunt(load(f"{file}:Board.pairs"), given={})
    use = use_of(parse_program(f"x = Board()\n{build}\nx.pairs()"), hunt.meter.loaded.target)
    assert use is not None
    with hunt.meter.installed():
        bend = hunt.judge.bend(use)
        assert bend is not None
        caught = hunt._caught(bend, "breed")
    assert caught is not None
    assert isinstance(caught.recipe, Use)
    assert caught.recipe.program.swelling == 1
    assert expected in caught.recipe.program.source


def test_reading_a_large_input_is_not_caught(tmp_path: Path) -> None:
    file = tmp_path / "boards.py"
    file.write_text(PAIRS)
    hunt = Hunt(load(f"{file}:Board.letters"), given={})
    source = "x = Board()\nfor i in range(N):\n    x.add('a' * N)\nx.letters()"
    use = use_of(parse_program(source), hunt.meter.loaded.target)
    assert use is not None
    with hunt.meter.installed():
        bend = hunt.judge.bend(use)
        assert bend is not None
        assert hunt._caught(bend, "breed") is None


def test_a_bend_that_did_not_last_hides_no_other_of_its_niche() -> None:
    bend = Bend(recipe({"text": pumped(PartKind.TEXT, "", "a")}), 12, (1, 3, 9), score=2.0, niche=7)
    assert is_news(bend, {}, {}, is_best=True)
    assert not is_news(bend, {7: 2.0}, {}, is_best=True)
    assert not is_news(bend, {}, {}, is_best=False)
    assert is_news(bend, {7: 5.0}, {7: 1}, is_best=False)
    assert not is_news(bend, {7: 5.0}, {7: 8}, is_best=False)


def test_a_decoder_is_fed_and_asked_in_turns(tmp_path: Path) -> None:
    file = tmp_path / "wire.py"
    file.write_text(
        "class Decoder:\n"
        "    def __init__(self):\n"
        "        self.waiting = bytearray()\n\n"
        "    def receive(self, data: bytes):\n"
        "        self.waiting.extend(data)\n\n"
        "    def next_event(self):\n"
        "        for byte in self.waiting:\n"
        "            if byte == 10:\n"
        "                return self.waiting.clear()\n"
    )
    hunt = Hunt(load(f"{file}:Decoder.next_event"), given={})
    found = next(each for each in hunt.catches(300) if isinstance(each, Catch))
    assert isinstance(found.recipe, Use)
    assert found.recipe.program.source == (
        "decoder = Decoder()\nfor i in range(N):  # measured\n"
        "    decoder.receive(b'a')\n    decoder.next_event()"
    )
