"""Hunts in this process."""

from __future__ import annotations

from pathlib import Path

from slowpath.model.slot import PartKey, filled_by, filled_by_each, for_each
from slowpath.recipe.part import PartKind, pumped
from slowpath.recipe.recipe import Recipe, recipe
from slowpath.recipe.use import Use
from slowpath.search.catching import Catch
from slowpath.search.hunt import Hunt, Unending, is_news
from slowpath.search.judge import Bend
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
