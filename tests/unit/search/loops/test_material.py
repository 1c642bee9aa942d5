"""Material: its expressions know the names that they may use, and it goes from process to process."""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from slowpath.recipe.parsing import parse_program
from slowpath.recipe.place import free_names, missing_names
from slowpath.run.counted import Meter
from slowpath.search.loops.gathering import Gathering
from slowpath.search.loops.material import Material
from slowpath.search.loops.variation import ProgramVariation
from slowpath.target.load import load

FILE = Path(__file__).with_name("stacks.py")
TARGETS = ("Stack.has_all", "total")
START = parse_program("x = [0] * N\nlen(x)")


@cache
def _gathered(name: str) -> Material:
    return Gathering(Meter(load(f"{FILE}:{name}"), max_ops=100_000), Random(0)).material()


def _needed(sources: Iterable[str], material: Material) -> set[str]:
    """The names that some expressions use and the module does not have."""
    return {name for source in sources for name in free_names(source)} - material.known


@pytest.mark.parametrize("name", TARGETS)
def test_expressions_are_in_the_names_that_they_may_use(name: str) -> None:
    material = _gathered(name)
    assert _needed(material.makers, material) <= {"N"}
    for sources in material.arguments.values():
        assert _needed(sources, material) <= {"N"}
    assert _needed(material.plain, material) <= {"N", "i"}
    assert _needed(material.actions, material) <= {"N", "i", "x"}
    assert all("x" in free_names(each) for each in material.actions)


@pytest.mark.parametrize("name", TARGETS)
def test_programs_bind_all_that_is_not_known(name: str) -> None:
    material = _gathered(name)
    for program in (*material.starts, *material.usages):
        assert not missing_names(program, material.known)


def test_arguments_are_in_the_order_of_the_parameters() -> None:
    assert list(_gathered("total").arguments) == ["numbers", "more"]


@pytest.mark.parametrize("name", TARGETS)
def test_another_process_gets_it_as_it_is(name: str) -> None:
    material = replace(_gathered(name), solutions=({"numbers": "[1]"},))
    assert pickle.loads(pickle.dumps(material)) == material


def test_programs_to_begin_with_are_enough() -> None:
    variation, random = ProgramVariation(Material((START,), known=frozenset({"len", "range"}))), Random(0)
    assert START in {variation.fresh(random) for _ in range(20)}
    program = START
    for _ in range(50):
        program = variation.mutated(program, random)
        assert parse_program(program.source) == program


def test_all_else_is_empty_unless_it_is_given() -> None:
    bare = Material((START,))
    given = {each.name: getattr(bare, each.name) for each in fields(bare)}
    assert [name for name, value in given.items() if value] == ["starts"]


def test_materials_are_equal_if_all_that_they_have_is() -> None:
    full = Material(
        starts=(START,),
        arguments={"key": ("N",)},
        plain=("0",),
        makers=("[]",),
        actions=("x.append(i)",),
        usages=(START,),
        solutions=({"key": "1"},),
        words=("one",),
        known=frozenset({"len"}),
        is_linear=True,
    )
    assert full == replace(full)
    for each in fields(full):
        without: dict[str, Any] = {each.name: type(getattr(full, each.name))()}
        assert replace(full, **without) != full


def test_no_material_changes_another() -> None:
    one, other = Material((START,)), Material((START,))
    assert one.arguments is not other.arguments
    with pytest.raises(AttributeError):
        one.starts = ()  # type: ignore[misc]
