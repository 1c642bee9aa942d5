"""The subject of the study of memory: sympy's solver, its clauses named by their structure and variables."""

from __future__ import annotations

import tracemalloc
from typing import Any

from dpll2 import SATSolver  # sympy/logic/algorithms/dpll2.py, found as a module of its own


def clauses_of(chosen: list[int], signs: tuple[tuple[int, ...], ...], names: list[int]) -> list[list[int]]:
    """Clauses of a structure: `chosen` gives the places of their variables among `names`, in order."""
    clauses, place = [], 0
    for row in signs:
        clause = []
        for sign in row:
            clause.append(sign * names[chosen[place]])
            place += 1
        clauses.append(clause)
    return clauses


def measured(
    chosen: list[int], signs: tuple[tuple[int, ...], ...], names: list[int], peaks: list[int]
) -> Any:
    """A model of the clauses, or None; the most memory that the solver has at a time goes to `peaks`."""
    clauses = clauses_of(chosen, signs, names)
    tracemalloc.start()
    try:
        found = _model(clauses, names)
        peaks.append(tracemalloc.get_traced_memory()[1])
        return found
    finally:
        tracemalloc.stop()


def solved(chosen: list[int], signs: tuple[tuple[int, ...], ...], names: list[int]) -> Any:
    """A model of the clauses, or None."""
    return _model(clauses_of(chosen, signs, names), names)


def _model(clauses: list[list[int]], names: list[int]) -> Any:
    return next(SATSolver(clauses, names, set(), names)._find_model(), None)
