"""The leaves of an output are what the stage puts out, for every input that takes the same path."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from slowpath.explore.cases import metered
from slowpath.explore.exploration import Exploration
from slowpath.model.charset import CharSet
from slowpath.pipeline.output import Output, Unpipeable, output_of
from slowpath.pipeline.structure import ValueStructure
from slowpath.shape.base import Shape
from slowpath.shape.library import blob, integer, text
from tests.unit.pipeline.leaves import value

LETTERS = "abC1"
STAGES = """
def shouted(data):
    return [data.upper(), data[:1] + "!"]

def letters(data):
    found = deque()
    for char in data:
        if char.isalpha():
            found.append(char)
    return found

def codes(data):
    return {"sum": ord(data[0]) + 2 * ord(data[1]), "half": ord(data[0]) / 2, "flag": data[0] == "a"}

def shifted(data):
    return chr(ord(data[0]) + 1) + data[1]

def joined(data):
    return bytes(data[::-1]) + b"?"

def marked(data):
    return data.upper() + "!" if data[0] in "ab" else data[1]

def doubled(data):
    return (2 * data, None, data > 1)

from collections import deque
"""
INPUTS: dict[str, tuple[Shape, list[Any]]] = {
    "text": (text(2, LETTERS), ["".join(each) for each in product(LETTERS, repeat=2)]),
    "bytes": (blob(2), [bytes(each) for each in product(range(0, 256, 51), repeat=2)]),
    "int": (integer(-3, 3), list(range(-3, 4))),
}


def flattened(made: Any) -> Iterator[Any]:
    """The numbers and characters of a value, in order."""
    if isinstance(made, str):
        yield from map(ord, made)
    elif isinstance(made, dict):
        yield from flattened(list(made.values()))
    elif isinstance(made, bytes | list | tuple | deque):
        for each in made:
            yield from flattened(each)
    elif made is not None:
        yield made


def numbers(given: Any) -> dict[int, int]:
    """The values of the variables of an input."""
    return dict(enumerate([given] if isinstance(given, int) else list(flattened(given))))


def explored(folder: Path, name: str, kind: str) -> Iterator[tuple[Output, list[tuple[Any, Any]]]]:
    """The output of each path of a stage, and its inputs with what the plain function returns for them."""
    file = folder / "output_stages.py"
    file.write_text(STAGES)
    functions: dict[str, Any] = {}
    exec(STAGES, functions)
    shape, inputs = INPUTS[kind]
    for path in Exploration(metered(f"{file}:{name}").loaded, {"data": shape}, 2).paths():
        held = [path.held(place) for place in range(len(path.taken))]
        found = output_of(path.result, lazy=False, conditions=held, variables=path.variables)
        taking = [each for each in inputs if all(condition.holds(numbers(each)) for condition in held)]
        yield found, [(each, functions[name](each)) for each in taking]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("shouted", "text"),
        ("letters", "text"),
        ("codes", "text"),
        ("shifted", "text"),
        ("marked", "text"),
        ("joined", "bytes"),
        ("doubled", "int"),
    ],
)
def test_leaves_tell_the_output_of_all_inputs_of_a_path(tmp_path: Path, name: str, kind: str) -> None:
    checked = 0
    for found, pairs in explored(tmp_path, name, kind):
        for given, made in pairs:
            checked += 1
            values = numbers(given)
            assert [value(leaf, values) for leaf in found.leaves] == list(flattened(made))
            assert found.structure.kind == {"str": "text"}.get(type(made).__name__, type(made).__name__)
    assert checked == len(INPUTS[kind][1])  # each takes one path


@pytest.mark.parametrize("name", ["shouted", "letters", "marked"])
def test_the_alphabet_is_what_characters_can_be_on_the_path(tmp_path: Path, name: str) -> None:
    for found, pairs in explored(tmp_path, name, "text"):
        reached = {chr(code) for _, made in pairs for code in flattened(made)}
        assert found.alphabet == CharSet.of(reached)


@pytest.mark.parametrize(
    ("name", "kind", "parts"), [("codes", "text", "int float bool"), ("doubled", "int", "int None bool")]
)
def test_numbers_of_the_input_keep_their_kind(tmp_path: Path, name: str, kind: str, parts: str) -> None:
    for found, _ in explored(tmp_path, name, kind):
        assert [part.kind for part in found.structure.of] == parts.split()


def plain(made: Any, *, lazy: bool = False) -> Output:
    return output_of(made, lazy=lazy, conditions=[], variables=[])


def test_parts_that_are_alike_are_told_once() -> None:
    line = ValueStructure("text", 1)
    assert plain(["a", "b"]).structure == ValueStructure("list", 2, (line,))
    other = ValueStructure("text", 2)
    assert plain(("a", "bc")).structure == ValueStructure("tuple", 2, (line, other))
    assert plain([]).structure == ValueStructure("list", 0)


def test_a_lazy_output_is_an_iterator_of_its_items() -> None:
    found = plain([1.5, 2.5], lazy=True)
    assert found.structure == ValueStructure("iterator", 2, (ValueStructure("float"),))
    assert found.leaves == (1.5, 2.5)


@pytest.mark.parametrize("made", [{1}, 2j, range(3), [object()], {"a": {"b": frozenset()}}])
def test_other_values_name_their_type(made: Any) -> None:
    inner = made[0] if isinstance(made, list) else made["a"]["b"] if isinstance(made, dict) else made
    with pytest.raises(Unpipeable, match=f"^{type(inner).__name__}$"):
        plain(made)
