"""Subjects over the programs beside the tests, and rows of conditions that can be compared."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path as File
from typing import Any

from slowpath.expr.condition import Compare, Member
from slowpath.scaling.path.scaling import LearnedFamily, PathPlan, learned
from slowpath.scaling.path.subject import ScaledTarget, subject
from slowpath.scaling.path.system import Block
from slowpath.scaling.path.worst import WorstEffort
from slowpath.shape.base import Shape
from slowpath.shape.formula import N
from slowpath.shape.library import floats, integer, ints, matrix, text
from slowpath.values.path import Path
from tests.unit.scaling.path import programs

FILE = File(programs.__file__)

SHAPES: dict[str, dict[str, Shape]] = {
    "merge": {"xs": ints(N), "ys": ints(N)},
    "float_sort": {"xs": floats(N)},
    "shortest": {"w": matrix(N, N, integer(1, None))},
    "product": {"a": matrix(N, N, integer(0, 1)), "b": matrix(N, N, integer(0, 1))},
    "windows": {"text": text(N, "abc")},
}
REQUIRES = {
    "merge": "all(a <= b for a, b in zip(xs, xs[1:])) and all(a <= b for a, b in zip(ys, ys[1:]))",
}


@cache
def program(name: str, *, hot: bool = True) -> ScaledTarget:
    lines = FILE.read_text().splitlines()
    line = next(number for number, line in enumerate(lines, 1) if line.endswith(f"# hot: {name}"))
    shapes = SHAPES.get(name, {"xs": ints(N)})
    return subject(f"{FILE}:{name}", shapes, requires=REQUIRES.get(name), hot=line if hot else None)


@cache
def learnt(name: str) -> LearnedFamily:
    return learned(program(name), PathPlan(last=7, effort=WorstEffort(paths=400, patience=300)))


def rows_of_blocks(blocks: Iterable[Block]) -> set[Any]:
    """Each condition of a synthesised system as a record."""
    rows: set[Any] = set()
    for block in blocks:
        for place in range(len(block)):
            terms = [
                (int(column[place]), factor)
                for factor, column in zip(block.factors, block.columns, strict=True)
            ]
            for ragged in block.ragged:
                terms += [(int(each), ragged.factor) for each in ragged.variable[ragged.row == place]]
            if block.op == "in":
                rows.add(("in", terms[0][0], block.chars))
            else:
                rows.add((block.op, tuple(sorted(terms)), int(block.constant[place])))
    return rows


def rows_of_path(path: Path) -> set[Any]:
    """Each condition that held on a path, as the same kind of record."""
    rows: set[Any] = set()
    for place in range(len(path.taken)):
        held = path.held(place)
        if isinstance(held, Member):
            rows.add(("in", held.index, held.chars))
        else:
            assert isinstance(held, Compare)
            rows.add((held.op, tuple(sorted(held.parts)), held.constant))
    return rows
