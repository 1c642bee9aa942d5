from __future__ import annotations

from random import Random

import pytest

from slowpath.recipe.parsing import parse_program
from slowpath.recipe.place import missing_names
from slowpath.recipe.program import Program
from slowpath.search.loops.material import Material
from slowpath.search.loops.operations import OPERATIONS
from slowpath.search.loops.variation import FEATURES, ProgramVariation

KNOWN = frozenset({"Stack", "range", "list"})
MATERIAL = Material(
    starts=(parse_program("x = Stack()\nx.remove(0)"), parse_program("x = Stack()\nx.push(1)\nx.pop()")),
    arguments={"key": ("'k'", "N", "list(range(N))")},
    plain=("None", "'a'", "i"),
    makers=("Stack()",),
    actions=("x.push(i)", "x.extend(['a'])"),
    usages=(parse_program("s = Stack()\nfor i in range(N):\n    s.push('u')\ns.pop()"),),
    known=KNOWN,
)


def _walk(seed: int, steps: int = 40) -> list[Program]:
    variation, random = ProgramVariation(MATERIAL), Random(seed)
    programs = [variation.fresh(random)]
    for _ in range(steps):
        mate = random.choice(programs)
        programs.append(variation.mutated(variation.crossed(programs[-1], mate, random), random))
    return programs


@pytest.mark.parametrize("seed", range(4))
def test_programs_bind_the_names_that_they_use_and_are_read_from_their_source(seed: int) -> None:
    for program in _walk(seed):
        assert not missing_names(program, KNOWN)
        assert parse_program(program.source) == program
        assert len(program.statements) <= 12


def test_the_same_seed_gives_the_same_programs() -> None:
    assert _walk(5) == _walk(5)
    assert _walk(5) != _walk(6)


def test_a_child_has_what_builds_its_names() -> None:
    one, other = parse_program("x = Stack()\nx.pop()"), parse_program("y = Stack()\ny.push(2)\ny.clear()")
    variation = ProgramVariation(MATERIAL)
    children = {variation.crossed(one, other, Random(seed)).source for seed in range(40)}
    assert "y = Stack()\nx = Stack()\ny.push(2)\nx.pop()  # measured" in children
    assert "y = Stack()\nx = Stack()\ny.clear()  # measured" in children


def test_a_program_that_lacks_a_name_is_none() -> None:
    variation = ProgramVariation(MATERIAL)
    assert variation.repaired(parse_program("x.pop()")) is None
    assert variation.repaired(parse_program("x.pop()"), MATERIAL.starts[0]) == parse_program(
        "x = Stack()\nx.pop()"
    )


def test_features_can_be_switched_off() -> None:
    assert {feature for _, feature, _ in OPERATIONS} - {""} == set(FEATURES)
    variation = ProgramVariation(Material(starts=MATERIAL.starts, known=KNOWN), without=("repetition",))
    random, program = Random(0), MATERIAL.starts[1]
    for _ in range(200):
        program = variation.mutated(program, random)
        assert "for i in range(N)" not in program.source
