"""Print the most memory that sympy's SAT solver has at a time on a formula: JSON of variables and clauses."""

from __future__ import annotations

import json
import sys
import tracemalloc

from sympy.logic.algorithms.dpll2 import SATSolver


def peak(variables: int, clauses: list[list[int]]) -> int:
    names = list(range(1, variables + 1))
    tracemalloc.start()
    next(SATSolver(clauses, names, set(), names)._find_model(), None)
    return tracemalloc.get_traced_memory()[1]


if __name__ == "__main__":
    print(peak(*json.load(sys.stdin)))
