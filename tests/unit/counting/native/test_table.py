"""The table is complete and quick to build."""

from __future__ import annotations

import ast

from slowpath.counting.native import HOOKS, NAMES, OPERATORS, _hooks, hooks
from slowpath.counting.native.table import TABLE
from slowpath.counting.native.units import UNITS


def test_operators_have_units() -> None:
    assert set(_hooks.UNITS) <= set(UNITS)
    assert all(micro > 0 for micro in UNITS.values())


def test_names_are_what_source_code_calls() -> None:
    assert {
        "find",
        "pop",
        "sorted",
        "deepcopy",
        "match",
        "search",
        "sub",
        "list",
        "update",
        "heappush",
    } <= NAMES
    assert not {"append", "len", "isinstance", "get", "<lambda>"} & NAMES


def test_formulas_are_of_known_kinds() -> None:
    kinds = {value for name, value in vars(_hooks).items() if name.isupper() and isinstance(value, int)}
    assert {formula.kind for formula in TABLE.values()} <= kinds - {_hooks.HEAVY, _hooks.NEGLIGIBLE}


def test_hooks_by_name() -> None:
    assert set(hooks([], lambda milli: None, {})) == {*HOOKS, "total", "reset"}
    assert OPERATORS[ast.Add] == "add"
    assert ast.Div not in OPERATORS
    assert ast.MatMult not in OPERATORS
