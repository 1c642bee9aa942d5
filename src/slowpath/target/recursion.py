"""Which functions of a module may call themselves, by the names they call.

Loops check the budget in their bodies; of the rest only recursion, and C code that calls a function over
and over, can go on for long. So a function needs a check of its own only if it may be entered again from
within, or if it is more than a callee: passed on as a value, read as a property, run by an operator. A call
of something other than a named function or method (a parameter, a table's entry) may lead anywhere.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Mapping

from slowpath.target.flow import Survey


def recursive_functions(survey: Survey) -> frozenset[str]:
    """Return the simple names of the functions that may be entered again from within, or from C code."""
    functions = survey.functions
    classes = frozenset(node.name for node in survey.nodes if isinstance(node, ast.ClassDef))
    callees: dict[str, set[str]] = defaultdict(set)
    anywhere: set[str] = set()
    for function in functions:
        variables = survey.variables(function)
        for node in survey.own(function):
            match node:
                case ast.Call(func=ast.Attribute(attr=name)):
                    callees[function.name].add(name)
                case ast.Call(func=ast.Name(id=name)) if name not in variables:
                    callees[function.name].add("__init__" if name in classes else name)
                case ast.Call():
                    anywhere.add(function.name)
    defined = {function.name for function in functions}
    special = {name for name in defined if name.startswith("__") and name != "__init__"}
    passed_on = defined & _values(survey)
    return frozenset(
        anywhere | special | passed_on | _in_cycles({name: callees[name] & defined for name in defined})
    )


def _values(survey: Survey) -> set[str]:
    """Return the names that a module reads other than to call them."""
    called = {id(node.func) for node in survey.nodes if isinstance(node, ast.Call)}
    read = [node for node in survey.nodes if id(node) not in called]
    return {
        node.id if isinstance(node, ast.Name) else node.attr
        for node in read
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load)
    }


def _in_cycles(edges: Mapping[str, set[str]]) -> set[str]:
    """Return the nodes that lie on a cycle or between two cycles."""
    left = set(edges)
    while True:
        called = {callee for name in left for callee in edges[name]}
        kept = {name for name in left & called if not edges[name].isdisjoint(left)}
        if kept == left:
            return left
        left = kept
