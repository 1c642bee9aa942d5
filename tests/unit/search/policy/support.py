"""Subjects for policies: the programs beside the tests, and those of path space."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from slowpath.scaling.path.subject import ScaledTarget, subject
from slowpath.scaling.path.worst import WorstEffort
from slowpath.search.policy.learning import Explored, LearningPlan, explored
from slowpath.shape.formula import N
from slowpath.shape.library import ints
from tests.unit.scaling.path import support
from tests.unit.search.policy import programs

FILE = Path(programs.__file__)
OWN = ("climb", "looked_up")


@cache
def program(name: str) -> ScaledTarget:
    if name not in OWN:
        return support.program(name)
    lines = FILE.read_text().splitlines()
    hot = next(number for number, line in enumerate(lines, 1) if line.endswith(f"# hot: {name}"))
    return subject(f"{FILE}:{name}", {"xs": ints(N, 0, 3)}, hot=hot)


@cache
def small(name: str, first: int = 2, last: int = 4) -> Explored:
    plan = LearningPlan(first, last, effort=WorstEffort(paths=300, patience=200))
    return explored(program(name), plan)
