"""Flags are decided where a run uses them, and are plain bools there."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from slowpath.explore.cases import metered
from slowpath.explore.example import build_example
from slowpath.explore.exploration import Exploration, ExploreSettings
from slowpath.model.target import Build
from slowpath.shape.base import Shape
from slowpath.shape.library import boolean
from slowpath.target.load import load
from slowpath.values.flags import settled
from slowpath.values.hooks import trace_hooks

SOURCE = """
def one_of_three(a: bool, b: bool, c: bool):
    return 1 if a else 0

def in_turn(a: bool, b: bool, c: "bool"):
    return 1 if a and b and c else 0

def by_default(a=False, *, b=True):
    return [b] if a else []

def inside(a: bool, b: bool, c: bool):
    def chosen():
        return [x for x in range(2) if b]
    return chosen() if a else None

def looked_into(a: bool, b: bool, c: bool):
    return [a is True, type(a), isinstance(a, bool), a + 1, f"{a}", {a: 1}, repr(a), a == 1, a & True]

def passed_on(a: bool, b: bool, c: bool):
    return one_of_three(a, b, c), one_of_three(c=a, a=b, b=c)

def taken_along(a: bool, b: bool, c: bool):
    def chosen(by=a, *, other=b):
        return (by, other)
    return chosen()

def changed(a: bool, b: bool, c: bool):
    a &= c
    del c
    return a

def seen(a: bool, b: bool, c: bool):
    return sorted(locals().items())
"""
CASES = {"one_of_three": 2, "in_turn": 4, "by_default": 3, "inside": 3, "looked_into": 2}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("flags") / "flags_programs.py"
    made.write_text(SOURCE)
    return made


def explored(file: Path, name: str) -> tuple[Exploration, dict[str, Shape]]:
    target = metered(f"{file}:{name}")
    shapes: dict[str, Shape] = {each.name: boolean() for each in target.loaded.target.parameters}
    return Exploration(target.loaded, shapes, 1, ExploreSettings()), shapes


@pytest.mark.parametrize("name", CASES)
def test_only_what_a_run_uses_is_decided(file: Path, name: str) -> None:
    exploration, _ = explored(file, name)
    assert len(list(exploration.paths())) == CASES[name]
    assert exploration.tally.complete


@pytest.mark.parametrize("name", [*CASES, "passed_on", "taken_along", "changed", "seen"])
def test_the_target_sees_plain_bools(file: Path, name: str) -> None:
    names: dict[str, object] = {}
    exec(SOURCE, names)
    plain = names[name]
    assert callable(plain)
    exploration, shapes = explored(file, name)
    for path in exploration.paths():
        inputs = build_example(path.model, path.variables, shapes, 1)
        assert repr(path.result) == repr(plain(**inputs)), inputs


def test_every_input_is_that_of_one_case(file: Path) -> None:
    exploration, _ = explored(file, "in_turn")
    paths = list(exploration.paths())
    for flags in itertools.product((0, 1), repeat=3):
        values = dict(enumerate(flags))
        held = [
            path
            for path in paths
            if all(
                condition.holds(values) == bool(taken)
                for condition, taken in zip(path.conditions, path.taken, strict=True)
            )
        ]
        assert len(held) == 1


def test_functions_that_look_at_their_variables_get_what_is_decided(file: Path) -> None:
    loaded = load(f"{file}:seen", build=Build.TRACE, more=trace_hooks)
    assert loaded.copies.flags(loaded.function) == frozenset()
    assert loaded.copies.flags(len) == frozenset()


def test_anything_else_is_settled() -> None:
    value = object()
    assert settled(value) is value
