"""Crossover and mutation of programs, by a random source: the same seed gives the same programs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random

from slowpath.recipe.expression import INDEXES
from slowpath.recipe.place import missing_names
from slowpath.recipe.program import Program
from slowpath.recipe.statement import Repeat, Statement, binds, uses
from slowpath.search.loops.material import Material
from slowpath.search.loops.operations import OPERATIONS

_TRIES = 8  # of a mutation: most apply, and most programs that lack a name are found out at once
_AGAIN = 0.35  # how often a program is changed once more: one change alone may be worth nothing
_LONGEST = 12  # statements; repetition makes more of them needless
_HEAVIEST = 400  # nodes and characters: a program that people can still read
FEATURES = ("concolic", "repetition", "usages")  # what can be switched off


class ProgramVariation:
    """Makes programs of a material, and others of them."""

    def __init__(self, material: Material, without: Collection[str] = ()) -> None:
        """`without` are features that are not used."""
        self.material = material
        chosen = [(each, share) for each, feature, share in OPERATIONS if feature not in without]
        self._operations = [each for each, _ in chosen]
        self._shares = [share for _, share in chosen]

    def fresh(self, random: Random) -> Program:
        """Return one of the programs to begin with, often changed."""
        program = random.choice(self.material.starts)
        return self.mutated(program, random) if random.random() < 0.5 else program

    def mutated(self, thing: Program, random: Random) -> Program:
        """Return a program with something changed, and often something else as well."""
        while True:
            thing = self._changed(thing, random)
            if random.random() >= _AGAIN:
                return thing

    def _changed(self, program: Program, random: Random) -> Program:
        for _ in range(_TRIES):
            (operation,) = random.choices(self._operations, self._shares)
            other = operation(program, self.material, random)
            if other is not None and other != program:
                other = self.repaired(other, program)
                if other is not None:
                    return other
        return program

    def crossed(self, one: Program, other: Program, random: Random) -> Program:
        """Return a program that begins as one does and ends as the other; or one with the other's call."""
        cut = random.randrange(len(one.statements) + 1)
        behind = random.randrange(len(other.statements) + 1)
        first, second = one.statements[:cut], other.statements[behind:]
        measured = other.measured if random.random() < 0.5 else one.measured
        child = self.repaired(Program((*first, *second), measured), one, other)
        return child if child is not None else one

    def weight(self, thing: Program) -> int:
        """Return how hard a program is to read."""
        return _weight(thing)

    def repaired(self, program: Program, *parents: Program) -> Program | None:
        """Return a program with what builds the names that it lacks, as its parents do; None if it still
        lacks one, or is too long."""
        for parent in parents:
            missing = missing_names(program, self.material.known)
            if missing:
                program = replace(program, statements=(*_building(parent, missing), *program.statements))
        if missing_names(program, self.material.known) or len(program.statements) > _LONGEST:
            return None
        if _depth(program.statements) > len(INDEXES) or _weight(program) > _HEAVIEST:
            return None
        return program


def _building(parent: Program, names: Collection[str]) -> list[Statement]:
    """The statements of a program that bind some names, and what those need."""
    needed, kept = set(names), list[Statement]()
    for each in reversed(parent.statements):
        if binds(each) & needed:
            kept.insert(0, each)
            needed |= uses(each)
    return kept


def _depth(body: Sequence[Statement]) -> int:
    """How many repetitions are inside each other."""
    return max((1 + _depth(each.body) for each in body if isinstance(each, Repeat)), default=0)


@lru_cache(maxsize=4096)
def _weight(program: Program) -> int:
    return program.weight
